package signet.bundles;

import java.io.File;
import java.io.IOException;
import signet.Download;
import signet.KeyRing;
import signet.Limits;
import signet.Nullable;
import signet.Transport;
import signet.UrlTransport;
import signet.VerificationException;
import signet.Verifier;

/*
 * Own: the order. Nothing is unpacked, and no document read, before its signature is checked; a withdrawal counts
 * before an archive is fetched. Proved by the driver's "updates" and "scenarios".
 */

/**
 * Looks for a new bundle, checks it and puts it into a store, where the next start finds it.
 *
 * <p>A document older than the last one is refused. After any failure the store works as before, and another run starts
 * anew. Calls at the same time run one after the other; an interrupted thread cancels its run.
 */
public final class BundleUpdater {
    private static final String KEPT = "index";
    private static final long DOCUMENT_MILLIS = 20_000;

    private final BundleStore store;
    private final Verifier verifier;
    private final String url;
    private final Transport transport;
    private final ArchiveTransport archives;
    private final long byteLimit;

    /**
     * An updater of a store that fetches {@code builds/index.json.jws}.
     *
     * @param store where bundles are kept; several updaters, even in several processes, may share one
     * @param origin where the published tree of the environment is: {@code https://distribution.example.com}
     * @param keys the keys that the app embeds
     * @param environment the environment that the index must come from
     * @throws IllegalArgumentException when the origin is not an https address, or the environment not a name
     */
    public BundleUpdater(BundleStore store, String origin, KeyRing keys, String environment) {
        this(
            store, origin, keys, environment, new UrlTransport(), new UrlArchiveTransport(),
            BundleLimits.ARCHIVE_BYTES);
    }

    /**
     * The same with other transports, and with a limit of archives in bytes.
     *
     * @throws IllegalArgumentException as above
     */
    public BundleUpdater(
        BundleStore store, String origin, KeyRing keys, String environment, Transport transport,
        ArchiveTransport archives, long byteLimit) {
        if (!ArchiveAddress.isAcceptable(origin)) throw new IllegalArgumentException("not an https address: " + origin);
        this.store = store;
        verifier = new Verifier(keys, environment, new BundleIndex());
        url = (origin.endsWith("/") ? origin : origin + "/") + BundleIndex.PATH + Download.Envelope.JWS.suffix();
        this.transport = transport;
        this.archives = archives;
        this.byteLimit = Math.min(byteLimit, BundleLimits.ARCHIVE_BYTES);
    }

    /** Fetches the index, and the archive of a bundle that is better than those in the store. */
    public synchronized UpdateOutcome updateBlocking() {
        try {
            return run();
        } catch (UpdateFailure e) {
            return UpdateOutcome.failed(Thread.currentThread().isInterrupted() ? UpdateFailure.cancelled() : e);
        }
    }

    /** A verified index, and the state in which it was accepted. */
    private static final class Accepted {
        final Verifier.Manifest manifest;
        final BundleIndex.Content index;
        final StoreState state;

        Accepted(Verifier.Manifest manifest, StoreState state) {
            this.manifest = manifest;
            this.state = state;
            index = (BundleIndex.Content) manifest.document();
        }
    }

    private UpdateOutcome run() throws UpdateFailure {
        Accepted accepted = accept(fetchDocument());
        Offer offer = new Offer(accepted.index, accepted.state, store.selection);
        if (offer.install != null) {
            try {
                if (install(offer.install, accepted.manifest)) return UpdateOutcome.installed(offer.install.version);
            } catch (UpdateFailure e) {
                // A withdrawn bundle must be left even when there is nothing better yet.
                UpdateOutcome without = outcome(null, accepted.state);
                boolean mustBeLeft = without.kind() == UpdateOutcome.Kind.WITHDRAWN_CURRENT
                    && !without.next().equals(accepted.state.current());
                if (mustBeLeft && !Thread.currentThread().isInterrupted()) return without;
                throw e;
            }
        }
        return outcome(offer.needsNewerShell, accepted.state);
    }

    private UpdateOutcome outcome(@Nullable WebBundle needsNewerShell, StoreState state) {
        BundleVersion next = store.selection.choice(state);
        BundleVersion current = state.current() == null ? next : state.current();
        boolean isWithdrawn = state.withdrawn().contains(store.selection.version(current));
        if (isWithdrawn && !next.equals(current)) return UpdateOutcome.withdrawnCurrent(next);
        if (needsNewerShell != null) return UpdateOutcome.appUpdateNeeded(needsNewerShell, isWithdrawn);
        return isWithdrawn ? UpdateOutcome.withdrawnCurrent(next) : UpdateOutcome.upToDate();
    }

    // The document.

    private byte[] fetchDocument() throws UpdateFailure {
        try {
            long limit = Download.Envelope.JWS.byteLimit(Limits.BODY_BYTES);
            Transport.Response response = transport.fetch(url, limit, DOCUMENT_MILLIS);
            if (response.status() == 200) return response.body();
            throw new UpdateFailure(
                "document-status", "the document could not be fetched: HTTP status " + response.status());
        } catch (Transport.TransportException e) {
            throw new UpdateFailure("document", "the document could not be fetched: " + e.getMessage());
        }
    }

    /**
     * Verifies an index against the stored one, and stores it with its withdrawals; all in one step, so that no process
     * replaces a newer index by an older one.
     */
    private Accepted accept(final byte[] jws) throws UpdateFailure {
        final VerificationException[] refusal = new VerificationException[1];
        try {
            Accepted accepted = store.update(new BundleStore.Change<Accepted>() {
                @Override public Accepted make(StoreState state) throws IOException {
                    Verifier.Manifest manifest;
                    try {
                        manifest =
                            verifier.verify(Download.ofJws(jws), BundleIndex.PATH, stored(), store.clock.now());
                    } catch (VerificationException e) {
                        refusal[0] = e;
                        return null;
                    }
                    Accepted accepted = new Accepted(manifest, state);
                    state.withdraw(accepted.index.withdrawn);
                    Disk.replace(store.folder.root, KEPT, jws);
                    return accepted;
                }
            });
            if (accepted != null) return accepted;
            throw new UpdateFailure("verification/" + refusal[0].code(), refusal[0].getMessage());
        } catch (StoreException e) {
            throw UpdateFailure.of(e);
        }
    }

    /** The last index; null without one, or when it no longer verifies: its key may have been revoked. */
    @Nullable private Verifier.Manifest stored() throws IOException {
        int limit = (int) Download.Envelope.JWS.byteLimit(Limits.BODY_BYTES);
        byte[] kept = Disk.read(new File(store.folder.root, KEPT), limit);
        try {
            return kept == null ? null : verifier.verifyKept(Download.ofJws(kept), BundleIndex.PATH, null);
        } catch (VerificationException e) {
            return null;
        }
    }

    // The archive.

    /** Fetches, checks and installs a bundle; false when it turns out to be no longer needed. */
    private boolean install(WebBundle bundle, Verifier.Manifest manifest) throws UpdateFailure {
        StoreFolder.Staging staging = null;
        StoreFolder.Staging unpacked = null;
        boolean isInstalled = false;
        try {
            staging = stage();
            try (ArchiveDownload download = fetch(bundle, staging.folder)) {
                check(download, bundle, manifest);
                ArchiveReader reader = new ArchiveReader(download.file());
                if (!reader.hasFile(StoreFolder.START_PAGE)) {
                    throw new ArchiveException("it has no " + StoreFolder.START_PAGE);
                }
                unpacked = stage();
                reader.unpack(unpacked.folder);
            }
            if (Thread.currentThread().isInterrupted()) throw UpdateFailure.cancelled();
            isInstalled = store.install(bundle.stored(), unpacked);
        } catch (StoreException e) {
            throw UpdateFailure.of(e);
        } catch (IOException e) {
            throw UpdateFailure.of(StoreException.of(e));
        } catch (ArchiveException e) {
            throw new UpdateFailure("malformed-archive", "the archive is not a web bundle: " + e.getMessage());
        } finally {
            discard(staging);
            if (!isInstalled) discard(unpacked);
        }
        if (isInstalled) collectGarbage();
        return isInstalled;
    }

    private StoreFolder.Staging stage() throws StoreException {
        return store.folder.locked(new StoreFolder.Work<StoreFolder.Staging>() {
            @Override public StoreFolder.Staging run() throws IOException { return store.folder.stage(); }
        });
    }

    private void discard(@Nullable StoreFolder.Staging staging) {
        if (staging == null) return;
        boolean wasInterrupted = Thread.interrupted();
        try {
            EmbeddedBundle.discard(store.folder, staging);
        } catch (StoreException e) {
            // A leftover for the next start.
            return;
        } finally {
            if (wasInterrupted) Thread.currentThread().interrupt();
        }
    }

    private void collectGarbage() {
        try {
            store.collectGarbageBlocking();
        } catch (StoreException e) {
            // What cannot be removed now is removed later.
            return;
        }
    }

    private ArchiveDownload fetch(WebBundle bundle, File folder) throws UpdateFailure, IOException {
        String address = ArchiveAddress.resolve(bundle.url, url);
        if (address == null) {
            throw new UpdateFailure(
                "address", "the archive's address \"" + bundle.url
                    + "\" is neither https without credentials nor a name beside the document");
        }
        if (bundle.bytes > byteLimit) throw UpdateFailure.tooLarge(byteLimit);
        ArchiveDownload download = new ArchiveDownload(folder, bundle.bytes);
        boolean isWhole = false;
        try {
            int status = archives.fetch(address, download);
            if (status != 200) {
                throw new UpdateFailure(
                    "archive-status", "the archive could not be fetched: HTTP status " + status);
            }
            isWhole = true;
        } catch (IOException e) {
            if (download.failure() != null) throw download.failure();
            if (download.isTooLarge()) throw UpdateFailure.tooLarge(bundle.bytes);
            throw new UpdateFailure("archive", "the archive could not be fetched: " + e.getMessage());
        } finally {
            if (!isWhole) download.close();
        }
        return download;
    }

    /** Checks size, hash and signature of the open file that will be unpacked. */
    private static void check(ArchiveDownload download, WebBundle bundle, Verifier.Manifest manifest)
        throws UpdateFailure, IOException {
        if (download.isTooLarge()) throw UpdateFailure.tooLarge(bundle.bytes);
        if (download.count() != bundle.bytes) {
            throw new UpdateFailure(
                "wrong-size", "the archive has " + download.count() + " bytes instead of " + bundle.bytes);
        }
        String digest = download.digest();
        if (!digest.equals(bundle.sha256)) {
            throw new UpdateFailure("wrong-hash", "the archive has SHA-256 " + digest + " instead of " + bundle.sha256);
        }
        if (!bundle.hasFormOfSignature() || !download.isSigned(bundle.signature, manifest.key().publicKey())) {
            throw new UpdateFailure(
                "bad-signature",
                "the archive's signature is not one of key \"" + manifest.key().id() + "\" over these bytes");
        }
    }
}
