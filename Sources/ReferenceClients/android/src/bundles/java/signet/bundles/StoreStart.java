package signet.bundles;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import signet.Nullable;

// Own: the order of a start. A start is counted before anything is shown, and what is counted was checked: a bundle that
// is not what was signed is forgotten under the same lock, and the next best is chosen. Proved by the driver's
// "scenarios", "store" and "signed".

/** The choice of a start. */
final class StoreStart {
    private final BundleStore store;
    private final StoreFolder folder;

    StoreStart(BundleStore store) {
        this.store = store;
        folder = store.folder;
    }

    /** The bundle that a start shows, and why. */
    static final class Choice {
        final BundleVersion version;
        /** Keeps its folder; null for one that is served in place. */
        @Nullable FolderLocks.Hold hold;
        /** Its files in the store; null for one that is served in place. */
        @Nullable CheckedFolder files;
        /** Which start of its trial this is; 0 when it needs none. */
        long trial;
        final List<SemanticVersion> failures = new ArrayList<>();
        /** The verdicts on bundles that are not shown. */
        final List<BundleEvent> verdicts = new ArrayList<>();
        @Nullable StoreException problem;

        Choice(BundleVersion version) { this.version = version; }
    }

    /** The choice, with the folder of what is shown held. */
    Choice choice() throws StoreException {
        List<BundleEvent> verdicts = new ArrayList<>();
        Choice choice;
        try {
            choice = recorded(verdicts);
        } catch (StoreException e) {
            choice = unrecorded(null, e, verdicts);
            if (choice == null) {
                choice = new Choice(BundleVersion.EMBEDDED);
                choice.problem = e;
            }
        }
        // A bundle that is served in place is never unpacked, so any unpacked one is of another version of the app.
        String seed = store.embedded.assets != null ? "" : null;
        if (choice.version.isEmbedded()) {
            try {
                EmbeddedBundle.Opened opened = store.embedded.open(store);
                choice.hold = opened.hold;
                choice.files = opened.files;
                if (opened.name != null) seed = opened.name;
            } catch (StoreException e) {
                // Better one that was confirmed before than none.
                Choice stored = unrecorded(BundleVersion.EMBEDDED, e, verdicts);
                if (stored == null) throw "embedded".equals(e.code()) ? e : StoreException.embedded(e.getMessage(), e);
                choice = stored;
            }
        }
        choice.verdicts.addAll(verdicts);
        clean(seed);
        return choice;
    }

    private Choice recorded(final List<BundleEvent> verdicts) throws StoreException {
        final FolderLocks.Hold[] held = new FolderLocks.Hold[1];
        try {
            return store.update(state -> {
                List<SemanticVersion> failures = new ArrayList<>();
                Selection selection = store.selection(state);
                while (true) {
                    failures.addAll(state.begin(selection, store.healthStarts, store.seconds()));
                    Choice choice = new Choice(state.current());
                    StoredBundle bundle = state.bundle(choice.version.version());
                    if (bundle != null) {
                        // A process that dies of what it reads now has had this start.
                        if (!bundle.isConfirmed) folder.save(state);
                        choice.files = checked(bundle, verdicts);
                        if (choice.files != null) held[0] = FolderLocks.share(folder.root, bundle.folderName());
                    }
                    if (bundle == null || held[0] != null) {
                        choice.hold = held[0];
                        choice.failures.addAll(failures);
                        if (bundle != null && !bundle.isConfirmed) choice.trial = state.trial().starts;
                        for (SemanticVersion failed : failures) {
                            verdicts.add(BundleEvent.failed(failed, "starts"));
                        }
                        return choice;
                    }
                    // It counts as missing.
                    state.forget(Collections.singletonList(bundle.version));
                }
            });
        } catch (StoreException e) {
            if (held[0] != null) held[0].release();
            throw e;
        }
    }

    /** A bundle that was confirmed before and can be shown without a record; null when that is the embedded one. */
    @Nullable private Choice unrecorded(
        @Nullable BundleVersion excluded, StoreException problem, List<BundleEvent> verdicts) {
        StoreState state;
        try {
            // Without the lock: the state is always replaced in one step.
            state = folder.state();
        } catch (IOException e) {
            // The problem that led here is reported.
            return null;
        }
        store.session.obey(state);
        while (true) {
            BundleVersion version = store.selection(state).choice(state, true, excluded);
            if (version.isEmbedded()) return null;
            Choice choice = new Choice(version);
            try {
                choice.files = checked(state.bundle(version.version()), verdicts);
                if (choice.files != null) {
                    choice.hold = FolderLocks.shareWithin(folder.root, version.toString());
                    choice.problem = problem;
                    return choice;
                }
            } catch (IOException e) {
                // What cannot be read cannot be shown, but one before it may be.
                choice.files = null;
            }
            state.forget(Collections.singletonList(version.version()));
        }
    }

    /** The files of a bundle; null when it is not what was signed, which is then among the verdicts. */
    @Nullable private CheckedFolder checked(StoredBundle bundle, List<BundleEvent> verdicts) throws IOException {
        try {
            return store.opened.open(bundle);
        } catch (Proof.Refusal e) {
            verdicts.add(BundleEvent.refused(BundleVersion.stored(bundle.version), e));
            return null;
        }
    }

    /** What cannot be removed now stays for the next start: showing the bundle comes first. */
    void clean(@Nullable final String seed) {
        try {
            folder.locked(() -> {
                store.clean(folder.state(), seed);
                return null;
            });
        } catch (StoreException e) {
            // The next start cleans again.
            return;
        }
    }
}
