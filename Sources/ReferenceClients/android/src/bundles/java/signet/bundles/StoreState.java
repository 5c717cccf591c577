package signet.bundles;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import signet.Nullable;

// Own: the state and its transitions; nothing here touches a disk. They are those of the library for iOS, played by the
// same scenarios, and one more: a version that was given up gets another trial.

/** The state of a store. */
final class StoreState {
    /** A version that has not proved yet that it works. */
    static final class Trial {
        final SemanticVersion version;
        /** How often it was started. */
        final long starts;
        /** When it was started first, in seconds since 1970. */
        final long since;

        Trial(SemanticVersion version, long starts, long since) {
            this.version = version;
            this.starts = starts;
            this.since = since;
        }
    }

    private final List<StoredBundle> bundles = new ArrayList<>();
    @Nullable private BundleVersion current;
    @Nullable private BundleVersion previous;
    @Nullable private Trial trial;
    /** The versions that did not prove in time that they work, and when they were given up. */
    private final Map<SemanticVersion, Long> failed = new TreeMap<>();
    private final List<SemanticVersion> halted = new ArrayList<>();
    private final List<SemanticVersion> withdrawn = new ArrayList<>();
    /** What tells this installation from others in roll-outs; it is made once and never sent. */
    @Nullable String installId;
    /** The installed app that has written this. */
    @Nullable private String app;

    StoreState() {}

    StoreState(
        Collection<StoredBundle> bundles, @Nullable BundleVersion current, @Nullable BundleVersion previous,
        @Nullable Trial trial, Map<SemanticVersion, Long> failed, Collection<SemanticVersion> halted,
        Collection<SemanticVersion> withdrawn, @Nullable String installId, @Nullable String app) {
        this.bundles.addAll(bundles);
        Collections.sort(this.bundles);
        this.current = current;
        this.previous = previous;
        this.trial = trial;
        this.failed.putAll(failed);
        this.halted.addAll(halted);
        Collections.sort(this.halted);
        this.withdrawn.addAll(withdrawn);
        Collections.sort(this.withdrawn);
        this.installId = installId;
        this.app = app;
    }

    /** The stored bundles that may be used, the lowest version first. */
    List<StoredBundle> bundles() { return new ArrayList<>(bundles); }

    /** The bundle that the last start showed. */
    @Nullable BundleVersion current() { return current; }

    /** The bundle that was shown before that and still works, or that would replace it. */
    @Nullable BundleVersion previous() { return previous; }

    @Nullable Trial trial() { return trial; }

    Map<SemanticVersion, Long> failed() { return Collections.unmodifiableMap(failed); }

    /** The versions that may only be used if they are confirmed. */
    List<SemanticVersion> halted() { return Collections.unmodifiableList(halted); }

    List<SemanticVersion> withdrawn() { return Collections.unmodifiableList(withdrawn); }

    @Nullable String app() { return app; }

    @Nullable StoredBundle bundle(@Nullable SemanticVersion version) {
        for (StoredBundle bundle : bundles) {
            if (bundle.version.equals(version)) return bundle;
        }
        return null;
    }

    /** Whether a version has neither failed nor been withdrawn. */
    boolean isUsable(SemanticVersion version) { return !failed.containsKey(version) && !withdrawn.contains(version); }

    boolean isInstallable(SemanticVersion version) { return isUsable(version) && !halted.contains(version); }

    boolean isOnTrial(SemanticVersion version) { return trial != null && trial.version.equals(version); }

    /**
     * Decides what a start shows, and counts the start of a version that has not proved yet that it works.
     *
     * @param starts how many starts it may have
     * @param now seconds since 1970
     * @return the versions that failed with this, as their last allowed start is over
     */
    List<SemanticVersion> begin(Selection selection, int starts, long now) {
        List<SemanticVersion> failures = new ArrayList<>();
        if (trial != null && trial.starts >= starts) {
            failures.add(trial.version);
            fail(trial.version, now);
        }
        BundleVersion choice = selection.choice(this);
        if (!choice.equals(current)) {
            previous = current != null && isThere(current, selection) ? current : null;
            current = choice;
        }
        if (previous == null || previous.equals(choice)) {
            BundleVersion next = selection.choice(this, false, choice);
            previous = next.equals(choice) ? null : next;
        }
        StoredBundle bundle = bundle(choice.version());
        if (bundle == null || bundle.isConfirmed) {
            trial = null;
        } else {
            boolean goesOn = trial != null && trial.version.equals(bundle.version);
            trial = new Trial(bundle.version, goesOn ? trial.starts + 1 : 1, goesOn ? trial.since : now);
        }
        return failures;
    }

    /** Counts more or fewer starts of the version on trial. */
    void count(int starts, SemanticVersion version) {
        if (isOnTrial(version)) trial = new Trial(version, Math.max(0, trial.starts + starts), trial.since);
    }

    private boolean isThere(BundleVersion version, Selection selection) {
        if (version.isEmbedded()) return !withdrawn.contains(selection.embedded);
        StoredBundle bundle = bundle(version.version());
        return bundle != null && bundle.fits(selection.shell);
    }

    /**
     * A version has proved that it works.
     *
     * @return whether it may still be used: it was not given up, withdrawn or halted meanwhile
     */
    boolean confirm(SemanticVersion version) {
        StoredBundle bundle = bundle(version);
        if (bundle == null || (!bundle.isConfirmed && halted.contains(version))) return false;
        bundle.isConfirmed = true;
        if (isOnTrial(version)) trial = null;
        return true;
    }

    /** A version has not proved in time that it works. */
    void fail(SemanticVersion version, long now) {
        failed.put(version, now);
        while (failed.size() > BundleLimits.VERSIONS) failed.remove(failed.keySet().iterator().next());
        forget(Collections.singletonList(version));
    }

    /**
     * Gives versions that were given up another trial: all of them after an update of the app, which may be what they
     * lacked, and each a day after it failed. Two sessions that ended early, by no fault of the bundle, do not lose it
     * for ever; the publisher ends the trials of a broken one by withdrawing it.
     *
     * @param app the installed app
     */
    void forgive(String app, long now) {
        if (!app.equals(this.app)) {
            // A state without an app is new.
            if (this.app != null) {
                failed.clear();
                trial = null;
            }
            this.app = app;
        }
        for (Iterator<Map.Entry<SemanticVersion, Long>> each = failed.entrySet().iterator(); each.hasNext();) {
            Map.Entry<SemanticVersion, Long> entry = each.next();
            // A clock that was set back begins the day anew; otherwise it could last for years.
            if (entry.getValue() > now) entry.setValue(now);
            if (now - entry.getValue() >= BundleLimits.FORGIVENESS_SECONDS) each.remove();
        }
    }

    /**
     * Adds a new version. Lower ones that were never shown are dropped: after a failure of the new version, the one
     * shown before is shown again.
     */
    void install(StoredBundle bundle) {
        for (Iterator<StoredBundle> each = bundles.iterator(); each.hasNext();) {
            StoredBundle other = each.next();
            BundleVersion name = BundleVersion.stored(other.version);
            boolean wasSeen = other.isConfirmed || name.equals(current) || name.equals(previous)
                || (trial != null && trial.version.equals(other.version));
            if (other.equals(bundle) || (other.compareTo(bundle) < 0 && !wasSeen)) each.remove();
        }
        bundles.add(bundle);
        Collections.sort(bundles);
    }

    /**
     * Replaces the halted and withdrawn versions by those of a new index; versions that it no longer lists may be used
     * again.
     */
    void obey(BundleIndex.Content index) {
        halted.clear();
        halted.addAll(index.halted);
        Collections.sort(halted);
        withdrawn.clear();
        withdrawn.addAll(index.withdrawn);
        Collections.sort(withdrawn);
        forget(index.withdrawn);
    }

    /** Obeys an index that could not be kept, beside what is. */
    void obeyUnkept(BundleIndex.Content index) {
        for (SemanticVersion version : index.halted) if (!halted.contains(version)) halted.add(version);
        for (SemanticVersion version : index.withdrawn) if (!withdrawn.contains(version)) withdrawn.add(version);
        Collections.sort(halted);
        Collections.sort(withdrawn);
        forget(index.withdrawn);
    }

    /** Forgets all bundles and what came of them; what is halted or withdrawn stays so. */
    void reset() {
        bundles.clear();
        failed.clear();
        trial = null;
        previous = null;
    }

    /** Drops bundles. */
    void forget(Collection<SemanticVersion> versions) {
        for (Iterator<StoredBundle> each = bundles.iterator(); each.hasNext();) {
            if (versions.contains(each.next().version)) each.remove();
        }
        if (trial != null && versions.contains(trial.version)) trial = null;
        if (previous != null && !previous.isEmbedded() && versions.contains(previous.version())) previous = null;
    }
}
