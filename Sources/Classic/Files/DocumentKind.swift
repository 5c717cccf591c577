import ManifestVerifier

/// What apps, or Signet itself, can take bytes for and act on.
///
/// A Firebase template is not among them: Firebase reads it for the apps, and verifies no signature.
public enum DocumentKind: String, Sendable, CaseIterable {
    /// Availability for iOS.
    case availabilityIOS = "availability-ios"
    /// Availability for Android.
    case availabilityAndroid = "availability-android"
    /// Minimum and latest version for all platforms, and maintenance.
    case appConfig = "app-config"
    /// Environments with the build numbers of their apps.
    case environmentConfig = "environment-config"
    /// Forced and optional update.
    case remoteConfig = "remote-config"
    /// Rules for one platform.
    case gate = "gate"
    /// The newest web bundle.
    case webBundleManifest = "web-bundle-manifest"
    /// Every web bundle that is offered or withdrawn.
    case webBundleIndex = "web-bundle-index"
    /// The index of a tree.
    case publication = "publication"
    /// Public keys to trust, as `keys/keyring.json` or as apps embed them.
    case keyRing = "key-ring"

    /// The top-level members that the parser of this kind requires.
    ///
    /// For an environment config, a remote config and a key ring these alone are not enough; see `DocumentOutline`.
    var members: [String] {
        switch self {
        case .availabilityIOS: ["minimumOSVersion", "minimumAppVersion"]
        case .availabilityAndroid: ["minimumSDKVersion", "minimumAppVersion"]
        case .appConfig:
            ["minimumVersion", "latestVersion", "updateUrl", "maintenanceMode", "maintenanceMessage"]
        case .environmentConfig: ["environments"]
        case .remoteConfig: ["platform"]
        case .gate: ["gate", "platform", "rules"]
        case .webBundleManifest: ["version", "url", "sha256", "signature", "minShellVersion"]
        case .webBundleIndex: ["bundles", "withdrawn"]
        case .publication: ["environment", "profile", "documents"]
        case .keyRing: ["keys"]
        }
    }
}

extension DocumentFormat {
    /// What a document of this format is taken for; nil for one that nothing acts on.
    var kind: DocumentKind? {
        switch self {
        case .availabilityIOS: .availabilityIOS
        case .availabilityAndroid: .availabilityAndroid
        case .appConfig: .appConfig
        case .environmentConfig: .environmentConfig
        case .remoteConfigIOS, .remoteConfigAndroid: .remoteConfig
        case .gateIOS, .gateAndroid: .gate
        case .webBundleManifest: .webBundleManifest
        case .webBundleIndex: .webBundleIndex
        case .firebaseTemplate, .webBundle, .file: nil
        }
    }
}
