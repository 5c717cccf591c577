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

/// A platform of apps.
public enum Platform: String, Sendable, CaseIterable {
    /// iOS, and what is built on it.
    case ios
    /// Android.
    case android
}

/// Reads verified bodies of one format. ``GateReader`` reads Signet's own; `Classic` has those of other published formats.
///
/// Readers ignore members that they do not know, so that later documents still reach older apps.
public protocol DocumentReader: Sendable {
    /// The format that it reads.
    var format: DocumentFormat { get }
    /// Whether what it reads goes by the signed date and by what a device remembers: without a date it then says nothing.
    var goesByDate: Bool { get }

    /// What a verified body says; fails unless it is a document of this format.
    func read(_ body: [UInt8]) throws(DocumentError) -> any Sendable
}
