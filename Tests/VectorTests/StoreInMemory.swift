import AppGate
import ManifestVerifier
import TestSupport

/// A store that may be locked or full for a while.
final class StoreInMemory: DocumentKeeper {
    /// What can be done with it.
    enum State: String {
        case ready
        /// Nothing can be written.
        case full
        /// Nothing can be read either.
        case locked
    }

    private struct Unavailable: Error {}
    private struct Content {
        var state = State.ready
        var document: Download?
        var memory: [UInt8]?
    }

    private let content = Locked(Content())

    func become(_ state: State) { content.withLock { $0.state = state } }

    func load() throws -> Download? { try readable().document }

    func loadMemory() throws -> RuleMemory? { try readable().memory.flatMap { RuleMemory($0) } }

    func save(_ manifest: VerifiedManifest) throws { try write { $0.document = manifest.download } }

    func save(_ memory: RuleMemory) throws { try write { $0.memory = memory.bytes } }

    private func readable() throws -> Content {
        let content = content.withLock { $0 }
        guard content.state != .locked else { throw Unavailable() }
        return content
    }

    private func write(_ change: (inout Content) -> Void) throws {
        let isWritten = content.withLock { content in
            guard content.state == .ready else { return false }
            change(&content)
            return true
        }
        guard isWritten else { throw Unavailable() }
    }
}
