import LocalFiles
import Testing

@Test func `a guarded value is changed by one thread at a time`() async {
    let count = Guarded(0)
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
            group.addTask { for _ in 0..<10_000 { count.with { $0 += 1 } } }
        }
    }
    #expect(count.with { $0 } == 80_000)
}
