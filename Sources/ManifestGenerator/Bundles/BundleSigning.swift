import ManifestPolicy
import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys

/// The archive of a web bundle with its signature; only `BundleSigning` makes one.
struct SignedArchive: Sendable {
    let bundle: BundleOffering.Bundle
    /// The signature over the archive.
    let signature: ECDSASignature
    /// The archive; nil when its bytes are not at hand, which only its first publication needs.
    let body: BodyFile?
    /// Whether the signature was kept from the former tree.
    let isKept: Bool

    /// How the index of the tree lists the archive.
    var listing: Publication.Document {
        Publication.Document(
            path: bundle.path, format: .webBundle, byteCount: bundle.archive.byteCount,
            sha256: bundle.archive.digest.hexadecimal, headers: bundle.fields)
    }

    /// The sidecars.
    var sidecars: [TreeFile] {
        let line = Array(Base64.encode(signature.derRepresentation).utf8) + [UInt8(ascii: "\n")]
        return [
            TreeFile(path: bundle.path.signatureSidecar, bytes: line),
            TreeFile(path: bundle.path.headersSidecar, bytes: bundle.fields.sidecarBytes),
        ]
    }

    /// What a build says of the archive.
    var report: BuildReport.Document {
        BuildReport.Document(
            path: bundle.path, byteCount: bundle.archive.byteCount, sha256: bundle.archive.digest.hexadecimal,
            date: nil,
            isKept: isKept)
    }
}

/// Gets a signature over every archive of an environment's list: one of the former tree by the active key, or a new one that
/// is made after the archive was read and checked. A digest alone is never signed.
struct BundleSigning: Sendable {
    let environment: EnvironmentName
    let offering: BundleOffering
    let key: EnvironmentSigner
    /// What the former tree says, by the active key.
    let former: FormerBundles
    let places: ArchivePlaces
    /// A folder of ours for archives that become part of the tree.
    let workplace: Folder
    let tell: @Sendable (BuildEvent) -> Void

    /// An archive that was read and checked, and its signature if there is one already.
    private struct Prepared: Sendable {
        let bundle: BundleOffering.Bundle
        /// The archive; nil when its bytes are not at hand.
        let file: BodyFile?
        let kept: ECDSASignature?
        /// What is to be signed, and its digest.
        let unsigned: (body: SignableBody, digest: SHA256Digest)?
    }

    /// The archives of `BundleOffering.signed`, in their order.
    func run() async throws -> [SignedArchive] {
        let unsigned = offering.signed.filter { former.signature(over: $0.archive.digest) == nil }
        let counter = ProgressCounter(
            total: unsigned.reduce(0) { $0 + $1.archive.byteCount }, every: 1 << 20
        ) { tell(.working("hashing", $0, of: $1)) }
        let prepared = try await offering.signed.concurrentMap { (bundle) throws in
            guard let signature = former.signature(over: bundle.archive.digest) else {
                return try await prepare(bundle) { counter.step(by: $0) }
            }
            // What is signed already is not read: it is held to its digest when it is verified or sent.
            return Prepared(bundle: bundle, file: try places.file(of: bundle), kept: signature, unsigned: nil)
        }
        var signatures = try await key.sign(prepared.compactMap(\.unsigned?.body)).map(\.body)[...]
        return try prepared.map { archive in
            guard let signature = archive.kept ?? signatures.popFirst() else {
                preconditionFailure("a signer gives one signature for each digest")
            }
            if let digest = archive.unsigned?.digest,
                !key.trusted.keys.contains(where: { $0.publicKey.isValidSignature(signature, for: digest) })
            {
                throw BuildError.unverified(
                    environment, archive.bundle.path, "the signature is not one of this key")
            }
            return SignedArchive(
                bundle: archive.bundle, signature: signature, body: archive.file, isKept: archive.kept != nil)
        }
    }

    private func prepare(_ bundle: BundleOffering.Bundle, progress: (Int) -> Void) async throws -> Prepared {
        guard let found = try await places.copy(bundle, into: workplace, progress: progress) else {
            throw BundleError.noArchive(offering.file, bundle.version, places: places.description)
        }
        let digests = found.digests
        _ = try WebArchive(found.file, digest: digests.body, madeFrom: found.file.name) { _, _, _ in }
        do throws(OtherMeaning) {
            let body = try SignableBody(
                start: digests.start, date: nil, digest: digests.body, headerDigest: digests.header)
            return Prepared(bundle: bundle, file: found.file, kept: nil, unsigned: (body, digests.body))
        } catch {
            throw error.report.at("\(environment)/\(bundle.path)")
        }
    }
}
