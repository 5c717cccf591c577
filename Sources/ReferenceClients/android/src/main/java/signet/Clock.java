package signet;

/** The clocks of a device. */
public interface Clock {
    /** Milliseconds since 1970, as the device shows them; the user can set them. */
    long now();

    /** Milliseconds since some moment, which only go forward, and may stand still while the device sleeps. */
    long elapsed();

    /** The clocks of the system. */
    Clock SYSTEM = new Clock() {
        @Override public long now() { return System.currentTimeMillis(); }

        @Override public long elapsed() { return System.nanoTime() / 1_000_000; }
    };
}
