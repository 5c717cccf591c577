import Foundation

/// How many files this process may have open: each of some hundred tests that wait at the same time has its own.
enum OpenFiles {
    /// Whether the limit is as high as it may be made without asking anybody; raised when first asked for.
    static let areManyAllowed: Bool = {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        return unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    }()
}
