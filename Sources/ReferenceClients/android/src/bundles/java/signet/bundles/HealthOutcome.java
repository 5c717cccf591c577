package signet.bundles;

import signet.Nullable;

/** Whether a new version works. */
public final class HealthOutcome {
    /** It has proved that it works. */
    public static final HealthOutcome CONFIRMED = new HealthOutcome(null);
    /** Its time is not over. */
    public static final HealthOutcome UNDECIDED = new HealthOutcome(null);

    @Nullable private final BundleVersion next;

    private HealthOutcome(@Nullable BundleVersion next) { this.next = next; }

    /** It has not proved it in time. */
    static HealthOutcome failed(BundleVersion next) { return new HealthOutcome(next); }

    /** Whether it has not proved it in time. Show the other one: call {@link BundleStore#startBlocking}. */
    public boolean isFailed() { return next != null; }

    /** The bundle to show instead; null unless this one has failed. */
    @Nullable public BundleVersion next() { return next; }
}
