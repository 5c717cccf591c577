import Diagnostics
import ManifestVerifier

/// What imported documents say, each value once: documents that say the same agree, others are refused by name.
struct PolicyDraft {
    private struct Value {
        let json: JSONValue
        let file: String
    }

    /// A place below a platform: `storeURL`, or a requirement and its member.
    private struct Place: Hashable {
        let platform: Platform
        let requirement: String
        let member: String
    }

    private var values: [Place: Value] = [:]
    /// Whether the service is closed, as a document says.
    private struct Maintenance {
        let isActive: Bool
        let message: LocalizedText?
        let file: String
    }

    private var maintenance: Maintenance?
    /// The platforms of availability documents.
    private var withAvailability: Set<Platform> = []
    /// The texts of the catalog, and the files that they are from.
    private var texts: [(text: ImportedText, file: String)] = []
    private var textPlaces: [String: Int] = [:]
    /// The members of `documents`.
    private(set) var documents: [JSONMember] = []

    /// The platforms that something is known of.
    var platforms: [Platform] {
        Platform.allCases.filter { platform in values.keys.contains { $0.platform == platform } }
    }

    /// The value of a member of a requirement.
    func value(_ requirement: String, _ member: String, of platform: Platform) -> JSONValue? {
        values[Place(platform: platform, requirement: requirement, member: member)]?.json
    }

    /// Notes what a document says; fails when another one says something else.
    mutating func set(
        _ requirement: String, _ member: String, to json: JSONValue, of platform: Platform, from file: String
    ) throws {
        let place = Place(platform: platform, requirement: requirement, member: member)
        guard let known = values.updateValue(Value(json: json, file: file), forKey: place),
            known.json.oneLine != json.oneLine
        else { return }
        let name = member.isEmpty ? requirement : "\(requirement) (\(member))"
        throw ErrorReport(
            .refused,
            "\(file): has \(json.oneLine) as \(name) of \(platform), and \(known.file) has \(known.json.oneLine)",
            hint: "a policy has one for all documents: make them agree, or import one of them only")
    }

    /// Notes a document of the environment.
    mutating func addDocument(_ name: String, _ value: JSONValue) { documents.append(JSONMember(name, value)) }

    /// Notes that a platform has an availability document.
    mutating func addAvailability(_ platform: Platform) { withAvailability.insert(platform) }

    /// Whether a platform has an availability document.
    func hasAvailability(_ platform: Platform) -> Bool { withAvailability.contains(platform) }

    /// Notes a text; fails when another document has another one for the same.
    ///
    /// - Returns: the key.
    mutating func textKey(_ key: String, _ text: LocalizedText, from file: String) throws -> String {
        guard let place = textPlaces[key] else {
            textPlaces[key] = texts.count
            texts.append((ImportedText(key: key, text: text), file))
            return key
        }
        guard texts[place].text.text == text else {
            throw ErrorReport(
                .refused, "\(file): has another text \"\(key)\" than \(texts[place].file)",
                hint: "a policy has one for all documents: make them agree, or import one of them only")
        }
        return key
    }

    /// The texts of the catalog.
    var catalogTexts: [ImportedText] { texts.map(\.text) }

    /// Notes whether the service is closed; fails when another document says something else.
    mutating func setMaintenance(isActive: Bool, message: LocalizedText?, from file: String) throws {
        if let maintenance, maintenance.isActive != isActive || maintenance.message != message {
            throw ErrorReport(
                .refused, "\(file): says of maintenance something else than \(maintenance.file)",
                hint: "a policy has one \"maintenance\" for all documents: make them agree, message included, or "
                    + "import one of them only")
        }
        if let message { _ = try textKey(Self.maintenanceKey, message, from: file) }
        maintenance = Maintenance(isActive: isActive, message: message, file: file)
    }

    private static let maintenanceKey = "maintenance-message"

    /// The other members of the environment.
    var members: [JSONMember] {
        guard let maintenance else { return [] }
        let message = maintenance.message.map { _ in JSONMember("message", .string(Self.maintenanceKey)) }
        let active = JSONMember("active", JSONValue(.bool(maintenance.isActive)))
        return [JSONMember("maintenance", .object([active, message].compactMap(\.self)))]
    }

    /// The platform's part of the policy, in the order of the contract.
    func json(of platform: Platform) -> JSONValue {
        let members = Self.order.compactMap { requirement -> JSONMember? in
            if let value = value(requirement, "", of: platform) { return JSONMember(requirement, value) }
            let inner = Self.memberOrder.compactMap { name in
                value(requirement, name, of: platform).map { JSONMember(name, $0) }
            }
            return inner.isEmpty ? nil : JSONMember(requirement, .object(inner))
        }
        return .object(members)
    }

    private static let order = [
        "storeURL", "minimumOSVersion", "minimumSDKVersion", "recommendedOSVersion", "minimumAppVersion",
        "recommendedAppVersion", "latestAppVersion", "latest", "rules",
    ]
    private static let memberOrder = ["value", "versionName", "build", "title", "description", "orElse"]
}

extension PolicyDraft {
    /// The member that has a version as people know it.
    static func nameMember(of platform: Platform) -> String { platform == .ios ? "value" : "versionName" }

    /// The member that has the build.
    static func buildMember(of platform: Platform) -> String { platform == .ios ? "build" : "value" }
}
