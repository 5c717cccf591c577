import Diagnostics
import ManifestVerifier

/// How apps show the bundles, and what a review has allowed their pages.
package struct WebPageRules: Equatable, Sendable {
    /// Where a bundle's own files are.
    package enum Serving: String, Sendable, CaseIterable {
        /// At the top of an address that all versions share, as Capacitor does it.
        case root
        /// Below a path that has the version in it.
        case versioned
    }

    package let served: Serving
    /// Sources of scripts that a Content-Security-Policy may have, in lower case: `'unsafe-eval'`, `https://a.example`.
    package let allowScripts: [String]
}

extension WebPageRules {
    init(_ object: inout PolicyObject) {
        served =
            object.optional("served") { value in
                guard let served = Serving(rawValue: try value.asString()) else {
                    throw value.unacceptable(
                        "bundles are served \(Serving.allCases.map(\.rawValue).joined(separator: " or "))")
                }
                return served
            } ?? .versioned
        allowScripts =
            object.optional("allowScripts") { value in
                let sources = try value.asArray()
                guard sources.count <= Limits.allowedSources else {
                    throw value.unacceptable("there are more than \(Limits.allowedSources) sources")
                }
                return try sources.map { source in
                    let text = try source.asString()
                    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ";") })
                    else { throw source.unacceptable("not a source of a Content-Security-Policy, like 'unsafe-eval'") }
                    return text.asciiLowercased
                }
            } ?? []
    }
}
