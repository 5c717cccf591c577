package signet.bundles;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import signet.Nullable;

// Own: what in the folder counts. state.json is the only truth: the folder of a version counts only with its record
// there, and a record only with its folder and its proof. Proved by the driver's "kill", in which a process ends at any moment.

/** The folder of a store: its lock, its state, and what crashes have left in it. It is changed only under its lock. */
final class StoreFolder {
    static final String STAGING = ".staging-";
    static final String SEED = "embedded-";
    static final String DOWNLOAD = "download-";
    static final String START_PAGE = "index.html";
    private static final String STATE = "state.json";
    private static final String LOCK = ".lock";
    private static final long PAUSE_MILLIS = 5;
    /** One for each folder: a lock of a file is one of the whole process. */
    private static final Map<String, ReentrantLock> LOCKS = new HashMap<>();

    final File root;

    StoreFolder(File root) { this.root = root; }

    /** Work that changes the folder; it must be short, as others do not wait for long. */
    interface Work<Result> {
        Result run() throws IOException, StoreException;
    }

    /** Runs work while nobody else changes the store. */
    <Result> Result locked(Work<Result> work) throws StoreException {
        try {
            Disk.makeFolder(root);
            ReentrantLock within = lock();
            if (!within.tryLock(BundleLimits.PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) throw StoreException.busy();
            try {
                // Its end ends the lock of the file as well.
                try (RandomAccessFile file = new RandomAccessFile(new File(root, LOCK), "rw")) {
                    for (long waited = 0; file.getChannel().tryLock() == null; waited += PAUSE_MILLIS) {
                        if (waited >= BundleLimits.PATIENCE_MILLIS) throw StoreException.busy();
                        Thread.sleep(PAUSE_MILLIS);
                    }
                    return work.run();
                }
            } finally {
                within.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw StoreException.of(new InterruptedIOException("interrupted while others use the store"));
        } catch (IOException e) {
            throw StoreException.of(e);
        }
    }

    private ReentrantLock lock() throws IOException {
        String path = root.getCanonicalPath();
        synchronized (LOCKS) {
            ReentrantLock lock = LOCKS.get(path);
            if (lock == null) LOCKS.put(path, lock = new ReentrantLock());
            return lock;
        }
    }

    /** The stored state without bundles whose folders are missing; empty when it is damaged or not ours. */
    StoreState state() throws IOException {
        File file = new File(root, STATE);
        StoreState state = null;
        if (file.isFile() && Disk.isWithoutLinks(root.getCanonicalFile(), STATE)) {
            byte[] bytes = Disk.read(file, BundleLimits.STATE_BYTES);
            if (bytes != null) state = StateFile.read(bytes);
        }
        if (state == null) state = new StoreState();
        List<SemanticVersion> gone = new ArrayList<>();
        for (StoredBundle bundle : state.bundles()) {
            if (!Disk.isFolder(root, bundle.folderName())) gone.add(bundle.version);
        }
        state.forget(gone);
        return state;
    }

    /** Replaces the stored state in one step, unless it is the same. */
    void save(StoreState state) throws IOException {
        byte[] bytes = StateFile.write(state);
        if (Arrays.equals(bytes, Disk.read(new File(root, STATE), BundleLimits.STATE_BYTES))) return;
        Disk.replace(root, STATE, bytes);
    }

    // What follows is called under the lock.

    /** A folder of unfinished work, which its owner holds, so that it is not taken for a leftover. */
    static final class Staging {
        final String name;
        final File folder;
        private final FolderLocks.Hold hold;

        private Staging(File root, String name, FolderLocks.Hold hold) {
            this.name = name;
            this.hold = hold;
            folder = new File(root, name);
        }

        /** Leaves it to the next start, when the store is busy, or to the next update. */
        void abandon() { hold.release(); }

        /** Whether another update may go on with it. */
        boolean isDownload() { return name.startsWith(DOWNLOAD); }
    }

    Staging stageLocked() throws StoreException {
        return locked(() -> stage());
    }

    Staging stage() throws IOException {
        Staging staging = stage(Disk.newName(STAGING));
        if (staging == null) throw new IOException("a new folder is in use");
        return staging;
    }

    /**
     * The folder of the download of an archive, with what is there of it; one of its own while another is at it.
     *
     * @param bytes how large the archive is
     * @throws StoreException when what is missing of it does not fit
     */
    Staging download(String sha256, long bytes) throws IOException, StoreException {
        long missing = bytes - new File(new File(root, DOWNLOAD + sha256), ArchiveDownload.NAME).length();
        long room = root.getUsableSpace();
        // None is what a system says that does not know it.
        if (room > 0 && room < missing) throw StoreException.noSpace(missing, room);
        Staging staging = stage(DOWNLOAD + sha256);
        return staging == null ? stage() : staging;
    }

    /** Removes what was downloaded of other archives. */
    void forgetDownloads(@Nullable String sha256) throws IOException {
        String[] names = root.list();
        if (names == null) throw new IOException(root + " cannot be read");
        for (String name : names) {
            if (name.startsWith(DOWNLOAD) && !name.equals(DOWNLOAD + sha256)) remove(name);
        }
    }

    @Nullable private Staging stage(String name) throws IOException {
        FolderLocks.Hold hold = FolderLocks.take(root, name);
        if (hold == null) return null;
        Staging staging = new Staging(root, name, hold);
        try {
            Disk.makeFolder(staging.folder);
            return staging;
        } catch (IOException e) {
            end(staging);
            throw e;
        }
    }

    /** Gives finished work its name, for which there must be none. */
    void publish(Staging staging, String name) throws IOException {
        Disk.rename(staging.folder, new File(root, name));
        end(staging);
    }

    private void end(Staging staging) {
        staging.hold.release();
        FolderLocks.forget(root, staging.name);
    }

    /** Removes work that failed. What cannot be removed is a leftover for the next start. */
    void discard(Staging staging) throws IOException {
        try {
            Disk.remove(root, staging.name);
        } finally {
            end(staging);
        }
    }

    /** Whether a folder is in use, so that it cannot be removed now. */
    boolean isInUse(String name) throws IOException {
        if (!Disk.exists(root, name)) return false;
        FolderLocks.Hold hold = FolderLocks.take(root, name);
        if (hold != null) hold.release();
        return hold == null;
    }

    /** Removes a folder that is not in use, or anything else; whether it is gone. */
    boolean remove(String name) throws IOException {
        if (!Disk.exists(root, name)) return true;
        FolderLocks.Hold hold = FolderLocks.take(root, name);
        if (hold == null) return false;
        try {
            removeWhole(name);
            FolderLocks.forget(root, name);
        } finally {
            hold.release();
        }
        return true;
    }

    /** Removes a folder so that no part of it is ever taken for the whole: it is renamed first. */
    void removeWhole(String name) throws IOException {
        String doomed = name;
        if (!name.startsWith(STAGING) && Disk.isFolder(root, name)) {
            doomed = Disk.newName(STAGING);
            Disk.rename(new File(root, name), new File(root, doomed));
        }
        Disk.remove(root, doomed);
    }

    /**
     * Removes what does not count and is not in use. What cannot be removed now stays for the next time.
     *
     * @param seed the name of the unpacked embedded bundle; null keeps all of them
     */
    void clean(StoreState state, @Nullable String seed) throws IOException {
        String[] names = root.list();
        if (names == null) throw new IOException(root + " cannot be read");
        IOException failure = null;
        for (String name : names) {
            try {
                if (isLeftover(name, state, seed)) remove(name);
            } catch (IOException e) {
                // One that cannot be removed does not stop the others.
                failure = e;
            }
        }
        if (failure != null) throw failure;
    }

    private boolean isLeftover(String name, StoreState state, @Nullable String seed) throws IOException {
        if (name.startsWith(STAGING)) return true;
        // Files are written as hidden ones first, under the lock.
        if (name.startsWith(".")) return !name.equals(LOCK) && !name.equals(FolderLocks.NAME);
        if (name.startsWith(SEED)) return seed != null && !name.equals(seed);
        boolean isProof = name.startsWith(Proof.PREFIX);
        BundleVersion version = BundleVersion.parse(isProof ? name.substring(Proof.PREFIX.length()) : name);
        if (version == null || version.isEmbedded()) return false;
        return (!isProof && !Disk.isFolder(root, name)) || state.bundle(version.version()) == null;
    }
}
