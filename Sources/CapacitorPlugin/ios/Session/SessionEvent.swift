import ManifestVerifier
import WebBundles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Something that happened to a bundle: a name, and members that a page receives as they are.
package struct SessionEvent: Sendable {
    /// What may happen, in the words that pages listen to.
    package enum Kind: String, Sendable {
        /// A bundle was downloaded and checked, and starts at `reload()` or with the app.
        case updateReady
        /// There was no update; the reason says why.
        case updateFailed
        /// A bundle was given up.
        case rolledBack
        /// The newest bundle needs a newer app.
        case shellTooOld
    }

    package let kind: Kind
    /// The bundle that it is about; nil for none.
    package let version: String?
    /// A phrase for a log.
    package let reason: String
    /// `version`, `reason`, `time`, and what its kind has besides.
    package let members: [JSONMember]

    init(_ kind: Kind, _ version: String?, _ reason: String, at now: Date, more: [JSONMember] = []) {
        self.kind = kind
        self.version = version
        self.reason = reason
        members =
            [
                JSONMember("version", version.map { .string($0) } ?? JSONValue(.null)),
                JSONMember("reason", .string(reason)), JSONMember("time", .string(Instant(now)?.description ?? "")),
            ] + more
    }
}

/// What is said of what happens in a session.
struct SessionWords: Sendable {
    let settings: PluginSettings
    let now: @Sendable () -> Date

    func event(
        _ kind: SessionEvent.Kind, _ version: String?, _ reason: String, _ more: [JSONMember] = []
    ) -> SessionEvent {
        SessionEvent(kind, version, reason, at: now(), more: more)
    }

    func rolledBack(_ bundle: StartedBundle, _ reason: String) -> SessionEvent {
        event(.rolledBack, bundle.semanticVersion.spelling, reason)
    }

    func failure(_ problem: BundleStoreError) -> SessionEvent { failure("store/\(problem.code)", problem.message) }

    private func failure(_ code: String, _ reason: String) -> SessionEvent {
        event(.updateFailed, nil, reason, [JSONMember("code", .string(code))])
    }

    /// What an update means for the bundle that is shown; nil for nothing.
    func event(of outcome: UpdateOutcome, shown: StartedBundle?) -> SessionEvent? {
        switch outcome {
        case .failed(let failure): return self.failure(failure.code, failure.message)
        case .appUpdateNeeded(let need):
            let (minimum, shell) = (need.minimumShell.spelling, settings.shell.spelling)
            return event(
                .shellTooOld, need.bundle.spelling, "it needs version \(minimum) of the app, which is \(shell)",
                [
                    JSONMember("minimumShell", .string(minimum)),
                    JSONMember("isRequired", JSONValue(.bool(need.isRequired))),
                ])
        case .withdrawnCurrent(let next):
            guard let shown, next != shown.version else { return nil }
            return rolledBack(shown, "it was withdrawn or halted")
        case .upToDate, .installed: return nil
        }
    }
}
