package signet;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

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
}
