import Diagnostics
import LocalFiles
import ManifestPolicy
import ManifestVerifier
import PublicationTree
import SigningKeys
import Synchronization

/// A document with signatures that were verified; only `DocumentSigning` makes one.
struct SignedDocument: Sendable {
    let path: DocumentPath
    /// What the document is; nil for the index of a tree.
    let format: DocumentFormat?
    let body: [UInt8]
    /// SHA-256 of the body.
    let digest: SHA256Digest
    /// The response headers that belong to the body.
    let fields: [HeaderField]
    let signatures: DocumentSignatures
    /// Whether the signatures were kept from the former tree.
    let isKept: Bool

    fileprivate init(
        _ document: RenderedDocument, digest: SHA256Digest, fields: [HeaderField], signatures: DocumentSignatures,
        isKept: Bool
    ) {
        path = document.path
        format = document.format
        body = document.body
        self.digest = digest
        self.fields = fields + signatures.fields
        self.signatures = signatures
        self.isKept = isKept
    }

    /// How the index lists the document; nil for the index itself.
    var listing: Publication.Document? {
        format.map {
            Publication.Document(
                path: path, format: $0, byteCount: body.count, sha256: digest.hexadecimal, headers: fields)
        }
    }

    /// What a build reports of the document.
    var report: BuildReport.Document {
        BuildReport.Document(
            path: path, byteCount: body.count, sha256: digest.hexadecimal, date: signatures.date, isKept: isKept)
    }

    /// The body and its sidecars.
    var files: [TreeFile] {
        [
            TreeFile(path: path.rawValue, bytes: body),
            TreeFile(path: path.signatureSidecar, bytes: signatures.sidecarBytes),
            TreeFile(path: path.headersSidecar, bytes: fields.sidecarBytes),
        ]
    }
}

/// Signs the documents of one environment, keeping former signatures that still hold, and verifies every one.
struct DocumentSigning: Sendable {
    let terms: SigningTerms
    let key: EnvironmentSigner
    /// What the clock says, or `--at`.
    let date: SignedDate
    /// Whose signatures are kept where they still hold.
    let former: FormerTree?

    /// Knows the signing key and no other.
    var verifier: SignatureVerifier {
        SignatureVerifier(keys: key.trusted, environment: terms.name, profile: terms.profile)
    }

    /// A document before the new signatures are made.
    private struct Prepared: Sendable {
        let document: RenderedDocument
        let fields: [HeaderField]
        /// The signatures of the former tree that are kept; nil when there is a body to sign.
        let kept: DocumentSignatures?
        let unsigned: UnsignedBody?
    }

    /// Signs rendered documents, all new signatures in one batch; the results are in the order of the documents.
    ///
    /// - Parameter progress: called for each document, from any thread.
    func sign(
        _ documents: [RenderedDocument], progress: @escaping @Sendable () -> Void = {}
    ) async throws -> [SignedDocument] {
        let prepared = try await documents.concurrentMap { document in
            let prepared = try prepare(document)
            if prepared.kept != nil { progress() }
            return prepared
        }
        let steps = terms.profile == .dated ? 2 : 1
        let count = Mutex(0)
        let new = try await key.sign(prepared.compactMap(\.unsigned)) {
            let isWhole = count.withLock { done in
                done += 1
                return done % steps == 0
            }
            if isWhole { progress() }
        }
        var rest = new[...]
        return prepared.map { prepared in
            guard let signatures = prepared.kept ?? rest.popFirst() else {
                preconditionFailure("a batch gives signatures for every body")
            }
            return SignedDocument(
                prepared.document, digest: prepared.unsigned?.digests.body ?? SHA256.hash(prepared.document.body),
                fields: prepared.fields, signatures: signatures, isKept: prepared.kept != nil)
        }
    }

    /// Looks for signatures of a document that can be kept.
    private func prepare(_ document: RenderedDocument) throws -> Prepared {
        let (path, body) = (document.path, document.body)
        let former = try self.former?.document(path, bodyLimit: Limits.publicationBytes)
        // Without a date, the signatures of another body say nothing.
        let isSame = former?.files.body == body
        let signatures = isSame || terms.profile == .dated ? former?.signatures(verifiedBy: verifier) : nil
        let fields = document.unsignedFields
        if let signatures, isSame, self.former?.keepsSignatures(of: terms.profile) == true,
            terms.isFresh(signatures.date, of: document, at: date)
        {
            return Prepared(document: document, fields: fields, kept: signatures, unsigned: nil)
        }
        let date = try dateToSign(path, after: signatures?.date)
        let place = "\(terms.name)/\(path)"
        do throws(OtherMeaning) {
            let unsigned = try UnsignedBody(
                .bytes(body), as: document.format, BodyDigests(of: body, date: date),
                .headers(date: date), at: place)
            return Prepared(document: document, fields: fields, kept: nil, unsigned: unsigned)
        } catch {
            throw error.report.at(place)
        }
    }

    /// The date of a new signature; nil with profile `body`.
    private func dateToSign(_ path: DocumentPath, after former: SignedDate?) throws -> SignedDate? {
        guard terms.profile == .dated else { return nil }
        guard let next = SigningTerms.date(after: former, at: date) else {
            throw ErrorReport(
                .refused,
                "\(terms.name)/\(path): its former date, \(former ?? date), is more than 24 hours after \(date)",
                hint:
                    "a signed date never goes back, and apps refuse one that far ahead; check the clock of this machine, "
                    + "or --at")
        }
        return next
    }
}

/// How the documents of an environment are signed and served.
struct SigningTerms: Sendable {
    let name: EnvironmentName
    let profile: SignatureProfile
    /// After how many seconds a dated document is signed anew although it did not change.
    let resignAfter: Int64
    /// The cache-control of the index.
    let cacheControl: CacheControl

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

    /// The date that follows a former one: the clock's, or one second after the former date where that is later, so that
    /// clients which have seen the former date take the document. Nil when clients would refuse it as too far ahead.
    static func date(after former: SignedDate?, at now: SignedDate) -> SignedDate? {
        guard let former, former >= now else { return now }
        let next = former.secondsSince1970 + 1
        return next - now.secondsSince1970 <= secondsAhead ? SignedDate(secondsSince1970: next) : nil
    }

    private static let secondsAhead = Limits.clockSkew.components.seconds
}

extension EnvironmentPolicy {
    /// What the policy says about signing.
    var signingTerms: SigningTerms {
        SigningTerms(name: name, profile: profile, resignAfter: resignAfter, cacheControl: cacheControl.standard)
    }
}
