import Classic
import LocalFiles
import ManifestVerifier
import Programs

/// What is live at a place, as far as keys of the environment prove it.
///
/// A host that damages one signature must not switch a comparison off. So every proof is tried: the
/// signature in the headers, the `.jws`, the `.sig`, and the digest in a verified index. Where they prove different
/// bodies, as after an upload that was cut off, all of them count.
package final class ProvenTree: Sendable {
    package let environment: EnvironmentName
    /// The index, or the reason why it is not trusted; nil without an index.
    package let index: Result<VerifiedIndex, VerifiedIndex.Failure>?
    /// The bodies that are proven at each path; none where something is there that nothing proves. A path where
    /// nothing is, is not among them, nor are static files and archives that the index lists.
    package let bodies: [String: [FoundBody]]
    /// The bodies that nothing proves, beside a `.jws` with another one; nil for one that no client reads.
    package let unproven: [String: SHA256Digest?]
    /// The SHA-256 of each listed static file that is there; nil where the index alone says it.
    package let files: [String: ListedDigest]?
    /// Why it is not known what is at a path.
    package let failures: [String: TransferFailure]
    /// Whether there may be signed documents that were not looked for: a bucket that was not listed.
    package let mayHaveMore: Bool

    /// - Parameter paths: where proofs were tried.
    package init(
        environment: EnvironmentName, index: Result<VerifiedIndex, VerifiedIndex.Failure>?,
        bodies: [String: [FoundBody]], at paths: PublishedPaths, files: [String: ListedDigest]?,
        unreadable: Set<String> = [], failures: [String: TransferFailure] = [:], mayHaveMore: Bool = false
    ) {
        (self.environment, self.index, self.files, self.failures) = (environment, index, files, failures)
        self.mayHaveMore = mayHaveMore
        let strays = Set(paths.strays.map(\.rawValue))
        // A stray that no key proves is someone else's file.
        let proven = bodies.mapValues { $0.filter(\.isProven) }
        self.bodies = proven.filter { !$0.value.isEmpty || !strays.contains($0.key) }
        unproven = bodies.filter { proven[$0.key]?.isEmpty == false }
            .compactMapValues { $0.first { !$0.isProven }?.digest }
            .merging(unreadable.filter { proven[$0]?.isEmpty == false }.map { ($0, nil) }) { $1 }
    }

    package var verifiedIndex: VerifiedIndex? { try? index?.get() }
}

extension ProvenTree {
    /// What is proven in a folder: a tree that was built, or what a static host serves.
    ///
    /// - Parameters:
    ///   - wanted: the documents of the tree that is compared with it.
    ///   - headers: those that a static host sends with a path; nil for a tree, whose sidecars say it.
    package convenience init(
        _ tree: TreeFolder, of environment: EnvironmentName, keys: TrustedKeys,
        wanted: [DocumentPath: DocumentFormat], headers: [String: [HeaderField]]? = nil
    ) throws(FileError) {
        let index = try VerifiedIndex.read(in: tree, keys: keys, environment: environment)
        let verified = try? index?.get()
        let listed = verified?.publication.formats ?? [:]
        let paths = PublishedPaths(verified?.publication, wanted: wanted, beside: tree.files)
        let proofs = BodyProofs(keys: keys, environment: environment, index: verified)
        // Beside a web app, what has no word of ours is a file of that.
        let isShared = headers != nil || tree.files.contains(TreeFolder.siteList)
        var bodies: [String: [FoundBody]] = [:]
        var unreadable: Set<String> = []
        for path in paths.proven {
            let hasSignature = !tree.files.isDisjoint(with: [path.signatureSidecar, path.jwsSidecar])
            guard listed[path] != nil || hasSignature || !isShared,
                !tree.files.isDisjoint(with: [path.rawValue, path.jwsSidecar])
            else { continue }
            let body = try tree.readIfUsual(path.rawValue, limit: Limits.manifestBytes)
            if body == nil, tree.files.contains(path.rawValue) { unreadable.insert(path.rawValue) }
            let sidecars = try tree.sidecars(of: path)
            let fields =
                headers.map { $0[path.rawValue] ?? [] }
                ?? sidecars.headers.flatMap { try? [HeaderField](received: $0) } ?? []
            let jws = try tree.readIfUsual(path.jwsSidecar, limit: JWS.byteLimit(ofBody: Limits.manifestBytes))
            bodies[path.rawValue] = proofs.bodies(
                at: path, body.map { ($0, fields) }, sidecar: sidecars.signature, jws: jws)
        }
        var files: [String: ListedDigest] = [:]
        for path in listed.filter({ $0.value == .file }).keys {
            files[path.rawValue] = try tree.body(of: path, .file).map { (body) throws(FileError) in
                ListedDigest(try body.digests(date: nil).body)
            }
        }
        self.init(
            environment: environment, index: index, bodies: bodies, at: paths, files: files, unreadable: unreadable)
    }
}

/// A body that is at a path, proven or not; those of a `ProvenTree` are proven.
package struct FoundBody: Sendable {
    package let bytes: [UInt8]
    package let digest: SHA256Digest
    /// The keys that signed it, or the index that lists it; none of them is revoked.
    package fileprivate(set) var keys: [TrustedKey]
    /// The earliest date that one of its signatures has; nil where none has one.
    package fileprivate(set) var date: SignedDate?

    package var isProven: Bool { !keys.isEmpty }

    /// The retired key, or one that is to sign later, that proves it where the active key does not.
    package var otherKey: TrustedKey? { keys.contains(where: \.signs) ? nil : keys.first }
}

/// Tries every proof of what is at a path.
package struct BodyProofs: Sendable {
    private let verifier: SignatureVerifier
    /// The keys that may have made a `.sig`, which names none.
    private let keys: [TrustedKey]
    private let indexKey: TrustedKey?
    private let listed: [DocumentPath: Publication.Document]

    /// - Parameter index: the index of the place, if it is trusted.
    package init(keys: TrustedKeys, environment: EnvironmentName, index: VerifiedIndex?) {
        verifier = SignatureVerifier(keys: keys, environment: environment, profile: nil)
        self.keys = keys.keys.filter { $0.environment == environment && !$0.isRevoked }
        indexKey = index?.key
        listed = Dictionary((index?.publication.documents ?? []).map { ($0.path, $0) }) { first, _ in first }
    }

    /// The bodies that are at a path, each with what proves it.
    ///
    /// - Parameters:
    ///   - body: what is there, with its response headers; nil when nothing is.
    ///   - sidecar: its `.sig`.
    ///   - jws: its `.jws`, which may hold another body.
    package func bodies(
        at path: DocumentPath, _ body: (bytes: [UInt8], headers: [HeaderField])?, sidecar: [UInt8]?, jws: [UInt8]?
    ) -> [FoundBody] {
        var found: [FoundBody] = []
        if let body {
            let digest = SHA256.hash(body.bytes)
            let inHeaders = try? verifier.verify(body.bytes, headers: body.headers)
            let signature = sidecar.flatMap { try? BodySignature(sidecar: $0) }
            // The cheapest proof first; the active key makes the others needless.
            let proofs: [() -> TrustedKey?] = [
                { listed[path]?.digest.matches(digest) == true ? indexKey : nil },
                { inHeaders?.key },
                { signature?.signer(of: digest, among: keys) },
            ]
            var signers: [TrustedKey] = []
            for proof in proofs where !signers.contains(where: \.signs) { signers += [proof()].compactMap(\.self) }
            found.append(FoundBody(bytes: body.bytes, digest: digest, keys: signers, date: inHeaders?.date))
        }
        guard let jws, let document = try? JWS(jws), let signature = try? verifier.verify(document, path: path) else {
            return found
        }
        let digest = SHA256.hash(document.body)
        if found.first?.digest == digest {
            if !found[0].keys.contains(where: \.signs) { found[0].keys.append(signature.key) }
            found[0].date = [found[0].date, signature.date].compactMap(\.self).min()
        } else {
            found.append(
                FoundBody(bytes: document.body, digest: digest, keys: [signature.key], date: signature.date))
        }
        return found
    }
}
