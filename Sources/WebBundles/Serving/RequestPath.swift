import BundleArchive
import ManifestVerifier

/// The path of a request, taken apart and decoded once.
///
/// No name in it can lead anywhere but into a folder or to a file of exactly that name. What no archive of a bundle may hold
/// is refused, not resolved: browsers resolve `..` and write no backslash before they ask, so nothing honest is lost.
struct RequestPath: Equatable {
    /// The names, outermost first.
    let names: [String]
    /// Whether the path ends in a `/`, and so means a folder.
    let isFolder: Bool

    /// Reads a path as it stands in a URL, percent-encoded; a query and a fragment are ignored.
    ///
    /// Fails for an empty segment within, for one that is no name of a file in an archive when it is decoded, such as `..` or
    /// one with a slash, a backslash or a control character, for a `%` without two hexadecimal digits, for what is not UTF-8
    /// when decoded (overlong forms are not), and for what is too long.
    init?(_ path: String) {
        let bytes = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard bytes.count <= Limits.bundleRequestBytes else { return nil }
        let slash = UInt8(ascii: "/")
        var segments = bytes.split(separator: slash, omittingEmptySubsequences: false)[...]
        if segments.first?.isEmpty == true { segments.removeFirst() }
        isFolder = segments.isEmpty || segments.last?.isEmpty == true
        if segments.last?.isEmpty == true { segments.removeLast() }
        var names: [String] = []
        for segment in segments {
            guard let name = Self.name(segment) else { return nil }
            names.append(name)
        }
        self.names = names
    }

    /// What is left below a prefix; nil when the path is not below it.
    func names(below prefix: RequestPath) -> ArraySlice<String>? {
        // By bytes: String's == takes two Unicode forms of a name for one.
        guard names.count >= prefix.names.count,
            zip(names, prefix.names).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
        else { return nil }
        return names.dropFirst(prefix.names.count)
    }

    private static func name(_ segment: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = segment[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        // Decoding repairs what is no UTF-8; only then are the bytes others.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes), let name = try? ArchiveName(text), name.segments.count == 1,
            !name.isFolder
        else { return nil }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
