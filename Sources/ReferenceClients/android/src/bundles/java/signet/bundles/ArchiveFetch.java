package signet.bundles;

import java.io.IOException;
import signet.Nullable;

// Own: which failures are worth another attempt, and that each attempt goes on where the last one ended. Proved by the
// driver's "transport" and "updates".

/** Downloads an archive in as many attempts as it needs and may have. */
final class ArchiveFetch {
    private final BundleStore store;
    private final WebBundle bundle;
    private final DownloadRules rules;

    ArchiveFetch(BundleStore store, WebBundle bundle, DownloadRules rules) {
        this.store = store;
        this.bundle = bundle;
        this.rules = rules;
    }

    /** Downloads what is missing. */
    void run(ArchiveTransport transport, String url, ArchiveDownload download) throws UpdateFailure, IOException {
        for (int attempt = 1; download.count() < bundle.bytes; attempt++) {
            UpdateFailure failure = rules.isAllowed() ? attempt(attempt, transport, url, download) : metered();
            if (failure == null) continue;
            if (!isTransient(failure) || attempt >= rules.attempts) throw failure;
            try {
                rules.pauseAfter(attempt);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw UpdateFailure.cancelled();
            }
            if (rules.isCancelled()) throw UpdateFailure.cancelled();
        }
    }

    private static UpdateFailure metered() {
        return new UpdateFailure("metered", "the archive is fetched on networks without a meter only");
    }

    private static boolean isTransient(UpdateFailure failure) {
        if (failure instanceof Status) return ((Status) failure).isTransient;
        return failure.code.equals("archive") || failure.code.equals("archive-silent")
            || failure.code.equals("archive-changed");
    }

    /** A status of a server. */
    private static final class Status extends UpdateFailure {
        private static final long serialVersionUID = 1;
        final boolean isTransient;

        Status(int status) {
            super("archive-status", "the archive could not be fetched: HTTP status " + status);
            isTransient = status == 408 || status == 429 || status / 100 == 5;
        }
    }

    /** Why an attempt did not bring all of it; null when it did. */
    @Nullable private UpdateFailure attempt(
        int number, ArchiveTransport transport, String url, ArchiveDownload download) throws UpdateFailure, IOException {
        ArchiveExchange exchange = new ArchiveExchange(download, rules);
        long start = rules.clock.elapsed();
        UpdateFailure failure;
        try {
            exchange.run(transport, url);
            failure = failure(exchange, download, "it ends after " + download.count() + " bytes");
        } catch (IOException e) {
            failure = failure(exchange, download, String.valueOf(e.getMessage()));
        }
        store.tell(
            new BundleEvent("download").with("bundle", BundleVersion.stored(bundle.version)).with("attempt", number)
                .with("from", exchange.from()).with("bytes", exchange.received()).with("size", bundle.bytes)
                .with("millis", rules.clock.elapsed() - start).with("code", failure == null ? null : failure.code)
                .with("status", failure instanceof Status ? exchange.status() : null));
        return failure;
    }

    @Nullable private UpdateFailure failure(ArchiveExchange exchange, ArchiveDownload download, String message)
        throws IOException {
        if (exchange.diskFailure() != null) return UpdateFailure.of(StoreException.of(exchange.diskFailure()));
        String code = exchange.code();
        if ("archive-too-large".equals(code)) return UpdateFailure.tooLarge(bundle.bytes);
        if ("metered".equals(code)) return metered();
        if ("cancelled".equals(code)) return UpdateFailure.cancelled();
        if ("wrong-size".equals(code)) {
            return new UpdateFailure(code, "the server has fewer bytes than the " + bundle.bytes + " of the archive");
        }
        if (code != null) {
            String what = code.equals("archive-silent") ? "nothing came for " + rules.silenceMillis + " ms"
                : "it is another one than what was downloaded before";
            return new UpdateFailure(code, "the archive could not be fetched: " + what);
        }
        int status = exchange.status();
        if (status != 0 && status != 200 && !(status == 206 && exchange.from() > 0)) return new Status(status);
        if (download.count() == bundle.bytes) return null;
        return new UpdateFailure("archive", "the archive could not be fetched: " + message);
    }
}
