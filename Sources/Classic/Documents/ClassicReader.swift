import AppGate
import ManifestVerifier

/// Reads what deployed apps read, for apps that go on reading it: each format is turned into rules for the same gate. The
/// content is a ``ClassicContent``.
public struct ClassicReader: DocumentReader {
    public let format: DocumentFormat
    private let selection: Requirements.Selection
    private let document: @Sendable ([UInt8]) throws(DocumentError) -> ClassicDocument

    fileprivate init(
        _ format: DocumentFormat, _ selection: Requirements.Selection = .init(),
        _ document: @escaping @Sendable ([UInt8]) throws(DocumentError) -> ClassicDocument
    ) {
        self.format = format
        self.selection = selection
        self.document = document
    }

    public var goesByDate: Bool { false }

    public func read(_ body: [UInt8]) throws(DocumentError) -> any Sendable {
        ClassicContent(document: try document(body), selection: selection)
    }

    /// A reader of each format, and of Signet's own, so that a refusal can name the one that came.
    public static let all: [any DocumentReader] =
        Platform.allCases.flatMap { [Self.availability($0), .remoteConfig($0)] } + [
            Self.appConfig, .environmentConfig(nil),
        ]
        + GateReader.all
}

extension DocumentReader where Self == ClassicReader {
    /// Minimum and recommended versions with texts for a platform.
    public static func availability(_ platform: Platform) -> Self {
        switch platform {
        case .ios:
            ClassicReader(.availabilityIOS) { (body) throws(DocumentError) in
                .availabilityIOS(try IOSAvailability(body: body))
            }
        case .android:
            ClassicReader(.availabilityAndroid) { (body) throws(DocumentError) in
                .availabilityAndroid(try AndroidAvailability(body: body))
            }
        }
    }

    /// Minimum and latest version for all platforms, and maintenance.
    public static var appConfig: Self {
        ClassicReader(.appConfig) { (body) throws(DocumentError) in .appConfig(try AppConfig(body: body)) }
    }

    /// A team's environments.
    ///
    /// - Parameter id: the one that is this app's, `mainnet`; nil decides nothing.
    public static func environmentConfig(_ id: String?) -> Self {
        ClassicReader(.environmentConfig, .init(configEnvironment: id)) { (body) throws(DocumentError) in
            .environmentConfig(try EnvironmentConfig(body: body))
        }
    }

    /// Forced and optional update for a platform.
    ///
    /// - Parameters:
    ///   - platform: that of the document.
    ///   - names: the names of the parameters; nil for `force_update_version` and `optional_update_version`.
    public static func remoteConfig(_ platform: Platform, names: RemoteConfigNames? = nil) -> Self {
        let format: DocumentFormat = platform == .ios ? .remoteConfigIOS : .remoteConfigAndroid
        return ClassicReader(format, .init(remoteConfigNames: names)) { (body) throws(DocumentError) in
            let config = try RemoteConfig(body: body)
            try config.platform.expect(platform)
            return .remoteConfig(config)
        }
    }
}
