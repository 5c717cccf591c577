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
}
