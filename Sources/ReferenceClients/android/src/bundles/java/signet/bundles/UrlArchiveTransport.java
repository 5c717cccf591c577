package signet.bundles;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import signet.Limits;
import signet.Nullable;

// Own: the rules for redirects, as in UrlTransport, which reads a whole body into memory. Proved by the driver's
// "transport", over servers of this machine.

/** Fetches over {@link HttpURLConnection}, from https addresses and, for tests, from this very machine. */
public final class UrlArchiveTransport implements ArchiveTransport {
    @Override public void fetch(String address, long from, @Nullable String etag, Receiver receiver)
        throws IOException {
        URL first = new URL(address);
        URL url = first;
        for (int i = 0; i <= Limits.REDIRECTS; i++) {
            if (!ArchiveAddress.isAcceptable(url.toString())) throw new IOException("the address is not https: " + url);
            if (!url.getHost().equals(first.getHost())) throw new IOException("a redirect to another host");
            final HttpURLConnection connection = (HttpURLConnection) url.openConnection();
            try {
                receiver.opened(connection::disconnect);
                connection.setConnectTimeout(BundleLimits.SILENCE_MILLIS);
                connection.setReadTimeout(BundleLimits.SILENCE_MILLIS);
                connection.setInstanceFollowRedirects(false);
                connection.setUseCaches(false);
                connection.setRequestProperty("Accept-Encoding", "identity");
                if (from > 0) {
                    connection.setRequestProperty("Range", "bytes=" + from + "-");
                    connection.setRequestProperty("If-Match", etag);
                }
                int status = connection.getResponseCode();
                String location = connection.getHeaderField("Location");
                if (status / 100 != 3 || location == null) {
                    receive(connection, status, receiver);
                    return;
                }
                url = new URL(url, location);
            } catch (RuntimeException e) {
                // The platform's classes throw these for some broken answers, and when they are closed in between.
                throw new IOException(String.valueOf(e.getMessage()), e);
            } finally {
                connection.disconnect();
            }
        }
        throw new IOException("too many redirects");
    }

    private static void receive(HttpURLConnection connection, int status, Receiver receiver) throws IOException {
        String length = connection.getHeaderField("Content-Length");
        OutputStream output = receiver.begin(
            status, length(length), connection.getHeaderField("ETag"), connection.getHeaderField("Content-Range"));
        if (output == null) return;
        String encoding = connection.getContentEncoding();
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw new IOException("it is compressed as " + encoding);
        }
        try (InputStream input = connection.getInputStream()) {
            Disk.copy(input, output);
        }
    }

    /** HttpURLConnection has no lengths above 2 GiB below API 24. */
    private static long length(@Nullable String header) {
        try {
            return header == null ? -1 : Long.parseLong(header);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
