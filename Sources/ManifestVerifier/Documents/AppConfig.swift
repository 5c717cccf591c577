/// The app-config document: one answer for all platforms of an app.
public struct AppConfig: Equatable, Sendable {
    /// Where an update is to be had.
    public enum UpdateURL: Equatable, Sendable {
        /// One URL for each platform that the app is on.
        case perPlatform(ios: String?, android: String?)
        /// One URL for all.
        case single(String)
    }

    /// Below this version the app must not run.
    public let minimumVersion: NumericVersion
    /// The newest version in the stores.
    public let latestVersion: NumericVersion
    /// Where an update is to be had.
    public let updateURL: UpdateURL
    /// Whether the service is closed.
    public let maintenanceMode: Bool
    /// What to say while it is, in the source language of the texts.
    public let maintenanceMessage: String?

    package init(
        minimumVersion: NumericVersion, latestVersion: NumericVersion, updateURL: UpdateURL, maintenanceMode: Bool,
        maintenanceMessage: String?
    ) {
        self.minimumVersion = minimumVersion
        self.latestVersion = latestVersion
        self.updateURL = updateURL
        self.maintenanceMode = maintenanceMode
        self.maintenanceMessage = maintenanceMessage
    }
}

/// The body that a gateway returns with 403 to a version that is too old, mid-session.
public struct UpdateRequired: Equatable, Sendable {
    /// The platform that the body is for.
    public let platform: Platform
    /// What the app-config document would say to that platform.
    public let config: AppConfig

    package init(platform: Platform, config: AppConfig) {
        self.platform = platform
        self.config = config
    }
}

/// A platform that apps are on.
public enum Platform: String, Sendable, CaseIterable {
    /// iOS, and what is built on it.
    case ios
    /// Android.
    case android
}
