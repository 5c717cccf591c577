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

    private typealias Found = (path: [String], old: JSONValue?, new: JSONValue?)

    /// More differences of a document than that are acknowledged as a whole.
    private static let limit = 100
    /// Of a value that differs in more characters, only the first are shown.
    private static let shownCharacters = 400

    /// Fails where either side has no body that is JSON.
    init?(from old: ComparedTree.Document, to new: ComparedTree.Document, platforms: [Platform]) {
        guard let was = old.body, let becomes = new.body, let before = try? JSONParser.parse(was),
            let after = try? JSONParser.parse(becomes)
        else { return nil }
        var (found, parts): ([Found], [Found]) = ([], [])
        Self.compare(before, after, [], &found, &parts)
        let isInOrder = before.hasOrder(of: after)
        let members = ReadMembers(old, new)
        let read = found.filter { members.contains($0.path) && !members.isText($0.path) }
        isWhole = read.count <= Self.limit
        func told(_ document: ComparedTree.Document) -> [[UInt8]]? {
            Reading.all(document, platforms: platforms)?.map { reading in
                reading.bytes + Array((reading.address?.value?.description ?? "\0").utf8)
            }
        }
        // Of what readings compare, what makes none another, neither alone nor as the last: a number that is spelled
        // otherwise, a rule whose id is taken.
        func told(
            _ document: ComparedTree.Document, _ body: JSONValue, with value: JSONValue?, at path: [String]
        ) -> [[UInt8]]? {
            let bytes = JSONWriter.bytes(of: body.setting(value, at: path[...]) ?? JSONValue(.null))
            return told(
                ComparedTree.Document(
                    path: document.path, format: document.format, body: bytes, knowledge: document.knowledge))
        }
        let (now, then) = (told(old), told(new))
        let changed = parts.filter { part in read.contains { $0.path.starts(with: part.path) } }
        // Too many are acknowledged as a whole.
        let silent = (isWhole ? changed : []).filter { part in
            told(old, before, with: part.new, at: part.path) == now
                && told(new, after, with: part.old, at: part.path) == then
        }
        add(found.filter { !members.contains($0.path) } + silent)
        isWhole = isWhole && isInOrder
    }

    private mutating func add(_ found: [Found]) {
        for (path, old, new) in found {
            let (from, to, isWhole) = String.differing(old?.oneLine, new?.oneLine, upTo: Self.shownCharacters)
            shown.append(Difference(pointer: path.pointer, from: from, to: to))
            self.isWhole = self.isWhole && isWhole
        }
        let ranks = shown.enumerated().map { index, difference in
            let length = max(difference.from?.utf8.count ?? 0, difference.to?.utf8.count ?? 0)
            return (difference.namesHost ? 0 : 1, length, index)
        }
        shown = ranks.sorted { $0 < $1 }.map { shown[$0.2] }
        isWhole = isWhole && shown.count <= Self.limit
    }

    /// - Parameters:
    ///   - found: gets each value that differs.
    ///   - parts: gets the same, but of what one side lacks all as one.
    private static func compare(
        _ old: JSONValue?, _ new: JSONValue?, _ path: [String], _ found: inout [Found], _ parts: inout [Found]
    ) {
        let sides = [old, new].compactMap(\.self)
        let members = sides.compactMap(\.members)
        let isOneKind = Set(sides.map(\.isArray)).count == 1
        guard members.count == sides.count, isOneKind, members.contains(where: { !$0.isEmpty }) else {
            guard old.map({ JSONWriter.bytes(of: $0) }) != new.map({ JSONWriter.bytes(of: $0) }) else { return }
            found.append((path, old, new))
            return parts.append((path, old, new))
        }
        let (before, after) = (old?.members?.byName ?? [:], new?.members?.byName ?? [:])
        var seen: Set<[UInt8]> = []
        var inner: [Found] = []
        for member in members.flatMap(\.self) where seen.insert(member.bytes).inserted {
            compare(before[member.bytes], after[member.bytes], path + [member.name], &found, &inner)
        }
        parts += sides.count == 1 ? [(path, old, new)] : inner
    }
}

extension MemberDifferences.Difference {
    fileprivate var namesHost: Bool { [from, to].contains { $0?.namesHost ?? false } }
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

/// The members of a format that its readings compare.
struct ReadMembers {
    /// Paths, where `*` is any name and `**` at the end is everything below.
    private let patterns: [[String]]
    /// The numbers of rules that clients skip, which are compared by none of them.
    private let skippedRules: Set<String>
    /// How many names precede that of a text; nil where the format has no texts by language.
    private let textDepth: Int?

    init(_ old: ComparedTree.Document, _ new: ComparedTree.Document) {
        let names = new.knowledge?.parameters ?? old.knowledge?.parameters ?? .usual
        let contents = [old.content, new.content]
        var skippedRules: Set<String> = []
        switch new.format {
        case .availabilityIOS, .availabilityAndroid:
            let members = [
                "minimumOSVersion", "minimumSDKVersion", "recommendedOSVersion", "minimumAppVersion",
                "recommendedAppVersion",
            ]
            patterns = members.flatMap { [[$0, "value"], [$0, "title", "**"], [$0, "description", "**"]] }
        case .appConfig:
            // A message that no one sees counts as any other member.
            let isClosed = contents.contains { content in
                guard case .appConfig(let config)? = (content as? ClassicContent)?.document else { return false }
                return config.maintenanceMode
            }
            patterns =
                [
                    ["minimumVersion"], ["latestVersion"], ["updateUrl"], ["updateUrl", "ios"],
                    ["updateUrl", "android"],
                    ["maintenanceMode"],
                ] + (isClosed ? [["maintenanceMessage"]] : [])
        case .environmentConfig:
            patterns = Platform.allCases.flatMap { platform in
                ["minimalVersion", "build", "url"].map { ["environments", "*", "apps", platform.rawValue, $0] }
            }
        case .firebaseTemplate:
            let values =
                [["defaultValue", "value"]] + Platform.allCases.map { ["conditionalValues", $0.rawValue, "value"] }
            let parameters = [names.force, names.optional].flatMap { name in values.map { ["parameters", name] + $0 } }
            patterns = parameters + parameters.map { ["parameterGroups", "*"] + $0 }
        case .remoteConfigIOS, .remoteConfigAndroid: patterns = [[names.force], [names.optional]]
        case .gateIOS, .gateAndroid:
            let members = [
                "id", "when", "then", "scope", "requiredFrom", "grace", "requiredBy", "title", "description", "message",
                "orElse", "url",
            ]
            for case let gate as GateDocument in contents {
                skippedRules.formUnion(gate.unusable.map { "\($0.index)" })
            }
            patterns = members.map { ["rules", "*", $0, "**"] } + [["latest", "**"]]
        case .webBundle, .webBundleIndex, .webBundleManifest, .file: patterns = []
        }
        self.skippedRules = skippedRules
        textDepth =
            switch new.format {
            case .availabilityIOS, .availabilityAndroid: 1
            case .gateIOS, .gateAndroid: 2
            default: nil
            }
    }

    /// Whether a read member is a text, which readings compare by its bytes.
    func isText(_ path: [String]) -> Bool {
        guard let textDepth, path.count > textDepth else { return false }
        return ["title", "description", "message", "orElse"].contains(path[textDepth])
    }

    func contains(_ path: [String]) -> Bool {
        if path.count > 1, path[0] == "rules", skippedRules.contains(path[1]) { return false }
        return patterns.contains { pattern in
            let isOpen = pattern.last == "**"
            let names = isOpen ? pattern.dropLast() : pattern[...]
            guard isOpen ? path.count >= names.count : path.count == names.count else { return false }
            return zip(names, path).allSatisfy { $0 == "*" || $0.hasSameBytes(as: $1) }
        }
    }
}
