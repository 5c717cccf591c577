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
    private(set) var isWhole = true

    private let sides: [Side]
    /// What is told otherwise, so that a change tells it.
    private let toldParts: Set<[UInt8]>

    /// More differences of a document than that are acknowledged as a whole.
    private static let limit = 100
    /// Of a value that differs in more characters, only the first are shown.
    private static let shownCharacters = 400

    /// A value that differs.
    private struct Found {
        let path: [String]
        /// What it is on the old side, and on the new one.
        let values: [JSONValue?]
        /// Whether both sides have what is around it; of what one side lacks, each value is one.
        let isInBoth: Bool

        /// Orders hosts and addresses first, then short values.
        var rank: (Int, Int) {
            let lines = values.compactMap { $0?.oneLine }
            return (lines.contains(where: \.namesHost) ? 0 : 1, lines.map(\.utf8.count).max() ?? 0)
        }
    }

    /// A body, which can be asked what it would tell with other values in it.
    private struct Side {
        let document: ComparedTree.Document
        let body: JSONValue
        let platforms: [Platform]
        /// What it tells, part by part; nil where it is not of its format.
        let told: [[UInt8]: [UInt8]]?

        init?(_ document: ComparedTree.Document, _ platforms: [Platform]) {
            guard let body = document.body.flatMap({ try? JSONParser.parse($0) }) else { return nil }
            (self.document, self.body, self.platforms) = (document, body, platforms)
            told = Self.told(document, platforms)
        }

        private static func told(_ document: ComparedTree.Document, _ platforms: [Platform]) -> [[UInt8]: [UInt8]]? {
            Reading.all(document, platforms: platforms).map { readings in
                var told: [[UInt8]: [UInt8]] = [:]
                for reading in readings {
                    let (rules, prefix) = (ListedRules(reading), reading.place.prefix)
                    told[Array("\(prefix)url".utf8)] = (reading.address?.value?.description).map { Array($0.utf8) }
                    // Rules of gate documents are counted by their places, of which one that is new takes that of another.
                    if reading.isGate { told[Array("\(prefix)rules".utf8)] = reading.bytes }
                    for id in reading.isGate ? [] : rules.ids { told[Array("\(prefix)\(id)".utf8)] = rules.bytes(id) }
                }
                return told
            }
        }

        /// Whether some parts are told the same with other values in the body.
        func tells(_ parts: Set<[UInt8]>, with values: [(path: [String], value: JSONValue?)]) -> Bool {
            guard !parts.isEmpty else { return true }
            // What goes from the end of an array leaves the places before it.
            let edits = values.filter { $0.value == nil }.reversed() + values.filter { $0.value != nil }
            let edited = edits.reduce(body) { $0.setting($1.value, at: $1.path[...]) ?? JSONValue(.null) }
            let document = ComparedTree.Document(
                path: document.path, format: document.format, body: JSONWriter.bytes(of: edited),
                knowledge: document.knowledge)
            guard let told, let other = Self.told(document, platforms) else { return false }
            return parts.allSatisfy { told[$0] == other[$0] }
        }
    }

    /// Fails where either side has no body that is JSON.
    init?(from old: ComparedTree.Document, to new: ComparedTree.Document, platforms: [Platform]) {
        guard let before = Side(old, platforms), let after = Side(new, platforms) else { return nil }
        sides = [before, after]
        let (was, becomes) = (before.told ?? [:], after.told ?? [:])
        toldParts = Set(was.keys).union(becomes.keys).filter { was[$0] != becomes[$0] }
        var found: [Found] = []
        Self.compare(before.body, after.body, [], isInBoth: true, &found)
        let texts = ReadTexts(old, new)
        found.removeAll { texts.contains($0.path) }
        // Too many are acknowledged as a whole; what may lead elsewhere is found among them.
        isWhole = found.count <= Self.limit && before.body.hasOrder(of: after.body)
        if found.count > Self.limit {
            let ranks = found.map(\.rank)
            let first = found.indices.sorted { (ranks[$0].0, ranks[$0].1, $0) < (ranks[$1].0, ranks[$1].1, $1) }
            found = first.prefix(Self.limit).sorted().map { found[$0] }
        }
        for difference in silent(found[...]).map({ ($0.rank, $0) }).sorted(by: { $0.0 < $1.0 }).map(\.1) {
            let lines = difference.values.map { $0?.oneLine }
            let (from, to, isWhole) = String.differing(lines[0], lines[1], upTo: Self.shownCharacters)
            shown.append(Difference(pointer: difference.path.pointer, from: from, to: to))
            self.isWhole = self.isWhole && isWhole
        }
    }

    /// Those of some differences that make no difference to what is told otherwise, neither alone nor as the last: a team's own
    /// members, a number that is spelled otherwise, a rule whose id is taken. Of what one side lacks, as the last.
    private func silent(_ found: ArraySlice<Found>) -> [Found] {
        let areSilent = sides.indices.allSatisfy { index in
            let own = found.filter { $0.isInBoth || $0.values[index] != nil }
            return own.isEmpty || sides[index].tells(toldParts, with: own.map { ($0.path, $0.values[1 - index]) })
        }
        guard !areSilent, found.count > 1 else { return areSilent ? Array(found) : [] }
        let middle = found.startIndex + found.count / 2
        return silent(found[..<middle]) + silent(found[middle...])
    }

    private static func compare(
        _ old: JSONValue?, _ new: JSONValue?, _ path: [String], isInBoth: Bool, _ found: inout [Found]
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
            compare(
                before[member.bytes], after[member.bytes], path + [member.name], isInBoth: sides.count == 2, &found)
        }
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
    var namesHost: Bool {
        guard hasPrefix("\"") else { return false }
        return contains("://")
            || utf8.split { !$0.isNameByte }.contains { word in
                let labels = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
                    && word.contains { !$0.isASCIIDigit && $0 != UInt8(ascii: ".") }
            }
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

/// Where a format has texts by language, which its readings compare by their bytes.
private struct ReadTexts {
    /// Where the objects are that have them, and how many names precede that of a text.
    private let places: Set<String>
    private let depth: Int
    /// The numbers of rules that clients skip, which no reading has.
    private let skippedRules: Set<String>

    init(_ old: ComparedTree.Document, _ new: ComparedTree.Document) {
        let gates = [old, new].compactMap { $0.content as? GateDocument }
        skippedRules = Set(gates.flatMap(\.unusable).map { "\($0.index)" })
        switch new.format {
        case .availabilityIOS, .availabilityAndroid:
            let members = RequirementKind.allCases.flatMap { kind in Platform.allCases.map(kind.member) }
            (places, depth) = (Set(members), 1)
        case .gateIOS, .gateAndroid: (places, depth) = (["rules"], 2)
        default: (places, depth) = ([], 0)
        }
    }

    func contains(_ path: [String]) -> Bool {
        guard path.count > depth, places.contains(path[0]), depth == 1 || !skippedRules.contains(path[1]) else {
            return false
        }
        return ["title", "description", "message", "orElse"].contains(path[depth])
    }
}
