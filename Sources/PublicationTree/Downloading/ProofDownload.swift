import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs

/// Fetches what is at paths where it is not what the index lists, as after an upload that was cut off.
struct ProofDownload: Sendable {
    let files: PublishedFiles
    let proofs: BodyProofs
    /// Where temporary folders are.
    let parent: String
    let deadline: ContinuousClock.Instant

    /// The bodies that are proven at each path where something is, and why it is not known what is at others.
    func run(
        at paths: [DocumentPath]
    ) async throws -> (bodies: [String: [FoundBody]], failures: [String: TransferFailure]) {
        var (bodies, failures): ([String: [FoundBody]], [String: TransferFailure]) = ([:], [:])
        let most = Self.kinds.reduce(0) { $0 + $1.byteLimit }
        for part in paths.parts(count: Limits.liveAnswers, bytes: Limits.treeBytes, of: { _ in most }) {
            let temporary = try PrivateFolder(below: parent)
            let requests = part.enumerated().flatMap { number, path in
                Self.kinds.map { suffix, byteLimit in
                    PublishedFiles.Request(
                        path.rawValue + suffix, folder: temporary.folder, name: "\(number)\(suffix)",
                        byteLimit: byteLimit, needsHeaders: suffix.isEmpty)
                }
            }
            var answers = try await files.get(requests, until: deadline)[...]
            for (number, path) in part.enumerated() {
                let found = answers.prefix(Self.kinds.count)
                answers = answers.dropFirst(Self.kinds.count)
                let (body, jws) = (found[found.startIndex], found[found.startIndex + 2])
                if let failure = [body.failure, jws.failure].compactMap(\.self).first(where: \.isUnknown) {
                    failures[path.rawValue] = failure
                    continue
                }
                // What is larger than a client reads is there, and proves nothing.
                guard body.failure?.meansAbsence != true || jws.failure?.meansAbsence != true else { continue }
                let files = try zip(Self.kinds, found).map { kind, answer in
                    // curl makes no file for an empty body.
                    try answer.failure == nil
                        ? temporary.folder.readIfPresent("\(number)\(kind.suffix)", limit: kind.byteLimit) ?? [] : nil
                }
                bodies[path.rawValue] = proofs.bodies(
                    at: path, files[0].map { ($0, body.headers) }, sidecar: files[1], jws: files[2])
            }
            try temporary.remove()
        }
        return (bodies, failures)
    }

    /// The SHA-256 of each static file that is in a bucket, which says most without sending them.
    func digests(
        of documents: [Publication.Document]
    ) async throws -> (digests: [String: ListedDigest], failures: [String: TransferFailure]) {
        var (digests, failures): ([String: ListedDigest], [String: TransferFailure]) = ([:], [:])
        let temporary = try PrivateFolder(below: parent)
        func ask(_ documents: [Publication.Document], isHead: Bool) async throws -> [Curl.Answer] {
            try await files.get(
                documents.enumerated().map { number, document in
                    PublishedFiles.Request(
                        document.path.rawValue, folder: temporary.folder, name: "\(number)",
                        byteLimit: Limits.staticFileBytes, isHead: isHead)
                }, until: deadline)
        }
        var untold: [Publication.Document] = []
        for (document, answer) in zip(documents, try await ask(documents, isHead: true)) {
            let path = document.path.rawValue
            if let failure = answer.failure {
                failures[path] = failure.meansAbsence ? nil : failure
            } else if let digest = S3Object(answer.headers).sha256.flatMap(ListedDigest.init(bytes:)) {
                digests[path] = digest
            } else {
                untold.append(document)
            }
        }
        for part in untold.parts(count: Limits.liveAnswers, bytes: Limits.treeBytes, of: \.byteCount) {
            for (number, (document, answer)) in zip(part, try await ask(Array(part), isHead: false)).enumerated() {
                let path = document.path.rawValue
                guard answer.failure == nil else {
                    failures[path] = answer.failure?.meansAbsence == true ? nil : answer.failure
                    continue
                }
                let bytes = try temporary.folder.readIfPresent("\(number)", limit: Limits.staticFileBytes) ?? []
                digests[path] = ListedDigest(SHA256.hash(bytes))
                if temporary.folder.kind(of: "\(number)") == .file { try temporary.folder.remove("\(number)") }
            }
        }
        try temporary.remove()
        return (digests, failures)
    }

    /// The body and what proves it, each by what its name adds to the path and by the most bytes that it may have.
    private static let kinds: [(suffix: String, byteLimit: Int)] = [
        ("", Limits.manifestBytes), (DocumentPath.signatureSuffix, Limits.sidecarBytes),
        (DocumentPath.jwsSuffix, JWS.byteLimit(ofBody: Limits.manifestBytes)),
    ]
}

extension PublishedFiles {
    /// The documents that are there and signed, and that an index does not list; nil where nothing can be listed.
    package func strays(
        beside index: VerifiedIndex, keys: TrustedKeys, below parent: String
    ) async throws -> [DocumentPath]? {
        let publication = index.publication
        guard let there = try await list(expecting: publication.documents.count * Self.filesOfDocument) else {
            return nil
        }
        let strays = PublishedPaths(publication, wanted: [:], beside: there).strays.sorted()
        let proofs = BodyProofs(keys: keys, environment: publication.environment, index: index)
        let found = try await ProofDownload(
            files: self, proofs: proofs, parent: parent, deadline: .now + timeLimits.whole
        ).run(at: strays)
        return strays.filter { found.bodies[$0.rawValue]?.contains(where: \.isProven) ?? false }
    }

    /// The most files that one document has: the body, its `.sig` and its `.jws`.
    static let filesOfDocument = 3
}
