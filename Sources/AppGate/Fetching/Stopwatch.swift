/// Measures time on any clock.
package struct Stopwatch: Sendable {
    /// How long it has been running.
    package let elapsed: @Sendable () -> Duration

    /// Starts on a clock.
    package init<C: Clock>(on clock: C) where C.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }
}
