package signet.bundles;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import signet.Nullable;
import signet.Version;

/** The choice of the bundle that a shell shows, and of those that a store keeps. */
final class Selection {
    final Version shell;
    /** The version of the bundle that the shell ships. */
    final SemanticVersion embedded;

    Selection(Version shell, SemanticVersion embedded) {
        this.shell = shell;
        this.embedded = embedded;
    }

    BundleVersion choice(StoreState state) { return choice(state, false, null); }

    /**
     * The highest version that fits the shell and has neither failed nor been withdrawn; the embedded one competes by
     * its version and remains when there is no other.
     *
     * @param onlyConfirmed whether to skip versions that have not proved yet that they work
     * @param excluded another one to skip
     */
    BundleVersion choice(StoreState state, boolean onlyConfirmed, @Nullable BundleVersion excluded) {
        StoredBundle best = null;
        for (StoredBundle bundle : state.bundles()) {
            boolean isCandidate = bundle.fits(shell) && (bundle.isConfirmed || !onlyConfirmed)
                && state.isUsable(bundle.version) && !BundleVersion.stored(bundle.version).equals(excluded);
            if (isCandidate && (best == null || bundle.compareTo(best) > 0)) best = bundle;
        }
        if (best == null) return BundleVersion.EMBEDDED;
        boolean isEmbeddedUsable =
            !state.withdrawn().contains(embedded) && !BundleVersion.EMBEDDED.equals(excluded);
        // Of equal versions, the one that cannot be damaged.
        return isEmbeddedUsable && embedded.compareTo(best.version) >= 0
            ? BundleVersion.EMBEDDED : BundleVersion.stored(best.version);
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
