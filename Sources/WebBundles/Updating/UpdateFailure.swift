import AppGate
import ManifestVerifier

/// Why a look for a new bundle came to nothing.
public enum UpdateFailure: Error, Equatable, Sendable {
    /// There was no response for the document.
    case document(TransportError)
    /// The server answered the request for the document with another HTTP status than 200.
    case documentStatus(Int)
    /// The response is no document that may be believed.
    case verification(VerificationError)
    /// The document names an archive at an address that is neither https without credentials nor a name beside it.
    case unacceptableURL(String)
    /// The archive was not received as a whole.
    case archive(TransportError)
    /// The server answered the request for the archive with another HTTP status than 200.
    case archiveStatus(Int)
    /// The archive is larger than is accepted, in bytes.
    case archiveTooLarge(limit: Int)
    /// The archive is shorter than the index says, in bytes.
    case wrongSize(expected: Int, found: Int)
    /// The archive is not the one that the document names, by its SHA-256.
    case wrongHash(expected: String, found: String)
    /// The key of the document did not sign the archive.
    case badSignature(KeyID)
    /// The archive is no web bundle, for this reason.
    case malformedArchive(String)
    /// The store cannot be written.
    case store(BundleStoreError)
    /// Whoever waited does so no longer.
    case cancelled

    /// The reason as a phrase.
    public var message: String {
        switch self {
        case .document(let error): "the document could not be fetched: \(error.phrase)"
        case .documentStatus(let status): "the document could not be fetched: HTTP status \(status)"
        case .verification(let error): error.message
        case .unacceptableURL(let url):
            "the archive's address \"\(url)\" is neither https without credentials nor a name beside the document"
        case .archive(let error): "the archive could not be fetched: \(error.phrase)"
        case .archiveStatus(let status): "the archive could not be fetched: HTTP status \(status)"
        case .archiveTooLarge(let limit): "the archive is larger than \(limit) bytes"
        case .wrongSize(let expected, let found): "the archive has \(found) bytes instead of \(expected)"
        case .wrongHash(let expected, let found): "the archive has SHA-256 \(found) instead of \(expected)"
        case .badSignature(let id): "the archive's signature is not one of key \"\(id)\" over these bytes"
        case .malformedArchive(let reason): "the archive is no web bundle: \(reason)"
        case .store(let error): error.message
        case .cancelled: "it was cancelled"
        }
    }
}

extension TransportError {
    fileprivate var phrase: String {
        switch self {
        case .unacceptableURL(let url): "\"\(url)\" is not fetched from; only https is"
        case .unreachable(let reason), .rejected(let reason): reason
        case .timedOut: "it took too long"
        case .bodyTooLarge(let limit): "it is larger than \(limit) bytes"
        case .redirected(let target): "it was redirected to \"\(target)\""
        case .encoded(let encoding): "it is compressed as \(encoding)"
        case .cancelled: "it was cancelled"
        }
    }
}
