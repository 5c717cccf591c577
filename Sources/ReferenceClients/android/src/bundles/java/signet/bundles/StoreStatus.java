package signet.bundles;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import signet.Nullable;

/** The state of a store, for a support page or a log. */
public final class StoreStatus {
    private final StoreState state;
    private final Selection selection;

    StoreStatus(StoreState state, Selection selection) {
        this.state = state;
        this.selection = selection;
    }

    /** The bundle that the last start showed; null before the first. */
    @Nullable public BundleVersion current() { return state.current(); }

    /** The bundle that was shown before that and still works, or that would replace it; null when there is no other. */
    @Nullable public BundleVersion previous() { return state.previous(); }

    /**
     * The bundle that another start would show, unless its trial ends with that; one that was never started only once an
     * index of this session offers it.
     */
    public BundleVersion next() {
        SemanticVersion waiting = selection.waiting(state);
        return waiting == null ? selection.choice(state) : BundleVersion.stored(waiting);
    }

    /** Whether that was never started, and waits for an index of this session. */
    public boolean isNextWaiting() { return selection.waiting(state) != null; }

    /** The version that has not proved yet that it works; null when there is none. */
    @Nullable public SemanticVersion trial() { return state.trial() == null ? null : state.trial().version; }

    /** How often that was started. */
    public long trialStarts() { return state.trial() == null ? 0 : state.trial().starts; }

    /** The stored bundles that may be used, the lowest version first. */
    public List<SemanticVersion> stored() {
        List<SemanticVersion> versions = new ArrayList<>();
        for (StoredBundle bundle : state.bundles()) versions.add(bundle.version);
        return versions;
    }

    /** Those of them that have proved that they work. */
    public List<SemanticVersion> confirmed() {
        List<SemanticVersion> versions = new ArrayList<>();
        for (StoredBundle bundle : state.bundles()) {
            if (bundle.isConfirmed) versions.add(bundle.version);
        }
        return versions;
    }

    /** The versions that did not prove in time that they work, the lowest first. */
    public List<SemanticVersion> failed() { return new ArrayList<>(state.failed().keySet()); }

    /** The versions that may only be used if they are confirmed, the lowest first. */
    public List<SemanticVersion> halted() { return Collections.unmodifiableList(state.halted()); }

    /** The versions that must not be used any more, the lowest first. */
    public List<SemanticVersion> withdrawn() { return Collections.unmodifiableList(state.withdrawn()); }

    /** {@code embedded}, and the folders of the stored versions, the lowest version first: {@code v1.5.0}. */
    public List<String> versions() {
        List<String> names = new ArrayList<>(Collections.singletonList(BundleVersion.EMBEDDED.toString()));
        for (StoredBundle bundle : state.bundles()) names.add(bundle.folderName());
        return names;
    }

    /** <code>{ "versions": ["embedded", "v1.5.0"] }</code>, over several lines, for the web part of an app. */
    public String listJson() {
        StringBuilder text = new StringBuilder("{\n  \"versions\": [");
        String separator = "\n";
        for (String name : versions()) {
            // Names of versions have nothing to escape.
            text.append(separator).append("    \"").append(name).append('"');
            separator = ",\n";
        }
        return text.append("\n  ]\n}\n").toString();
    }
}
