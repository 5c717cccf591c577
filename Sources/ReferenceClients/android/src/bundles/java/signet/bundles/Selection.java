package signet.bundles;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import signet.Nullable;
import signet.Version;

// Own: every choice, as functions of offers, a state and a shell. They read neither a disk nor a clock, so that another
// form of an index changes this file and the one that reads it. Proved by offers.json and the driver's "scenarios".

/** The choice of the bundle that a shell fetches, of the one that it shows, and of those that a store keeps. */
final class Selection {
    final Version shell;
    /** The version of the bundle that the shell ships. */
    final SemanticVersion embedded;
    /** What an index of this session offers the device now; nothing before one was fetched. */
    private final List<WebBundle> offers;
    private final boolean isFetched;

    Selection(Version shell, SemanticVersion embedded, List<WebBundle> offers, boolean isFetched) {
        this.shell = shell;
        this.embedded = embedded;
        this.offers = offers;
        this.isFetched = isFetched;
    }

    // What is offered.

    /** What an index means for a store. */
    static final class Offer {
        /** A better bundle that the shell can run; null when the store has the best already. */
        @Nullable final WebBundle install;
        /** The newest bundle, which needs a newer shell, and there is no other to install; null otherwise. */
        @Nullable final WebBundle needsNewerShell;

        private Offer(@Nullable WebBundle install, @Nullable WebBundle needsNewerShell) {
            this.install = install;
            this.needsNewerShell = needsNewerShell;
        }
    }

    /**
     * The newest bundle that fits the shell and is above the one that the store would show. Withdrawn, halted and failed
     * versions do not count as shown, which is how a device gets back from them.
     */
    Offer offer(StoreState state) {
        BundleVersion shown = choice(state);
        boolean isNothingShown = shown.isEmbedded() && state.withdrawn().contains(embedded);
        WebBundle fitting = null;
        WebBundle newest = null;
        for (WebBundle bundle : offers) {
            boolean isNewer = isNothingShown || bundle.version.compareTo(version(shown)) > 0;
            if (!isNewer || !state.isInstallable(bundle.version) || isStored(bundle, state)) continue;
            if (newest == null || bundle.version.compareTo(newest.version) > 0) newest = bundle;
            boolean isBetter = fitting == null || bundle.version.compareTo(fitting.version) > 0;
            if (bundle.fits(shell) && isBetter) fitting = bundle;
        }
        boolean isTooNew = fitting == null && newest != null && newest.minimumShell.compareTo(shell) > 0;
        return new Offer(fitting, isTooNew ? newest : null);
    }

    /** Whether the store has it; not where the same files are offered for other shells by now, this one perhaps. */
    private boolean isStored(WebBundle offer, StoreState state) {
        StoredBundle bundle = state.bundle(offer.version);
        return bundle != null && (bundle.fits(shell) || !bundle.hasFilesOf(offer.stored(offer.files)));
    }

    // What is shown and kept.

    BundleVersion choice(StoreState state) { return choice(state, false, null); }

    /**
     * The highest version that may be started; the embedded one competes by its version and remains when there is no
     * other.
     *
     * @param onlyConfirmed whether to skip versions that have not proved yet that they work
     * @param excluded another one to skip
     */
    BundleVersion choice(StoreState state, boolean onlyConfirmed, @Nullable BundleVersion excluded) {
        StoredBundle best = null;
        for (StoredBundle bundle : state.bundles()) {
            boolean isCandidate = (bundle.isConfirmed || !onlyConfirmed) && mayStart(bundle, state)
                && !BundleVersion.stored(bundle.version).equals(excluded);
            if (isCandidate && (best == null || bundle.compareTo(best) > 0)) best = bundle;
        }
        if (best == null) return BundleVersion.EMBEDDED;
        boolean isEmbeddedUsable =
            !state.withdrawn().contains(embedded) && !BundleVersion.EMBEDDED.equals(excluded);
        // Of equal versions, the one that cannot be damaged.
        return isEmbeddedUsable && embedded.compareTo(best.version) >= 0
            ? BundleVersion.EMBEDDED : BundleVersion.stored(best.version);
    }

    /**
     * Whether a stored bundle may be started: it fits the shell and has neither failed nor been withdrawn. A halt is for
     * those who have not confirmed it, and its first start is for those who are offered it now.
     */
    private boolean mayStart(StoredBundle bundle, StoreState state) {
        if (!bundle.fits(shell) || !state.isUsable(bundle.version)) return false;
        if (bundle.isConfirmed) return true;
        if (!state.isInstallable(bundle.version)) return false;
        if (state.isOnTrial(bundle.version)) return true;
        for (WebBundle offer : offers) {
            if (offer.version.equals(bundle.version) && offer.fits(shell)) return true;
        }
        return false;
    }

    /**
     * The highest version above the choice that waits for an index of this session to be started for the first time; null
     * without one, and where that index is known.
     */
    @Nullable SemanticVersion waiting(StoreState state) {
        if (isFetched) return null;
        BundleVersion choice = choice(state);
        boolean isNothingShown = choice.isEmbedded() && state.withdrawn().contains(embedded);
        SemanticVersion highest = null;
        for (StoredBundle bundle : state.bundles()) {
            boolean isWaiting = !bundle.isConfirmed && bundle.fits(shell) && state.isInstallable(bundle.version)
                && (isNothingShown || bundle.version.compareTo(version(choice)) > 0);
            if (isWaiting && (highest == null || bundle.version.compareTo(highest) > 0)) highest = bundle.version;
        }
        return highest;
    }

    SemanticVersion version(BundleVersion bundle) {
        SemanticVersion version = bundle.version();
        return version == null ? embedded : version;
    }

    /**
     * The versions to keep: the newest ones, at least one, and also the one that is shown, the one before it and the
     * next one, since newer ones may not fit the shell.
     */
    Set<SemanticVersion> kept(StoreState state, int keep) {
        Set<SemanticVersion> kept = new HashSet<>();
        List<StoredBundle> bundles = state.bundles();
        Collections.sort(bundles, Collections.reverseOrder());
        for (StoredBundle bundle : bundles.subList(0, Math.min(Math.max(1, keep), bundles.size()))) {
            kept.add(bundle.version);
        }
        for (BundleVersion shown : new BundleVersion[] {state.current(), state.previous(), choice(state)}) {
            if (shown != null && !shown.isEmbedded()) kept.add(shown.version());
        }
        return kept;
    }
}
