package signet;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

// Own: compare and set. SharedPreferences knows no other process, and AtomicFile (android.util) knows neither what it
// replaces nor who else does. Proved by the driver's "stress" and "races", and by sequences-stores.json.

/**
 * Keeps files in a folder, such as {@code new File(context.getNoBackupFilesDir(), "signet")}. Several of them and
 * several processes may share it; they wait for one another for a second at most.
 */
public final class FileStore implements Store {
    private static final String LOCK = ".lock";
    private static final long PAUSE_MILLIS = 2;
    /** One for each folder: a lock of a file is one of the whole process. */
    private static final Map<String, ReentrantLock> LOCKS = new HashMap<>();

    private final File folder;
    /** Whether the others were waited for in vain, and are not again until they are done. */
    private volatile boolean wasInVain;

    /** A store in a folder of its own, which need not exist yet. */
    public FileStore(File folder) { this.folder = folder; }

    @Override @Nullable public byte[] load(String name, int byteLimit) throws IOException {
        File file = new File(folder, name);
        // Neither a folder nor a pipe, on which reading would wait.
        if (!file.isFile() || file.length() > byteLimit) return null;
        try (InputStream input = new FileInputStream(file)) {
            return Bytes.readAll(input, byteLimit, Long.MAX_VALUE);
        }
    }

    @Override public boolean replace(String name, @Nullable byte[] old, byte[] content, int byteLimit)
        throws IOException {
        if (!folder.isDirectory() && !folder.mkdirs() && !folder.isDirectory()) {
            throw new IOException("the folder " + folder + " cannot be made");
        }
        ReentrantLock within = lock();
        long patience = wasInVain ? 0 : Limits.STORE_MILLIS;
        try {
            wasInVain = !within.tryLock(patience, TimeUnit.MILLISECONDS);
            if (wasInVain) throw new IOException("others are writing");
            // The end of the file ends its lock as well.
            try (RandomAccessFile file = new RandomAccessFile(new File(folder, LOCK), "rw")) {
                wasInVain = !lock(file.getChannel(), patience);
                if (wasInVain) throw new IOException("another process is writing");
                if (!Arrays.equals(load(name, byteLimit), old)) return false;
                write(new File(folder, name), content);
                return true;
            } finally {
                within.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while others are writing");
        }
    }

    private ReentrantLock lock() throws IOException {
        String path = folder.getCanonicalPath();
        synchronized (LOCKS) {
            ReentrantLock lock = LOCKS.get(path);
            if (lock == null) LOCKS.put(path, lock = new ReentrantLock());
            return lock;
        }
    }

    private static boolean lock(FileChannel channel, long patience) throws IOException, InterruptedException {
        for (long waited = 0; channel.tryLock() == null; waited += PAUSE_MILLIS) {
            if (waited >= patience) return false;
            Thread.sleep(PAUSE_MILLIS);
        }
        return true;
    }

    private void write(File file, byte[] content) throws IOException {
        // A folder may hold what is not ours, and so is not removed.
        for (int i = 1; file.isDirectory() && i < Limits.STORE_ATTEMPTS; i++) {
            File aside = new File(folder, file.getName() + "." + i);
            if (!aside.exists() && !file.renameTo(aside)) throw new IOException(file + " is a folder");
        }
        File temporary = File.createTempFile("signet-", ".new", folder);
        try {
            try (FileOutputStream output = new FileOutputStream(temporary)) {
                output.write(content);
                output.getFD().sync();
            }
            if (!temporary.renameTo(file)) throw new IOException("the file " + file + " cannot be replaced");
        } finally {
            temporary.delete();
        }
    }
}
