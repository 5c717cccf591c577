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
    private(set) var texts: [ImportedText] = []
    private(set) var members: [JSONMember] = []
    /// What the documents do not say, and how it was understood.
    var remarks: [String] = []
    private(set) var documents: [JSONMember] = []

    var platforms: [Platform] {
        Platform.allCases.filter { platform in values.keys.contains { $0.platform == platform } }
    }

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

    mutating func addDocument(_ name: String, _ value: JSONValue) { documents.append(JSONMember(name, value)) }

    mutating func add(_ name: String, _ value: JSONValue) { members.append(JSONMember(name, value)) }

    mutating func add(_ text: ImportedText) { texts.append(text) }

    /// The platform's part of the policy, in the order of the contract.
    func json(of platform: Platform) -> JSONValue {
        let names = ["storeURL"] + RequirementKind.all(on: platform).map { $0.member(on: platform) }
        let members = names.compactMap { requirement -> JSONMember? in
            if let value = value(requirement, "", of: platform) { return JSONMember(requirement, value) }
            let inner = Self.memberOrder.compactMap { name in
                value(requirement, name, of: platform).map { JSONMember(name, $0) }
            }
            return inner.isEmpty ? nil : JSONMember(requirement, .object(inner))
        }
        return .object(members)
    }

    private static let memberOrder = ["value", "versionName", "build", "title", "description"]
}

extension PolicyDraft {
    static func nameMember(of platform: Platform) -> String { platform == .ios ? "value" : "versionName" }

    static func buildMember(of platform: Platform) -> String { platform == .ios ? "build" : "value" }
}
