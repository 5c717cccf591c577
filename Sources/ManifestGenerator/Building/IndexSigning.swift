import Classic
import Diagnostics
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys

struct SignedIndex: Sendable {
    let file: [UInt8]
    let date: SignedDate
    let isKept: Bool

    var report: BuildReport.Document {
        BuildReport.Document(
            path: .publication, byteCount: file.count, sha256: SHA256.hash(file).hexadecimal, date: date, isKept: isKept
        )
    }
}

extension DocumentSigning {
    /// The former index, where it says the same and may stay.
    ///
    /// The claim of its builder is not compared: it stays as long as nothing else changes.
    func keptIndex(of publication: Publication) -> SignedIndex? {
        guard let tree = former, let index = tree.index, index.publication.unclaimed == publication.unclaimed,
            tree.keepsSignatures(of: terms.hasDates ? .dated : .body),
            !terms.hasDates || terms.isFresh(index.date, of: nil, at: date)
        else { return nil }
        return SignedIndex(file: index.file, date: index.date, isKept: true)
    }

    /// Signs an index, unless the former one may stay.
    func signIndex(_ publication: Publication) async throws -> SignedIndex {
        if let kept = keptIndex(of: publication) { return kept }
        let place = "\(terms.environment)/\(DocumentPath.publication.file)"
        let body = JSONWriter.bytes(of: publication.json)
        try translating(OtherMeaning.check(body, as: nil)) { (error: OtherMeaning) in error.report.at(place) }
        let date = try dateToSign(.publication, after: former?.index?.date)
        let input = JWS.signingInput(
            JWS.Header(
                keyID: key.signer.keyID, environment: terms.environment, path: .publication, date: date), body)
        let file: [UInt8]
        do {
            file = JWS.file(input, try await key.signer.sign(SHA256.hash(input)))
        } catch {
            throw ErrorReport(error).at("key \"\(key.name)\"")
        }
        _ = try translating(VerifiedIndex(file, keys: key.trusted, environment: terms.environment)) {
            (failure: VerifiedIndex.Failure) in EnvironmentSigner.unverified(place, "it \(failure.message)")
        }
        return SignedIndex(file: file, date: date, isKept: false)
    }
}
