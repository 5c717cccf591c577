import Testing

extension Trait where Self == ConditionTrait {
    /// Runs a test only where strace is installed and may trace.
    package static var tracing: Self {
        .enabled(if: Peer.areRequired || Tracing.works, "strace cannot trace here")
    }
}

/// Runs of a program under strace.
package enum Tracing {
    /// All threads, and nothing said. Not with `--seccomp-bpf`: it loses the signals that are to be injected.
    package static let options = ["-f", "-qq", "-o", "/dev/null"]

    /// Whether strace may trace here.
    package static let works: Bool = {
        let probe = options + ["-e", "trace=renameat2", "-e", "inject=renameat2:error=EINVAL", "true"]
        return (try? run("strace", probe))?.status == 0
    }()
}
