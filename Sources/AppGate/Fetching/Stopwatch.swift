/// Measures time on any clock.
struct Stopwatch: Sendable {
    /// How long it has been running.
    let elapsed: @Sendable () -> Duration

    /// Starts on a clock.
    init<C: Clock>(on clock: C) where C.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }
}
