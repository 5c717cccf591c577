import ManifestVerifier
import PublicationTree

/// A file of a site whose headers a host is told.
struct SiteFile {
    let path: String
    /// Those of the tree, and one that lets pages of any origin read the file.
    let headers: [HeaderField]

    /// The files of a tree: documents first, by the bytes of their paths, then each `.jws`. What a host drops of a long
    /// list is then what apps verify without any header.
    ///
    /// - Parameter leftAlone: what has other signatures than the tree.
    static func all(of tree: VerifiedTree, leftAlone: [String: LeftAlone] = [:]) -> [SiteFile] {
        let documents = tree.documents.sorted { $0.path < $1.path }
        let standard = tree.publication.cacheControl
        let envelopes = documents.compactMap { document in
            let cacheControl = document.headers.cacheControl ?? standard
            return document.jws.map { SiteFile($0, cacheControl.isImmutable ? standard : cacheControl) }
        }
        return documents.map { document in
            let path = document.path.rawValue
            return SiteFile(path: path, headers: leftAlone[path]?.headers(of: document) ?? document.headers)
        } + [SiteFile(path: DocumentPath.publication.file, headers: tree.publication.headers)] + envelopes
    }

    private init(path: String, headers: [HeaderField]) {
        self.path = path
        self.headers = headers + [PageAccess.header]
    }

    private init(_ file: VerifiedTree.JWSFile, _ cacheControl: CacheControl) {
        let type = HeaderField(unchecked: HeaderField.contentType, value: JWS.mediaType)
        self.init(path: file.path, headers: [type, cacheControl.field])
    }
}
