package signet.bundles;

import signet.Nullable;
import signet.Transport;
import signet.Transport.UrlTransport;

/** What an updater is made of. */
public final class BundleUpdaterBuilder {
    final BundleStore store;
    final String origin;
    final DownloadRules rules;
    Transport transport = new UrlTransport();
    ArchiveTransport archives = new UrlArchiveTransport();
    long byteLimit = BundleLimits.ARCHIVE_BYTES;

    BundleUpdaterBuilder(BundleStore store, String origin) {
        if (!ArchiveAddress.isAcceptable(origin)) throw new IllegalArgumentException("not an https address: " + origin);
        this.store = store;
        this.origin = origin;
        rules = new DownloadRules(store.clock);
    }

    /** Other transports, such as those over an app's own library. */
    public BundleUpdaterBuilder transports(Transport documents, ArchiveTransport archives) {
        transport = documents;
        this.archives = archives;
        return this;
    }

    /** The largest archive that is fetched, in bytes; the limit of the format when nothing is said. */
    public BundleUpdaterBuilder byteLimit(long bytes) {
        byteLimit = Math.min(bytes, BundleLimits.ARCHIVE_BYTES);
        return this;
    }

    /** Fetches archives only while a network has no meter; the index, which is small, on any. */
    public BundleUpdaterBuilder unmeteredOnly(BundleUpdater.Network network) {
        rules.network = network;
        return this;
    }

    /** Takes the progress of downloads. */
    public BundleUpdaterBuilder progress(@Nullable BundleUpdater.Progress progress) {
        rules.progress = progress;
        return this;
    }

    /** How many attempts an update may make to download an archive, and how long one of them may hear nothing. */
    public BundleUpdaterBuilder attempts(int count, long silenceMillis) {
        rules.attempts = Math.max(1, count);
        rules.silenceMillis = Math.max(1, silenceMillis);
        return this;
    }

    /** Waits in another way between two attempts. */
    BundleUpdaterBuilder pause(DownloadRules.Pause pause) {
        rules.pause = pause;
        return this;
    }

    /** The updater. */
    public BundleUpdater build() { return new BundleUpdater(this); }
}
