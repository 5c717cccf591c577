package signet;

/** The clocks of a device. */
public interface Clock {
    /** Milliseconds since 1970, as the device shows them; the user can set them. */
    long now();
    /** Milliseconds since some moment, which only go forward, and may stand still while the device sleeps. */
    long elapsed();

    Clock SYSTEM = new Clock() {
        @Override public long now() { return System.currentTimeMillis(); }
        @Override public long elapsed() { return System.nanoTime() / 1_000_000; }
    };

    /** How long ago it was made. Sleep counts, in which the steady clock may stand still; the other may be set back. */
    final class Stopwatch {
        private final Clock clock;
        private final long elapsed;
        private final long now;

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
}
