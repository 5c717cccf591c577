/// What a document of a tree is.
public enum DocumentFormat: String, Sendable, CaseIterable {
    /// Availability for iOS.
    case availabilityIOS = "availability-ios"
    /// Availability for Android.
    case availabilityAndroid = "availability-android"
    /// Minimum and latest version for all platforms, and maintenance.
    case appConfig = "app-config"
    /// A team's environments with the build numbers of their apps.
    case environmentConfig = "environment-config"
    /// Forced and optional update for iOS.
    case remoteConfigIOS = "remote-config-ios"
    /// Forced and optional update for Android.
    case remoteConfigAndroid = "remote-config-android"
    /// Rules for iOS.
    case gateIOS = "gate-ios"
    /// Rules for Android.
    case gateAndroid = "gate-android"
    /// Firebase's Remote Config template.
    case firebaseTemplate = "firebase-template"
    /// The newest web bundle.
    case webBundleManifest = "web-bundle-manifest"
    /// Every web bundle that is offered or withdrawn.
    case webBundleIndex = "web-bundle-index"
    /// The archive of a web bundle.
    case webBundle = "web-bundle"
    /// Any file of a listed kind, byte for byte.
    case file
}
