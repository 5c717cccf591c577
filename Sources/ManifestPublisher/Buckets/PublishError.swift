import Diagnostics
import ExternalPrograms
import ManifestVerifier

/// Why a tree was not published.
package enum PublishError: ReportableError, Equatable {
    /// The environment `development` is for one machine.
    case developmentEnvironment
    /// A header that no host could send back; the document's path and the header.
    case headerNotASCII(String, String)
    /// A header that S3 has no place for; the document's path and the header.
    case headerUnknown(String, String)
    /// A document without content type or cache control.
    case headerMissing(String)
    /// More signature metadata than S3 takes, in bytes.
    case metadataTooLarge(String, Int)
    /// What is live was signed later than what is to be sent.
    case dateGoesBack(String, live: SignedDate, local: SignedDate)
    /// What is live was signed by a key that comes later on the ring.
    case keyGoesBack(String, live: KeyID, local: KeyID)
    /// An archive that would have to be sent is not in the tree; its path and the place.
    case archiveMissing(String, String)
    /// Another archive is live under the version of one; its path and the place.
    case archiveDiffers(String, String)
    /// The key of an object would be longer than S3 takes.
    case pathTooLong(String)
    /// Somebody else published while this run was sending.
    case publishedMeanwhile(String)
    /// `aws` failed at an object or, without one, before the first.
    case aws(String, AWSError)
    /// Some objects were not sent; the first of them, why, and how many were.
    case incomplete(String, AWSError, sent: Int, total: Int)
    /// A file of the tree was changed while it was read.
    case changed(String)
    /// CloudFront was not told; everything is in the bucket.
    case invalidation(String, AWSError)
    /// An object is not what was sent.
    case notAsSent(String)

    package var report: ErrorReport {
        switch self {
        case .developmentEnvironment:
            ErrorReport(
                .refused, "environment \"development\" is for one machine and is not published",
                hint: "write your own policy with: signet init, and make its key with: signet keys generate production")
        case .headerNotASCII(let path, let name):
            ErrorReport(.refused, "\(path): header \(name) is not printable ASCII", hint: Self.build)
        case .headerUnknown(let path, let name):
            ErrorReport(.refused, "\(path): S3 cannot send header \(name)", hint: Self.build)
        case .headerMissing(let path):
            ErrorReport(.refused, "\(path): has no content-type or no cache-control", hint: Self.build)
        case .metadataTooLarge(let path, let bytes):
            ErrorReport(
                .refused,
                "\(path): \(bytes) bytes of signature metadata are more than the \(Limits.signatureMetadataBytes) of S3",
                hint: "use a key with a shorter id")
        case .dateGoesBack(let path, let live, let local):
            ErrorReport(
                .refused, "\(path): is live with date \(live), and this tree has the earlier \(local)",
                hint:
                    "a signed date never goes back, clients would refuse it; sign everything anew with: signet build --fresh"
            )
        case .keyGoesBack(let path, let live, let local):
            ErrorReport(
                .refused, "\(path): is live under key \"\(live)\", and this tree is signed by the older \"\(local)\"",
                hint: "clients that have the newer key's document would refuse it; build again with the ring of today")
        case .archiveMissing(let path, let place):
            ErrorReport(
                .refused, "\(path): is neither in the tree nor live at \(place)",
                hint: "put the archive into bundles/, or make it with: signet bundle pack; or build with --archives")
        case .archiveDiffers(let path, let place):
            ErrorReport(
                .refused, "\(path): is live at \(place) with another SHA-256 than this tree lists",
                hint: "a version never gets other bytes; give what has changed a new version")
        case .pathTooLong(let path):
            ErrorReport(
                .refused, "\(path): is longer than the \(Limits.pathBytes) bytes of a key in S3",
                hint: "publish to a shorter prefix")
        case .publishedMeanwhile(let place):
            ErrorReport(
                .refused, "\(place): was changed while this run was sending; the index was not sent",
                hint: "let one job publish at a time, then run it again")
        case .aws(let place, let failure): failure.report.at(place)
        case .incomplete(let path, let failure, let sent, let total):
            ErrorReport(
                failure.report.kind,
                "\(path): \(failure.report.message); \(sent) of \(total) were sent, and the index was not",
                hint: failure.report.hint ?? "run it again: only what is missing is sent")
        case .changed(let path):
            ErrorReport(.refused, "\(path): is not what was verified, or was changed since", hint: Self.build)
        case .invalidation(let distribution, let failure):
            ErrorReport(
                failure.report.kind,
                "CloudFront \(distribution): \(failure.report.message); what was sent is in the bucket",
                hint: "another run has nothing to invalidate; do it by hand: aws cloudfront create-invalidation "
                    + "--distribution-id \(distribution) --paths '/*'")
        case .notAsSent(let path):
            ErrorReport(
                .refused, "\(path): is not what was sent",
                hint: "somebody else may be publishing there; run it again when they have finished")
        }
    }

    private static let build = "build the tree again with: signet build"
}
