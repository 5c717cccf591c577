package signet;

/**
 * How long ago it was made. Time in which the device sleeps counts: the monotonic clock may stand still then, and the other
 * one may be set back, which says nothing.
 */
public final class Stopwatch {
    private final Clock clock;
    private final long elapsed;
    private final long now;

    /** Begins now. */
    public Stopwatch(Clock clock) {
        this.clock = clock;
        elapsed = clock.elapsed();
        now = clock.now();
    }

    /** Milliseconds; as long as can be when the clock was set back. */
    public long millis() {
        long shown = clock.now() - now;
        return shown < 0 ? Long.MAX_VALUE : Math.max(clock.elapsed() - elapsed, shown);
    }
}
