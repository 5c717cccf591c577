import LocalFiles
import Testing

@Suite struct TakeInOrderTests {
    private struct Failure: Error, Equatable { let number: Int }

    @Test func `results come in the order of the elements, whichever is done first`() async {
        var taken: [Int] = []
        await Array(0..<500).takeInOrder(byteCount: { _ in 1 }) { number in
            // The earlier ones take longer.
            (0..<(500 - number) * 50).reduce(number) { $0 ^ $1 ^ $1 }
        } take: { number, result in
            #expect(result == number)
            taken.append(number)
        }
        #expect(taken == Array(0..<500))
    }

    @Test func `what waits holds at most so many bytes`() async {
        let held = Guarded((now: 0, most: 0))
        let bytes = 10 << 20
        await Array(0..<40).takeInOrder(byteCount: { _ in bytes }) { _ in
            held.with { held in
                held.now += bytes
                held.most = max(held.most, held.now)
            }
        } take: { _, _ in
            held.with { $0.now -= bytes }
        }
        #expect(held.with { $0.now } == 0)
        #expect((1...(64 << 20)).contains(held.with { $0.most }))
    }

    @Test func `an element that is too large by itself comes without a result, when it is its turn`() async {
        let computed = Guarded<Set<Int>>([])
        var taken: [(Int, Bool)] = []
        await [1, 64 << 20 + 1, 64 << 20, 2].takeInOrder(byteCount: { $0 }) { size in
            computed.with { _ = $0.insert(size) }
        } take: { size, result in
            taken.append((size, result != nil))
        }
        #expect(taken.map(\.0) == [1, 64 << 20 + 1, 64 << 20, 2])
        #expect(taken.map(\.1) == [true, false, true, true])
        #expect(computed.with { $0 } == [1, 2, 64 << 20])
    }

    @Test func `the failure of the earliest element is thrown, and what is before it was taken`() async {
        var taken: [Int] = []
        let error = await #expect(throws: Failure.self) {
            try await Array(0..<100).takeInOrder(byteCount: { _ in 1 }) { (number) throws(Failure) in
                if number >= 40 { throw Failure(number: number) }
            } take: { (number, _) throws(Failure) in
                taken.append(number)
            }
        }
        #expect(error == Failure(number: 40) && taken == Array(0..<40))
    }

    @Test func `what refuses a result ends it`() async {
        var count = 0
        await #expect(throws: Failure(number: 3)) {
            try await Array(0..<100).takeInOrder(byteCount: { _ in 1 }) { (number) throws(Failure) in
                number
            } take: { (number, _) throws(Failure) in
                if number == 3 { throw Failure(number: 3) }
                count += 1
            }
        }
        #expect(count == 3)
    }
}
