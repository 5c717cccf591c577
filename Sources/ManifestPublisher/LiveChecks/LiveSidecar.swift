import Classic
import ManifestVerifier

/// A file beside a document that a live check fetches as well.
package enum LiveSidecar: Sendable {
    /// `P.sig`.
    case signature
    /// `P.jws`.
    case jws

    /// What it adds to the path of the body.
    package var suffix: String { self == .jws ? DocumentPath.jwsSuffix : DocumentPath.signatureSuffix }

    func path(of document: DocumentPath) -> String { document.rawValue + suffix }

    /// The most bytes that it may have beside a body of so many bytes.
    func byteLimit(ofBody byteCount: Int) -> Int {
        self == .jws ? JWS.byteLimit(ofBody: byteCount) : Limits.sidecarBytes
    }
}
