package signet.bundles;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.security.MessageDigest;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import signet.Bytes;
import signet.Nullable;

// Own: what is hashed is what is served. A small file is read once, and the bytes that were hashed are served; as many as
// fit into some memory are kept for the next request. A large one is hashed when it is opened, and all its parts are read
// from the file that is open since: one that takes its place is not seen. Who changes it in place, behind the file that is
// open, is found only by the next process. Links need no check of their own, since only what has the signed content is
// served. Proved by the driver's "signed".

/** A folder of which only the files of a list are served, each with the content that the list says. */
final class CheckedFolder extends BundleFiles {
    /** What is said when a file is not as the list says. */
    interface Alarm {
        void raise(Proof.Refusal refusal);
    }

    final File folder;
    final FileList list;
    private final Alarm alarm;
    /** What was found wrong first; it stays wrong. */
    @Nullable private Proof.Refusal refusal;
    /** The small files that were read, the least recently used one first, and their bytes. */
    private final Map<String, byte[]> small = new LinkedHashMap<>(16, 0.75f, true);
    private long smallBytes;
    /** The large files that are open, the least recently used one first. */
    private final Map<String, LargeFile> large = new LinkedHashMap<>(16, 0.75f, true);

    CheckedFolder(File folder, FileList list, Alarm alarm) {
        this.folder = folder;
        this.list = list;
        this.alarm = alarm;
    }

    @Override BundleBody open(List<String> names, boolean isFolder) throws IOException {
        String path = path(names);
        if (isFolder || list.entry(path) == null) {
            path = path.isEmpty() ? StoreFolder.START_PAGE : path + "/" + StoreFolder.START_PAGE;
        }
        FileList.Entry entry = list.entry(path);
        if (entry == null) throw new FileNotFoundException(path + ": no such file");
        try {
            return entry.bytes <= BundleLimits.SMALL_BYTES ? of(small(path, entry), path) : large(path, entry);
        } catch (Proof.Refusal e) {
            raise(e);
            throw new IOException(e.getMessage(), e);
        }
    }

    private void raise(Proof.Refusal found) {
        synchronized (this) {
            if (refusal != null) return;
            refusal = found;
        }
        alarm.raise(found);
    }

    @Nullable synchronized Proof.Refusal refusal() { return refusal; }

    /** Checks the page that is shown first; it is what a folder that is cut short or planted most often lacks. */
    void checkStartPage() throws IOException, Proof.Refusal {
        FileList.Entry page = list.entry(StoreFolder.START_PAGE);
        if (page == null) throw missing(StoreFolder.START_PAGE);
        try (RandomAccessFile file = file(StoreFolder.START_PAGE)) {
            check(file, StoreFolder.START_PAGE, page);
        }
    }

    private static Proof.Refusal missing(String path) {
        return new Proof.Refusal("missing-file", path + " is missing", path);
    }

    private static Proof.Refusal changed(String path) {
        return new Proof.Refusal("changed-file", path + " is not the file that was signed", path);
    }

    private RandomAccessFile file(String path) throws IOException, Proof.Refusal {
        File file = new File(folder, path);
        // A pipe would be waited for.
        if (!file.isFile()) throw missing(path);
        return new RandomAccessFile(file, "r");
    }

    private byte[] small(String path, FileList.Entry entry) throws IOException, Proof.Refusal {
        synchronized (small) {
            byte[] known = small.get(path);
            if (known != null) return known;
        }
        byte[] bytes = bytes(path, entry);
        synchronized (small) {
            if (small.put(path, bytes) == null) smallBytes += bytes.length;
            for (Iterator<byte[]> each = small.values().iterator(); smallBytes > BundleLimits.KEPT_BYTES;) {
                smallBytes -= each.next().length;
                each.remove();
            }
        }
        return bytes;
    }

    private byte[] bytes(String path, FileList.Entry entry) throws IOException, Proof.Refusal {
        try (RandomAccessFile file = file(path)) {
            if (file.length() != entry.bytes) throw changed(path);
            byte[] bytes = new byte[(int) entry.bytes];
            file.readFully(bytes);
            if (!Bytes.hexadecimal(Bytes.sha256().digest(bytes)).equals(entry.sha256)) throw changed(path);
            return bytes;
        }
    }

    private static void check(RandomAccessFile file, String path, FileList.Entry entry)
        throws IOException, Proof.Refusal {
        if (file.length() != entry.bytes) throw changed(path);
        MessageDigest digest = Bytes.sha256();
        byte[] piece = new byte[BundleLimits.PIECE_BYTES];
        int count;
        while ((count = file.read(piece)) >= 0) digest.update(piece, 0, count);
        if (!Bytes.hexadecimal(digest.digest()).equals(entry.sha256)) throw changed(path);
    }

    // Large files.

    private synchronized BundleBody large(String path, FileList.Entry entry) throws IOException, Proof.Refusal {
        LargeFile open = large.get(path);
        if (open == null) {
            RandomAccessFile file = file(path);
            boolean isGood = false;
            try {
                check(file, path, entry);
                isGood = true;
            } finally {
                if (!isGood) file.close();
            }
            large.put(path, open = new LargeFile(file));
        }
        open.users++;
        return new LargeBody(path, entry.bytes, open);
    }

    private synchronized void leave(LargeFile file) throws IOException {
        file.users--;
        closeUnused(BundleLimits.OPEN_FILES);
    }

    private void closeUnused(int kept) throws IOException {
        for (Iterator<LargeFile> each = large.values().iterator(); each.hasNext() && large.size() > kept;) {
            LargeFile file = each.next();
            if (file.users > 0) continue;
            each.remove();
            file.file.close();
        }
    }

    /** Ends what is open and not being read, and forgets what was read. */
    synchronized void close() throws IOException {
        closeUnused(0);
        synchronized (small) {
            small.clear();
            smallBytes = 0;
        }
    }

    private static final class LargeFile {
        final RandomAccessFile file;
        int users;

        LargeFile(RandomAccessFile file) { this.file = file; }
    }

    private final class LargeBody extends BundleBody {
        private final LargeFile file;
        private boolean isClosed;

        LargeBody(String path, long size, LargeFile file) {
            super(path, size);
            this.file = file;
        }

        @Override InputStream from(final long offset) {
            return new InputStream() {
                private long at = offset;

                @Override public int read() throws IOException {
                    byte[] one = new byte[1];
                    return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
                }

                @Override public int read(byte[] bytes, int start, int count) throws IOException {
                    synchronized (file) {
                        file.file.seek(at);
                        int read = file.file.read(bytes, start, count);
                        if (read > 0) at += read;
                        return read;
                    }
                }
            };
        }

        @Override void close() throws IOException {
            if (isClosed) return;
            isClosed = true;
            leave(file);
        }
    }

    // All of them.

    /** Checks that the folder holds the files of the list and nothing else; the bytes that were read. */
    long checkAll() throws Proof.Refusal {
        try {
            return walk();
        } catch (Proof.Refusal e) {
            raise(e);
            throw e;
        }
    }

    /** The same without the alarm. */
    long walk() throws Proof.Refusal {
        long bytes = 0;
        String at = null;
        try {
            File root = folder.getCanonicalFile();
            checkNothingElse(root, "");
            for (String path : list.paths()) {
                at = path;
                if (!Disk.isWithoutLinks(root, path)) throw changed(path);
                try (RandomAccessFile file = file(path)) {
                    check(file, path, list.entry(path));
                }
                bytes += list.entry(path).bytes;
            }
        } catch (IOException e) {
            // A damaged disk gives no bytes at all.
            throw new Proof.Refusal("unreadable-file", e.getMessage(), at);
        }
        return bytes;
    }

    private void checkNothingElse(File parent, String above) throws IOException, Proof.Refusal {
        String[] names = parent.list();
        if (names == null) throw new IOException(parent + " cannot be read");
        for (String name : names) {
            String path = above + name;
            if (list.entry(path) != null) continue;
            // An archive may have empty folders. A link to a folder is none.
            if (!Disk.isFolder(parent, name)) {
                throw new Proof.Refusal("planted-file", path + " is not a file of the bundle", path);
            }
            checkNothingElse(new File(parent, name), path + "/");
        }
    }
}
