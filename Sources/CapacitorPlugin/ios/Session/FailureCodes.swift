import ManifestVerifier
import WebBundles

/// The words for failures that a page can compare, the same on Android.
extension UpdateFailure {
    var code: String {
        switch self {
        case .document: "document"
        case .documentStatus: "document-status"
        case .verification(let error): "verification/\(error.code)"
        case .unacceptableURL: "address"
        case .archive: "archive"
        case .archiveStatus: "archive-status"
        case .archiveTooLarge: "archive-too-large"
        case .wrongSize: "wrong-size"
        case .wrongHash: "wrong-hash"
        case .badSignature: "bad-signature"
        case .malformedArchive: "malformed-archive"
        case .wrongFiles: "wrong-files"
        case .store(let error): "store/\(error.code)"
        case .cancelled: "cancelled"
        }
    }

    /// Whether an index of this session was accepted before.
    var isAfterIndex: Bool {
        switch self {
        case .document, .documentStatus, .verification, .store, .cancelled: false
        default: true
        }
    }
}
