/// The textual encoding of one DER value (RFC 7468), read strictly: one block, nothing around it.
package struct PEM {
    /// The text between `BEGIN` and the dashes.
    package let label: String
    /// The lines between the boundaries, joined.
    private let base64: String

    /// Fails when `bytes` are not one block with matching boundaries.
    package init?(_ bytes: [UInt8]) {
        // Strings are compared by canonical equivalence, which cannot mislead in ASCII.
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        var lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        while lines.last?.isEmpty == true { lines.removeLast() }
        let (begin, end, dashes) = ("-----BEGIN ", "-----END ", "-----")
        guard lines.count >= 2, let first = lines.first, let last = lines.last, first.hasPrefix(begin),
            first.hasSuffix(dashes), first.utf8.count > begin.utf8.count + dashes.utf8.count
        else { return nil }
        label = String(first.dropFirst(begin.count).dropLast(dashes.count))
        let content = lines.dropFirst().dropLast()
        guard last == end + label + dashes, !content.contains(where: { $0.hasPrefix(dashes) }) else { return nil }
        base64 = content.joined()
    }

    /// The DER; nil when the lines are not canonical base64.
    package var der: [UInt8]? { Base64.decode(base64) }

    /// The text of `der` under `label`, 64 characters a line.
    package static func text(label: String, der: [UInt8]) -> String {
        var text = "-----BEGIN \(label)-----\n"
        var rest = Base64.encode(der)[...]
        while !rest.isEmpty {
            text += rest.prefix(64) + "\n"
            rest = rest.dropFirst(64)
        }
        return text + "-----END \(label)-----\n"
    }
}
