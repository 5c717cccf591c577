import Classic
import Diagnostics
import ManifestVerifier
import Policy
import PublicationTree
import WebBundles

/// The values that differ between two bodies of one format, apart from what their readings tell.
struct MemberDifferences {
    struct Difference {
        /// Where it is: `/environments/main/api/host` (RFC 6901).
        let pointer: String
        let from: String?
        let to: String?
    }

    /// Hosts and addresses first, then short values.
    private(set) var shown: [Difference] = []
    /// Whether that is all, with every value shown as far as it differs.
    private(set) var isWhole: Bool

    /// More differences of a document than that are acknowledged as a whole.
    private static let limit = 100

    /// Fails where either side has no body that is JSON.
    init?(from old: ComparedTree.Document, to new: ComparedTree.Document, platforms: [Platform]) {
        guard let before = ReadBody(old, platforms), let after = ReadBody(new, platforms) else { return nil }
        var found: [Found] = []
        Found.add(before.json, after.json, at: [], isInBoth: true, to: &found)
        found.removeAll { before.hasText(at: $0.path) && after.hasText(at: $0.path) }
        let parts = Dictionary(grouping: found) { before.part(of: $0.path) }
        let silent = parts.flatMap { part, found in ReadPart(before.only(part), after.only(part)).silent(found[...]) }
        isWhole = before.hasOrder(of: after) && silent.count <= Self.limit
        let ranked = silent.map { (rank: $0.rank, difference: $0) }.sorted { $0.rank < $1.rank }
        for difference in ranked.map(\.difference) {
            let lines = difference.values.map { $0?.oneLine }
            let (from, to, isWhole) = String.differing(lines[0], lines[1], upTo: Change.shownCharacters)
            shown.append(Difference(pointer: difference.path.pointer, from: from, to: to))
            self.isWhole = self.isWhole && isWhole
        }
    }
}

/// A value that differs.
private struct Found {
    let path: [String]
    /// What it is on the old side, and on the new one.
    let values: [JSONValue?]
    /// Whether both sides have what is around it; of what one side lacks, each value is one.
    let isInBoth: Bool

    /// Orders hosts and addresses first, then short values.
    var rank: (Int, Int, String) {
        let lines = values.compactMap { $0?.oneLine }
        return (lines.contains(where: \.namesHost) ? 0 : 1, lines.map(\.utf8.count).max() ?? 0, path.pointer)
    }

    static func add(
        _ old: JSONValue?, _ new: JSONValue?, at path: [String], isInBoth: Bool, to found: inout [Found]
    ) {
        let sides = [old, new].compactMap(\.self)
        let members = sides.compactMap(\.members)
        let isOneKind = Set(sides.map(\.isArray)).count == 1
        guard members.count == sides.count, isOneKind, members.contains(where: { !$0.isEmpty }) else {
            if old.map({ JSONWriter.bytes(of: $0) }) != new.map({ JSONWriter.bytes(of: $0) }) {
                found.append(Found(path: path, values: [old, new], isInBoth: isInBoth))
            }
            return
        }
        let (before, after) = (old?.members?.byName ?? [:], new?.members?.byName ?? [:])
        var seen: Set<[UInt8]> = []
        for member in members.flatMap(\.self) where seen.insert(member.bytes).inserted {
            add(
                before[member.bytes], after[member.bytes], at: path + [member.name], isInBoth: sides.count == 2,
                to: &found)
        }
    }
}

/// A body that can be asked what it would tell with other values in it.
private struct ReadBody {
    /// The rules of a gate document by their ids, so that one that is new takes the place of no other one.
    private(set) var json: JSONValue
    private let body: JSONValue
    private let document: ComparedTree.Document
    private let platforms: [Platform]
    /// The member with rules, or with the environments of a team, of which each tells something by itself.
    private let list: String?
    /// The names of rules that clients skip, which no reading has.
    private let skipped: Set<String>

    init?(_ document: ComparedTree.Document, _ platforms: [Platform]) {
        guard let body = document.body.flatMap({ try? JSONParser.parse($0) }) else { return nil }
        (self.document, self.platforms, self.body, json) = (document, platforms, body, body)
        switch document.format {
        case .gateIOS, .gateAndroid:
            let rules = body["rules"]?.named ?? []
            let unusable = (document.content as? GateDocument)?.unusable ?? []
            skipped = Set(unusable.filter { rules.indices.contains($0.index) }.map { rules[$0.index].name })
            list = "rules"
            if body["rules"] != nil { json = body.setting(.object(rules), at: ["rules"]) ?? body }
        case .environmentConfig: (list, skipped) = ("environments", [])
        default: (list, skipped) = (nil, [])
        }
    }

    func hasOrder(of other: ReadBody) -> Bool { body.hasOrder(of: other.body) }

    /// The rule, or the environment, that a place belongs to; nil for any other place.
    func part(of path: [String]) -> String? { path.count > 1 && path[0] == list ? path[1] : nil }

    /// The body with a rule or an environment alone; nil for none of them.
    func only(_ part: String?) -> ReadBody {
        guard let list, let members = json[list]?.members else { return self }
        var body = self
        // Names that only look alike are one part, with both of them.
        body.json = json.setting(.object(members.filter { $0.name == part }), at: [list]) ?? json
        return body
    }

    /// Whether there is a text in some language, which readings compare by its bytes.
    func hasText(at path: [String]) -> Bool {
        let depth: Int
        switch document.format {
        case .availabilityIOS, .availabilityAndroid:
            let members = RequirementKind.allCases.flatMap { kind in Platform.allCases.map(kind.member) }
            guard members.contains(path[0]) else { return false }
            depth = 1
        case .gateIOS, .gateAndroid:
            guard path[0] == list, path.count > 1, !skipped.contains(path[1]) else { return false }
            depth = 2
        default: return false
        }
        return path.count > depth && ["title", "description", "message", "orElse"].contains(path[depth])
    }

    /// What it tells, part by part, with other values in it; nil where it would not be of its format.
    func told(with values: [(path: [String], value: JSONValue?)] = []) -> [[UInt8]: [UInt8]]? {
        // What goes from the end of an array leaves the places before it.
        let edits = values.filter { $0.value == nil }.reversed() + values.filter { $0.value != nil }
        var edited = edits.reduce(json) { $0.setting($1.value, at: $1.path[...]) ?? JSONValue(.null) }
        if list == "rules", let rules = edited["rules"]?.members {
            edited = edited.setting(.array(rules.map(\.value)), at: ["rules"]) ?? edited
        }
        let document = ComparedTree.Document(
            path: document.path, format: document.format, body: JSONWriter.bytes(of: edited),
            knowledge: document.knowledge)
        return Reading.all(document, platforms: platforms).map { readings in
            var told: [[UInt8]: [UInt8]] = [:]
            for reading in readings {
                let (rules, prefix) = (ListedRules(reading), reading.place.prefix)
                told[Array("\(prefix)url".utf8)] = (reading.address?.value?.description).map { Array($0.utf8) }
                if reading.isGate { told[Array("\(prefix)rules".utf8)] = reading.bytes }
                for id in reading.isGate ? [] : rules.ids { told[Array("\(prefix)\(id)".utf8)] = rules.bytes(id) }
            }
            return told
        }
    }
}

/// What both sides tell of one part of a document.
private struct ReadPart {
    private let bodies: [ReadBody]
    private let told: [[[UInt8]: [UInt8]]?]
    /// What is told otherwise, so that a change tells it.
    private let changed: Set<[UInt8]>

    init(_ old: ReadBody, _ new: ReadBody) {
        bodies = [old, new]
        told = bodies.map { $0.told() }
        let (was, becomes) = (told[0] ?? [:], told[1] ?? [:])
        changed = Set(was.keys).union(becomes.keys).filter { was[$0] != becomes[$0] }
    }

    /// Those of some differences that make no difference to what is told otherwise, neither alone nor as the last: a team's own
    /// members, a number that is spelled otherwise, a rule whose id is taken. Of what one side lacks, as the last.
    func silent(_ found: ArraySlice<Found>) -> [Found] {
        let areSilent = changed.isEmpty || bodies.indices.allSatisfy { isTheSame($0, with: found) }
        guard !areSilent, found.count > 1 else { return areSilent ? Array(found) : [] }
        let middle = found.startIndex + found.count / 2
        return silent(found[..<middle]) + silent(found[middle...])
    }

    /// Whether a side tells the same with the values of the other one. Where it could not be read then, the other side says it.
    private func isTheSame(_ side: Int, with found: ArraySlice<Found>) -> Bool {
        let own = found.filter { $0.isInBoth || $0.values[side] != nil }
        guard !own.isEmpty else { return true }
        guard let other = bodies[side].told(with: own.map { ($0.path, $0.values[1 - side]) }) else {
            return found.contains(where: \.isInBoth)
        }
        return changed.allSatisfy { other[$0] == told[side]?[$0] }
    }
}

extension String {
    /// Of two long texts, the part from the first to the last difference, and whether that is all of it.
    static func differing(
        _ from: String?, _ to: String?, upTo limit: Int
    ) -> (from: String?, to: String?, isWhole: Bool) {
        let (old, new) = (Array((from ?? "").unicodeScalars), Array((to ?? "").unicodeScalars))
        guard Swift.max(old.count, new.count) > 120 else { return (from, to, true) }
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        func part(_ scalars: [Unicode.Scalar]) -> String {
            let begin = Swift.max(0, start - 20)
            let shown = scalars[begin..<Swift.min(scalars.count, scalars.count - end + 20)].prefix(limit + 40)
            var text = String.UnicodeScalarView()
            text.append(contentsOf: shown)
            return (begin > 0 ? "…" : "") + String(text) + (begin + shown.count < scalars.count ? "…" : "")
        }
        let isWhole = Swift.max(old.count, new.count) - start - end <= limit
        return (from.map { _ in part(old) }, to.map { _ in part(new) }, isWhole)
    }

    /// Whether a value in JSON is a text with a URL or the name of a host in it, however it is wrapped.
    fileprivate var namesHost: Bool { hasPrefix("\"") && (contains("://") || !hosts.isEmpty) }

    /// What may be the name of a host in a text: words with a dot, and all of a URL before its path.
    var hosts: Set<String> {
        let urls = split { " \"\n".contains($0) }.filter { $0.contains("://") }.map { url in
            url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
        }
        let words = utf8.split { !$0.isNameByte }.filter { word in
            let labels = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
                && (labels.count == 4 || word.contains { !$0.isASCIIDigit && $0 != UInt8(ascii: ".") })
        }
        return Set(words.map { String(decoding: $0, as: UTF8.self) } + urls)
    }
}

extension JSONValue {
    fileprivate var isArray: Bool { if case .array = content { true } else { false } }

    /// The members of an object, and the elements of an array by their numbers; nil for any other value.
    fileprivate var members: [JSONMember]? {
        switch content {
        case .object(let members): members
        case .array(let elements): elements.enumerated().map { JSONMember("\($0)", $1) }
        default: nil
        }
    }

    /// The elements of an array by their ids, or by their places where ids do not tell them apart.
    fileprivate var named: [JSONMember] {
        let elements = members?.map(\.value) ?? []
        let ids = elements.compactMap { try? $0["id"]?.asString() }
        let isUnique = ids.count == elements.count && Set(ids.map { Array($0.utf8) }).count == ids.count
        return elements.indices.map { JSONMember(isUnique ? ids[$0] : "\($0)", elements[$0]) }
    }

    /// Whether the members that both have are in one order, everywhere.
    fileprivate func hasOrder(of other: JSONValue) -> Bool {
        guard let own = members, let others = other.members, isArray == other.isArray else { return true }
        let (mine, theirs) = (own.byName, others.byName)
        return own.map(\.bytes).filter { theirs[$0] != nil } == others.map(\.bytes).filter { mine[$0] != nil }
            && own.allSatisfy { member in theirs[member.bytes].map(member.value.hasOrder) ?? true }
    }

    /// The value with another one at a place, or none; nil for none of it all.
    fileprivate func setting(_ value: JSONValue?, at path: ArraySlice<String>) -> JSONValue? {
        guard let name = path.first, var members else { return value }
        let index = members.firstIndex { $0.name.hasSameBytes(as: name) } ?? members.count
        let known = members[index...].prefix(1)
        let new = (known.first?.value ?? .object([])).setting(value, at: path.dropFirst())
        members.replaceSubrange(known.indices, with: new.map { [JSONMember(name, $0)] } ?? [])
        return isArray ? .array(members.map(\.value)) : .object(members)
    }
}

extension JSONMember {
    fileprivate var bytes: [UInt8] { Array(name.utf8) }
}

extension [JSONMember] {
    fileprivate var byName: [[UInt8]: JSONValue] { Dictionary(map { ($0.bytes, $0.value) }) { first, _ in first } }
}

extension [String] {
    fileprivate var pointer: String {
        map { "/" + $0.replacingScalars("~", with: "~0").replacingScalars("/", with: "~1") }.joined()
    }
}
