package signet;

import java.util.Arrays;
import java.util.List;

/** A required or recommended update, with its texts in the language of the user. */
public final class Update {
    public enum Subject {
        /** The system; an update of the app would not install. */
        SYSTEM,
        APP,
        /** What a rule of a gate document says. */
        RULE
    }

    /** Whether the store has the version. */
    public enum StoreState {
        /** The store was not asked, or the answer does not say. */
        UNKNOWN,
        AVAILABLE,
        /** Not yet, or not in this country. */
        MISSING
    }

    final Subject subject;
    @Nullable String rule;
    @Nullable Version version;
    @Nullable Long build;
    @Nullable Long sdk;
    @Nullable ChosenText title;
    @Nullable ChosenText description;
    @Nullable String url;
    StoreState store = StoreState.UNKNOWN;
    boolean isObtainable = true;
    @Nullable Long due;

    Update(Subject subject) { this.subject = subject; }

    /** An update to show, for previews and tests of screens. */
    public Update(@Nullable ChosenText title, @Nullable ChosenText description, @Nullable String url) {
        this(Subject.RULE);
        this.title = title;
        this.description = description;
        this.url = url;
    }

    public Subject subject() { return subject; }
    /** The id of the rule, for {@link Subject#RULE}; else null. */
    @Nullable public String rule() { return rule; }
    /** What is asked for, of the system or the app, or shown where {@link #build} decides; null when not known. */
    @Nullable public Version version() { return version; }
    /** The build that is asked for; null where a version decides. */
    @Nullable public Long build() { return build; }
    /** The SDK level that is asked for; null for anything else. */
    @Nullable public Long sdk() { return sdk; }
    /** The heading; null when the document has none. */
    @Nullable public ChosenText title() { return title; }
    /** The explanation; null when the document has none. */
    @Nullable public ChosenText description() { return description; }
    /** Where to get the app; null when that is not known, and for an update of the system. */
    @Nullable public String url() { return url; }
    public StoreState store() { return store; }
    /** Whether this device can get a version that is not blocked; never false for classic documents. */
    public boolean isObtainable() { return isObtainable; }
    /** When a recommendation becomes a demand, in seconds since 1970; null when it does not. */
    @Nullable public Long due() { return due; }

    private List<Object> fields() {
        return Arrays.<Object>asList(
            subject, rule, version, build, sdk, title, description, url, store, isObtainable, due);
    }

    @Override public boolean equals(Object other) {
        return other instanceof Update && fields().equals(((Update) other).fields());
    }

    @Override public int hashCode() { return fields().hashCode(); }
    @Override public String toString() { return "Update" + fields(); }

    /** Whether the store has a version, as far as it is known to run on the device. */
    static StoreState state(@Nullable Version needed, @Nullable StoreVersion store, Device device) {
        if (needed == null || store == null) return StoreState.UNKNOWN;
        if (store.version.compareTo(needed) < 0) return StoreState.MISSING;
        // The store offers an older device the last version that it can run, which is not known.
        boolean isTooOld = store.minimumSystem != null && device.platform == Device.Platform.IOS
            && Version.compare(device.system, store.minimumSystem.numbers) < 0;
        return isTooOld ? StoreState.UNKNOWN : StoreState.AVAILABLE;
    }

    /** The newest version of the app in the store. */
    public static final class StoreVersion {
        final Version version;
        @Nullable final Version minimumSystem;

        /** A version and the oldest iOS that it runs on, which is null when that is not known, and on Android. */
        public StoreVersion(Version version, @Nullable Version minimumSystem) {
            this.version = version;
            this.minimumSystem = minimumSystem;
        }
    }

    /** Finds out the newest version of the app in the store: on Android with the library of the store. */
    public interface StoreLookup {
        /** Null when it cannot be determined. Called on a thread of its own; whatever it throws counts as null. */
        @Nullable StoreVersion newestVersion() throws Exception;
    }
}
