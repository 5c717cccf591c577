import LocalFiles
import ManifestVerifier

/// Why a store cannot do what it was asked to; it is as it was before.
public enum BundleStoreError: Error, Equatable, Sendable {
    /// Another process is working in the store for too long.
    case busy
    /// There is no space left on the disk, for what is at this path.
    case noSpace(String)
    /// Something cannot be read or written now, for this reason, which carries the path: on a device that was not
    /// unlocked since it was started, for example.
    case storage(String)
    /// The bundle that the app ships is not there or cannot be unpacked, for this reason.
    case embedded(String)
    /// A former folder of this version is still in use; it goes when nobody shows it any more.
    case inUse(SemanticVersion)

    /// The reason as a phrase.
    public var message: String {
        switch self {
        case .busy: "another process is working in the store for too long"
        case .noSpace(let path): "\(path): cannot be written: no space left"
        case .storage(let reason): reason
        case .embedded(let reason): "the embedded bundle cannot be used: \(reason)"
        case .inUse(let version): "a former folder of version \(version) is still in use"
        }
    }
}

extension BundleStoreError {
    /// What a file error means for a store.
    init(_ error: FileError) {
        self = error.reason == .noSpace ? .noSpace(error.path) : .storage(error.message)
    }

    /// The result of work on files.
    static func files<Result>(_ work: () throws(FileError) -> Result) throws(BundleStoreError) -> Result {
        do throws(FileError) {
            return try work()
        } catch {
            throw BundleStoreError(error)
        }
    }
}
