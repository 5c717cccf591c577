package signet.bundles;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import signet.Nullable;

/**
 * Makes one request for an archive. {@link UrlArchiveTransport} does it without a library; an app may do it with its own.
 *
 * <p>A transport asks for no compression, uses no cache, tries once, and follows redirects only to the same host over
 * https. It need not trust what it gets, and has no time limit: the updater ends an exchange in which nothing comes.
 */
public interface ArchiveTransport {
    /**
     * Makes a GET and passes on what comes, piece by piece.
     *
     * @param from the first byte that is wanted; above 0 the request has {@code Range: bytes=FROM-} and {@code If-Match}
     * @param etag the value of {@code If-Match}; null for a request for everything
     * @throws IOException when there is no complete response; its message is reported
     */
    void fetch(String url, long from, @Nullable String etag, Receiver receiver) throws IOException;

    /** Takes a response. */
    interface Receiver {
        /** Something is connected, or about to be; it must end at once when this is closed by another thread. */
        void opened(Closeable connection) throws IOException;

        /**
         * The response has begun.
         *
         * @param status the HTTP status
         * @param length the length of the body; negative when it is not known
         * @param etag the header of that name; null without one
         * @param contentRange the header of that name; null without one
         * @return what takes the body, and throws when the rest is not wanted; null when none of it is
         */
        @Nullable OutputStream begin(
            int status, long length, @Nullable String etag, @Nullable String contentRange) throws IOException;
    }
}
