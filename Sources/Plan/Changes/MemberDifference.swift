import Classic
import Diagnostics
import ManifestVerifier
import PublicationTree

/// One value that differs between two bodies, apart from what their format tells devices.
struct MemberDifference {
    /// Where it is: `/environments/main/api/host` (RFC 6901).
    let pointer: String
    /// nil for nothing.
    let from: String?
    let to: String?

    /// All differences between documents of one format, except what readings compare: hosts and addresses first, then
    /// short values.
    static func all(_ old: ComparedTree.Document, _ new: ComparedTree.Document) -> [MemberDifference] {
        guard let was = old.body, let becomes = new.body, let before = try? JSONParser.parse(was),
            let after = try? JSONParser.parse(becomes)
        else { return [] }
        let read = ReadMembers(old, new)
        var found: [MemberDifference] = []
        compare(before, after, [], read.contains, &found)
        func rank(_ difference: MemberDifference) -> (Int, Int) {
            (difference.isAddress ? 0 : 1, max(difference.from?.utf8.count ?? 0, difference.to?.utf8.count ?? 0))
        }
        return found.enumerated().sorted { a, b in
            let (first, second) = (rank(a.element), rank(b.element))
            return first == second ? a.offset < b.offset : first < second
        }.map(\.element)
    }

    private static func compare(
        _ old: JSONValue?, _ new: JSONValue?, _ path: [String], _ isRead: ([String]) -> Bool,
        _ found: inout [MemberDifference]
    ) {
        let parts = [old, new].compactMap { $0?.members }
        guard parts.isEmpty || parts.count < [old, new].compactMap(\.self).count else {
            var seen: Set<[UInt8]> = []
            for name in parts.flatMap({ $0.map(\.name) }) where seen.insert(Array(name.utf8)).inserted {
                compare(old?.member(name), new?.member(name), path + [name], isRead, &found)
            }
            return
        }
        guard !isRead(path) else { return }
        let (from, to) = (old.map(text), new.map(text))
        guard !from.hasSameBytes(as: to) else { return }
        let shown = shortened(from, to)
        found.append(MemberDifference(pointer: path.pointer, from: shown.from, to: shown.to))
    }

    private static func text(_ value: JSONValue) -> String {
        String(decoding: JSONWriter.bytes(of: value).dropLast(), as: UTF8.self)
    }

    /// Of two long texts, the part that differs.
    private static func shortened(_ from: String?, _ to: String?) -> (from: String?, to: String?) {
        let limit = 120
        guard [from, to].contains(where: { ($0?.unicodeScalars.count ?? 0) > limit }) else { return (from, to) }
        let (old, new) = (Array((from ?? "").unicodeScalars), Array((to ?? "").unicodeScalars))
        let start = zip(old, new).prefix { $0 == $1 }.count
        func part(_ scalars: [Unicode.Scalar]) -> String {
            let begin = max(0, start - 20)
            let shown = scalars[begin...].prefix(limit)
            var text = String.UnicodeScalarView()
            text.append(contentsOf: shown)
            return (begin > 0 ? "…" : "") + String(text) + (begin + shown.count < scalars.count ? "…" : "")
        }
        return (from.map { _ in part(old) }, to.map { _ in part(new) })
    }

    /// Whether either value leads somewhere: a URL, or the name of a host.
    private var isAddress: Bool {
        [from, to].compactMap(\.self).contains { text in
            guard text.hasPrefix("\"") else { return false }
            let value = text.dropFirst().dropLast()
            let labels = value.split(separator: ".", omittingEmptySubsequences: false)
            return value.contains("://")
                || labels.count > 1 && labels.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isNameByte) }
                    && value.utf8.contains { !$0.isASCIIDigit && $0 != UInt8(ascii: ".") }
        }
    }
}

extension JSONValue {
    /// The members of an object, and the elements of an array by their numbers; nil for any other value.
    fileprivate var members: [JSONMember]? {
        switch content {
        case .object(let members): members
        case .array(let elements): elements.enumerated().map { JSONMember("\($0)", $1) }
        default: nil
        }
    }

    fileprivate func member(_ name: String) -> JSONValue? {
        if case .array(let elements) = content {
            return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        }
        return self[name]
    }
}

extension [String] {
    fileprivate var pointer: String {
        map { "/" + $0.replacingScalars("~", with: "~0").replacingScalars("/", with: "~1") }.joined()
    }
}
