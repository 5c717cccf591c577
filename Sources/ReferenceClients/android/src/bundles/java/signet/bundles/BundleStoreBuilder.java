package signet.bundles;

import java.io.File;
import signet.Clock;
import signet.KeyRing;
import signet.Nullable;
import signet.Verifier;
import signet.Version;

/** What a store is made of. */
public final class BundleStoreBuilder {
    final File folder;
    final EmbeddedBundle embedded;
    final Version shell;
    final Verifier verifier;
    BundleEvent.Listener events = event -> {};
    Clock clock = Clock.SYSTEM;
    BundleStore.Channel channel = () -> null;
    IndexSession session = new IndexSession();
    @Nullable String app;
    int keep = 3;
    int healthStarts = 2;
    long healthMillis = 30_000;

    BundleStoreBuilder(File folder, EmbeddedBundle embedded, String shell, KeyRing keys, String environment) {
        this.folder = folder;
        this.embedded = embedded;
        this.shell = Version.parse(shell);
        if (this.shell == null) throw new IllegalArgumentException("not the version of a shell: " + shell);
        verifier = new Verifier(keys, environment, new BundleIndex());
    }

    /**
     * The installed app, such as {@code "3.2.0 (41000)"}, by which an update of it is known, beside the versions of the
     * shell and of the embedded bundle.
     *
     * @throws IllegalArgumentException unless it is printable ASCII without quotes and backslashes
     */
    public BundleStoreBuilder app(String name) {
        boolean isPlain = !name.isEmpty() && name.length() <= BundleLimits.APP_CHARACTERS;
        for (char c : name.toCharArray()) isPlain &= c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
        if (!isPlain) throw new IllegalArgumentException("not the name of an app: " + name);
        app = name;
        return this;
    }

    /** How many of the newest versions are kept, at least one; the shown one and the one before it are as well. */
    public BundleStoreBuilder keep(int count) {
        keep = Math.max(1, count);
        return this;
    }

    /** How many starts a new version has to prove that it works, and how long one of them may last. */
    public BundleStoreBuilder health(int starts, long millis) {
        healthStarts = Math.max(1, starts);
        healthMillis = Math.max(0, millis);
        return this;
    }

    /** What takes the events of the store and its updaters, for the app's telemetry. */
    public BundleStoreBuilder events(BundleEvent.Listener listener) {
        events = listener;
        return this;
    }

    /** The channel of the app, for bundles that are offered to some channels only. */
    public BundleStoreBuilder channel(BundleStore.Channel channel) {
        this.channel = channel;
        return this;
    }

    /** The session that other stores of this process are of as well. */
    BundleStoreBuilder session(IndexSession session) {
        this.session = session;
        return this;
    }

    /** The clocks of the device. */
    public BundleStoreBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /** The store. */
    public BundleStore build() { return new BundleStore(this); }
}
