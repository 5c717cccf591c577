import Foundation

/// The temporary folder of this run of the tests, which holds all that they and their programs leave.
///
/// `CTestSupport` makes it before Swift starts. It is removed when the process ends; what a run leaves that was killed is
/// removed by the next one.
package enum RunFolder {
    /// Where it is.
    static let url: URL = {
        let folder = FileManager.default.temporaryDirectory
        removeFormer(in: folder.deletingLastPathComponent())
        atexit { RunFolder.end() }
        return folder
    }()

    private static let works = Locked<[@Sendable () -> Void]>([])

    /// Does something at the end of the process, before the folder is removed: ends a server that all tests share.
    package static func atEnd(_ work: @escaping @Sendable () -> Void) { works.withLock { $0.append(work) } }

    private static func end() {
        for work in works.withLock({ $0 }) { work() }
        // Never the folder of somebody else, should the environment be another by now.
        guard url.lastPathComponent == "\(prefix)\(getpid())" else { return }
        try? FileManager.default.removeItem(at: url)
    }

    private static let prefix = "signet-tests-"

    private static func removeFormer(in parent: URL) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? [] {
            guard name.hasPrefix(prefix), let process = pid_t(name.dropFirst(prefix.count)), process != getpid(),
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(at: parent.appendingPathComponent(name))
        }
    }
}
