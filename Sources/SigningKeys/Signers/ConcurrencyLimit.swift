import Synchronization

/// Lets so many in at once; the others wait, in their order, and block no thread.
final class ConcurrencyLimit: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) {
        precondition(count > 0, "nobody would ever come in")
        state = Mutex(State(free: count))
    }

    /// Waits for a free place; whoever has it gives it back with `leave()`.
    func enter() async {
        await withCheckedContinuation { continuation in
            let comesIn = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if comesIn { continuation.resume() }
        }
    }

    /// Gives the place to whoever has waited longest.
    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
