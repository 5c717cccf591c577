import AppGate
import Foundation

/// A store that may be locked or full for a while.
package final class StoreInMemory: DocumentKeeper {
    /// What can be done with it.
    package enum State: String, Sendable {
        case ready
        /// Nothing can be written.
        case full
        /// Nothing can be read; whoever writes all the same gets through.
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

    package init() {}

    package func become(_ state: State) {
        content.withLock { content in
            content.state = state == .damaged ? .ready : state
            if state == .damaged { content.kept = content.kept.mapValues { _ in Array("damaged".utf8) } }
        }
    }

    package func read(_ state: KeptState) throws -> [UInt8]? {
        let content = content.withLock { $0 }
        guard content.state != .locked else { throw Unavailable() }
        return content.kept[state]
    }

    package func replace(
        _ state: KeptState, _ old: [UInt8]?, with new: [UInt8], patience: TimeInterval
    ) throws -> Bool {
        let isReplaced: Bool? = content.withLock { content in
            guard content.state != .full else { return nil }
            guard content.kept[state] == old else { return false }
            content.kept[state] = new
            return true
        }
        guard let isReplaced else { throw Unavailable() }
        return isReplaced
    }
}
