import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys

/// Signs the documents of one environment, keeping former signatures that still hold, and verifies every one.
struct DocumentSigning: Sendable {
    let terms: Publication
    let key: EnvironmentSigner
    /// What the clock says, or `--at`.
    let date: SignedDate
    /// Whose signatures are kept where they still hold.
    let former: FormerTree?

    /// A document before the new signatures are made.
    private struct Prepared: Sendable {
        let document: RenderedDocument
        /// The signatures of the former tree, if all of them are kept; nil when there is something to sign.
        let kept: DocumentSignatures?
        let unsigned: SignableBody?
    }

    /// Signs rendered documents, all new signatures in one batch; the results are in the order of the documents.
    ///
    /// - Parameter progress: told from any thread how many signatures are made, and of how many.
    func sign(
        _ documents: [RenderedDocument], progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> [SignedDocument] {
        let prepared = try await documents.concurrentMap { document in try prepare(document) }
        let unsigned = prepared.compactMap(\.unsigned)
        let counter = ProgressCounter(total: unsigned.reduce(0) { $0 + $1.digests.count }, report: progress)
        var new = try await key.sign(unsigned) { counter.step() }[...]
        let signed = prepared.map { prepared in
            guard let signatures = prepared.kept ?? new.popFirst() else {
                preconditionFailure("a batch gives signatures for every body")
            }
            return (prepared: prepared, signatures: signatures)
        }
        return await signed.concurrentMap { prepared, signatures in
            SignedDocument(
                prepared.document, digest: prepared.unsigned?.digest ?? SHA256.hash(prepared.document.body),
                signatures: signatures, isKept: prepared.kept != nil)
        }
    }

    /// Looks for signatures of a document that can be kept.
    private func prepare(_ document: RenderedDocument) throws -> Prepared {
        let (path, body) = (document.path, document.body)
        let hasJWS = terms.hasJWS(document)
        let former = try self.former?.document(path)
        let kept = former.map { keptSignatures(of: document, $0, hasJWS: hasJWS) }
        if let whole = kept?.whole {
            return Prepared(document: document, kept: whole, unsigned: nil)
        }
        let isDated = terms.profile == .dated && terms.envelopes.hasHeaders
        let date = isDated || hasJWS ? try dateToSign(path, after: former?.lastDate) : nil
        let wanted = WantedSignatures(
            hasHeader: terms.envelopes.hasHeaders, headerDate: isDated ? date : nil,
            jws: hasJWS
                ? date.map { JWS.Header(keyID: key.signer.keyID, environment: terms.environment, path: path, date: $0) }
                : nil,
            kept: kept?.withoutJWS)
        let place = "\(terms.environment)/\(path)"
        let unsigned = try translating(SignableBody(body, as: document.format, wanted, at: place)) {
            (error: OtherMeaning) in error.report.at(place)
        }
        return Prepared(document: document, kept: nil, unsigned: unsigned)
    }

    /// What can be kept of the verified signatures of a document: all of them; or all but the `.jws`, which alone is then
    /// signed.
    ///
    /// With profile `dated` all envelopes have one date, so that nothing is kept unless everything is.
    func keptSignatures(
        of document: RenderedDocument, _ former: FormerDocument, hasJWS: Bool
    ) -> (whole: DocumentSignatures?, withoutJWS: DocumentSignatures?) {
        // Without a date, the signatures of another body say nothing.
        guard let tree = self.former, former.files.body == document.body, let signature = former.body,
            tree.keepsSignatures(of: terms.profile)
        else { return (nil, nil) }
        var header: SignatureClaim?
        if terms.envelopes.hasHeaders {
            guard let claim = former.header, claim.profile == terms.profile,
                terms.isFresh(claim.date, of: document, at: date)
            else { return (nil, nil) }
            header = claim
        }
        func signatures(_ jws: DocumentSignatures.Web?) -> DocumentSignatures {
            DocumentSignatures(
                keyID: key.signer.keyID, header: header?.signature, headerDate: header?.date, body: signature, jws: jws)
        }
        guard hasJWS else { return (signatures(nil), nil) }
        let withoutJWS = terms.profile == .body ? signatures(nil) : nil
        guard let jws = former.jws, jws.body == document.body, tree.keepsSignatures(of: .dated),
            terms.isFresh(jws.header.date, of: document, at: date),
            header?.date == nil || header?.date == jws.header.date
        else { return (nil, withoutJWS) }
        return (signatures(DocumentSignatures.Web(header: jws.header, signature: jws.signature)), withoutJWS)
    }

    func dateToSign(_ path: DocumentPath, after former: SignedDate?) throws -> SignedDate {
        guard let next = Publication.date(after: former, at: date) else {
            throw ErrorReport(
                .refused,
                "\(terms.environment)/\(path): its former date, \(former ?? date), is more than 24 hours after \(date)",
                hint:
                    "a signed date never goes back, and apps refuse one that far ahead; check the clock of this machine, "
                    + "or --at")
        }
        return next
    }
}

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

/// How the documents of an environment are signed and served is what its index says beside them.
extension Publication {
    /// Whether a signature of that date can be kept by a build at `now`; one without a date always can.
    ///
    /// That of an immutable document does not age: its path says which bytes it has, and no cache would ask for another.
    ///
    /// - Parameter document: what is signed; nil for the index.
    func isFresh(_ signed: SignedDate?, of document: RenderedDocument?, at now: SignedDate) -> Bool {
        guard let signed else { return true }
        let age = now.secondsSince1970 - signed.secondsSince1970
        return (age < resignAfter || document?.cacheControl.isImmutable == true) && -age <= Self.secondsAhead
    }

    func hasJWS(_ document: RenderedDocument) -> Bool {
        envelopes.hasJWS && JWS.exclusion(of: document.body, as: document.format) == nil
    }

    /// The date that follows a former one: the clock's, or one second after the former date where that is later, so that
    /// clients which have seen the former date take the document. Nil when clients would refuse it as too far ahead.
    static func date(after former: SignedDate?, at now: SignedDate) -> SignedDate? {
        guard let former, former >= now else { return now }
        let next = former.secondsSince1970 + 1
        return next - now.secondsSince1970 <= secondsAhead ? SignedDate(secondsSince1970: next) : nil
    }

    private static let secondsAhead = Int64(Limits.clockSkew)
}

extension RenderedEnvironment {
    /// An index without documents.
    var signingTerms: Publication {
        Publication(
            environment: policy.name, profile: policy.profile, origin: policy.origin, resignAfter: policy.resignAfter,
            cacheControl: policy.cacheControl.standard, envelopes: policy.envelopes.value,
            maximumBlocked: policy.maximumBlocked?.value, policy: source.hexadecimal, documents: [])
    }
}
