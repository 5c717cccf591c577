import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree

/// Reads what is live at an `https` address, as far as a tree is compared with it; archives are not requested.
package struct LiveOrigin: Sendable {
    private let files: PublishedFiles
    private let local: VerifiedTree
    private let keys: TrustedKeys
    private let network: LiveNetwork

    package init(_ address: TreeAddress, for local: VerifiedTree, keys: TrustedKeys, network: LiveNetwork) {
        files = PublishedFiles(at: address, variables: network.variables, timeLimits: network.timeLimits)
        self.local = local
        self.keys = keys
        self.network = network
    }

    /// Fetches the index, and the documents that it lists or the tree has; a host that has no index may still have them.
    ///
    /// - Throws: when there is no answer, or one from which it is not clear whether a document exists.
    package func read() async throws -> LiveTree {
        let path = DocumentPath.publication
        let environment = local.publication.environment
        let question = LiveAnswer.Question(path: path, byteLimit: VerifiedIndex.byteLimit)
        let answer = try await LiveAnswer.fetching([question], from: files, network) { (answers) throws(FileError) in
            try Answer(answers[0], limit: VerifiedIndex.byteLimit, keepsBody: true, path, verifier)
        }
        // A host may answer 403 to keep a client out, whatever it has.
        if let failure = answer.failure, failure != .status(404) {
            throw TreeDownloadError.index(url: files.address.url(of: path.file), failure)
        }
        let index = answer.document.map { _ in
            VerifiedIndex.result(of: answer.body, keys: keys, environment: environment)
        }
        let verified = try? index?.get()
        let paths = PublishedPaths(verified?.publication, wanted: local.publication.formats, beside: [])
        let found = try await documents(of: verified?.publication)
        let proofs = BodyProofs(keys: keys, environment: environment, index: verified)
        var bodies: [String: [FoundBody]] = [:]
        var files: [String: ListedDigest] = [:]
        for (path, answer) in found {
            if answer.keepsBody {
                let body = answer.document.map { _ in (answer.body, answer.fields) }
                bodies[path.rawValue] = proofs.bodies(at: path, body, sidecar: answer.sidecar, jws: answer.jws)
            } else {
                files[path.rawValue] = answer.document.map { ListedDigest($0.body.digests.body) }
            }
        }
        let answers = found.map { ($0.rawValue, $1) }
        return LiveTree(
            proven: ProvenTree(environment: environment, index: index, bodies: bodies, at: paths, files: files),
            documents: Dictionary(uniqueKeysWithValues: answers).compactMapValues(\.document),
            jwsByPath: Dictionary(uniqueKeysWithValues: answers).compactMapValues(\.liveJWS),
            archives: Dictionary(
                (verified?.publication.documents ?? []).filter { $0.format == .webBundle }
                    .map { ($0.path.rawValue, LiveArchive($0)) }
            ) { first, _ in first },
            clock: SignedDate(dateOf: answer.fields))
    }

    private var verifier: SignatureVerifier {
        SignatureVerifier(keys: keys, environment: local.publication.environment, profile: nil)
    }

    /// The documents of the local tree and of the live index that the host has.
    private func documents(of publication: Publication?) async throws -> [DocumentPath: Answer] {
        var wanted: [DocumentPath: (format: DocumentFormat, byteCount: Int, hasJWS: Bool)] = [:]
        let both = local.publication.documents + (publication?.documents ?? [])
        for document in both where document.format != .webBundle {
            let size = max(wanted[document.path]?.byteCount ?? Limits.manifestBytes, document.byteCount)
            let hasJWS = document.jws != nil || wanted[document.path]?.hasJWS == true
            wanted[document.path] = (document.format, min(size, document.format.byteLimit), hasJWS)
        }
        let paths = wanted.keys.sorted()
        var found: [DocumentPath: Answer] = [:]
        for start in stride(from: 0, to: paths.count, by: Limits.liveAnswers) {
            let part = paths[start..<min(start + Limits.liveAnswers, paths.count)]
            let questions = part.map { path in
                LiveAnswer.Question(
                    path: path, byteLimit: wanted[path]?.byteCount ?? 0,
                    sidecars: [.signature] + (wanted[path]?.hasJWS == true ? [.jws] : []))
            }
            let answers = try await LiveAnswer.fetching(questions, from: files, network) {
                (answers) throws(FileError) in
                var read: [Answer] = []
                for (path, answer) in zip(part, answers) {
                    // Static files are compared by their headers alone.
                    let keepsBody = wanted[path]?.format != .file
                    read.append(
                        try Answer(answer, limit: Limits.staticFileBytes, keepsBody: keepsBody, path, verifier))
                }
                return read
            }
            for (path, answer) in zip(part, answers) {
                if let failure = answer.failure, failure.isUnknown {
                    throw ErrorReport(failure, ofDocumentAt: files.address.url(of: path.rawValue))
                }
                if let failure = answer.jwsFailure, failure.isUnknown {
                    throw ErrorReport(failure, ofDocumentAt: files.address.url(of: path.jwsSidecar))
                }
                if answer.failure?.meansAbsence != true || answer.liveJWS != nil { found[path] = answer }
            }
        }
        return found
    }

    private struct Answer: Sendable {
        let failure: TransferFailure?
        let jwsFailure: TransferFailure?
        let fields: [HeaderField]
        /// Whether body and `.jws` are kept.
        let keepsBody: Bool
        let body: [UInt8]
        let sidecar: [UInt8]
        /// Nil when the body did not come.
        let document: LiveDocument?
        let jws: [UInt8]?
        let liveJWS: LiveJWS?

        init(
            _ answer: LiveAnswer, limit: Int, keepsBody: Bool, _ path: DocumentPath, _ verifier: SignatureVerifier
        ) throws(FileError) {
            failure = answer.failure
            jwsFailure = answer.failure(of: .jws)
            fields = answer.headers
            self.keepsBody = keepsBody
            let file = jwsFailure == nil ? try answer.bytes(of: .jws) : []
            jws = keepsBody ? file : nil
            liveJWS = try? LiveJWS(file, of: path, by: verifier)
            guard answer.failure == nil else {
                (body, sidecar, document) = ([], [], nil)
                return
            }
            body = keepsBody ? try answer.bodyBytes(limit: limit) : []
            // A document without a signature is not trusted, which the comparison reports.
            sidecar = answer.failure(of: .signature) == nil ? try answer.bytes(of: .signature) : []
            if keepsBody {
                document = LiveDocument(body: body, fields: fields)
            } else if let file = try answer.body() {
                document = try LiveDocument(file: file, fields: fields)
            } else {
                document = LiveDocument(body: [], fields: fields)
            }
        }
    }
}
