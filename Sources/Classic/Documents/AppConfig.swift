import ManifestVerifier

/// The app-config document: one answer for all platforms of an app, or for the one that reads it.
public struct AppConfig: Equatable, Sendable {
    /// Where to get an update.
    public enum UpdateURL: Equatable, Sendable {
        /// One URL for each platform of the app.
        case perPlatform(ios: String?, android: String?)
        /// One URL for all.
        case single(String)
    }

    /// Below this version the app must not run.
    public let minimumVersion: NumericVersion
    /// The newest version in the stores.
    public let latestVersion: NumericVersion
    /// Where to get an update.
    public let updateURL: UpdateURL
    /// Whether the service is down for maintenance.
    public let maintenanceMode: Bool
    /// The message during maintenance, in the source language of the texts.
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

extension AppConfig {
    /// Reads a verified body.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in try AppConfig(value) }
    }

    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        self.init(
            minimumVersion: try object.required("minimumVersion").asThreeComponents(),
            latestVersion: try object.required("latestVersion").asThreeComponents(),
            updateURL: try UpdateURL(object.required("updateUrl")),
            maintenanceMode: try object.required("maintenanceMode").asBool(),
            maintenanceMessage: try object.required("maintenanceMessage").asStringOrNull())
    }

    /// The document in the order of the contract.
    package var json: JSONValue {
        .object([
            JSONMember("minimumVersion", .string(minimumVersion.spelling)),
            JSONMember("latestVersion", .string(latestVersion.spelling)),
            JSONMember("updateUrl", updateURL.json),
            JSONMember("maintenanceMode", JSONValue(.bool(maintenanceMode))),
            JSONMember("maintenanceMessage", maintenanceMessage.map { .string($0) } ?? JSONValue(.null)),
        ])
    }
}

extension AppConfig.UpdateURL {
    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        if case .string(let url) = value.content {
            self = .single(url)
            return
        }
        var object = try JSONObject(value)
        self = .perPlatform(
            ios: try object.optional("ios")?.asString(), android: try object.optional("android")?.asString())
    }

    fileprivate var json: JSONValue {
        switch self {
        case .single(let url): .string(url)
        case .perPlatform(let ios, let android):
            .object(
                [ios.map { JSONMember("ios", .string($0)) }, android.map { JSONMember("android", .string($0)) }]
                    .compactMap(\.self))
        }
    }
}

extension JSONValue {
    fileprivate func asThreeComponents() throws(JSONShapeError) -> NumericVersion {
        let version = try NumericVersion(versionJSON: self)
        guard version.componentCount == 3 else {
            throw unacceptable("\"\(version)\" is not a version of exactly 3 numbers")
        }
        return version
    }

    fileprivate func asStringOrNull() throws(JSONShapeError) -> String? {
        if case .null = content { return nil }
        return try asString()
    }
}
