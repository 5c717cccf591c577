import ManifestVerifier

extension Requirements {
    /// Both platforms are compared by version; the document has no texts.
    init(_ config: RemoteConfig, names: RemoteConfigNames?) throws(DocumentError) {
        guard let names = names ?? RemoteConfigNames(force: nil, optional: nil) else {
            preconditionFailure("the names of the contract are well-formed")
        }
        func version(_ name: String) throws(DocumentError) -> NumericVersion {
            guard let version = config.version(name) else { throw DocumentError(reason: "it has no \"\(name)\"") }
            return version
        }
        self.init(
            minimumApp: Requirement(.version(try version(names.force))),
            recommendedApp: Requirement(.version(try version(names.optional))))
    }
}
