import WebBundles

extension UpdateFailure {
    /// Whether an index of this session was accepted before.
    var isAfterIndex: Bool {
        switch self {
        case .document, .documentStatus, .verification, .store, .cancelled: false
        default: true
        }
    }
}
