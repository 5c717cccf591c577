/// What a body says, by the format of its document.
public enum DocumentContent: Equatable, Sendable {
    /// Availability for iOS.
    case availabilityIOS(IOSAvailability)
    /// Availability for Android.
    case availabilityAndroid(AndroidAvailability)
    /// Minimum and latest version for all platforms, and maintenance.
    case appConfig(AppConfig)
    /// A team's environments with the build numbers of their apps.
    case environmentConfig(EnvironmentConfig)
    /// For iOS or Android; the content says which.
    case remoteConfig(RemoteConfig)
    /// Rules for iOS or Android; the content says which.
    case gate(GateDocument)
    /// The Remote Config template of a Firebase project, from which Firebase tells each app its versions.
    case firebaseTemplate(FirebaseTemplate)
    /// The newest web bundle.
    case webBundleManifest(WebBundleManifest)
    /// Every web bundle that is offered or withdrawn.
    case webBundleIndex(WebBundleIndex)
    /// Any bytes.
    case file
}

extension DocumentContent {
    /// Reads a verified body; fails unless it is a document of this format, for the platform of the format.
    package init(_ format: DocumentFormat, body: [UInt8]) throws(DocumentError) {
        switch format {
        case .availabilityIOS: self = .availabilityIOS(try IOSAvailability(body: body))
        case .availabilityAndroid: self = .availabilityAndroid(try AndroidAvailability(body: body))
        case .appConfig: self = .appConfig(try AppConfig(body: body))
        case .environmentConfig: self = .environmentConfig(try EnvironmentConfig(body: body))
        case .remoteConfigIOS: self = .remoteConfig(try Self.remoteConfig(.ios, body: body))
        case .remoteConfigAndroid: self = .remoteConfig(try Self.remoteConfig(.android, body: body))
        case .gateIOS: self = .gate(try Self.gate(.ios, body: body))
        case .gateAndroid: self = .gate(try Self.gate(.android, body: body))
        case .firebaseTemplate: self = .firebaseTemplate(try FirebaseTemplate(body: body))
        case .webBundleManifest: self = .webBundleManifest(try WebBundleManifest(body: body))
        case .webBundleIndex: self = .webBundleIndex(try WebBundleIndex(body: body))
        case .webBundle, .file: self = .file
        }
    }

    private static func remoteConfig(_ platform: Platform, body: [UInt8]) throws(DocumentError) -> RemoteConfig {
        let content = try RemoteConfig(body: body)
        try expect(platform, content.platform)
        return content
    }

    private static func gate(_ platform: Platform, body: [UInt8]) throws(DocumentError) -> GateDocument {
        let content = try GateDocument(body: body)
        try expect(platform, content.platform)
        return content
    }

    private static func expect(_ expected: Platform, _ platform: Platform) throws(DocumentError) {
        guard platform == expected else {
            throw DocumentError(reason: "it is for \(platform.rawValue), not for \(expected.rawValue)")
        }
    }
}

extension DocumentFormat {
    /// The format of a verified body by its content; nil for anything but the documents that Signet renders.
    package init?(recognizing body: [UInt8]) {
        let formats = Self.allCases.filter { $0 != .file && $0 != .webBundle }
        guard let format = formats.first(where: { (try? DocumentContent($0, body: body)) != nil }) else { return nil }
        self = format
    }
}
