import Testing

/// Runs a test on threads that no other test blocks, and at most two such tests at a time.
///
/// On Linux each priority has threads of its own, as many as there are cores. With those of all other tests, most of which
/// block a thread until a program has ended, a test that awaits something would wait minutes each time; and as long as an
/// answer is not read, FoundationNetworking turns in a circle.
package struct Promptness: TestTrait, TestScoping {
    private static let turnstile = Turnstile(places: 2)

    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await perform(
                {
                    await Self.turnstile.enter()
                    do {
                        try await function()
                        await Self.turnstile.leave()
                    } catch {
                        await Self.turnstile.leave()
                        throw error
                    }
                }, priority: .high)
        }
    }
}

/// Does something on the threads of a priority. A task of a group would have those of its parent, whatever it is told.
func perform(_ work: @escaping @Sendable @concurrent () async throws -> Void, priority: TaskPriority) async throws {
    let task = Task(priority: priority) { try await work() }
    try await withTaskCancellationHandler {
        try await task.value
    } onCancel: {
        task.cancel()
    }
}

/// Lets some in and has the others wait, first come, first served.
private actor Turnstile {
    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) { self.places = places }

    func enter() async {
        guard places == 0 else {
            places -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Gives the place to who has waited longest.
    func leave() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        places += 1
    }
}

extension Trait where Self == Promptness {
    /// Runs the test on threads that no test blocks which waits for a program.
    package static var prompt: Self { Promptness() }
}
