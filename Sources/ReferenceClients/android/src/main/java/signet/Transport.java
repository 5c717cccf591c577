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
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Fetches one URL. {@link UrlTransport} does it without a library; an app may do it with its own.
 *
 * <p>A transport asks for no compression, uses no cache, sends no validators, and follows redirects only to the
 * same host over https. It need not trust what it gets: the gate verifies it.
 */
public interface Transport {
    /**
     * The response to a GET.
     *
     * @param byteLimit the largest body in bytes; a larger one is refused as soon as its size is known
     * @param timeLimitMillis for the whole exchange, from the request to the last byte
     */
    Response fetch(String url, long byteLimit, long timeLimitMillis) throws TransportException;

    final class Response {
        final int status;
        final List<Header> headers;
        final byte[] body;

        /** An answer with its HTTP status, with the headers as received, repeated ones included, and with its body. */
        public Response(int status, List<Header> headers, byte[] body) {
            this.status = status;
            this.headers = new ArrayList<>(headers);
            this.body = Objects.requireNonNull(body, "a response without a body has an empty one");
        }

        public int status() { return status; }
        /** As received. */
        public byte[] body() { return body.clone(); }
    }

    /** One field of an HTTP message: a name, compared without regard to case, and a value. */
    final class Header {
        private final String name;
        private final String value;

        public Header(String name, String value) {
            this.name = Objects.requireNonNull(name, "the status line is no header");
            this.value = Objects.requireNonNull(value, name);
        }

        public String name() { return name; }
        public String value() { return value; }
    }

    /** Why there is no response. */
    final class TransportException extends Exception {
        private static final long serialVersionUID = 1;
        final boolean isTransient;

        /** A failure; another attempt may succeed when it is transient. */
        public TransportException(String message, boolean isTransient) {
            super(message);
            this.isTransient = isTransient;
        }
    }

    // Own: an end. HttpURLConnection has a limit for each read, but none for an answer that comes byte by byte. Proved
    // by the driver's "slow". An app with OkHttp writes a Transport of ten lines instead.
    /** Fetches over {@link HttpURLConnection}, from https addresses and, for tests, from this very machine. */
    final class UrlTransport implements Transport {
        static final String LATE = "there was no complete answer in time";
        private static final long PAUSE_MILLIS = 100;

        @Override public Response fetch(String address, long byteLimit, long timeLimitMillis)
            throws TransportException {
            Exchange exchange = new Exchange(byteLimit, timeLimitMillis);
            ScheduledExecutorService end = Executors.newSingleThreadScheduledExecutor(
                work -> Gate.thread("signet-limit", work));
            // Not once only: a connection that is just being opened cannot be closed yet.
            end.scheduleWithFixedDelay(exchange::close, timeLimitMillis, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            try {
                return exchange.fetch(new URL(address));
            } catch (MalformedURLException e) {
                throw new TransportException("not an address that can be fetched: " + e.getMessage(), false);
            } catch (IOException | RuntimeException e) {
                throw new TransportException(exchange.millisLeft() <= 0 ? LATE : String.valueOf(e.getMessage()), true);
            } finally {
                end.shutdown();
            }
        }

        /** Whether something can be fetched below an address. */
        static boolean isOrigin(String text) {
            try {
                URL url = new URL(text);
                return isAllowed(url) && !url.getHost().isEmpty() && url.getUserInfo() == null
                    && url.getQuery() == null && url.getRef() == null && text.indexOf(' ') < 0;
            } catch (MalformedURLException e) {
                return false;
            }
        }

        private static boolean isAllowed(URL url) {
            boolean isLocal = Arrays.asList("127.0.0.1", "localhost", "[::1]").contains(url.getHost());
            return url.getProtocol().equals("https") || (isLocal && url.getProtocol().equals("http"));
        }

        /** Its connection is closed at the end of the time. */
        private static final class Exchange {
            private final long byteLimit;
            private final long deadlineNanos;
            @Nullable private volatile HttpURLConnection open;

            Exchange(long byteLimit, long timeLimitMillis) {
                this.byteLimit = byteLimit;
                deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeLimitMillis);
            }

            long millisLeft() { return (deadlineNanos - System.nanoTime()) / 1_000_000; }

            void close() {
                HttpURLConnection connection = open;
                if (connection != null) connection.disconnect();
            }

            Response fetch(URL first) throws IOException, TransportException {
                URL url = first;
                for (int i = 0; i <= Limits.REDIRECTS; i++) {
                    if (!isAllowed(url)) throw new TransportException("the address is not https: " + url, false);
                    if (!url.getHost().equals(first.getHost())) {
                        throw new TransportException("a redirect to another host", false);
                    }
                    if (millisLeft() <= 0) throw new SocketTimeoutException(LATE);
                    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
                    try {
                        open = connection;
                        Response response = respond(connection);
                        String location = connection.getHeaderField("Location");
                        if (response.status / 100 != 3 || location == null) return response;
                        url = new URL(url, location);
                    } finally {
                        connection.disconnect();
                    }
                }
                throw new TransportException("too many redirects", false);
            }

            private Response respond(HttpURLConnection connection) throws IOException, TransportException {
                int timeLimit = (int) Math.max(1, Math.min(Integer.MAX_VALUE, millisLeft()));
                connection.setConnectTimeout(timeLimit);
                connection.setReadTimeout(timeLimit);
                connection.setInstanceFollowRedirects(false);
                connection.setUseCaches(false);
                connection.setRequestProperty("Accept-Encoding", "identity");
                int status = connection.getResponseCode();
                if (status < 0) throw new IOException("the answer is not HTTP");
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
                    byte[] body = Bytes.readAll(input, byteLimit, deadlineNanos);
                    if (body == null) {
                        throw new TransportException("the body is larger than " + byteLimit + " bytes", false);
                    }
                    String length = connection.getHeaderField("Content-Length");
                    Long announced = length == null ? null : Names.parseInteger(length);
                    if (announced != null && announced != body.length) throw new IOException("the body ends too early");
                    return new Response(status, headers, body);
                }
            }
        }
    }
}
