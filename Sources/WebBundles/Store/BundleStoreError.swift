import LocalFiles
import ManifestVerifier

/// Why a store cannot do what was requested; it is unchanged.
public enum BundleStoreError: Error, Equatable, Sendable {
    /// Another process has been using the store for too long.
    case busy
    /// The disk has no space left for the file at this path.
    case noSpace(String)
    /// Something cannot be read or written now, for this reason, which includes the path: on a device that has not been
    /// unlocked since it started, for example.
    case storage(String)
    /// The bundle that the app ships is missing or cannot be unpacked, for this reason.
    case embedded(String)
    /// A former folder of this version is still in use; it is removed once it is no longer shown.
    case inUse(SemanticVersion)

    /// The kind of error, the same on Android: `busy`, `no-space`, `storage`, `embedded` or `in-use`.
    public var code: String {
        switch self {
        case .busy: "busy"
        case .noSpace: "no-space"
        case .storage: "storage"
        case .embedded: "embedded"
        case .inUse: "in-use"
        }
    }

    /// The reason as a phrase.
    public var message: String {
        switch self {
        case .busy: "another process has been using the store for too long"
        case .noSpace(let path): "\(path): cannot be written: no space left"
        case .storage(let reason): reason
        case .embedded(let reason): "the embedded bundle cannot be used: \(reason)"
        case .inUse(let version): "a former folder of version \(version) is still in use"
        }
    }
}

extension BundleStoreError {
    init(_ error: FileError) {
        self = error.reason == .noSpace ? .noSpace(error.path) : .storage(error.message)
    }

    static func files<Result>(_ work: () throws(FileError) -> Result) throws(BundleStoreError) -> Result {
        do throws(FileError) {
            return try work()
        } catch {
            throw BundleStoreError(error)
        }
    }
}
