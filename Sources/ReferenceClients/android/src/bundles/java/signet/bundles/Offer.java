package signet.bundles;

import signet.Nullable;

/** The consequence of all offers of an index for a store. */
final class Offer {
    /** A better bundle that the shell can run; null when the store has the best already. */
    @Nullable final WebBundle install;
    /** The newest bundle, which needs a newer shell, and there is no other to install; null otherwise. */
    @Nullable final WebBundle needsNewerShell;

    /**
     * The newest bundle that fits the shell and is above the one that the store would show. Withdrawn and failed
     * versions do not count as shown, which is how a device gets back from them.
     */
    Offer(BundleIndex.Content index, StoreState state, Selection selection) {
        BundleVersion shown = selection.choice(state);
        boolean isNothingShown = shown.isEmbedded() && state.withdrawn().contains(selection.embedded);
        WebBundle fitting = null;
        WebBundle newest = null;
        for (WebBundle bundle : index.offered) {
            boolean isNewer = isNothingShown || bundle.version.compareTo(selection.version(shown)) > 0;
            if (!isNewer || !state.isUsable(bundle.version) || state.bundle(bundle.version) != null) continue;
            if (newest == null || bundle.version.compareTo(newest.version) > 0) newest = bundle;
            boolean isBetter = fitting == null || bundle.version.compareTo(fitting.version) > 0;
            if (bundle.fits(selection.shell) && isBetter) fitting = bundle;
        }
        install = fitting;
        boolean isTooNew =
            fitting == null && newest != null && newest.minimumShell.compareTo(selection.shell) > 0;
        needsNewerShell = isTooNew ? newest : null;
    }
}
