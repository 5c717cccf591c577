import AppGate
import Foundation
import ManifestVerifier
import TestSupport

/// A store in memory that can be locked: then it cannot be read, and could still be written.
final class LockableStore: DocumentKeeper {
    private struct Unavailable: Error {}
    private struct State {
        var kept: [KeptState: [UInt8]] = [:]
        var isLocked = false
        var isFull = false
    }

    private let state = Locked(State())

    func lock() { state.withLock { $0.isLocked = true } }
    func unlock() { state.withLock { $0.isLocked = false } }
    /// From now on nothing can be written, or can again.
    func fill(_ isFull: Bool = true) { state.withLock { $0.isFull = isFull } }

    func read(_ state: KeptState) throws -> [UInt8]? {
        let current = self.state.withLock { $0 }
        guard !current.isLocked else { throw Unavailable() }
        return current.kept[state]
    }

    func replace(_ state: KeptState, _ old: [UInt8]?, with new: [UInt8], patience: TimeInterval) throws -> Bool {
        let isReplaced: Bool? = self.state.withLock { current in
            guard !current.isFull else { return nil }
            guard current.kept[state] == old else { return false }
            current.kept[state] = new
            return true
        }
        guard let isReplaced else { throw Unavailable() }
        return isReplaced
    }
}

extension DocumentKeeper {
    /// Replaces whatever is kept.
    func save(_ manifest: VerifiedManifest) throws { try put(.document, manifest.download.kept) }
    func save(_ memory: RuleMemory) throws { try put(.memory, memory.bytes) }

    private func put(_ state: KeptState, _ bytes: [UInt8]) throws {
        while try !replace(state, read(state), with: bytes, patience: 1) {}
    }

    func loadMemory() throws -> RuleMemory? { try read(.memory).flatMap { RuleMemory($0) } }
}
