import Diagnostics
import ManifestVerifier

/// What imported documents say, each value once: documents that say the same agree, others are refused by name.
struct PolicyDraft {
    /// A place below a platform: `storeURL`, or a requirement and its member.
    private struct Place: Hashable {
        let platform: Platform
        let requirement: String
        let member: String
    }

    private var values: [Place: (json: JSONValue, file: String)] = [:]
    var texts: [ImportedText] = []
    var members: [JSONMember] = []
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
        guard let known = values.updateValue((json, file), forKey: place),
            known.json.oneLine != json.oneLine
        else { return }
        let name = member.isEmpty ? requirement : "\(requirement) (\(member))"
        throw ErrorReport(
            .refused,
            "\(file): has \(json.oneLine) as \(name) of \(platform), and \(known.file) has \(known.json.oneLine)",
            hint: "a policy has one for all documents: make them agree, or import one of them only")
    }

    /// - Parameter more: what its object has beside the path, which alone may stand for it.
    mutating func addDocument(
        _ document: PolicyDocument, at path: String, _ more: KeyValuePairs<String, JSONValue?> = [:]
    ) {
        let others = more.compactMap { name, value in value.map { JSONMember(name, $0) } }
        let path = JSONValue.string(path)
        documents.append(
            JSONMember(document.rawValue, others.isEmpty ? path : .object([JSONMember("path", path)] + others)))
    }

    /// The platform's part of the policy, in the order of the contract.
    func json(of platform: Platform) -> JSONValue {
        let store = value("storeURL", "", of: platform).map { JSONMember("storeURL", $0) }
        let requirements = RequirementKind.all(on: platform).compactMap { kind -> JSONMember? in
            let name = kind.member(on: platform)
            let members = kind.members(on: platform).map(\.name).compactMap { member in
                value(name, member, of: platform).map { JSONMember(member, $0) }
            }
            return members.isEmpty ? nil : JSONMember(name, .object(members))
        }
        return .object([store].compactMap(\.self) + requirements)
    }

    static func nameMember(of platform: Platform) -> String { platform == .ios ? "value" : "versionName" }

    static func buildMember(of platform: Platform) -> String { platform == .ios ? "build" : "value" }
}
