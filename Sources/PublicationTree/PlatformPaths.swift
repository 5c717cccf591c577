import ManifestVerifier

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
