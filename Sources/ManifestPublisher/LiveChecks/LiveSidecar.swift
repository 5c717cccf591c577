import Classic
import Diagnostics
import ManifestVerifier
import PublicationTree

/// A file beside a document that a live check fetches as well.
package enum LiveSidecar: Hashable, Sendable {
    /// `P.sig`.
    case signature
    /// `P.jws`.
    case envelope(EnvelopeSidecar)

    /// What it adds to the path of the body.
    package var suffix: String {
        switch self {
        case .signature: DocumentPath.signatureSuffix
        case .envelope(let envelope): envelope.suffix
        }
    }

    func path(of document: DocumentPath) -> String { document.rawValue + suffix }

    /// The most bytes that it may have beside a body of so many bytes.
    func byteLimit(ofBody byteCount: Int) -> Int {
        switch self {
        case .signature: Limits.sidecarBytes
        case .envelope(let envelope): envelope.byteLimit(ofBody: byteCount)
        }
    }
}
