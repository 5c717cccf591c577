import ExternalPrograms
import LocalFiles
import ManifestVerifier

/// A document that was asked for, and how that went.
struct FetchedDocument: Sendable {
    let listed: Publication.Document
    /// Where the body and its sidecar are.
    let folder: Folder
    /// The name of the body.
    let name: String
    /// Why the body did not come.
    let bodyFailure: TransferFailure?
    /// Why the signature sidecar did not come.
    let signatureFailure: TransferFailure?

    /// Compares the body with the index, and removes what is not in order.
    func problems() throws(FileError) -> [DownloadedTree.Problem] {
        let sidecar = name + DocumentPath.signatureSuffix
        if let failure = try bodyFailure == nil ? difference() : bodyFailure {
            try removeFile(name)
            try removeFile(sidecar)
            return [DownloadedTree.Problem(path: listed.path.rawValue, failure: failure)]
        }
        guard let signatureFailure else { return [] }
        // The body is in order by its digest; only its signature must be made anew.
        try removeFile(sidecar)
        return [DownloadedTree.Problem(path: listed.path.signatureSidecar, failure: signatureFailure)]
    }

    private func difference() throws(FileError) -> TransferFailure? {
        guard folder.kind(of: name) == .file else { return .differs }
        let digests = try BodyDigests(of: folder.file(name), date: nil)
        let isListed = digests.byteCount == listed.byteCount && digests.body.hexadecimal == listed.sha256
        return isListed ? nil : .differs
    }

    private func removeFile(_ name: String) throws(FileError) {
        // A folder of that name is another document's.
        if folder.kind(of: name) == .file { try folder.remove(name) }
    }
}
