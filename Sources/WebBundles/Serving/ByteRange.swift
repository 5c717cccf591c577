import ManifestVerifier

/// The part of a file that a request asks for (RFC 9110 §14).
enum ByteRange: Equatable {
    /// All of it: no range is requested, or one that is ignored.
    case whole
    /// These bytes, at least one.
    case part(Range<Int>)
    /// Bytes that the file does not have.
    case unsatisfiable

    /// What the headers of a GET request of a file of this size.
    ///
    /// Ignored, as §14.2 allows or requires, are other units than `bytes`, anything malformed, and several ranges, which would
    /// need a multipart answer that media players never request. With `If-Range` the range is ignored as well: a bundle's
    /// files have no validator that it could match, and §13.1.5 then requires the whole file.
    init(headers: [HeaderField], size: Int) {
        let fields = headers.filter { $0.isNamed("range") }
        guard fields.count == 1, !headers.contains(where: { $0.isNamed("if-range") }) else {
            self = .whole
            return
        }
        self = Self.specification(fields[0].value).map { Self(first: $0.first, last: $0.last, size: size) } ?? .whole
    }

    private init(first: Int?, last: Int?, size: Int) {
        switch (first, last) {
        case (let first?, _) where first >= size: self = .unsatisfiable
        case (let first?, let last): self = .part(first..<min(last ?? size, size - 1) + 1)
        case (nil, let length?) where length == 0: self = .unsatisfiable
        // The last bytes of an empty file are satisfiable, but no content-range can express it.
        case (nil, _) where size == 0: self = .whole
        case (nil, let length): self = .part(max(0, size - (length ?? size))..<size)
        }
    }

    /// The one range of `bytes=…`: from `first` to `last`, or without `first` the `last` bytes of the file.
    private static func specification(_ value: String) -> (first: Int?, last: Int?)? {
        let parts = value.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].elementsEqual("bytes".utf8, by: { $0.asciiLowercased == $1 }) else {
            return nil
        }
        // A list may have empty elements (RFC 9110 §5.6.1.2).
        let ranges = parts[1].split(separator: UInt8(ascii: ",")).map(trimmed).filter { !$0.isEmpty }
        guard ranges.count == 1 else { return nil }
        let ends = ranges[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2, let first = position(ends[0]), let last = position(ends[1]) else { return nil }
        switch (first, last) {
        case (nil, nil): return nil
        case (let first?, let last?) where last < first: return nil
        default: return (first, last)
        }
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }

    /// A number of any length, where one too large for an integer counts as the largest; `.some(nil)` without digits.
    private static func position(_ digits: Substring.UTF8View) -> Int?? {
        guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
        guard !digits.isEmpty else { return .some(nil) }
        return Int(String(decoding: digits, as: UTF8.self)) ?? .max
    }
}
