package signet.bundles;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import signet.Nullable;

// Own: a stream for Android's WebView, which looks at the range of a request itself: it compares it with available(),
// skips to its start, and reads until the stream ends (InputStreamReader and AndroidStreamReaderURLLoader in Chromium).
// A stream that begins with the part would be skipped twice. Proved by the driver's "responder" ("WebView"), which does
// the same; no device was asked.

/** The bytes of a file, read on demand. */
abstract class BundleBody {
    final String path;
    final long size;

    BundleBody(String path, long size) {
        this.path = path;
        this.size = size;
    }

    /** The bytes from there on; called once. */
    abstract InputStream from(long offset) throws IOException;

    /** Ends what is open. */
    void close() throws IOException {}

    String fileName() { return path.substring(path.lastIndexOf('/') + 1); }

    /** The bytes of a range alone, as a server sends them. */
    InputStream part(ByteRange range) { return new Part(range, range.start); }

    /** The whole file up to the end of a range, whose start is skipped to without reading. */
    InputStream skippable(ByteRange range) { return new Part(range, 0); }

    private final class Part extends InputStream {
        private final ByteRange range;
        private long at;
        /** Null before the first byte is read. */
        @Nullable private InputStream input;

        Part(ByteRange range, long at) {
            this.range = range;
            this.at = at;
        }

        @Override public int available() {
            return (int) Math.max(0, Math.min(Integer.MAX_VALUE, range.end - at));
        }

        @Override public long skip(long count) throws IOException {
            if (count <= 0) return 0;
            if (input != null) return super.skip(count);
            long skipped = Math.max(0, Math.min(count, range.end - at));
            at += skipped;
            return skipped;
        }

        @Override public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
        }

        @Override public int read(byte[] bytes, int start, int count) throws IOException {
            if (count == 0) return 0;
            if (at >= range.end) return -1;
            if (input == null) input = from(at);
            int read = input.read(bytes, start, (int) Math.min(count, range.end - at));
            if (read < 0) throw new EOFException(path + " was cut short");
            at += read;
            return read;
        }

        @Override public void close() throws IOException {
            if (input != null) input.close();
            BundleBody.this.close();
        }
    }
}
