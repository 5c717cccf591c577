import ManifestVerifier

/// The path of a request, taken apart and decoded once.
///
/// Each name leads only to a folder or file of exactly that name. Names that no archive may hold are refused, not resolved:
/// browsers resolve `..` and replace backslashes before they send a request, so no legitimate one is lost.
struct RequestPath: Equatable {
    /// The names, outermost first.
    let names: [String]
    /// Whether the path ends with a `/` and so means a folder.
    let isFolder: Bool

    /// Reads a percent-encoded path of a URL; a query and a fragment are ignored.
    ///
    /// Fails for an empty segment in between, for one that is not the name of a file in an archive once it is decoded, such as
    /// `..` or one with a slash, a backslash or a control character, for a `%` without two hexadecimal digits, for anything
    /// that is not UTF-8 once it is decoded (overlong forms are not), and for a path that is too long.
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

    /// The names below a prefix; nil when the path is not below it.
    func names(below prefix: RequestPath) -> ArraySlice<String>? {
        // By bytes: String's == takes two Unicode forms of a name for the same.
        guard names.count >= prefix.names.count,
            zip(names, prefix.names).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
        else { return nil }
        return names.dropFirst(prefix.names.count)
    }

    private static func name(_ segment: Substring.UTF8View) -> String? {
        guard let bytes = segment.percentDecoded else { return nil }
        // Decoding repairs invalid UTF-8, which changes the bytes.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes), let name = try? ArchiveName(text), name.segments.count == 1,
            !name.isFolder
        else { return nil }
        return text
    }
}
