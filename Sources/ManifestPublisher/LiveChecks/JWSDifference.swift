import Diagnostics
import ManifestVerifier

/// One thing in which a `.jws` that a host serves is not what it must be.
///
/// It is a body with an ETag of its own: a cache that revalidates takes a renewed one, so that waiting or, at worst, one
/// purge helps against what a cache still holds.
package enum JWSDifference: Equatable, Sendable {
    /// It is malformed, or nothing that an app accepts at this path.
    case refused(VerificationError)
    /// It is valid, but has another body than the published one.
    case otherBody(SignedDate)
    /// It is valid for the body, but not the published one.
    case other(SignedDate)
    /// Its signed date is older than it may be.
    case tooOld(SignedDate, limit: TimeSpan)
    /// A header does not have the published value; no values are found when it is missing.
    case header(String, found: [String], expected: String)

    package var message: String {
        switch self {
        case .refused(let error): "its .jws is refused: \(error.message)"
        case .otherBody(let date): "its .jws has another body, signed \(date)"
        case .other(let date): "its .jws is valid, but not the published one (signed \(date))"
        case .tooOld(let date, let limit): "its .jws was signed \(date), which is more than \(limit) ago"
        case .header(let name, let found, let expected):
            found.isEmpty
                ? "its .jws has no \(name), which must be \(expected)"
                : "its .jws has \(name) \(found.joined(separator: " and ")) instead of \(expected)"
        }
    }

    package var hint: String {
        switch self {
        case .refused(let error): error.hint
        case .otherBody, .other:
            "a cache may hold a former one until its max-age is over: invalidate it, and check that the upload is complete"
        case .tooOld: "sign again and publish: signet build, on a schedule"
        case .header: "check how the host sets this header; a cache may hold what was published for as long as it says"
        }
    }

    /// Whether the difference may be gone when the document is requested again.
    ///
    /// - Parameter isOther: whether the answer is another one than the listed one.
    func maySettle(isOther: Bool) -> Bool {
        switch self {
        case .refused, .tooOld: isOther
        case .otherBody, .other, .header: true
        }
    }
}
