extension Array where Element: Sendable {
    /// The results of `transform` in the order of the elements, computed on all cores.
    ///
    /// Of several failures, that of the earliest piece is thrown, whichever came first.
    package func concurrentMap<Result: Sendable, Failure: Error>(
        _ transform: @escaping @Sendable (Element) async throws(Failure) -> Result
    ) async throws(Failure) -> [Result] {
        // Small pieces keep all cores busy to the end; too small ones cost more than they save.
        let size = Swift.max(1, Swift.min(64, count / 16))
        let results = await withTaskGroup(of: (start: Int, results: Swift.Result<[Result], Failure>).self) { group in
            for start in stride(from: 0, to: count, by: size) {
                let piece = self[start..<Swift.min(start + size, count)]
                group.addTask {
                    var results: [Result] = []
                    results.reserveCapacity(piece.count)
                    do throws(Failure) {
                        for element in piece { results.append(try await transform(element)) }
                    } catch {
                        return (start, .failure(error))
                    }
                    return (start, .success(results))
                }
            }
            var pieces: [(start: Int, results: Swift.Result<[Result], Failure>)] = []
            for await piece in group { pieces.append(piece) }
            return pieces.sorted { $0.start < $1.start }
        }
        var all: [Result] = []
        all.reserveCapacity(count)
        for piece in results { all += try piece.results.get() }
        return all
    }

    /// Takes the results of `work` in the order of the elements, computed on all cores ahead of their turn.
    ///
    /// The results that wait hold at most `bytesAhead` bytes. An element that needs more by itself is not computed: `take`
    /// gets it without a result when it is its turn. Of several failures, that of the earliest element is thrown.
    ///
    /// - Parameter byteCount: how many bytes the result of an element holds.
    package func takeInOrder<Result: Sendable, Failure: Error>(
        byteCount: (Element) -> Int, _ work: @escaping @Sendable (Element) throws(Failure) -> Result,
        take: (Element, Result?) throws(Failure) -> Void
    ) async throws(Failure) {
        // Even an empty result counts as some bytes, so that only so many wait.
        let costs = map { Swift.max(byteCount($0), 64 << 10) }
        let outcome = await withTaskGroup(of: (place: Int, result: Swift.Result<Result, Failure>).self) { group in
            var waiting: [Int: Swift.Result<Result, Failure>] = [:]
            var (next, ahead) = (0, 0)
            do throws(Failure) {
                for (place, element) in enumerated() {
                    while next < count, costs[next] > bytesAhead || ahead + costs[next] <= bytesAhead {
                        if costs[next] <= bytesAhead {
                            let (place, element) = (next, self[next])
                            group.addTask { (place, Swift.Result { () throws(Failure) in try work(element) }) }
                            ahead += costs[next]
                        }
                        next += 1
                    }
                    guard costs[place] <= bytesAhead else {
                        try take(element, nil)
                        continue
                    }
                    while waiting[place] == nil, let done = await group.next() { waiting[done.place] = done.result }
                    try take(element, waiting.removeValue(forKey: place)?.get())
                    ahead -= costs[place]
                }
                return Swift.Result<Void, Failure>.success(())
            } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }
}

/// Bytes of results that wait for their turn.
private let bytesAhead = 64 << 20
