import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys
import WebBundles

/// Gets a signature over every archive of an environment's list: one of the former tree by the active key, or a new one that
/// is made after the archive was read and checked. A digest alone is never signed.
struct BundleSigning: Sendable {
    let environment: EnvironmentName
    let offering: BundleOffering
    let key: EnvironmentSigner
    /// What the former tree says, by the active key.
    let former: FormerBundles
    let places: ArchiveSources
    /// A folder of ours for archives that become part of the tree.
    let workplace: Folder
    let report: @Sendable (BuildEvent) -> Void

    private struct Prepared: Sendable {
        let bundle: BundleOffering.Bundle
        let file: BodyFile?
        /// The signature of the former tree that is kept; nil when there is an archive to sign.
        let kept: ECDSASignature?
        let unsigned: SignableBody?
    }

    /// The archives of what is `BundleOffering.signed`, in that order.
    func run() async throws -> [(bundle: BundleOffering.Bundle, signed: SignedDocument)] {
        let bundles = offering.signed(in: former)
        let unread = bundles.filter { offering.signature(of: $0, in: former) == nil }
        let counter = ProgressCounter(
            total: unread.reduce(0) { $0 + $1.archive.byteCount }, every: 1 << 20
        ) { report(.working("checking", $0, of: $1)) }
        let prepared = try await bundles.concurrentMap { bundle in
            guard let signature = offering.signature(of: bundle, in: former) else {
                return try await prepare(bundle) { counter.step(by: $0) }
            }
            // What is signed already is not read: it is held to its digest when it is verified or sent.
            return Prepared(bundle: bundle, file: try places.file(of: bundle), kept: signature, unsigned: nil)
        }
        // Versions with the same archive have the same signature, as in every later build.
        var fresh: [[UInt8]: SignableBody] = [:]
        for archive in prepared {
            if let unsigned = archive.unsigned { fresh[archive.bundle.archive.digest.bytes] = unsigned }
        }
        let digests = Array(fresh.keys)
        let made = try await key.sign(digests.compactMap { fresh[$0] })
        let signatures = Dictionary(uniqueKeysWithValues: zip(digests, made.map(\.body)))
        return prepared.map { archive in
            guard let signature = archive.kept ?? signatures[archive.bundle.archive.digest.bytes] else {
                preconditionFailure("a batch gives signatures for every body")
            }
            let signed = SignedDocument(
                archive.bundle, body: archive.file, signature: signature, by: key.signer.keyID,
                isKept: archive.kept != nil)
            return (archive.bundle, signed)
        }
    }

    private func prepare(_ bundle: BundleOffering.Bundle, progress: (Int) -> Void) async throws -> Prepared {
        guard let archive = try await places.copy(bundle, into: workplace, progress: progress) else {
            throw ErrorReport(
                .missingInput,
                "\(offering.file): v\(bundle.version) has to be signed, and its archive, with the listed size and SHA-256, is in none "
                    + "of: \(places.description.isEmpty ? "\(ArchiveSources.folderName)/" : places.description)",
                hint: "put \(DocumentPath.webBundleName(bundle.version)) into \(ArchiveSources.folderName)/ beside the "
                    + "policy, or name a folder or https address that has it with --archives")
        }
        let place = "\(environment)/\(bundle.path)"
        let unsigned = try translating(
            SignableBody(
                start: archive.digests.start, .headers(date: nil), digest: archive.digests.body,
                headerDigest: archive.digests.header, at: place)
        ) { (error: OtherMeaning) in error.report.at(place) }
        return Prepared(bundle: bundle, file: archive.file, kept: nil, unsigned: unsigned)
    }
}
