package signet;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import signet.Nullable;

/*
 * Own: an end. HttpURLConnection has a limit for each read, but none for an answer. Proved by the driver's "slow"; what
 * comes is not trusted, so no vector depends on it. An app with OkHttp writes a Transport of ten lines instead.
 */

/** Fetches over {@link HttpURLConnection}, from https addresses and, for tests, from this very machine. */
public final class UrlTransport implements Transport {
    @Override public Response fetch(String address, long byteLimit, long timeLimitMillis)
        throws TransportException {
        long deadline = System.nanoTime() + timeLimitMillis * 1_000_000;
        Limit limit = new Limit(deadline);
        try {
            return fetch(new URL(address), byteLimit, limit);
        } catch (MalformedURLException e) {
            throw new TransportException("not an address that can be fetched: " + e.getMessage(), false);
        } catch (IOException | RuntimeException e) {
            throw new TransportException(limit.isOver() ? LATE : String.valueOf(e.getMessage()), true);
        } finally {
            limit.end();
        }
    }

    private static final String LATE = "there was no complete answer in time";

    private static Response fetch(URL first, long byteLimit, Limit limit) throws IOException, TransportException {
        URL url = first;
        for (int i = 0; i <= Limits.REDIRECTS; i++) {
            boolean isLocal = Arrays.asList("127.0.0.1", "localhost", "[::1]").contains(url.getHost());
            if (!url.getProtocol().equals("https") && !(isLocal && url.getProtocol().equals("http"))) {
                throw new TransportException("the address is not https: " + url, false);
            }
            if (!url.getHost().equals(first.getHost())) {
                throw new TransportException("a redirect to another host", false);
            }
            if (limit.millisLeft() <= 0) throw new SocketTimeoutException(LATE);
            HttpURLConnection connection = (HttpURLConnection) url.openConnection();
            try {
                limit.closes(connection);
                Response response = respond(connection, byteLimit, limit);
                String location = connection.getHeaderField("Location");
                if (response.status / 100 != 3 || location == null) return response;
                url = new URL(url, location);
            } finally {
                connection.disconnect();
            }
        }
        throw new TransportException("too many redirects", false);
    }

    /**
     * Closes a connection that is open at the end of the time. A time limit of the connection is one of each read,
     * and a server that sends a byte at a time would keep a thread and a socket as long as it likes.
     */
    private static final class Limit implements Runnable {
        private static final long PAUSE_MILLIS = 100;

        private final long deadline;
        @Nullable private HttpURLConnection connection;
        private boolean hasEnded;

        Limit(long deadline) {
            this.deadline = deadline;
            Gate.startThread("signet-limit", this);
        }

        long millisLeft() { return (deadline - System.nanoTime()) / 1_000_000; }

        boolean isOver() { return millisLeft() <= 0; }

        synchronized void closes(HttpURLConnection connection) { this.connection = connection; }

        synchronized void end() {
            hasEnded = true;
            notifyAll();
        }

        @Override public void run() {
            while (true) {
                HttpURLConnection open;
                synchronized (this) {
                    try {
                        long left;
                        while (!hasEnded && (left = millisLeft()) > 0) wait(left);
                        // Not once only: one that is just being opened cannot be closed yet.
                        if (!hasEnded) wait(PAUSE_MILLIS);
                    } catch (InterruptedException e) {
                        return;
                    }
                    if (hasEnded) return;
                    open = connection;
                }
                if (open != null) open.disconnect();
            }
        }
    }

    private static Response respond(HttpURLConnection connection, long byteLimit, Limit limit)
        throws IOException, TransportException {
        int timeLimit = (int) Math.max(1, Math.min(Integer.MAX_VALUE, limit.millisLeft()));
        connection.setConnectTimeout(timeLimit);
        connection.setReadTimeout(timeLimit);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestProperty("Accept-Encoding", "identity");
        int status = connection.getResponseCode();
        List<Header> headers = new ArrayList<>();
        for (Map.Entry<String, List<String>> entry : connection.getHeaderFields().entrySet()) {
            // The status line has no name.
            if (entry.getKey() == null) continue;
            for (String value : entry.getValue()) headers.add(new Header(entry.getKey(), value));
        }
        if (status != HttpURLConnection.HTTP_OK) return new Response(status, headers, new byte[0]);
        String encoding = connection.getContentEncoding();
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw new TransportException("the body is compressed with " + encoding, false);
        }
        try (InputStream input = connection.getInputStream()) {
            byte[] body = Bytes.readAll(input, byteLimit, limit.deadline);
            if (body == null) {
                throw new TransportException("the body is larger than " + byteLimit + " bytes", false);
            }
            String length = connection.getHeaderField("Content-Length");
            Long announced = length == null ? null : Json.parseLong(length);
            if (announced != null && announced != body.length) throw new IOException("the body ends too early");
            return new Response(status, headers, body);
        }
    }
}
