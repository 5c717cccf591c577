package signet.bundles;

import java.io.IOException;
import signet.Download;
import signet.Nullable;
import signet.Verifier;

// Own: the order. Nothing is unpacked, and no document read, before its signature is checked; a withdrawal counts
// before an archive is fetched. Proved by the driver's "updates" and "scenarios".

/** One update, from the index to the folder of a bundle. */
final class UpdateRun {
    private final BundleStore store;
    private final String url;
    private final IndexUpdate index;
    private final ArchiveTransport archives;
    private final long byteLimit;
    private final DownloadRules rules;
    private volatile boolean isDownloading;

    UpdateRun(BundleUpdaterBuilder builder) {
        store = builder.store;
        url = (builder.origin.endsWith("/") ? builder.origin : builder.origin + "/") + BundleIndex.PATH
            + Download.Envelope.JWS.suffix();
        index = new IndexUpdate(store, url, builder.transport);
        archives = builder.archives;
        byteLimit = builder.byteLimit;
        rules = builder.rules;
    }

    /** Whether it is at an archive now, which may take long. */
    boolean isDownloading() { return isDownloading; }

    UpdateOutcome outcome() {
        try {
            return run();
        } catch (UpdateFailure e) {
            return UpdateOutcome.failed(isCancelled() ? UpdateFailure.cancelled() : e);
        }
    }

    /** The outcome where a new index says that what is shown must be left; null otherwise. It fetches nothing else. */
    @Nullable UpdateOutcome left() {
        try {
            return leftBundle(index.run().state);
        } catch (UpdateFailure e) {
            // The update that runs has an index.
            return null;
        }
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

    /** Installs a bundle, fetching what is not there; false when it turns out to be no longer needed. */
    private boolean install(WebBundle bundle, IndexUpdate.Accepted accepted) throws UpdateFailure {
        try {
            if (store.renew(bundle.stored(bundle.files), accepted.jws)) return true;
            StoreFolder.Staging staging = store.update(state -> {
                // What cannot take the place of a former folder need not be fetched.
                String name = BundleVersion.stored(bundle.version).toString();
                if (state.bundle(bundle.version) == null && store.folder.isInUse(name)) {
                    throw StoreException.inUse(bundle.version);
                }
                return store.folder.download(bundle.sha256, bundle.bytes);
            });
            return install(bundle, accepted, staging);
        } catch (StoreException e) {
            throw UpdateFailure.of(e);
        }
    }

    private boolean install(WebBundle bundle, IndexUpdate.Accepted accepted, StoreFolder.Staging staging)
        throws UpdateFailure, StoreException {
        boolean isKept = false;
        try (ArchiveDownload download = new ArchiveDownload(staging.folder, bundle.bytes)) {
            fetch(download, bundle, accepted.manifest);
            checkCancelled();
            return unpack(download, bundle, accepted);
        } catch (UpdateFailure e) {
            isKept = e.isOfTheNetwork();
            throw e;
        } catch (StoreException e) {
            isKept = true;
            throw e;
        } catch (IOException e) {
            // The disk may have room when the next update goes on from here.
            isKept = true;
            throw StoreException.of(e);
        } catch (ArchiveException e) {
            giveUp(bundle);
            throw new UpdateFailure("malformed-archive", "the archive is not a web bundle: " + e.getMessage());
        } catch (Proof.Refusal e) {
            giveUp(bundle);
            throw new UpdateFailure(e.code, e.getMessage());
        } finally {
            if (isKept && staging.isDownload()) staging.abandon();
            else discard(staging);
        }
    }

    private boolean unpack(ArchiveDownload download, WebBundle bundle, IndexUpdate.Accepted accepted)
        throws UpdateFailure, StoreException, IOException, ArchiveException, Proof.Refusal {
        ArchiveReader reader = new ArchiveReader(download.file());
        if (!reader.hasFile(StoreFolder.START_PAGE)) throw new ArchiveException("it has no " + StoreFolder.START_PAGE);
        StoreFolder.Staging unpacked = store.folder.stageLocked();
        boolean isInstalled = false;
        try {
            FileList list = reader.unpack(unpacked.folder);
            checkCancelled();
            Proof.check(list, bundle);
            isInstalled = store.install(bundle.stored(bundle.files), new Proof(accepted.jws, list), unpacked);
        } finally {
            if (!isInstalled) discard(unpacked);
        }
        if (isInstalled) collectGarbage();
        return isInstalled;
    }

    /** What was signed is no bundle, and would be none if it came again: another version may be on offer. */
    private void giveUp(WebBundle bundle) {
        try {
            store.update(state -> {
                state.fail(bundle.version, store.seconds());
                return null;
            });
        } catch (StoreException e) {
            // The next update finds the same.
            return;
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
        run(fetch, address, download);
        String digest = download.digest();
        if (!digest.equals(bundle.sha256) && wasContinued) {
            // An earlier process, a crash or a server may have spoilt its beginning.
            download.begin(null);
            run(fetch, address, download);
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

    private void run(ArchiveFetch fetch, String address, ArchiveDownload download) throws UpdateFailure, IOException {
        isDownloading = true;
        try {
            fetch.run(archives, address, download);
        } finally {
            isDownloading = false;
        }
    }
}
