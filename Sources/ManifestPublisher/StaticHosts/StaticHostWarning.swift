import Diagnostics
import ManifestVerifier

/// What some static host would leave out without a word.
package enum StaticHostWarning: Equatable, Sendable {
    /// More rules than Cloudflare Pages takes.
    case tooManyRules(Int)
    /// Pages that Cloudflare Pages serves only at a path without `.html`.
    case redirectedPages([DocumentPath])

    /// What is left out, and where.
    package var message: String {
        switch self {
        case .tooManyRules(let count):
            "Cloudflare Pages takes \(Limits.cloudflareRules) rules of a _headers file and drops the rest; this one has "
                + "\(count)"
        case .redirectedPages(let paths):
            "Cloudflare Pages redirects from .html to a path without it, which clients do not follow: "
                + Self.list(paths)
        }
    }

    /// The next step.
    package var hint: String {
        switch self {
        case .tooManyRules: "on Cloudflare Pages publish fewer documents; Netlify, nginx and buckets take them all"
        case .redirectedPages: "Netlify, nginx and buckets serve them as they are"
        }
    }

    private static func list(_ paths: [DocumentPath]) -> String {
        paths.prefix(3).map(\.rawValue).joined(separator: ", ")
            + (paths.count > 3 ? " and \(paths.count - 3) more" : "")
    }
}
