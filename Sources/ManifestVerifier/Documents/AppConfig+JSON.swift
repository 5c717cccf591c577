extension AppConfig {
    /// Reads a verified body.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in
            // The rest of an update-required body is an app config, too.
            if let error = value["error"] { throw error.unacceptable("an app config has no \"error\"") }
            return try AppConfig(value)
        }
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

    /// The members in the order of the contract.
    fileprivate var members: [JSONMember] {
        [
            JSONMember("minimumVersion", .string(minimumVersion.spelling)),
            JSONMember("latestVersion", .string(latestVersion.spelling)),
            JSONMember("updateUrl", updateURL.json),
            JSONMember("maintenanceMode", JSONValue(.bool(maintenanceMode))),
            JSONMember("maintenanceMessage", maintenanceMessage.map { .string($0) } ?? JSONValue(.null)),
        ]
    }

    /// The document in the order of the contract.
    package var json: JSONValue { .object(members) }
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

extension UpdateRequired {
    /// What the member `error` says in every such body.
    private static let error = "update_required"

    /// Reads a verified body.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in
            var object = try JSONObject(value)
            let error = try object.required("error")
            guard try error.asString() == Self.error else { throw error.unacceptable("not \"\(Self.error)\"") }
            let platform = try object.required("platform")
            guard let parsed = Platform(rawValue: try platform.asString()) else {
                throw platform.unacceptable("a platform is ios or android")
            }
            return UpdateRequired(platform: parsed, config: try AppConfig(value))
        }
    }

    /// The document: what it is first, then the members of the app-config document.
    package var json: JSONValue {
        .object(
            [JSONMember("error", .string(Self.error)), JSONMember("platform", .string(platform.rawValue))]
                + config.members)
    }
}

extension JSONValue {
    fileprivate func asThreeComponents() throws(JSONShapeError) -> NumericVersion {
        let version = try NumericVersion(availabilityJSON: self)
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
