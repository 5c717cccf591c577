package signet.bundles;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import signet.Clock;
import signet.Nullable;
import signet.SignedDate;
import signet.Verifier;

/**
 * What one session of an app, from its start to its end, has learned: the last index that it fetched. What was learned
 * in a former session allows no first start.
 */
final class IndexSession {
    @Nullable private BundleIndex.Content index;
    private long signed;
    /** Runs since it was fetched, also while the device sleeps. */
    @Nullable private Clock.Stopwatch since;
    private boolean isKept = true;

    /** @param isKept whether the store has it; otherwise this session alone obeys it */
    synchronized void learn(Verifier.Manifest manifest, boolean isKept, Clock clock) {
        this.isKept = isKept;
        since = new Clock.Stopwatch(clock);
        index = (BundleIndex.Content) manifest.document();
        SignedDate date = manifest.date();
        // No step has begun in an index without a date.
        signed = date == null ? 0 : date.seconds();
    }

    /** Takes what is withdrawn or halted out of a state in which that could not be kept. */
    synchronized void obey(StoreState state) {
        if (!isKept) state.obeyUnkept(index);
    }

    /** Whether it has an index that still allows first starts: a process may live on for months without a network. */
    synchronized boolean isFetched() {
        return since != null && since.millis() < BundleLimits.INDEX_AGE_MILLIS;
    }

    /**
     * What it offers a device now; nothing before an index was fetched, nor long after.
     *
     * @param clock seconds since 1970, as the device shows them
     */
    synchronized List<WebBundle> offers(@Nullable String channel, @Nullable String installId, long clock) {
        return isFetched()
            ? offers(index, channel, installId, stepTime(signed, clock)) : Collections.<WebBundle>emptyList();
    }

    /**
     * The time by which the steps of shares are decided: that of the clock while the index is recent, else that of its
     * signature. So what was halted since is not taken on by a device that learns nothing new.
     */
    static long stepTime(long signed, long clock) {
        return clock <= signed + BundleLimits.STEP_AGE_SECONDS ? Math.max(signed, clock) : signed;
    }

    static List<WebBundle> offers(
        BundleIndex.Content index, @Nullable String channel, @Nullable String installId, long time) {
        List<WebBundle> offers = new ArrayList<>();
        for (WebBundle bundle : index.offered) {
            if (bundle.conditions == null || bundle.conditions.hold(channel, installId, time)) offers.add(bundle);
        }
        return offers;
    }
}
