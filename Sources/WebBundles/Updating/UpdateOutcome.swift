import AppGate
import LocalFiles
import ManifestVerifier

/// The outcome of an update.
public enum UpdateOutcome: Equatable, Sendable {
    /// The store has the best bundle already.
    case upToDate
    /// The next start in this session shows this version, which may have been downloaded before. The current one may be
    /// shown until then.
    case installed(SemanticVersion)
    /// The newest bundle needs a newer shell, and this shell can run no other one.
    case appUpdateNeeded(AppUpdateNeed)
    /// The version that the last start showed is withdrawn, or was halted before it was confirmed. Show the other one: call
    /// ``BundleStore/start()``. If only the embedded bundle is left, it is shown although it was withdrawn.
    case withdrawnCurrent(next: BundleVersion)
    /// The update failed; the store works as before.
    case failed(UpdateFailure)
}

/// Why an update failed.
public enum UpdateFailure: Error, Equatable, Sendable {
    /// There was no response for the document.
    case document(TransportError)
    /// The server answered the request for the document with an HTTP status other than 200.
    case documentStatus(Int)
    /// The document does not verify.
    case verification(VerificationError)
    /// The document names an archive at an address that is neither https without credentials nor a name beside it.
    case unacceptableURL(String)
    /// The archive was not received completely.
    case archive(TransportError)
    /// The server answered the request for the archive with an HTTP status other than 200.
    case archiveStatus(Int)
    /// The server has another archive than the one whose beginning was downloaded; the next attempt begins anew.
    case archiveChanged
    /// The network costs something, and archives are not for such networks: see ``DownloadRules/isUnmetered``.
    case metered
    /// The archive is larger than the limit, in bytes.
    case archiveTooLarge(limit: Int)
    /// The server says that the archive is shorter than the index says, in bytes.
    case wrongSize(expected: Int, found: Int)
    /// The archive is not the one that the document names, by its SHA-256.
    case wrongHash(expected: String, found: String)
    /// The key of the document did not sign the archive.
    case badSignature(KeyID)
    /// The archive is not a web bundle, for this reason.
    case malformedArchive(String)
    /// The files are not those that the index names, by the SHA-256 of their list.
    case wrongFiles(expected: String, found: String)
    /// The store cannot be written.
    case store(BundleStoreError)
    /// The caller cancelled.
    case cancelled

    /// The kind of failure, the same on Android, such as `archive-status`, `verification/revoked-key` or `store/no-space`.
    public var code: String {
        switch self {
        case .document: "document"
        case .documentStatus: "document-status"
        case .verification(let error): "verification/\(error.code)"
        case .unacceptableURL: "address"
        case .archive(.timedOut): "archive-silent"
        case .archive: "archive"
        case .archiveStatus: "archive-status"
        case .archiveChanged: "archive-changed"
        case .metered: "metered"
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

    /// The reason as a phrase.
    public var message: String {
        switch self {
        case .document(let error): "the document could not be fetched: \(error.phrase)"
        case .documentStatus(let status): "the document could not be fetched: HTTP status \(status)"
        case .verification(let error): error.message
        case .unacceptableURL(let url):
            "the archive's address \"\(url)\" is neither https without credentials nor a name beside the document"
        case .archive(.timedOut): "the archive could not be fetched: nothing came for too long"
        case .archive(let error): "the archive could not be fetched: \(error.phrase)"
        case .archiveStatus(let status): "the archive could not be fetched: HTTP status \(status)"
        case .archiveChanged:
            "the archive could not be fetched: it is another one than what was downloaded before"
        case .metered: "the archive is fetched on networks without a meter only"
        case .archiveTooLarge(let limit): "the archive is larger than \(limit) bytes"
        case .wrongSize(let expected, let found): "the archive has \(found) bytes instead of \(expected)"
        case .wrongHash(let expected, let found): "the archive has SHA-256 \(found) instead of \(expected)"
        case .badSignature(let id): "the archive's signature is not one of key \"\(id)\" over these bytes"
        case .malformedArchive(let reason): "the archive is not a web bundle: \(reason)"
        case .wrongFiles(let expected, let found):
            "the list of the archive's files has SHA-256 \(found) instead of \(expected)"
        case .store(let error): error.message
        case .cancelled: "it was cancelled"
        }
    }
}

extension UpdateFailure {
    /// The meaning of a file's error for an update.
    static func storage(_ error: FileError) -> UpdateFailure { .store(BundleStoreError(error)) }

    /// The meaning of an archive's error for an update: failures of the disk are not the archive's.
    init(_ error: ArchiveError) {
        if case .file(let error) = error {
            self = .storage(error)
        } else {
            self = .malformedArchive(error.message)
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
        case .metered: "the network costs something"
        case .cancelled: "it was cancelled"
        }
    }
}

/// A bundle that needs an update of the app.
public struct AppUpdateNeed: Equatable, Sendable {
    /// The oldest shell that can run the bundle.
    public let minimumShell: NumericVersion
    /// The bundle.
    public let bundle: SemanticVersion
    /// Whether the current bundle is withdrawn and no usable one is left.
    public let isRequired: Bool
    /// The signed date of the document that says so.
    public let asOf: SignedDate?

    /// What the app should do, in the terms of the gate: a recommended update of the app, or a required one when no usable
    /// bundle is left.
    ///
    /// The required version is that of the shell; an app whose own version differs must not compare it.
    ///
    /// - Parameters:
    ///   - url: where to get the app.
    ///   - title: the heading, in the language of the user.
    ///   - description: the explanation, in the language of the user.
    ///   - store: whether the store has the required version.
    public func decision(
        url: String?, title: ChosenText? = nil, description: ChosenText? = nil, store: Update.StoreState = .unknown
    ) -> Decision {
        let update = Update(
            subject: .app(.version(minimumShell)), title: title, description: description, url: url, store: store)
        return Decision(isRequired ? .required(update) : .recommended(update), source: .fetched, asOf: asOf)
    }
}

extension UpdateOutcome {
    /// What the app should do, in the terms of the gate; nil unless it needs an update.
    ///
    /// - Parameters:
    ///   - url: where to get the app.
    ///   - title: the heading, in the language of the user.
    ///   - description: the explanation, in the language of the user.
    ///   - store: whether the store has the required version.
    public func decision(
        url: String?, title: ChosenText? = nil, description: ChosenText? = nil, store: Update.StoreState = .unknown
    ) -> Decision? {
        guard case .appUpdateNeeded(let need) = self else { return nil }
        return need.decision(url: url, title: title, description: description, store: store)
    }
}
