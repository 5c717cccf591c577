import AppGate
import ManifestVerifier

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

/// A document of a published format, and the part of it that is for this app.
public struct ClassicContent: Equatable, Sendable {
    /// What the body says.
    public let document: ClassicDocument
    /// The part that is for this app.
    public let selection: Requirements.Selection
}

extension ClassicContent: DecidingContent {
    package func rules(for platform: Platform, signed: SignedDate?) throws(DocumentError) -> any AppRules {
        SignedRequirements(
            requirements: try Requirements(document, platform: platform, selecting: selection), signed: signed)
    }
}

/// The requirements of a document, and its date where it has one.
private struct SignedRequirements: AppRules {
    let requirements: Requirements
    let signed: SignedDate?

    func decide(in circumstances: Circumstances, source: Decision.Source) -> Told {
        var requirements = requirements
        if requirements.updateURL == nil { requirements.updateURL = circumstances.storeURL }
        return Told(
            Classic.decide(
                requirements, for: circumstances.device, store: circumstances.store, source: source, asOf: signed,
                clock: circumstances.now))
    }

    func unreadableApp(on device: Device) -> UnreadableApp? { requirements.unreadableApp(on: device) }

    var ruleIDs: Set<String>? { nil }

    var scopes: Set<String> { [] }
}
