package signet.bundles;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;

/*
 * Own: the rules for redirects, as in signet.UrlTransport, which reads a whole body into memory. An archive may take as
 * long as it likes while something comes. Proved by the driver's "transport", over a server of this machine.
 */

/** Fetches over {@link HttpURLConnection}, from https addresses and, for tests, from this very machine. */
public final class UrlArchiveTransport implements ArchiveTransport {
    private static final int REDIRECTS = 5;

    private final int silenceMillis;

    /** With a limit of half a minute in which nothing comes. */
    public UrlArchiveTransport() { this(30_000); }

    /** With another limit of the time, in milliseconds, in which nothing comes. */
    public UrlArchiveTransport(int silenceMillis) { this.silenceMillis = silenceMillis; }

    @Override public int fetch(String address, OutputStream output) throws IOException {
        URL first = new URL(address);
        URL url = first;
        for (int i = 0; i <= REDIRECTS; i++) {
            if (!ArchiveAddress.isAcceptable(url.toString())) throw new IOException("the address is not https: " + url);
            if (!url.getHost().equals(first.getHost())) throw new IOException("a redirect to another host");
            HttpURLConnection connection = (HttpURLConnection) url.openConnection();
            try {
                connection.setConnectTimeout(silenceMillis);
                connection.setReadTimeout(silenceMillis);
                connection.setInstanceFollowRedirects(false);
                connection.setUseCaches(false);
                connection.setRequestProperty("Accept-Encoding", "identity");
                int status = connection.getResponseCode();
                String location = connection.getHeaderField("Location");
                if (status / 100 != 3 || location == null) {
                    if (status == HttpURLConnection.HTTP_OK) copy(connection, output);
                    return status;
                }
                url = new URL(url, location);
            } finally {
                connection.disconnect();
            }
        }
        throw new IOException("too many redirects");
    }

    private static void copy(HttpURLConnection connection, OutputStream output) throws IOException {
        String encoding = connection.getContentEncoding();
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw new IOException("it is compressed as " + encoding);
        }
        byte[] piece = new byte[BundleLimits.PIECE_BYTES];
        try (InputStream input = connection.getInputStream()) {
            int count;
            while ((count = input.read(piece)) >= 0) {
                output.write(piece, 0, count);
                if (Thread.currentThread().isInterrupted()) throw new InterruptedIOException("it was cancelled");
            }
        }
    }
}
