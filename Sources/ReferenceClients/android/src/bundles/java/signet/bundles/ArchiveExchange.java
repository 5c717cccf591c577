package signet.bundles;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import signet.Nullable;

// Own: when a part goes on with what is there. A server that ignores the range, has another file meanwhile or sends
// another part than the one that was asked for must not damage what was downloaded before: the file begins anew. Silence
// is when neither a head nor a piece of a body comes; bytes of a head do not count, which could go on for ever. The request
// has a thread of its own, which is left behind when it does not end: on a JDK, what reads a body cannot be closed. It can
// write nothing more then. Proved by the driver's "transport".

/** One attempt to download what is missing of an archive. */
final class ArchiveExchange implements ArchiveTransport.Receiver {
    private static final long LOOK_MILLIS = 100;

    private final ArchiveDownload download;
    private final DownloadRules rules;
    private final long from;
    private int status;
    /** Why it was ended, or its answer is of no use; null for what the network did. */
    @Nullable private String code;
    /** Why a piece could not be written; null when each was. */
    @Nullable private IOException diskFailure;
    private long received;
    private long heardOf;
    @Nullable private Closeable connection;
    private boolean isOver;
    /** Why it is over; null when all of the answer has come. */
    @Nullable private Exception failure;

    ArchiveExchange(ArchiveDownload download, DownloadRules rules) throws IOException {
        this.download = download;
        this.rules = rules;
        from = download.etag() == null ? 0 : download.count();
    }

    long from() { return from; }

    synchronized long received() { return received; }

    synchronized int status() { return status; }

    @Nullable synchronized IOException diskFailure() { return diskFailure; }

    @Nullable synchronized String code() { return code; }

    /**
     * Makes the request.
     *
     * @throws IOException when there was no complete answer; {@link #code} may say why
     */
    void run(final ArchiveTransport transport, final String url) throws IOException {
        final String tag = from > 0 ? download.etag() : null;
        hear();
        start(() -> {
            Exception failure = null;
            try {
                transport.fetch(url, from, tag, ArchiveExchange.this);
            } catch (IOException | RuntimeException e) {
                // A transport of an app may throw anything, and this thread is not the app's.
                failure = e;
            }
            finish(failure);
        });
        watch();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "signet-download");
        thread.setDaemon(true);
        thread.start();
    }

    private synchronized void finish(@Nullable Exception failure) {
        isOver = true;
        this.failure = failure;
        notifyAll();
    }

    /** Waits for the end, or makes one. */
    private void watch() throws IOException {
        for (int looks = 1; isRunning(); looks++) {
            // A look at the network may cost something, and is not for a lock.
            if (looks % 10 == 0 && !rules.isAllowed()) end("metered");
        }
        final Closeable open;
        synchronized (this) {
            open = connection;
            if (isOver && failure != null) throw new IOException(String.valueOf(failure.getMessage()), failure);
            if (isOver) return;
        }
        start(() -> {
            try {
                if (open != null) open.close();
            } catch (IOException e) {
                // It ends by its own limits.
                return;
            }
        });
        throw new IOException("it was ended: " + code());
    }

    private synchronized boolean isRunning() {
        try {
            if (!isOver && code == null) wait(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end("cancelled");
        }
        if (rules.isCancelled()) end("cancelled");
        if (rules.clock.elapsed() - heardOf >= rules.silenceMillis) end("archive-silent");
        return !isOver && code == null;
    }

    // What the transport says.

    @Override public synchronized void opened(Closeable connection) throws IOException {
        checkEnded();
        this.connection = connection;
    }

    private void checkEnded() throws IOException {
        if (code != null) throw new IOException("it was ended: " + code);
    }

    @Override @Nullable public synchronized OutputStream begin(
        int status, long length, @Nullable String etag, @Nullable String contentRange) throws IOException {
        checkEnded();
        hear();
        this.status = status;
        if (status == 200) {
            if (length < 0 || length == download.size()) return new Body(0, etag);
            end(length > download.size() ? "archive-too-large" : "wrong-size");
            return null;
        }
        if (from == 0 || (status != 206 && status != 412 && status != 416)) return null;
        boolean isSame = status == 206 && (etag == null || etag.equals(download.etag()));
        String expected = "bytes " + from + "-" + (download.size() - 1) + "/" + download.size();
        if (isSame && expected.equals(contentRange)) return new Body(from, download.etag());
        end("archive-changed");
        download.begin(null);
        return null;
    }

    private synchronized void hear() { heardOf = rules.clock.elapsed(); }

    private synchronized void end(String reason) {
        if (code == null) code = reason;
    }

    /** Takes the body from there on. */
    private final class Body extends OutputStream {
        private boolean hasBegun;
        private final long start;
        @Nullable private final String etag;

        Body(long start, @Nullable String etag) {
            this.start = start;
            this.etag = etag;
        }

        @Override public void write(int b) throws IOException { write(new byte[] {(byte) b}, 0, 1); }

        @Override public void write(byte[] bytes, int offset, int length) throws IOException {
            long count;
            synchronized (ArchiveExchange.this) {
                checkEnded();
                hear();
                try {
                    // Nothing is given up for an answer without a body.
                    if (!hasBegun && start == 0) download.begin(etag);
                    hasBegun = true;
                    if (length > download.size() - download.count()) {
                        end("archive-too-large");
                        throw new IOException("it is larger than " + download.size() + " bytes");
                    }
                    download.write(bytes, offset, length);
                    received += length;
                    count = download.count();
                } catch (IOException e) {
                    if (code == null) diskFailure = e;
                    throw e;
                }
            }
            if (rules.progress != null) rules.progress.on(count, download.size());
        }
    }
}
