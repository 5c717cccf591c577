package signet.bundles;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
    private boolean isKept = true;

    /** @param isKept whether the store has it; otherwise this session alone obeys it */
    synchronized void learn(Verifier.Manifest manifest, boolean isKept) {
        this.isKept = isKept;
        index = (BundleIndex.Content) manifest.document();
        SignedDate date = manifest.date();
        // No step has begun in an index without a date.
        signed = date == null ? 0 : date.seconds();
    }

    /** Takes what is withdrawn or halted out of a state in which that could not be kept. */
    synchronized void obey(StoreState state) {
        if (!isKept) state.obeyUnkept(index);
    }

    synchronized boolean isFetched() { return index != null; }

    /**
     * What it offers a device now; nothing before an index was fetched.
     *
     * @param clock seconds since 1970, as the device shows them
     */
    synchronized List<WebBundle> offers(@Nullable String channel, @Nullable String installId, long clock) {
        return index == null ? Collections.<WebBundle>emptyList() : offers(index, channel, installId, stepTime(signed, clock));
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
