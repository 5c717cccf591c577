package signet.bundles;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.util.HashMap;
import java.util.Map;
import signet.Nullable;

// Own: a lock of a folder. Java locks files only, and a lock is one of the whole process, so each folder has a file
// beside it, and who holds it within the process is counted here. Proved by the driver's "store" ("in use").

/** Which folders of a store are in use, in this process and in others. All is called under the lock of the root. */
final class FolderLocks {
    /** The folder of the files that are locked. */
    static final String NAME = ".locks";
    /** By the path of what is locked. */
    private static final Map<String, Hold> HOLDS = new HashMap<>();

    private FolderLocks() {}

    /** A lock that is held until it is released. */
    static final class Hold {
        private final String path;
        @Nullable private final RandomAccessFile file;
        private int count = 1;

        private Hold(String path, @Nullable RandomAccessFile file) {
            this.path = path;
            this.file = file;
        }

        void release() {
            synchronized (HOLDS) {
                if (--count > 0) return;
                HOLDS.remove(path);
                try {
                    // Its end ends the lock.
                    if (file != null) file.close();
                } catch (IOException e) {
                    // What was locked is not changed by this.
                    return;
                }
            }
        }
    }

    /** Keeps a folder from being removed; null when another process is just removing it. */
    @Nullable static Hold share(File root, String name) throws IOException {
        synchronized (HOLDS) {
            Hold held = HOLDS.get(path(root, name));
            if (held != null) {
                held.count++;
                return held;
            }
            return open(root, name, true);
        }
    }

    /** The same within this process only, for a disk on which nothing can be written. */
    static Hold shareWithin(File root, String name) throws IOException {
        synchronized (HOLDS) {
            String path = path(root, name);
            Hold held = HOLDS.get(path);
            if (held == null) HOLDS.put(path, held = new Hold(path, null));
            else held.count++;
            return held;
        }
    }

    /** Takes a folder for oneself; null when it is in use. */
    @Nullable static Hold take(File root, String name) throws IOException {
        synchronized (HOLDS) {
            return HOLDS.containsKey(path(root, name)) ? null : open(root, name, false);
        }
    }

    /** Removes the file of a folder that is gone and was taken. */
    static void forget(File root, String name) { new File(new File(root, NAME), name).delete(); }

    private static String path(File root, String name) throws IOException {
        return new File(root.getCanonicalFile(), name).getPath();
    }

    @Nullable private static Hold open(File root, String name, boolean isShared) throws IOException {
        File folder = new File(root, NAME);
        Disk.makeFolder(folder);
        RandomAccessFile file = new RandomAccessFile(new File(folder, name), "rw");
        FileLock lock = null;
        try {
            lock = file.getChannel().tryLock(0, Long.MAX_VALUE, isShared);
        } finally {
            if (lock == null) file.close();
        }
        if (lock == null) return null;
        Hold hold = new Hold(path(root, name), file);
        HOLDS.put(hold.path, hold);
        return hold;
    }
}
