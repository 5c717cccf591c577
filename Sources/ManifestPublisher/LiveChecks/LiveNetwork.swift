import Programs

/// How a live check sends requests, and for how long it waits.
package struct LiveNetwork: Sendable {
    /// The environment variables of this process, where `PATH` leads to curl.
    package let variables: [String: String]
    /// How long one round of requests may take.
    package let timeLimits: Curl.TimeLimits
    /// How long to wait for a host that settles.
    package let settling: Settling

    package init(
        variables: [String: String], timeLimits: Curl.TimeLimits = Curl.TimeLimits(),
        settling: Settling = Settling()
    ) {
        self.variables = variables
        self.timeLimits = timeLimits
        self.settling = settling
    }
}

/// How long a live check waits for a host that does not serve the new tree yet: a cache needs a while.
package struct Settling: Sendable {
    /// The sum of all pauses; zero to ask once.
    package let bound: Duration
    private let sleep: @Sendable (Duration) async -> Void

    package init(
        bound: Duration = .seconds(60),
        // A wait that is cancelled only asks again sooner; curl then says that it was stopped.
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.bound = bound
        self.sleep = sleep
    }

    /// The pauses, each twice as long as the one before, up to a quarter of a minute.
    var pauses: [Duration] {
        var pauses: [Duration] = []
        var (next, left) = (Duration.seconds(1), bound)
        while left > .zero {
            let pause = min(next, left)
            pauses.append(pause)
            left -= pause
            next = min(next * 2, .seconds(15))
        }
        return pauses
    }

    func wait(_ pause: Duration) async { await sleep(pause) }
}
