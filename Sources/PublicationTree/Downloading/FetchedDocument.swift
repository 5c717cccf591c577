import LocalFiles
import ManifestVerifier
import Programs

/// A document that an index lists, as it came.
struct FetchedDocument: Sendable {
    enum State: Sendable {
        /// Body and `.jws` are the listed ones, or there is no `.jws`.
        case asListed([FoundBody])
        /// Something else is there, or nothing.
        case other
        case unknown(TransferFailure)
    }

    struct File: Sendable {
        /// What its name adds to that of the body; empty for the body.
        let suffix: String
        /// What the index lists; nil for a signature sidecar.
        let digest: ListedDigest?
        let byteLimit: Int
        /// Why it did not come.
        var failure: TransferFailure?
    }

    let listed: Publication.Document
    var files: [File]
    /// Where the files go.
    private let folder: Folder
    private let name: String

    init(_ listed: Publication.Document, withSignature: Bool, in folder: Folder, as name: String) {
        (self.listed, self.folder, self.name) = (listed, folder, name)
        files = [File(suffix: "", digest: listed.digest, byteLimit: listed.byteCount)]
        if withSignature {
            files.append(File(suffix: DocumentPath.signatureSuffix, digest: nil, byteLimit: Limits.sidecarBytes))
        }
        if let digest = listed.jwsDigest {
            files.append(
                File(
                    suffix: DocumentPath.jwsSuffix, digest: digest,
                    byteLimit: JWS.byteLimit(ofBody: listed.byteCount)))
        }
    }

    var requests: [PublishedFiles.Request] {
        files.map { file in
            PublishedFiles.Request(
                listed.path.rawValue + file.suffix, folder: folder, name: name + file.suffix,
                byteLimit: file.byteLimit, needsHeaders: false)
        }
    }

    /// Compares the files with the index, and removes those that cannot be used.
    func state(_ proofs: BodyProofs) throws(FileError) -> State {
        var failure: TransferFailure?
        for file in files {
            guard let found = try file.failure == nil ? difference(file) : file.failure else { continue }
            // The signatures of a body that did not come are of no use.
            for useless in file.suffix.isEmpty ? files : [file] { try removeFile(name + useless.suffix) }
            let isBody = file.suffix.isEmpty
            // A signature may be missing, and so may a `.jws` where there is a body.
            if isBody || file.digest != nil && !found.meansAbsence { failure = found }
            if isBody { break }
        }
        switch failure {
        case nil: return .asListed(try proven(by: proofs))
        case .differs?, .tooLarge?, .status(404)?, .status(403)?: return .other
        case let failure?: return .unknown(failure)
        }
    }

    private func difference(_ file: File) throws(FileError) -> TransferFailure? {
        guard let digest = file.digest else { return nil }
        guard folder.kind(of: name + file.suffix) == .file else { return .differs }
        let digests = try BodyDigests(of: folder.file(name + file.suffix), date: nil)
        let isWhole = !file.suffix.isEmpty || digests.byteCount == listed.byteCount
        return isWhole && digest.matches(digests.body) ? nil : .differs
    }

    /// What is proven of the files that came; static files are not compared.
    private func proven(by proofs: BodyProofs) throws(FileError) -> [FoundBody] {
        guard listed.format != .file, listed.byteCount <= Limits.manifestBytes else { return [] }
        func bytes(_ suffix: String, limit: Int) throws(FileError) -> [UInt8]? {
            try folder.readIfPresent(name + suffix, limit: limit)
        }
        return proofs.bodies(
            at: listed.path, try bytes("", limit: Limits.manifestBytes).map { ($0, []) },
            sidecar: try bytes(DocumentPath.signatureSuffix, limit: Limits.sidecarBytes),
            jws: try bytes(DocumentPath.jwsSuffix, limit: JWS.byteLimit(ofBody: Limits.manifestBytes)))
    }

    private func removeFile(_ name: String) throws(FileError) {
        // A folder of that name is another document's.
        if folder.kind(of: name) == .file { try folder.remove(name) }
    }
}
