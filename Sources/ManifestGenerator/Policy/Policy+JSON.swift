import ManifestFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Policy {
    /// Reads a policy strictly: comments are allowed, unknown and repeated members are not.
    package init(parsing bytes: [UInt8], file: String) throws(PolicyError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONParser.parse(bytes, allowsComments: true)
        } catch {
            throw .syntax(file: file, error)
        }
        do throws(JSONShapeError) {
            try self.init(value, file: file)
        } catch {
            throw .shape(file: file, error)
        }
    }

    private init(_ value: JSONValue, file: String) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let descriptions = object.optional("descriptions")
        let environments = try object.required("environments")
        try object.refuseUnknownMembers()

        self.file = file
        self.descriptions = try descriptions?.asPolicyPath()
        let members = try JSONObject(environments).members
        guard !members.isEmpty else { throw environments.unacceptable("there is no environment") }
        guard members.count <= Limits.environments else {
            throw environments.unacceptable("there are more than \(Limits.environments) environments")
        }
        var folders: Set<String> = []
        var parsed: [EnvironmentPolicy] = []
        for member in members {
            guard let name = EnvironmentName(member.name) else {
                throw JSONShapeError(
                    .unacceptable(
                        "\"\(member.name)\" is no name for an environment (A-Z a-z 0-9 . _ - without a leading dot)"),
                    at: member.position)
            }
            guard folders.insert(member.name.asciiLowercased).inserted else {
                throw JSONShapeError(
                    .unacceptable("another environment's name differs from \"\(name)\" only by case"),
                    at: member.position)
            }
            let merged = try Self.extended(member, among: members)
            parsed.append(try EnvironmentPolicy(merged, name: name, position: member.position))
        }
        self.environments = parsed
    }

    /// An environment laid over the one it extends, and that one over the one that it extends.
    private static func extended(
        _ member: JSONMember, among members: [JSONMember]
    ) throws(JSONShapeError) -> JSONValue {
        var layers = [member.value]
        var names = [member.name]
        while let base = layers.last?["extends"] {
            let name = try base.asString()
            guard !names.contains(name) else {
                throw base.unacceptable("\"\(names.joined(separator: "\" extends \""))\" extends \"\(name)\", a circle")
            }
            guard let next = members.first(where: { $0.name == name }) else {
                throw base.unacceptable("there is no environment \"\(name)\" to extend")
            }
            names.append(name)
            layers.append(next.value)
        }
        var merged = layers.removeLast()
        while let layer = layers.popLast() { merged = merged.merging(layer) }
        return merged
    }
}

extension EnvironmentPolicy {
    fileprivate init(_ value: JSONValue, name: EnvironmentName, position: TextPosition?) throws(JSONShapeError) {
        var object = try JSONObject(value)
        _ = object.optional("extends")
        let origin = try object.required("origin")
        let profile = object.optional("profile")
        let resignAfter = object.optional("resignAfter")
        let cacheControl = object.optional("cacheControl")
        let ios = object.optional("ios")
        let android = object.optional("android")
        let maintenance = object.optional("maintenance")
        let documents = try object.required("documents")
        try object.refuseUnknownMembers()

        self.name = name
        self.position = position
        self.origin = try origin.asURL(isOrigin: true)
        self.profile = try profile?.asProfile() ?? .body
        self.resignAfter = try resignAfter?.asSeconds() ?? 24 * 3_600
        self.cacheControl = try cacheControl?.asHeaderValue() ?? "public, max-age=300, stale-if-error=86400"
        self.ios = try PlatformPolicy(ios: ios)
        self.android = try PlatformPolicy(android: android)
        self.maintenance = try MaintenancePolicy(maintenance)
        self.documents = try DocumentsPolicy(documents)
    }
}

extension PlatformPolicy<NumericVersion> {
    fileprivate init?(ios value: JSONValue?) throws(JSONShapeError) {
        guard let value else { return nil }
        var object = try JSONObject(value)
        position = value.position
        storeURL = try object.optional("storeURL")?.asURL()
        minimumSystem = try RequirementPolicy(object.optional("minimumOSVersion"), extras: [])
        recommendedSystem = try RequirementPolicy(object.optional("recommendedOSVersion"), extras: [.title])
        minimumAppVersion = try RequirementPolicy(object.optional("minimumAppVersion"), extras: [.build])
        recommendedAppVersion = try RequirementPolicy(
            object.optional("recommendedAppVersion"), extras: [.title, .build])
        latestAppVersion = try RequirementPolicy(object.optional("latestAppVersion"), extras: [.build])
        try object.refuseUnknownMembers()
    }
}

extension PlatformPolicy<Int> {
    fileprivate init?(android value: JSONValue?) throws(JSONShapeError) {
        guard let value else { return nil }
        var object = try JSONObject(value)
        position = value.position
        storeURL = try object.optional("storeURL")?.asURL()
        minimumSystem = try RequirementPolicy(object.optional("minimumSDKVersion"), extras: [])
        recommendedSystem = nil
        minimumAppVersion = try RequirementPolicy(object.optional("minimumAppVersion"), extras: [.versionName])
        recommendedAppVersion = try RequirementPolicy(
            object.optional("recommendedAppVersion"), extras: [.title, .versionName])
        latestAppVersion = try RequirementPolicy(object.optional("latestAppVersion"), extras: [.versionName])
        try object.refuseUnknownMembers()
    }
}

/// What a version of the policy may have beside its value and its description.
private enum RequirementExtra {
    case title
    case build
    case versionName
}

extension RequirementPolicy where Version: AvailabilityValue {
    fileprivate init?(_ value: JSONValue?, extras: Set<RequirementExtra>) throws(JSONShapeError) {
        guard let value else { return nil }
        var object = try JSONObject(value)
        position = value.position
        self.value = try Version(availabilityJSON: object.required("value"))
        title = extras.contains(.title) ? try object.optional("title")?.asLocatedString() : nil
        description = try object.optional("description")?.asLocatedString()
        build = extras.contains(.build) ? try object.optional("build").map(Int.init(availabilityJSON:)) : nil
        versionName =
            extras.contains(.versionName)
            ? try object.optional("versionName").map(NumericVersion.init(availabilityJSON:)) : nil
        try object.refuseUnknownMembers()
    }
}

extension MaintenancePolicy {
    fileprivate init?(_ value: JSONValue?) throws(JSONShapeError) {
        guard let value else { return nil }
        var object = try JSONObject(value)
        isActive = try object.required("active").asBool()
        message = try object.optional("message")?.asLocatedString()
        try object.refuseUnknownMembers()
    }
}

extension DocumentsPolicy {
    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        availability = try object.optional("availability")?.asLocatedString()
        appConfig = try AppConfigPolicy(object.optional("app-config"))
        updateRequired = try AppConfigPolicy(object.optional("update-required"))
        environmentConfig = try EnvironmentConfigPolicy(object.optional("environment-config"))
        remoteConfig = try RemoteConfigPolicy(object.optional("remote-config"))
        firebaseTemplate = try RemoteConfigPolicy(object.optional("firebase-template"))
        var files: [StaticFilesPolicy] = []
        if let value = object.optional("files") {
            for member in try JSONObject(value).members { files.append(try StaticFilesPolicy(member)) }
        }
        self.files = files
        try object.refuseUnknownMembers()
    }
}

extension AppConfigPolicy {
    /// A path alone, or an object with the path and one URL for all platforms.
    fileprivate init?(_ value: JSONValue?) throws(JSONShapeError) {
        guard let value else { return nil }
        if case .string = value.content {
            path = try value.asLocatedString()
            updateURL = nil
            return
        }
        var object = try JSONObject(value)
        path = try object.required("path").asLocatedString()
        updateURL = try object.optional("updateUrl")?.asURL()
        try object.refuseUnknownMembers()
    }
}

extension EnvironmentConfigPolicy {
    fileprivate init?(_ value: JSONValue?) throws(JSONShapeError) {
        guard let value else { return nil }
        var object = try JSONObject(value)
        let path = try object.required("path")
        if case .array(let elements) = path.content {
            paths = try elements.map { (element) throws(JSONShapeError) in try element.asLocatedString() }
            if paths.isEmpty { throw path.unacceptable("there is no path") }
        } else {
            paths = [try path.asLocatedString()]
        }
        base = try object.required("base").asPolicyPath()
        let environments = try object.required("environments")
        self.environments = try JSONObject(environments).members.map { (member) throws(JSONShapeError) in
            (member, try member.value.asLocatedString())
        }
        if self.environments.isEmpty { throw environments.unacceptable("no environment is mapped") }
        try object.refuseUnknownMembers()
    }
}

extension RemoteConfigPolicy {
    /// A path alone, or an object with the path and the names of the parameters.
    fileprivate init?(_ value: JSONValue?) throws(JSONShapeError) {
        guard let value else { return nil }
        var force: String?
        var optional: String?
        if case .string = value.content {
            path = try value.asLocatedString()
        } else {
            var object = try JSONObject(value)
            path = try object.required("path").asLocatedString()
            force = try object.optional("forceParameter")?.asString()
            optional = try object.optional("optionalParameter")?.asString()
            try object.refuseUnknownMembers()
        }
        guard let names = RemoteConfigNames(force: force, optional: optional) else {
            throw value.unacceptable(
                "parameters are two different names of A-Z a-z 0-9 _ that do not begin with a digit")
        }
        self.names = names
    }
}

extension StaticFilesPolicy {
    fileprivate init(_ member: JSONMember) throws(JSONShapeError) {
        let spelling = try member.value.asString()
        isFolder = member.name.hasSuffix("/")
        guard isFolder == spelling.hasSuffix("/") else {
            throw member.value.unacceptable("a folder goes to a folder and a file to a file; a folder ends in \"/\"")
        }
        position = member.position
        target = member.name == "/" ? "" : isFolder ? String(member.name.dropLast()) : member.name
        if !target.isEmpty || !isFolder {
            do throws(DocumentPath.Failure) {
                _ = try DocumentPath(target)
            } catch {
                throw JSONShapeError(.unacceptable(error.message), at: member.position)
            }
        }
        source = try member.value.asPolicyPath().value
    }
}

// MARK: Values at the edge

extension JSONValue {
    fileprivate func asPolicyPath() throws(JSONShapeError) -> Located<PolicyPath> {
        let spelling = try asString()
        guard let path = PolicyPath(spelling) else {
            throw unacceptable(
                "\"\(spelling)\" is not a path inside the policy's folder (segments of A-Z a-z 0-9 . _ - without a "
                    + "leading dot, and not the folder keys)")
        }
        return Located(value: path, position: position)
    }

    fileprivate func asLocatedString() throws(JSONShapeError) -> Located<String> {
        Located(value: try asString(), position: position)
    }

    fileprivate func asProfile() throws(JSONShapeError) -> SignatureProfile {
        let name = try asString()
        guard let profile = SignatureProfile(rawValue: name) else {
            throw unacceptable("\"\(name)\" is no profile; there are \"body\" and \"dated\"")
        }
        return profile
    }

    /// A span of time: a whole number and `s`, `m`, `h` or `d`.
    fileprivate func asSeconds() throws(JSONShapeError) -> Int64 {
        let spelling = try asString()
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        let digits = spelling.dropLast()
        guard let unit = spelling.last.flatMap({ units[$0] }), (1...6).contains(digits.utf8.count),
            digits.utf8.allSatisfy(\.isASCIIDigit), let number = Int64(digits), number > 0
        else { throw unacceptable("\"\(spelling)\" is no span of time like 90s, 30m, 12h or 2d") }
        return number * unit
    }

    fileprivate func asHeaderValue() throws(JSONShapeError) -> String {
        let value = try asString()
        guard !value.isEmpty, value.utf8.count <= 256,
            value.utf8.allSatisfy({ $0.isPrintableASCII && $0 != UInt8(ascii: "\"") }), !value.hasPrefix(" "),
            !value.hasSuffix(" ")
        else {
            throw unacceptable(
                "a header value is 1 to 256 characters of printable ASCII without quotes or spaces around it")
        }
        return value
    }

    /// An https URL without credentials; an origin is only a scheme, a host and perhaps a port.
    fileprivate func asURL(isOrigin: Bool = false) throws(JSONShapeError) -> String {
        let spelling = try asString()
        let forbidden = Array("\"<>\\^`{|}".utf8)
        guard spelling.utf8.count <= 2_048,
            spelling.utf8.allSatisfy({ $0.isPrintableASCII && $0 != 0x20 && !forbidden.contains($0) }),
            let url = URL(string: spelling), url.scheme == "https", let host = url.host(), !host.isEmpty
        else { throw unacceptable("\"\(spelling)\" is not an https URL") }
        guard url.user == nil, url.password == nil else { throw unacceptable("a URL must not hold credentials") }
        if isOrigin {
            guard url.path.isEmpty, url.query == nil, url.fragment == nil else {
                throw unacceptable("an origin is https:// and a host, without a path or a \"/\" at the end")
            }
        }
        return spelling
    }
}
