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
/// Segments are `[A-Za-z0-9._-]+` without a leading dot, joined by `/`. Names that belong to the tree are refused:
/// a segment that ends in `.sig` or `.headers`, and `publication.json` at the top. What people author may use fewer paths
/// than a tree: see `init(authored:)`.
package struct DocumentPath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Why a path is refused.
    package enum Failure: Error, Equatable, Sendable {
        case empty
        case tooLong
        case segment(String)
        case reserved(String)

        /// The reason as a phrase.
        package var message: String {
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
    package let rawValue: String

    /// Fails for any other form and for a reserved name.
    package init(_ path: String) throws(Failure) {
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

    /// Also refuses the paths of generated files: below `builds/` and `objects/`, a segment that ends in `.jws` or
    /// `.sigstore.json`, and `keys.jwks` at the top, all in any case of letters.
    ///
    /// Nothing that people author may be there, whether or not this tree has such a file.
    package init(authored path: String) throws(Failure) {
        try self.init(path)
        let segments = path.split(separator: "/")
        for (index, segment) in segments.enumerated() {
            let lowercased = String(segment).asciiLowercased
            if Self.authoredSuffixes.contains(where: { lowercased.hasSuffix($0) })
                || (index == 0 && Self.authoredNames.contains(lowercased))
            {
                throw .reserved(String(segment))
            }
        }
    }

    private init(unchecked path: String) { rawValue = path }

    /// The index of a publication, the one document whose path cannot be authored.
    package static let publication = DocumentPath(unchecked: publicationName)

    private static let publicationName = "publication.json"
    private static let reservedSuffixes = [signatureSuffix, headersSuffix]
    private static let authoredNames = [webBundleFolder, "objects", "keys.jwks"]
    private static let authoredSuffixes = [".jws", ".sigstore.json"]

    /// What a signature sidecar adds to the name of its body.
    package static let signatureSuffix = ".sig"
    /// What a headers sidecar adds to the name of its body.
    package static let headersSuffix = ".headers"

    /// The path of the sidecar with the DER signature over the body.
    package var signatureSidecar: String { rawValue + Self.signatureSuffix }
    /// The path of the sidecar with the response headers.
    package var headersSidecar: String { rawValue + Self.headersSuffix }

    /// The folders on the path, the outermost first: `a` and `a/b` of `a/b/c`.
    package var folders: [Substring] {
        rawValue.utf8.indices.filter { rawValue.utf8[$0] == UInt8(ascii: "/") }.map { rawValue[..<$0] }
    }

    package var description: String { rawValue }

    /// By bytes.
    package static func < (a: DocumentPath, b: DocumentPath) -> Bool {
        a.rawValue.utf8.lexicographicallyPrecedes(b.rawValue.utf8)
    }
}
