package signet.bundles;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The files of one bundle: in a {@link CheckedFolder} of the store, or of the app itself. */
abstract class BundleFiles {
    /** Bytes of a file of the app that are read only once. */
    private static final int SMALL_BYTES = 1 << 20;

    /**
     * Opens a file by its names, or the page of a folder.
     *
     * @throws FileNotFoundException when there is no such file
     * @throws IOException when there is something that cannot be served
     */
    abstract BundleBody open(List<String> names, boolean isFolder) throws IOException;

    static String path(List<String> names) {
        StringBuilder path = new StringBuilder();
        for (String name : names) path.append(path.length() == 0 ? "" : "/").append(name);
        return path.toString();
    }

    /** A bundle of files that the app ships. */
    static BundleFiles of(final Assets assets) {
        return new BundleFiles() {
            @Override BundleBody open(List<String> names, boolean isFolder) throws IOException {
                String path = path(names);
                if (!isFolder && !path.isEmpty()) {
                    try {
                        return asset(assets, path);
                    } catch (FileNotFoundException e) {
                        // It may be a folder.
                        return asset(assets, path + "/" + StoreFolder.START_PAGE);
                    }
                }
                return asset(assets, (path.isEmpty() ? "" : path + "/") + StoreFolder.START_PAGE);
            }
        };
    }

    /** An asset, whose size is not known before all of it was read: small ones are read once, others twice. */
    private static BundleBody asset(final Assets assets, final String path) throws IOException {
        ByteArrayOutputStream start = new ByteArrayOutputStream();
        byte[] piece = new byte[BundleLimits.PIECE_BYTES];
        long size = 0;
        try (InputStream input = assets.open(path)) {
            int count;
            while ((count = input.read(piece)) >= 0) {
                size += count;
                if (size <= SMALL_BYTES) start.write(piece, 0, count);
            }
        }
        if (size <= SMALL_BYTES) return of(start.toByteArray(), path);
        return new BundleBody(path, size) {
            @Override InputStream from(long offset) throws IOException {
                InputStream input = assets.open(path);
                try {
                    skip(input, offset);
                    return input;
                } catch (IOException e) {
                    input.close();
                    throw e;
                }
            }
        };
    }

    static BundleBody of(final byte[] bytes, String path) {
        return new BundleBody(path, bytes.length) {
            @Override InputStream from(long offset) {
                return new ByteArrayInputStream(bytes, (int) offset, bytes.length - (int) offset);
            }
        };
    }

    private static void skip(InputStream input, long count) throws IOException {
        byte[] piece = new byte[BundleLimits.PIECE_BYTES];
        for (long left = count; left > 0;) {
            int read = input.read(piece, 0, (int) Math.min(piece.length, left));
            if (read < 0) throw new EOFException("the file was cut short");
            left -= read;
        }
    }
}
