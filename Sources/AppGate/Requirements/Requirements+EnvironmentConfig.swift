import ManifestVerifier

extension Requirements {
    /// The build decides; an environment without a block for the platform requires nothing.
    init(_ config: EnvironmentConfig, platform: Platform, environment id: String?) throws(DocumentError) {
        guard let id else { throw DocumentError(reason: "an environment config needs the id of an environment") }
        guard config.environments.contains(where: { $0.hasSameBytes(as: id) }) else {
            throw DocumentError(reason: "it has no environment \"\(id)\"")
        }
        guard let app = config.apps[id]?[platform] else {
            self.init()
            return
        }
        self.init(
            minimumApp: Requirement(.build(app.build, shownAs: NumericVersion(app.minimalVersion))),
            updateURL: app.url)
    }
}
