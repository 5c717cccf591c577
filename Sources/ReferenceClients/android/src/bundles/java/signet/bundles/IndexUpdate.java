package signet.bundles;

import java.io.File;
import java.io.IOException;
import signet.Download;
import signet.Limits;
import signet.Nullable;
import signet.Transport;
import signet.Verifier.VerificationException;
import signet.Verifier;

/** Fetches the index, and takes it over with its withdrawals when it is newer than the last one. */
final class IndexUpdate {
    private static final String KEPT = "index";
    private static final long MILLIS = 20_000;

    private final BundleStore store;
    private final String url;
    private final Transport transport;

    IndexUpdate(BundleStore store, String url, Transport transport) {
        this.store = store;
        this.url = url;
        this.transport = transport;
    }

    /** A verified index, and the state in which it was accepted. */
    static final class Accepted {
        final byte[] jws;
        final Verifier.Manifest manifest;
        final BundleIndex.Content index;
        final StoreState state;
        /** Why it could not be stored; then it counts in this session alone, for what must not be shown. */
        @Nullable StoreException problem;

        Accepted(byte[] jws, Verifier.Manifest manifest, StoreState state) {
            this.jws = jws;
            this.manifest = manifest;
            this.state = state;
            index = (BundleIndex.Content) manifest.document();
        }
    }

    Accepted run() throws UpdateFailure { return accept(fetch()); }

    private byte[] fetch() throws UpdateFailure {
        try {
            long limit = Download.Envelope.JWS.byteLimit(Limits.BODY_BYTES);
            Transport.Response response = transport.fetch(url, limit, MILLIS);
            if (response.status() == 200) return response.body();
            throw new UpdateFailure(
                "document-status", "the document could not be fetched: HTTP status " + response.status());
        } catch (Transport.TransportException e) {
            throw new UpdateFailure("document", "the document could not be fetched: " + e.getMessage());
        }
    }

    /**
     * Verifies an index against the stored one, and stores it with its withdrawals; all in one step, so that no process
     * replaces a newer index by an older one; nor does a call of this one, in what its session knows.
     */
    private synchronized Accepted accept(final byte[] jws) throws UpdateFailure {
        final VerificationException[] refusal = new VerificationException[1];
        final Accepted[] verified = new Accepted[1];
        try {
            store.update(state -> {
                Verifier.Manifest manifest;
                try {
                    manifest =
                        store.verifier.verify(Download.ofJws(jws), BundleIndex.PATH, stored(), store.clock.now());
                } catch (VerificationException e) {
                    refusal[0] = e;
                    return null;
                }
                verified[0] = new Accepted(jws, manifest, state);
                state.obey(verified[0].index);
                Disk.replace(store.folder.root, KEPT, jws);
                return verified[0];
            });
        } catch (StoreException e) {
            if (verified[0] == null) throw UpdateFailure.of(e);
            verified[0].problem = e;
        }
        if (verified[0] == null) throw new UpdateFailure("verification/" + refusal[0].code(), refusal[0].getMessage());
        store.session.learn(verified[0].manifest, verified[0].problem == null, store.clock);
        return verified[0];
    }

    /** The last index; null without one, or when it no longer verifies: its key may have been revoked. */
    @Nullable private Verifier.Manifest stored() throws IOException {
        int limit = (int) Download.Envelope.JWS.byteLimit(Limits.BODY_BYTES);
        byte[] kept = Disk.read(new File(store.folder.root, KEPT), limit);
        try {
            return kept == null ? null : store.verifier.verifyKept(Download.ofJws(kept), BundleIndex.PATH, null);
        } catch (VerificationException e) {
            return null;
        }
    }
}
