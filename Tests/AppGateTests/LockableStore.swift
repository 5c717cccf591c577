import TestSupport
import AppGate
import ManifestVerifier

/// A store in memory that can be locked: then it cannot be read, and could still be written.
final class LockableStore: DocumentKeeper {
    private struct IsLocked: Error {}
    private struct State {
        var kept: Download?
        var memory: RuleMemory?
        var isLocked = false
    }

    private let state = Locked(State())

    func lock() { state.withLock { $0.isLocked = true } }
    func unlock() { state.withLock { $0.isLocked = false } }

    func load() throws -> Download? { try unlocked().kept }
    func loadMemory() throws -> RuleMemory? { try unlocked().memory }

    private func unlocked() throws -> State {
        let state = state.withLock { $0 }
        guard !state.isLocked else { throw IsLocked() }
        return state
    }

    func save(_ manifest: VerifiedManifest) throws { state.withLock { $0.kept = manifest.download } }
    func save(_ memory: RuleMemory) throws { state.withLock { $0.memory = memory } }
}
