import ManifestVerifier
import PublicationTree

/// What a host must serve for one document.
package struct LiveExpectation: Equatable, Sendable {
    /// Which signature headers a document must have.
    package enum Signature: Equatable, Sendable {
        /// To the byte those of the tree that was published.
        case exactly
        /// Any that are valid and fresh: those of a document that a publish left alone.
        case anyValid
    }

    /// Who says what the body and the headers must be.
    enum Source: Sendable {
        /// The tree that was published.
        case localTree
        /// The signed index on the host.
        case liveIndex
    }

    let path: DocumentPath
    /// What the document is; nil for the index.
    let format: DocumentFormat?
    let byteCount: Int
    /// SHA-256 of the body, 64 lowercase hexadecimal digits.
    let sha256: String
    let headers: [HeaderField]
    let signature: Signature
    let source: Source
    /// Whether the host is only asked for the headers, and not for the body.
    var isOnlyAsked = false

    /// The value of a header; nil when the document has none of that name.
    func value(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// What the host is asked.
    func question(_ address: TreeAddress) -> LiveAnswer.Question {
        LiveAnswer.Question(
            url: address.url(of: path.rawValue), byteLimit: byteLimit,
            sidecarURL: address.url(of: path.signatureSidecar), isHead: isOnlyAsked)
    }

    /// How large a body may be that is worth looking at: a former one may be larger than the one that is expected.
    private var byteLimit: Int { max(byteCount, Limits.manifestBytes) }
}
