import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The newest version of the app in the store.
public struct StoreVersion: Equatable, Sendable {
    /// The version.
    public let version: NumericVersion
    /// The oldest iOS that it runs on; nil when that is not known.
    public let minimumSystem: NumericVersion?

    /// A version in the store.
    public init(version: NumericVersion, minimumSystem: NumericVersion? = nil) {
        self.version = version
        self.minimumSystem = minimumSystem
    }
}

/// Asks the App Store's public lookup endpoint for the newest version of an app.
///
/// The answer is not signed. It can hide or show a recommendation and tell whether a required update is available yet;
/// it never lifts or creates a block.
public struct StoreLookup: Sendable {
    private let url: URL
    private let transport: any DocumentTransport
    private let timeLimit: TimeInterval

    /// A lookup of one app in the store of one country; nil when either is not well-formed.
    ///
    /// - Parameters:
    ///   - bundleID: the app's bundle identifier: `com.example.app`.
    ///   - country: the two letters of the store's country (ISO 3166-1): `gb`.
    ///   - transport: fetches the answer.
    ///   - endpoint: where to ask.
    ///   - timeLimit: in seconds, for the whole answer.
    public init?(
        bundleID: String, country: String, transport: any DocumentTransport, endpoint: URL? = Self.endpoint,
        timeLimit: TimeInterval = 5
    ) {
        guard !bundleID.isEmpty, bundleID.utf8.allSatisfy(\.isNameByte), country.utf8.count == 2,
            country.utf8.allSatisfy(\.isASCIILetter), let endpoint,
            let url = URL(string: "\(endpoint.absoluteString)?bundleId=\(bundleID)&country=\(country)")
        else { return nil }
        self.url = url
        self.transport = transport
        self.timeLimit = timeLimit
    }

    /// The newest version; nil when it cannot be determined, for any reason.
    public func newestVersion() async -> StoreVersion? {
        guard
            let response = try? await transport.response(for: url, byteLimit: Self.byteLimit, timeLimit: timeLimit),
            response.status == 200
        else { return nil }
        return StoreVersion(lookup: response.body)
    }

    /// The endpoint of the App Store.
    public static let endpoint = URL(string: "https://itunes.apple.com/lookup")
    private static let byteLimit = 256 << 10
}

extension StoreVersion {
    /// Reads `{ "results": [ { "version": "3.2.0", "minimumOsVersion": "13.5", … } ] }`.
    init?(lookup body: [UInt8]) {
        guard let value = try? JSONParser.parse(body), let results = try? value["results"]?.asArray(),
            let result = results.first, let spelling = try? result["version"]?.asString(),
            let version = NumericVersion(spelling)
        else { return nil }
        let minimum = try? result["minimumOsVersion"]?.asString()
        self.init(version: version, minimumSystem: minimum.flatMap { NumericVersion($0) })
    }
}
