package signet.bundles;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.util.List;
import signet.Nullable;

/*
 * Own: the way from names to a file. It never leaves the folder, not even by a link. Proved by the driver's "responder"
 * ("links", "ways out").
 */

/** The files of one bundle: in a folder of the store, or of the app itself. */
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

    /** A bundle in a folder of the store. */
    static BundleFiles in(final File folder) {
        return new BundleFiles() {
            /** Looked up once: a folder that is swapped for a link later is another one. */
            @Nullable private volatile File canonical;

            @Override BundleBody open(List<String> names, boolean isFolder) throws IOException {
                if (canonical == null) canonical = folder.getCanonicalFile();
                File root = canonical;
                String path = path(names);
                File file = names.isEmpty() ? root : checked(root, path);
                if (isFolder && !file.isDirectory()) throw new FileNotFoundException(path + "/: no such folder");
                if (file.isDirectory()) {
                    path = path.isEmpty() ? StoreFolder.START_PAGE : path + "/" + StoreFolder.START_PAGE;
                    file = checked(root, path);
                }
                if (!file.exists()) throw new FileNotFoundException(path + ": no such file");
                // A pipe would be waited for.
                if (!file.isFile()) throw new NotAFile(path + ": is not a file");
                return new OpenFile(file);
            }
        };
    }

    /** Something that is there and is not served: 404 without the fallback. */
    static final class NotAFile extends IOException {
        private static final long serialVersionUID = 1;

        NotAFile(String message) { super(message); }
    }

    private static File checked(File root, String path) throws IOException {
        if (!Disk.isWithoutLinks(root, path)) throw new NotAFile(path + ": is reached by a symbolic link");
        return new File(root, path);
    }

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

    /** A file that is open: if it is replaced or removed meanwhile, it is still served to its end. */
    private static final class OpenFile extends BundleBody {
        private final RandomAccessFile file;

        OpenFile(File file) throws IOException { this(file, new RandomAccessFile(file, "r")); }

        private OpenFile(File path, RandomAccessFile file) throws IOException {
            super(path.getName(), file.length());
            this.file = file;
        }

        @Override InputStream from(long offset) throws IOException {
            file.seek(offset);
            return new InputStream() {
                @Override public int read() throws IOException { return file.read(); }

                @Override public int read(byte[] bytes, int start, int count) throws IOException {
                    return file.read(bytes, start, count);
                }

                @Override public void close() throws IOException { file.close(); }
            };
        }

        @Override void close() throws IOException { file.close(); }
    }
}
