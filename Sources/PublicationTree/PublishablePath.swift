import ManifestVerifier
import Programs

/// What no place serves at a path, so that no document may have it.
extension DocumentPath {
    /// The name at the top of a site, in lower case: some hosts ignore case.
    package var topName: String { (rawValue.split(separator: "/").first.map(String.init) ?? "").asciiLowercased }

    /// Whether Netlify or Cloudflare Pages take what is there for configuration and do not serve it, or run it (`_worker.js`,
    /// also as a folder).
    package var isObeyedByHosts: Bool { Self.obeyedNames.contains(topName) }

    /// Whether a static host may take what is there for settings, code or its error page, and serve it as well.
    package var mayBeObeyedByHosts: Bool { ["netlify.toml", "functions", "404.html", "cname"].contains(topName) }

    private static let obeyedNames: Set = ["_headers", "_redirects", "_routes.json", "_worker.js"]
}

extension TreeAddress {
    /// Whether a document and all its sidecars fit into the keys of a bucket; always true for another kind of address.
    package func fits(_ path: DocumentPath) -> Bool {
        let names = [path.signatureSidecar, path.jwsSidecar]
        return bucket.map { bucket in names.allSatisfy { bucket.key(of: $0).utf8.count <= Limits.pathBytes } } ?? true
    }
}

extension Platform {
    /// The platform of a document that has a counterpart for another platform, at the path with that one's name.
    ///
    /// An app-config document has one form, whether it is for all platforms or for one.
    ///
    /// - Parameter paths: the paths of all documents.
    package init?(ofPath path: String, among paths: Set<String>) {
        let platform = Platform.allCases.first { platform in
            Platform.allCases.contains { other in
                let counterpart = path.replacing(platform.rawValue, with: other.rawValue)
                return counterpart != path && paths.contains(counterpart)
            }
        }
        guard let platform else { return nil }
        self = platform
    }
}
