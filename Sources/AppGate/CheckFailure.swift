import ManifestVerifier

/// Why a check failed, or decided less than it should; the current decision does not change with it.
public enum CheckFailure: Error, Equatable, Sendable {
    /// There was no response.
    case transport(TransportError)
    /// The server answered with an HTTP status other than 200.
    case status(Int)
    /// The document was refused.
    case verification(VerificationError)
    /// The embedded document does not verify, or has nothing for this app; it decides nothing. The error names the key, where
    /// it is one of the key or its signature. It stays for the session.
    case embedded(VerificationError)
    /// The document decides, but could not be stored for the next start, or not what its rules need to be remembered.
    case notStored
    /// The current document cannot be compared with the app, so no bound of the app applies.
    case unreadableApp(UnreadableApp)
}

extension CheckFailure {
    /// The one to report. A document that was refused comes first; the embedded one stays wrong after a check that succeeds,
    /// and comes before a network that fails, as networks do every day.
    static func worst(of check: Self?, embedded: Self?, unreadable: UnreadableApp?) -> Self? {
        switch check {
        case .verification: check
        case .transport, .status: embedded ?? check
        // Without a readable version no document ever blocks the app, which is worse than one that is not stored.
        default: embedded ?? unreadable.map { .unreadableApp($0) } ?? check
        }
    }

    /// Whether another attempt may succeed.
    var isTransient: Bool {
        switch self {
        case .transport(.unreachable), .transport(.timedOut): true
        case .status(let status): [408, 425, 429].contains(status) || status >= 500
        // A truncated body, or a host in the middle of an update.
        case .verification(.badSignature): true
        case .verification(.malformed(let failure)): failure.mayBeTruncation
        case .transport, .verification, .embedded, .notStored, .unreadableApp: false
        }
    }
}
