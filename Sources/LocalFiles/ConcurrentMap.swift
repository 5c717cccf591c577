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

    /// The results of `transform` in the order of the elements, `width` at a time.
    ///
    /// For work that waits for something else. After a failure no further element is started, and the failure of the
    /// earliest element is thrown.
    package func inParallel<Result: Sendable, Failure: Error>(
        _ width: Int, _ transform: @escaping @Sendable (Element) async throws(Failure) -> Result
    ) async throws(Failure) -> [Result] {
        typealias Piece = (index: Int, result: Swift.Result<Result, Failure>)
        let pieces = await withTaskGroup(of: Piece.self) { group in
            var (next, pieces): (Int, [Piece]) = (0, [])
            func begin() {
                guard next < count else { return }
                let (index, element) = (next, self[next])
                next += 1
                group.addTask {
                    do throws(Failure) {
                        return (index, .success(try await transform(element)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            for _ in 0..<width { begin() }
            var hasFailed = false
            while let piece = await group.next() {
                pieces.append(piece)
                if case .failure = piece.result { hasFailed = true }
                if !hasFailed { begin() }
            }
            return pieces.sorted { $0.index < $1.index }
        }
        var results: [Result] = []
        results.reserveCapacity(count)
        for piece in pieces { results.append(try piece.result.get()) }
        return results
    }
}
