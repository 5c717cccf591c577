import Classic
import ManifestVerifier
import WebBundles

/// Bodies of every format, and new values for any place in one.
extension RandomValues {
    /// The names in which a part of a body is; `#` stands for an element of an array.
    typealias Place = [String]

    mutating func body(_ format: DocumentFormat, _ names: RemoteConfigNames?) -> JSONValue {
        value(at: [], format, names ?? .usual) ?? JSONValue(.null)
    }

    /// The members that an object may have, each with how often it has it in percent.
    static func members(at place: Place, _ format: DocumentFormat, _ names: RemoteConfigNames) -> [(String, Int)] {
        switch (format, place.count, place.last ?? "") {
        case (.availabilityIOS, 0, _):
            [
                ("minimumOSVersion", 100), ("recommendedOSVersion", 50), ("minimumAppVersion", 100),
                ("recommendedAppVersion", 60),
            ]
        case (.availabilityAndroid, 0, _):
            [("minimumSDKVersion", 100), ("minimumAppVersion", 100), ("recommendedAppVersion", 60)]
        case (.availabilityIOS, 1, _), (.availabilityAndroid, 1, _):
            [("value", 100), ("title", 40), ("description", 100)]
        case (.appConfig, 0, _):
            [
                ("minimumVersion", 100), ("latestVersion", 100), ("updateUrl", 100), ("maintenanceMode", 100),
                ("maintenanceMessage", 100),
            ]
        case (.appConfig, 1, "updateUrl"): [("ios", 90), ("android", 80)]
        case (.environmentConfig, 0, _): [("environments", 100), ("rpc", 20)]
        case (.environmentConfig, 1, _):
            [("mainnet", 100), ("testnet", 40), ("title", 15), ("caf\u{E9}", 15), ("cafe\u{301}", 15)]
        case (.environmentConfig, 2, _): [("rpc", 30), ("apps", 95)]
        case (.environmentConfig, 3, "apps"): [("ios", 85), ("android", 60)]
        case (.environmentConfig, 4, _): [("minimalVersion", 100), ("build", 100), ("url", 100), ("old", 10)]
        case (.remoteConfigIOS, 0, _), (.remoteConfigAndroid, 0, _):
            [("platform", 100), (names.force, 100), (names.optional, 100)]
        case (.firebaseTemplate, 0, _): [("conditions", 100), ("parameters", 100), ("version", 10)]
        case (.firebaseTemplate, 1, "parameters"): [(names.force, 100), (names.optional, 100), ("color", 30)]
        case (.firebaseTemplate, 2, "#"): [("name", 100), ("expression", 100), ("tagColor", 20)]
        case (.firebaseTemplate, 2, _): [("defaultValue", 100), ("conditionalValues", 70), ("description", 20)]
        case (.firebaseTemplate, 3, "conditionalValues"): [("ios", 80), ("android", 60)]
        case (.firebaseTemplate, 3, "defaultValue"), (.firebaseTemplate, 4, _): [("value", 100)]
        case (.gateIOS, 0, _), (.gateAndroid, 0, _): [("gate", 100), ("platform", 100), ("latest", 40), ("rules", 100)]
        case (.gateIOS, 2, "#"), (.gateAndroid, 2, "#"):
            place[0] == "latest"
                ? [("app", 100), (format == .gateIOS ? "os" : "sdk", 60), ("build", 40)]
                : [
                    ("id", 100), ("when", 90), ("then", 100), ("scope", 10), ("requiredFrom", 15), ("grace", 25),
                    ("requiredBy", 12), ("title", 35), ("description", 50), ("message", 20), ("orElse", 25),
                    ("url", 45),
                ]
        case (.gateIOS, 3, "when"), (.gateAndroid, 3, "when"):
            [
                ("app", 50), ("build", 18), (format == .gateIOS ? "os" : "sdk", 25), ("channel", 18), ("region", 8),
                ("model", 12), ("from", 18), ("until", 18), ("share", 18), ("new", 2),
            ]
        case (.webBundleIndex, 0, _):
            [("bundles", 100), ("offers", 50), ("halted", 30), ("withdrawn", 100), ("retired", 40)]
        case (.webBundleIndex, 2, "#"):
            [
                ("version", 100), ("url", 100), ("sha256", 100), ("size", 100), ("signature", 100), ("shells", 100),
                ("files", 100), ("when", place[0] == "offers" ? 100 : 0),
            ]
        case (.webBundleIndex, 3, "shells"): [("ios", 90), ("android", 70), ("web", 3)]
        case (.webBundleIndex, 4, "ios"), (.webBundleIndex, 4, "android"): [("min", 100), ("max", 50)]
        case (.webBundleIndex, 3, "when"): [("share", 60), ("channels", 60), ("country", 5)]
        case (.webBundleIndex, 4, "share"): [("salt", 100), ("steps", 100)]
        default: []
        }
    }

    /// A new value for a place; nil for one that no format has.
    mutating func value(at place: Place, _ format: DocumentFormat, _ names: RemoteConfigNames) -> JSONValue? {
        if let single = single(at: place, format, names) { return single }
        if let elements = elements(at: place, format) {
            return .array(
                (0..<elements).compactMap { index in
                    let element = value(at: place + ["#"], format, names)
                    // Rules have ids of their own, unless an edit changes that.
                    return place == ["rules"] ? element?.with("id", .string("r\(index)")) : element
                })
        }
        let members = Self.members(at: place, format, names)
        guard !members.isEmpty else { return nil }
        return .object(
            members.compactMap { name, percent in
                guard chance(percent) else { return nil }
                return value(at: place + [name], format, names).map { JSONMember(name, $0) }
            })
    }

    private mutating func elements(at place: Place, _ format: DocumentFormat) -> Int? {
        switch (format, place) {
        case (.gateIOS, ["rules"]), (.gateAndroid, ["rules"]): number(1...3)
        case (.gateIOS, ["latest"]), (.gateAndroid, ["latest"]), (.webBundleIndex, ["withdrawn"]): number(0...2)
        case (.webBundleIndex, ["bundles"]): number(1...2)
        case (.webBundleIndex, ["retired"]), (.webBundleIndex, ["halted"]), (.webBundleIndex, ["offers"]): 1
        case (.firebaseTemplate, ["conditions"]): 0
        default: nil
        }
    }

    private mutating func single(at place: Place, _ format: DocumentFormat, _ names: RemoteConfigNames) -> JSONValue? {
        let name = place.last ?? ""
        switch format {
        case .availabilityIOS, .availabilityAndroid:
            if name == "title" || name == "description" { return texts() }
            if place.count == 3 { return text() }
            guard name == "value" else { return nil }
            if place[0].hasSuffix("OSVersion") || place[0].hasSuffix("SDKVersion") { return system(format) }
            return format == .availabilityIOS ? version() : small()
        case .appConfig: return appConfig(place)
        case .environmentConfig:
            switch name {
            case "rpc", "url": return url()
            case "old": return JSONValue(.bool(true))
            case "minimalVersion": return chance(90) ? version() : .string("beta")
            case "build": return small()
            default: return nil
            }
        case .remoteConfigIOS, .remoteConfigAndroid:
            if name == "platform" { return .string(format == .remoteConfigIOS ? "ios" : "android") }
            return place.isEmpty ? nil : version()
        case .firebaseTemplate: return firebase(place)
        case .gateIOS, .gateAndroid: return gate(place, format)
        case .webBundleIndex: return bundles(place)
        default: return place.isEmpty ? text() : nil
        }
    }

    private mutating func appConfig(_ place: Place) -> JSONValue? {
        switch place.last {
        case "minimumVersion", "latestVersion": threeNumbers()
        case "updateUrl": chance(15) ? url() : nil
        case "ios", "android": url()
        case "maintenanceMode": JSONValue(.bool(chance(25)))
        case "maintenanceMessage": chance(40) ? JSONValue(.null) : text()
        default: nil
        }
    }

    private mutating func firebase(_ place: Place) -> JSONValue? {
        switch place.last {
        case "conditions":
            let conditions = ["ios", "android"].map { platform in
                JSONValue.object([
                    JSONMember("name", .string(platform)),
                    JSONMember("expression", .string("device.os == '\(platform)'")),
                ])
            }
            return .array(shuffled(conditions))
        case "version": return .object([JSONMember("versionNumber", string(["1", "2"]))])
        case "value": return version()
        case "name": return string(["ios", "android", "both"])
        case "expression": return string(["device.os == 'ios'", "device.os == 'android'", "app.version > 2"])
        case "tagColor": return string(["BLUE", "PINK"])
        case "description" where place.count == 3: return text()
        default: return nil
        }
    }

    private mutating func gate(_ place: Place, _ format: DocumentFormat) -> JSONValue? {
        let name = place.last ?? ""
        switch (place.count, name) {
        case (1, "gate"): return .integer(chance(95) ? 1 : 2)
        case (1, "platform"): return .string((format == .gateIOS) == chance(97) ? "ios" : "android")
        case (3, "app") where place[0] == "latest": return version()
        case (3, "build") where place[0] == "latest": return small()
        case (3, "os"), (3, "sdk"): return condition(name)
        case (4, "#"): return condition(place[2])?.first
        case (3, "id"): return string(Self.ids)
        case (3, "then"):
            return string([
                "required", "required", "recommended", "recommended", "recommended", "available", "maintenance",
            ])
        case (3, "scope"): return string(["chat", "payments"])
        case (3, "requiredFrom"), (3, "requiredBy"): return time()
        case (3, "grace"): return string(["1d", "9d", "40d"])
        case (3, "title"), (3, "description"), (3, "message"), (3, "orElse"): return texts()
        case (3, "url"): return url()
        case (4, _): return place[2] == "when" ? condition(name) : text()
        case (5, "salt"), (5, "steps"): return condition("share")?[name]
        case (5, "#"): return condition(place[3])?.first
        case (7, "#"): return hundredths()
        default: return nil
        }
    }

    private mutating func bundles(_ place: Place) -> JSONValue? {
        switch (place.count, place.last) {
        case (2, "#") where !["bundles", "offers"].contains(place[0]), (3, "version"):
            string(["1.0.0", "1.1.0", "2.0.0-beta.1", "3.0.0"])
        case (3, "url"): string(["v1.zip", "https://cdn.example/v1.zip"])
        case (3, "sha256"), (3, "files"): .string(String(repeating: pick(["0", "a", "f"]), count: 64))
        case (3, "size"): small()
        // A signature is no part of what is compared.
        case (3, "signature"): .string("AAAA")
        case (4, "web"): text()
        case (4, "country"), (4, "channels"): .array([string(["beta", "qa"])])
        case (4, "share"): condition("share")
        case (5, "min"): string(["1.0.0", "1.1.0", "1.1"])
        case (5, "max"): string(["2.0.0", "3.0.0"])
        case (5, "salt"), (5, "steps"): condition("share")?[place[4]]
        case (5, "#"): string(["beta", "qa"])
        case (6, "#"): condition("share")?["steps"]?.first
        case (7, "#"): hundredths()
        default: nil
        }
    }
}

extension JSONValue {
    /// The first element of an array; itself for anything else.
    fileprivate var first: JSONValue {
        if case .array(let elements) = content, let first = elements.first { return first }
        return self
    }

    /// The object with another value of a member.
    func with(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = content else { return self }
        return .object(members.map { $0.name == name ? JSONMember(name, value) : $0 })
    }
}
