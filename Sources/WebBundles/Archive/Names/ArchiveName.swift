import ManifestVerifier

/// The name of a file or folder in an archive: segments joined by `/`, and a `/` at the end of a folder's.
///
/// A leading `~` is an ordinary character: only shells treat it specially, and no shell sees a name. Names that only
/// Windows reserves are accepted, as nothing here unpacks on Windows.
package struct ArchiveName: Hashable, Sendable, CustomStringConvertible {
    package enum Failure: Error, Equatable, Sendable {
        case notUTF8
        case empty
        case tooLong(limit: Int)
        case segmentTooLong(limit: Int)
        case tooDeep(limit: Int)
        case absolute
        case emptySegment
        /// A segment `.` or `..`.
        case dotSegment
        case backslash
        case colon
        case controlCharacter
    }

    /// The name as in the archive.
    package let spelling: String
    /// What is between the slashes.
    package let segments: [String]
    package let isFolder: Bool

    package init(_ spelling: String) throws(Failure) {
        let bytes = spelling.utf8
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Limits.webBundleNameBytes else { throw .tooLong(limit: Limits.webBundleNameBytes) }
        guard bytes.first != Self.slash else { throw .absolute }
        for scalar in spelling.unicodeScalars {
            switch scalar {
            case "\\": throw .backslash
            // A drive or an alternate stream on Windows; a slash to the Finder.
            case ":": throw .colon
            default: if scalar.isControl { throw .controlCharacter }
            }
        }
        isFolder = bytes.last == Self.slash
        let path = isFolder ? bytes.dropLast() : bytes[...]
        var segments: [String] = []
        for segment in path.split(separator: Self.slash, omittingEmptySubsequences: false) {
            guard !segment.isEmpty else { throw .emptySegment }
            guard segment.count <= Limits.webBundleSegmentBytes else {
                throw .segmentTooLong(limit: Limits.webBundleSegmentBytes)
            }
            let text = String(Substring(segment))
            guard text != ".", text != ".." else { throw .dotSegment }
            segments.append(text)
        }
        guard segments.count <= Limits.webBundleDepth else { throw .tooDeep(limit: Limits.webBundleDepth) }
        self.spelling = spelling
        self.segments = segments
    }

    /// Checks a name in arbitrary bytes.
    init(bytes: [UInt8]) throws(Failure) {
        // Decoding repairs invalid UTF-8, which changes the bytes.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { throw .notUTF8 }
        try self.init(text)
    }

    package var description: String { spelling }

    /// The bytes, which decide equality: strings are compared by canonical equivalence.
    package var bytes: [UInt8] { Array(spelling.utf8) }

    package static func == (a: ArchiveName, b: ArchiveName) -> Bool { a.spelling.utf8.elementsEqual(b.spelling.utf8) }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    private static let slash = UInt8(ascii: "/")
}

extension ArchiveName: Comparable {
    /// The order of an archive's entries.
    package static func < (a: ArchiveName, b: ArchiveName) -> Bool {
        a.spelling.utf8.lexicographicallyPrecedes(b.spelling.utf8)
    }
}

extension ArchiveName.Failure {
    package var message: String {
        switch self {
        case .notUTF8: "the name is not UTF-8"
        case .empty: "an entry has no name"
        case .tooLong(let limit): "the name has more than \(limit) bytes"
        case .segmentTooLong(let limit): "a part of the name has more than \(limit) bytes"
        case .tooDeep(let limit): "the name has more than \(limit) parts"
        case .absolute: "the name is absolute"
        case .emptySegment: "the name has an empty part"
        case .dotSegment: "the name has a part \".\" or \"..\""
        case .backslash: "the name has a backslash"
        case .colon: "the name has a colon"
        case .controlCharacter: "the name has a control character"
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar ends lines, changes the writing direction or is a control character: in a name, these only
    /// serve to disguise it.
    var isControl: Bool {
        // Most scalars of names, without a look into the tables of Unicode.
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}

extension String {
    /// The text of an arbitrary name, fit to be shown: what is not UTF-8 or is invisible becomes U+FFFD, and what is too
    /// long is truncated.
    init(showing name: [UInt8]) {
        let text = String(decoding: name.prefix(Limits.webBundleNameBytes), as: UTF8.self)
        var shown = UnicodeScalarView()
        for scalar in text.unicodeScalars { shown.append(scalar.isControl ? "\u{FFFD}" : scalar) }
        self = String(shown)
    }
}
