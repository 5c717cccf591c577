import AppGate
import Foundation
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
        /// What is kept was overwritten with something else.
        case damaged
    }

    private struct Unavailable: Error {}
    private struct Content {
        var state = State.ready
        var kept: [KeptState: [UInt8]] = [:]
    }

    private let content = Locked(Content())

    func become(_ state: State) {
        content.withLock { content in
            content.state = state == .damaged ? .ready : state
            if state == .damaged { content.kept = content.kept.mapValues { _ in Array("damaged".utf8) } }
        }
    }

    func read(_ state: KeptState) throws -> [UInt8]? {
        let content = content.withLock { $0 }
        guard content.state != .locked else { throw Unavailable() }
        return content.kept[state]
    }

    func replace(_ state: KeptState, _ old: [UInt8]?, with new: [UInt8], patience: TimeInterval) throws -> Bool {
        let isReplaced: Bool? = content.withLock { content in
            guard content.state == .ready else { return nil }
            guard content.kept[state] == old else { return false }
            content.kept[state] = new
            return true
        }
        guard let isReplaced else { throw Unavailable() }
        return isReplaced
    }
}
