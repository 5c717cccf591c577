import Diagnostics

/// Why a program gave no result.
package enum ChildProcessError: ReportableError, Equatable {
    /// There is no such program on the `PATH`.
    case notFound(String)
    /// The system would not start it.
    case cannotStart(String, reason: String)
    /// It was killed when its time was over.
    case tookTooLong(String, limit: Duration)
    /// It was killed when it had printed more than this many bytes.
    case tooMuchOutput(String, limit: Int)
    /// It was killed because nobody wanted its result any more.
    case cancelled(String)

    package var report: ErrorReport {
        switch self {
        case .notFound(let program):
            ErrorReport(
                .unavailable, "there is no program \(program) on the PATH",
                hint: "install \(program), or put its folder on the PATH")
        case .cannotStart(let program, let reason):
            ErrorReport(.unavailable, "\(program) cannot be started: \(reason)")
        case .tookTooLong(let program, let limit):
            ErrorReport(.unavailable, "\(program) was not done after \(limit)", hint: "try again in a few minutes")
        case .tooMuchOutput(let program, let limit):
            ErrorReport(.unavailable, "\(program) printed more than \(limit) bytes")
        case .cancelled(let program):
            ErrorReport(.unavailable, "\(program) was stopped before it was done")
        }
    }
}
