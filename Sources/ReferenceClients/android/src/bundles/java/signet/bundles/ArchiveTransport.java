package signet.bundles;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Fetches an archive. {@link UrlArchiveTransport} does it without a library; an app may do it with its own.
 *
 * <p>A transport asks for no compression and follows redirects only to the same host over https. It need not trust what
 * it gets, and stops when the output throws.
 */
public interface ArchiveTransport {
    /**
     * Writes the body of the response to a GET, piece by piece.
     *
     * @param output takes the body; it refuses more than it may be
     * @return the HTTP status; nothing is written unless it is 200
     * @throws IOException when there is no complete response; its message is reported
     */
    int fetch(String url, OutputStream output) throws IOException;
}
