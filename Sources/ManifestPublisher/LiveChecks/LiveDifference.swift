import Diagnostics
import ManifestVerifier
import Programs
import PublicationTree

/// One thing in which what a host serves is not what it must be.
package enum LiveDifference: Equatable, Sendable {
    /// There was no answer, or no end of it.
    case noAnswer(TransferFailure)
    /// The host answered with another HTTP status than 200.
    case status(Int)
    /// The host answered that the document is elsewhere, which is not followed.
    case redirect(Int, to: String)
    /// The body is larger than it may be, in bytes.
    case tooLarge(limit: Int)
    /// The signature header is missing, malformed, or not over this body.
    case signatureRefused(VerificationError)
    /// The body is the published one, but the header belongs to another body.
    case formerSignature
    /// The header is valid for the body, but not the published one; its date, if it has one.
    case otherSignature(SignedDate?)
    /// The header is valid for the body, but that of a former publication.
    case formerHeaders(FormerHeaders)
    /// The body is not the published one, but has a valid header of its own; its date, if it has one.
    case formerBody(SignedDate?)
    /// The header is the published one, but the body is not.
    case otherBodyUnderSignature
    /// The body is not the published one, and no header covers it.
    case otherBody
    /// The body is not the one that the signed index on the host lists.
    case notAsListed
    /// A header does not have the published value; no values are found when it is missing.
    case header(String, found: [String], expected: String)
    /// By its headers, an archive does not have the listed size.
    case contentLength(found: [String], expected: Int)
    /// A sidecar did not come.
    case noSidecar(LiveSidecar, TransferFailure)
    case sidecarRefused(BodySignatureError)
    case jws(JWSDifference)
    /// The signed date is older than it may be.
    case tooOld(SignedDate, limit: TimeSpan)
    /// There is no signed date that would show the age.
    case noSignedDate
    /// The key has another fingerprint than the pinned one.
    case otherFingerprint(String)
    case index(VerifiedIndex.Failure)
    /// A key of the environment signed it, and the index does not list it.
    case unlisted
}

extension LiveDifference {
    package var message: String {
        switch self {
        case .noAnswer(let failure): failure.message
        case .status(let status): "status \(status)"
        case .redirect(let status, let place): "redirects to \(place) (status \(status))"
        case .tooLarge(let limit): "is larger than \(limit) bytes"
        case .signatureRefused(let error): error.message
        case .formerSignature: "has the former signature header under the new body"
        case .otherSignature(let date): "has another valid signature header than the published one\(Self.signed(date))"
        case .formerHeaders(let former): former.message
        case .formerBody(let date): "body is still the former one\(Self.signed(date))"
        case .otherBodyUnderSignature:
            "body is not the one that its signature header is over: a former one, or changed on the way"
        case .otherBody: "body is not the published one"
        case .notAsListed: "body is not the one that the live publication.jws lists"
        case .header(let name, let found, let expected):
            found.isEmpty
                ? "header \(name) is missing"
                : "\(Self.words(name)) is \(found.joined(separator: " and ")) instead of \(expected)"
        case .contentLength(let found, let expected):
            found.isEmpty
                ? "the answer to HEAD has no content-length, which must be \(expected)"
                : "content-length is \(found.joined(separator: " and ")) instead of \(expected)"
        case .noSidecar(let sidecar, let failure): "its \(sidecar.suffix) cannot be fetched: \(failure.message)"
        case .sidecarRefused(let error): "its .sig \(error.message)"
        case .jws(let difference): difference.message
        case .tooOld(let date, let limit): "was signed \(date), which is more than \(limit) ago"
        case .noSignedDate: "has no signed date, so that its age is unknown"
        case .otherFingerprint(let fingerprint):
            "is signed by a key with fingerprint \(fingerprint), not the pinned one"
        case .index(let failure): failure.message
        case .unlisted: "is signed and served, but publication.jws does not list it"
        }
    }

    package var hint: String {
        switch self {
        case .noAnswer(let failure): failure.documentHint
        case .status(304):
            "a request without validators must not be answered so; check the cache in front of the host"
        case .status(403), .status(404): "check that it was uploaded and is publicly readable"
        case .status(500...): "the host is in trouble; try again in a few minutes"
        case .status: "check what serves this address"
        case .redirect: "clients do not follow redirects; serve the document at this address"
        case .formerSignature, .otherBodyUnderSignature:
            "body and headers must change in one step; invalidate the cache, or publish again"
        case .formerBody, .otherSignature, .otherBody, .notAsListed, .tooLarge:
            "a cache may hold a former one: invalidate it, and check that the upload is complete"
        case .formerHeaders(let former): former.hint
        case .signatureRefused(let error): error.hint
        case .contentLength: "check what serves this archive; signet verify --archives downloads it"
        case .header: "check how the host sets this header; the .headers sidecar says what it must be"
        case .noSidecar, .sidecarRefused: "publish again: a body and its sidecars belong together"
        case .jws(let difference): difference.hint
        case .tooOld:
            "sign again and publish: signet build, on a schedule; if that was done, purge the caches, which may keep former "
                + "headers of the same body"
        case .noSignedDate: "only profile dated has signed dates; leave out --max-age, or set it in the policy"
        case .otherFingerprint: "find out who signed with this key before you trust it"
        case .index(let failure): failure.hint
        case .unlisted: "an upload that ended early left it: publish again, which lists it or removes it"
        }
    }

    /// Whether nothing is known about the document because the host did not answer.
    var isUnavailability: Bool {
        switch self {
        case .noAnswer, .noSidecar(_, .timedOut), .noSidecar(_, .unreachable), .noSidecar(_, .untrustedHost),
            .noSidecar(_, .other):
            true
        default: false
        }
    }

    /// Whether the difference may be gone when the document is requested again.
    ///
    /// - Parameter isOther: whether the answer has another signature than the listed one.
    func maySettle(isOther: Bool) -> Bool {
        switch self {
        case .signatureRefused, .tooOld, .noSignedDate, .otherFingerprint, .index: isOther
        case .jws(let difference): difference.maySettle(isOther: isOther)
        case .redirect, .unlisted: false
        default: true
        }
    }

    /// Whether a cache keeps the former headers, which no waiting changes.
    var isKeptByCache: Bool {
        if case .formerHeaders(let former) = self { former.isKept } else { false }
    }

    /// Whether a cache that keeps the former headers explains the difference as well.
    var concernsHeaders: Bool {
        switch self {
        case .formerHeaders, .header, .tooOld: true
        default: false
        }
    }

    private static func signed(_ date: SignedDate?) -> String { date.map { " (signed \($0))" } ?? "" }

    private static func words(_ name: String) -> String {
        name == HeaderField.contentType || name == HeaderField.cacheControl ? name : "header \(name)"
    }
}
