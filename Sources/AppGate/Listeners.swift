/// Those who wait for changes of the decision.
struct Listeners {
    private var all: [Int: AsyncStream<Decision>.Continuation] = [:]
    private var count = 0
    private var published: Decision?

    /// Tells everybody a decision that is another one than before.
    mutating func publish(_ decision: Decision) {
        guard decision != published else { return }
        published = decision
        for listener in all.values { listener.yield(decision) }
    }

    /// Adds one, which is told the current decision; `onTermination` gets its number when it ends.
    mutating func add(
        _ decision: Decision, onTermination: @escaping @Sendable (Int) -> Void
    ) -> AsyncStream<Decision> {
        let (stream, listener) = AsyncStream.makeStream(of: Decision.self, bufferingPolicy: .bufferingNewest(1))
        let number = count
        count += 1
        all[number] = listener
        listener.onTermination = { _ in onTermination(number) }
        listener.yield(decision)
        return stream
    }

    mutating func remove(_ number: Int) { all[number] = nil }

    func finish() {
        for listener in all.values { listener.finish() }
    }
}
