/// The name of an environment, which is also the name of its folder: `[A-Za-z0-9._-]{1,64}` without a leading dot.
public struct EnvironmentName: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Fails for any other form.
    public init?(_ name: String) {
        guard !name.isEmpty, name.utf8.count <= Limits.nameBytes, !name.hasPrefix("."),
            name.utf8.allSatisfy(\.isNameByte)
        else { return nil }
        rawValue = name
    }

    public var description: String { rawValue }
}

/// The path of a document in its tree and, after the origin and a `/`, in its URL.
///
/// Segments are `[A-Za-z0-9._-]+` without a leading dot, joined by `/`. Names that belong to the tree are refused: a
/// segment that ends in `.sig`, `.headers` or `.jws`, and `publication` at the top.
public struct DocumentPath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Why a path is refused.
    public enum Failure: Error, Equatable, Sendable {
        /// There is no path.
        case empty
        /// The path, or a segment of it, is too long.
        case tooLong
        /// A segment has other characters, or a leading dot.
        case segment(String)
        /// The name is one of the tree's own.
        case reserved(String)

        /// The reason as a phrase.
        public var message: String {
            switch self {
            case .empty: "an empty path"
            case .tooLong:
                "a path of more than \(Limits.pathBytes) bytes or with a segment of more than \(Limits.pathSegmentBytes)"
            case .segment(let segment):
                "path segment \"\(segment)\" is not made of A-Z a-z 0-9 . _ - without a leading dot"
            case .reserved(let name): "\"\(name)\" is a name that belongs to the tree itself"
            }
        }
    }

    /// The path as text.
    public let rawValue: String

    /// Fails for any other form and for a reserved name.
    public init(_ path: String) throws(Failure) {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        func text(_ segment: Substring.UTF8View) -> String { String(decoding: segment, as: UTF8.self) }
        guard !path.isEmpty else { throw .empty }
        guard path.utf8.count <= Limits.pathBytes, segments.count <= Limits.folderDepth else { throw .tooLong }
        for (index, segment) in segments.enumerated() {
            guard segment.count <= Limits.pathSegmentBytes else { throw .tooLong }
            guard let first = segment.first, first != UInt8(ascii: "."), segment.allSatisfy(\.isNameByte) else {
                throw .segment(text(segment))
            }
            let lowercased = segment.map(\.asciiLowercased)
            if Self.reservedSuffixes.contains(where: { lowercased.suffix($0.utf8.count).elementsEqual($0.utf8) })
                || (index == 0 && lowercased.elementsEqual(Self.publicationName.utf8))
            {
                throw .reserved(text(segment))
            }
        }
        rawValue = path
    }

    /// Also refuses the paths of generated files: below `builds/` and `objects/`, in any case of letters.
    ///
    /// Nothing that people author may be there, whether or not this tree has such a file.
    package init(authored path: String) throws(Failure) {
        try self.init(path)
        guard let first = path.split(separator: "/").first else { return }
        guard !Self.authoredNames.contains(String(first).asciiLowercased) else { throw .reserved(String(first)) }
    }

    private init(unchecked path: String) { rawValue = path }

    /// The index of a publication, the one document whose path cannot be authored. Its `.jws` is all there is of it.
    package static let publication = DocumentPath(unchecked: publicationName)

    private static let publicationName = "publication"
    private static let reservedSuffixes = [signatureSuffix, headersSuffix, jwsSuffix]
    /// The folder of web bundles and of the documents about them.
    package static let webBundleFolder = "builds"
    private static let authoredNames = [webBundleFolder, "objects"]

    public var description: String { rawValue }

    /// By bytes.
    public static func < (a: DocumentPath, b: DocumentPath) -> Bool {
        a.rawValue.utf8.lexicographicallyPrecedes(b.rawValue.utf8)
    }
}
