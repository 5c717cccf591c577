/// Those who wait for changes of the decision.
struct Listeners {
    private var all: [Int: AsyncStream<Decision>.Continuation] = [:]
    private var count = 0
    /// What they were told last.
    private var published = Decision(.available, source: .none, asOf: nil)

    /// Whether the app must not run by what they were told last.
    var areBlocked: Bool { published.isBlocked }

    /// Tells everybody a decision that is another one than before.
    mutating func publish(_ decision: Decision) {
        guard decision != published else { return }
        published = decision
        for listener in all.values { listener.yield(decision) }
    }

    /// Adds one, which is told what the others were told last; `onTermination` gets its number when it ends.
    mutating func add(onTermination: @escaping @Sendable (Int) -> Void) -> AsyncStream<Decision> {
        let (stream, listener) = AsyncStream.makeStream(of: Decision.self, bufferingPolicy: .bufferingNewest(1))
        let number = count
        count += 1
        all[number] = listener
        listener.onTermination = { _ in onTermination(number) }
        listener.yield(published)
        return stream
    }

    mutating func remove(_ number: Int) { all[number] = nil }

    func finish() {
        for listener in all.values { listener.finish() }
    }
}
