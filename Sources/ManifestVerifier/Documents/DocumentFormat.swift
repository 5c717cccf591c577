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

    /// Whether a document of this format has rules, which are decided by its signed date.
    package var hasRules: Bool { self == .gateIOS || self == .gateAndroid }
}

/// Why a verified body is not a document of its format.
public struct DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Line and column, where there are any: `3:14`.
    public let place: String?
    /// What is wrong, as a phrase.
    public let reason: String
    /// Whether the body is not even strict JSON.
    public let isSyntax: Bool

    /// An error that has no place in the text.
    package init(reason: String) {
        place = nil
        self.reason = reason
        isSyntax = false
    }

    package static func reading<Result>(
        _ body: [UInt8], _ read: (JSONValue) throws(JSONShapeError) -> Result
    ) throws(DocumentError) -> Result {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONParser.parse(body)
        } catch {
            throw DocumentError(error)
        }
        do throws(JSONShapeError) {
            return try read(value)
        } catch {
            throw DocumentError(error)
        }
    }

    init(_ error: JSONError) {
        place = error.position.description
        reason = error.message
        isSyntax = true
    }

    init(_ error: JSONShapeError) {
        place = error.position?.description
        reason = error.message
        isSyntax = false
    }

    public var description: String { place.map { "\($0): \(reason)" } ?? reason }
}
