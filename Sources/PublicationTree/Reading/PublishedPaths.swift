import ManifestVerifier
import WebBundles

/// The paths at which devices may find a document: those that an index lists, those of the tree that is compared with it, and
/// those beside a signature, since an upload that was cut off leaves documents that no index lists.
package struct PublishedPaths: Sendable {
    /// The formats of the documents that are listed or wanted; that of the index counts.
    package let formats: [DocumentPath: DocumentFormat]
    /// The documents beside whose paths there are signatures, and that are neither listed nor wanted. Only what is proven
    /// there is ours.
    package let strays: Set<DocumentPath>

    /// - Parameters:
    ///   - wanted: the documents of the tree that is compared.
    ///   - files: the paths of what is there, as far as it is known.
    package init(
        _ index: Publication?, wanted: [DocumentPath: DocumentFormat], beside files: some Sequence<String>
    ) {
        formats = wanted.merging(index?.formats ?? [:]) { $1 }
        // A copy of a tree in a subfolder does not belong to this tree.
        let copies = files.filter { $0.hasSuffix("/\(DocumentPath.publication.file)") }
            .map { $0.dropLast(DocumentPath.publication.file.utf8.count) }
        let own = files.filter { file in !copies.contains { file.hasPrefix($0) } }
        strays = Set(own.compactMap(Self.signed)).subtracting(formats.keys)
    }

    /// Those at which proofs are tried: every document but archives and static files, and the strays.
    package var proven: [DocumentPath] {
        strays.union(formats.filter { $0.value != .file && $0.value != .webBundle }.keys).sorted()
    }

    /// The document that a file has the signature of, by its name. Archives say nothing by themselves.
    private static func signed(by file: String) -> DocumentPath? {
        guard let suffix = [DocumentPath.signatureSuffix, DocumentPath.jwsSuffix].first(where: file.hasSuffix),
            let path = try? DocumentPath(String(file.dropLast(suffix.utf8.count))),
            !DocumentPath.isWebBundle(path.rawValue)
        else { return nil }
        return path
    }
}

extension Publication {
    package var formats: [DocumentPath: DocumentFormat] {
        Dictionary(documents.map { ($0.path, $0.format) }) { first, _ in first }
    }
}
