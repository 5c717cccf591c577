/// What deployed apps read: a document of one of the published formats.
public enum ClassicDocument: Equatable, Sendable {
    /// Availability for iOS.
    case availabilityIOS(IOSAvailability)
    /// Availability for Android.
    case availabilityAndroid(AndroidAvailability)
    /// Minimum and latest version for all platforms, and maintenance.
    case appConfig(AppConfig)
    /// A team's environments with the build numbers of their apps.
    case environmentConfig(EnvironmentConfig)
    /// Forced and optional update for iOS or Android; the content says which.
    case remoteConfig(RemoteConfig)
}
