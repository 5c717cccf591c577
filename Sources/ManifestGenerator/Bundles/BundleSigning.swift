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

    /// The archives of `BundleOffering.signed`, in their order.
    func run() async throws -> [SignedArchive] {
        let unsigned = offering.signed.filter { former.signature(over: $0.archive.digest) == nil }
        let counter = ProgressCounter(
            total: unsigned.reduce(0) { $0 + $1.archive.byteCount }, every: 1 << 20
        ) { tell(.working("hashing", $0, of: $1)) }
        return try await offering.signed.concurrentMap { (bundle) throws in
            guard let signature = former.signature(over: bundle.archive.digest) else {
                return try await sign(bundle) { counter.step(by: $0) }
            }
            // What is signed already is not read: it is held to its digest when it is verified or sent.
            return SignedArchive(bundle: bundle, signature: signature, body: try places.file(of: bundle), isKept: true)
        }
    }

    private func sign(
        _ bundle: BundleOffering.Bundle, progress: (Int) -> Void
    ) async throws -> SignedArchive {
        guard let found = try await places.copy(bundle, into: workplace, progress: progress) else {
            throw BundleError.noArchive(offering.file, bundle.version, places: places.description)
        }
        _ = try WebArchive(found.file, digest: found.digests.body, madeFrom: found.file.name) { _, _, _ in }
        let signature: ECDSASignature
        do throws(SigningError) {
            let digests = found.digests
            signature = try await DocumentSigner(signer: key.signer, date: nil).sign(
                SignableBody(start: digests.start, digest: digests.body, headerDigest: digests.header)
            ).body
        } catch {
            throw BuildError.signing(environment, bundle.path, error)
        }
        guard key.trusted.keys.contains(where: { $0.publicKey.isValidSignature(signature, for: found.digests.body) })
        else {
            throw BuildError.unverified(environment, bundle.path, "the signature is not one of this key")
        }
        return SignedArchive(bundle: bundle, signature: signature, body: found.file, isKept: false)
    }
}
