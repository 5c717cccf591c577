import ManifestVerifier

extension Requirements {
    /// Both platforms are compared by version; the document has no texts but the maintenance message.
    init(_ config: AppConfig, platform: Platform) {
        let url: String? =
            switch (config.updateURL, platform) {
            case (.single(let url), _): url
            case (.perPlatform(let ios, _), .ios): ios
            case (.perPlatform(_, let android), .android): android
            }
        self.init(
            maintenance: config.maintenanceMode ? Maintenance(message: config.maintenanceMessage) : nil,
            minimumApp: Requirement(.version(config.minimumVersion)),
            recommendedApp: Requirement(.version(config.latestVersion)),
            updateURL: url)
    }
}
