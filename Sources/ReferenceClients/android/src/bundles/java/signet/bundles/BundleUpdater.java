package signet.bundles;

import java.io.File;
import java.io.IOException;
import signet.Download;
import signet.Nullable;
import signet.Verifier;

// Own: the order. Nothing is unpacked, and no document read, before its signature is checked; a withdrawal counts
// before an archive is fetched. Proved by the driver's "updates" and "scenarios".

/**
 * Looks for a new bundle, checks it and puts it into a store, where the next start finds it.
 *
 * <p>A document older than the last one is refused. After any failure the store works as before, and another run goes on
 * with what was downloaded. Calls at the same time run one after the other; an interrupted thread cancels its run.
 */
public final class BundleUpdater {
    private final BundleStore store;
    private final String url;
    private final IndexUpdate index;
    private final ArchiveTransport archives;
    private final long byteLimit;
    private final DownloadRules rules;

    /** What an app knows about the network, such as {@code !connectivityManager.isActiveNetworkMetered()}. */
    public interface Network {
        /** Whether the network costs nothing; asked for at most once a second, on a thread of the updater's. */
        boolean isUnmetered();
    }

    /** Takes the progress of a download, on a thread of the updater's. */
    public interface Progress {
        /** So many bytes of all of them are there, those of earlier attempts included. */
        void on(long bytes, long size);
    }

    BundleUpdater(BundleUpdaterBuilder builder) {
        store = builder.store;
        url = (builder.origin.endsWith("/") ? builder.origin : builder.origin + "/") + BundleIndex.PATH
            + Download.Envelope.JWS.suffix();
        index = new IndexUpdate(store, url, builder.transport);
        archives = builder.archives;
        byteLimit = builder.byteLimit;
        rules = builder.rules;
    }

    /**
     * An updater of a store that fetches {@code builds/index.json.jws}.
     *
     * @param store where bundles are kept; several updaters, even in several processes, may share one
     * @param origin where the published tree of the environment is: {@code https://distribution.example.com}
     * @throws IllegalArgumentException when the origin is not an https address
     */
    public static BundleUpdaterBuilder builder(BundleStore store, String origin) {
        return new BundleUpdaterBuilder(store, origin);
    }

    /**
     * Decides which bundle to show, as {@link BundleStore#startBlocking} does; call it when the app starts, before the first
     * page is loaded, and to show another one.
     *
     * <p>A version that was never started needs an index of this session, which may say that it was withdrawn. Where such a
     * version waits, an update begins here, and goes on behind a start that waits no longer.
     *
     * @param patienceMillis how long to wait: 3000 is what people do not mind
     * @throws StoreException as {@link BundleStore#startBlocking}
     */
    public StartedBundle startBlocking(long patienceMillis) throws StoreException {
        if (isWaited()) {
            Thread update = new Thread(this::updateBlocking, "signet-update");
            update.start();
            try {
                update.join(Math.max(1, patienceMillis));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return store.startBlocking();
    }

    private boolean isWaited() {
        try {
            return store.statusBlocking().isNextWaiting();
        } catch (StoreException e) {
            // The start has the same trouble, and says so.
            return false;
        }
    }

    /** Ends the update that runs, if one does: it fails as {@code cancelled}. For any thread. */
    public void cancel() { rules.cancel(); }

    /** Fetches the index, and the archive of a bundle that is better than those in the store. */
    public synchronized UpdateOutcome updateBlocking() {
        rules.begin();
        long start = store.clock.elapsed();
        UpdateOutcome outcome;
        try {
            outcome = run();
        } catch (UpdateFailure e) {
            outcome = UpdateOutcome.failed(isCancelled() ? UpdateFailure.cancelled() : e);
        }
        store.tell(outcome.event().with("millis", store.clock.elapsed() - start));
        return outcome;
    }

    private UpdateOutcome run() throws UpdateFailure {
        IndexUpdate.Accepted accepted = index.run();
        if (accepted.problem != null) {
            UpdateOutcome left = leftBundle(accepted.state);
            if (left != null) return left;
            throw UpdateFailure.of(accepted.problem);
        }
        Selection.Offer offer = store.selection(accepted.state).offer(accepted.state);
        forgetDownloads(offer.install);
        if (offer.install != null) {
            try {
                if (install(offer.install, accepted)) return installed(offer.install.version, accepted.state);
            } catch (UpdateFailure e) {
                UpdateOutcome left = leftBundle(accepted.state);
                if (left != null && !isCancelled()) return left;
                throw e;
            }
        }
        return outcome(offer.needsNewerShell, accepted.state);
    }

    /**
     * The outcome where what is shown must be left, even when there is nothing better yet and nothing can be written; null
     * where it need not be.
     */
    @Nullable private UpdateOutcome leftBundle(StoreState state) {
        UpdateOutcome outcome = outcome(null, state);
        boolean isLeft =
            outcome.kind() == UpdateOutcome.Kind.WITHDRAWN_CURRENT && !outcome.next().equals(state.current());
        return isLeft ? outcome : null;
    }

    /** What was shown until the update may not be. */
    private UpdateOutcome installed(SemanticVersion version, StoreState before) {
        BundleVersion current = before.current();
        boolean mustBeLeft = current != null && mustNotBeShown(current, before);
        return mustBeLeft
            ? UpdateOutcome.withdrawnCurrent(BundleVersion.stored(version)) : UpdateOutcome.installed(version);
    }

    private UpdateOutcome outcome(@Nullable WebBundle needsNewerShell, StoreState state) {
        Selection selection = store.selection(state);
        BundleVersion next = selection.choice(state);
        BundleVersion current = state.current() == null ? next : state.current();
        boolean isWithdrawn = state.withdrawn().contains(selection.version(current));
        if (mustNotBeShown(current, state) && !next.equals(current)) return UpdateOutcome.withdrawnCurrent(next);
        if (needsNewerShell != null) return UpdateOutcome.appUpdateNeeded(needsNewerShell, isWithdrawn);
        // It was downloaded in a former session, or is offered again.
        boolean isNew = isUnconfirmed(next, state) && !next.equals(state.current());
        if (isNew) return UpdateOutcome.installed(next.version());
        return isWithdrawn ? UpdateOutcome.withdrawnCurrent(next) : UpdateOutcome.upToDate();
    }

    /** Whether a version is withdrawn, or was halted before it was confirmed. */
    private boolean mustNotBeShown(BundleVersion bundle, StoreState state) {
        boolean isHalted = isUnconfirmed(bundle, state) && state.halted().contains(bundle.version());
        return isHalted || state.withdrawn().contains(store.selection(state).version(bundle));
    }

    private static boolean isUnconfirmed(BundleVersion version, StoreState state) {
        StoredBundle bundle = state.bundle(version.version());
        return bundle != null && !bundle.isConfirmed;
    }

    /** Only what is on offer now is worth going on with. */
    private void forgetDownloads(@Nullable final WebBundle but) throws UpdateFailure {
        try {
            store.folder.locked(() -> {
                store.folder.forgetDownloads(but == null ? null : but.sha256);
                return null;
            });
        } catch (StoreException e) {
            throw UpdateFailure.of(e);
        }
    }

    /** Fetches, checks and installs a bundle; false when it turns out to be no longer needed. */
    private boolean install(final WebBundle bundle, IndexUpdate.Accepted accepted) throws UpdateFailure {
        StoreFolder.Staging staging;
        try {
            staging = store.update(state -> {
                // What cannot take the place of a former folder need not be fetched.
                String name = BundleVersion.stored(bundle.version).toString();
                if (state.bundle(bundle.version) == null && store.folder.isInUse(name)) {
                    throw StoreException.inUse(bundle.version);
                }
                return store.folder.download(bundle.sha256);
            });
        } catch (StoreException e) {
            throw UpdateFailure.of(e);
        }
        boolean isKept = false;
        try {
            boolean isInstalled = install(bundle, accepted, staging.folder);
            if (isInstalled) collectGarbage();
            return isInstalled;
        } catch (UpdateFailure e) {
            isKept = e.isOfTheNetwork() && staging.isDownload();
            throw e;
        } finally {
            if (isKept) staging.abandon();
            else discard(staging);
        }
    }

    private boolean install(WebBundle bundle, IndexUpdate.Accepted accepted, File folder) throws UpdateFailure {
        StoreFolder.Staging unpacked = null;
        boolean isInstalled = false;
        try (ArchiveDownload download = new ArchiveDownload(folder, bundle.bytes)) {
            fetch(download, bundle, accepted.manifest);
            checkCancelled();
            ArchiveReader reader = new ArchiveReader(download.file());
            if (!reader.hasFile(StoreFolder.START_PAGE)) {
                throw new ArchiveException("it has no " + StoreFolder.START_PAGE);
            }
            unpacked = store.folder.stageLocked();
            FileList list = reader.unpack(unpacked.folder);
            checkCancelled();
            Proof.check(list, bundle);
            isInstalled = store.install(bundle.stored(list.digest()), new Proof(accepted.jws, list), unpacked);
            return isInstalled;
        } catch (StoreException e) {
            throw UpdateFailure.of(e);
        } catch (IOException e) {
            throw UpdateFailure.of(StoreException.of(e));
        } catch (ArchiveException e) {
            throw new UpdateFailure("malformed-archive", "the archive is not a web bundle: " + e.getMessage());
        } catch (Proof.Refusal e) {
            throw new UpdateFailure(e.code, e.getMessage());
        } finally {
            if (!isInstalled) discard(unpacked);
        }
    }

    private void checkCancelled() throws UpdateFailure {
        if (isCancelled()) throw UpdateFailure.cancelled();
    }

    private boolean isCancelled() { return Thread.currentThread().isInterrupted() || rules.isCancelled(); }

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

    /** Downloads, and checks size, hash and signature of the open file that will be unpacked. */
    private void fetch(ArchiveDownload download, WebBundle bundle, Verifier.Manifest manifest)
        throws UpdateFailure, IOException {
        String address = ArchiveAddress.resolve(bundle.url, url);
        if (address == null) {
            throw new UpdateFailure(
                "address", "the archive's address \"" + bundle.url
                    + "\" is neither https without credentials nor a name beside the document");
        }
        if (bundle.bytes > byteLimit) throw UpdateFailure.tooLarge(byteLimit);
        ArchiveFetch fetch = new ArchiveFetch(store, bundle, rules);
        boolean wasContinued = download.count() > 0;
        fetch.run(archives, address, download);
        String digest = download.digest();
        if (!digest.equals(bundle.sha256) && wasContinued) {
            // An earlier process, a crash or a server may have spoilt its beginning.
            download.begin(null);
            fetch.run(archives, address, download);
            digest = download.digest();
        }
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
