import Policy
import Testing

@Test func `a budget gives what it has and then nothing more`() {
    let budget = ByteBudget(10)
    #expect(budget.take(4))
    #expect(budget.take(6))
    #expect(budget.take(0))
    #expect(!budget.take(1))
    #expect(!budget.take(0))
}
