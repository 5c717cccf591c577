package signet.bundles;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import signet.Bytes;
import signet.Nullable;

/** The web bundle that an app ships, shown when there is nothing better. It needs no confirmation. */
public final class EmbeddedBundle {
    final SemanticVersion version;
    /** A bundle that is served where it is; null for one that is unpacked. */
    @Nullable final Assets assets;
    @Nullable private final Assets archive;
    @Nullable private final String archiveName;
    /** What this process has unpacked or compared. */
    @Nullable private volatile Opened known;

    private EmbeddedBundle(
        String version, @Nullable Assets assets, @Nullable Assets archive, @Nullable String archiveName) {
        this.version = SemanticVersion.parse(version);
        if (this.version == null) throw new IllegalArgumentException("not the version of a bundle: " + version);
        this.assets = assets;
        this.archive = archive;
        this.archiveName = archiveName;
    }

    /**
     * A bundle of files that the app ships, served in place.
     *
     * @param version the version, by which it competes with downloaded ones
     * @throws IllegalArgumentException when that is not a semantic version without build metadata
     */
    public static EmbeddedBundle assets(String version, Assets assets) {
        return new EmbeddedBundle(version, assets, null, null);
    }

    /**
     * A bundle in an archive that the app ships, which the store unpacks once, and again when it has changed. Each
     * process that shows it reads the archive and the folder once; a bundle of files costs nothing of that.
     */
    public static EmbeddedBundle archive(String version, Assets assets, String name) {
        return new EmbeddedBundle(version, null, assets, name);
    }

    /** The embedded bundle where it can be served. */
    static final class Opened {
        /** The name of its folder in the store, and its files there; null for one that is served in place. */
        @Nullable final String name;
        @Nullable final CheckedFolder files;
        @Nullable final FolderLocks.Hold hold;

        private Opened(@Nullable String name, @Nullable CheckedFolder files, @Nullable FolderLocks.Hold hold) {
            this.name = name;
            this.files = files;
            this.hold = hold;
        }
    }

    /** Makes it ready, and unpacks it unless that was done before and is still whole. */
    Opened open(BundleStore store) throws StoreException {
        try {
            if (assets == null) return unpacked(store);
            assets.open(StoreFolder.START_PAGE).close();
            return new Opened(null, null, null);
        } catch (IOException | ArchiveException e) {
            throw StoreException.embedded(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * What its files must be is read from the archive in each process, since nothing signs them; the folder is compared
     * with that as a whole, and made anew when it differs. One that is as it must be costs no space, which a full disk
     * does not have.
     */
    private synchronized Opened unpacked(BundleStore store) throws StoreException, IOException, ArchiveException {
        Opened known = this.known;
        if (known != null && known.files.folder.getParentFile().equals(store.folder.root)) {
            FolderLocks.Hold hold = held(store.folder, known.name, known.files, true);
            if (hold != null) return new Opened(known.name, known.files, hold);
        }
        MessageDigest digest = Bytes.sha256();
        FileList list = listed(digest);
        String name = StoreFolder.SEED + Bytes.hexadecimal(digest.digest()).substring(0, 16);
        CheckedFolder files = files(store, name, list);
        FolderLocks.Hold hold = held(store.folder, name, files, false);
        known = hold == null ? unpack(store, name) : new Opened(name, files, hold);
        this.known = known;
        return known;
    }

    /** The digest of the archive and its files, as far as they can be read from the beginning on. */
    private FileList listed(MessageDigest digest) throws IOException {
        Map<String, FileList.Entry> files = new TreeMap<>();
        byte[] piece = new byte[BundleLimits.PIECE_BYTES];
        int count;
        try (InputStream bytes = new DigestInputStream(archive.open(archiveName), digest)) {
            ZipInputStream zip = new ZipInputStream(bytes);
            try {
                for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                    MessageDigest content = Bytes.sha256();
                    long size = 0;
                    for (; (count = zip.read(piece)) >= 0; size += count) content.update(piece, 0, count);
                    String sha256 = Bytes.hexadecimal(content.digest());
                    if (!entry.isDirectory()) files.put(entry.getName(), new FileList.Entry(sha256, size));
                }
            } catch (ZipException | IllegalArgumentException e) {
                // Its reader knows what it is; a list without a page is that of no folder.
                files.clear();
            }
            while (bytes.read(piece) >= 0) continue;
        }
        return new FileList(files);
    }

    private CheckedFolder files(final BundleStore store, String name, FileList list) {
        return new CheckedFolder(new File(store.folder.root, name), list, refusal -> {
            // The next start compares the folder again, and makes it anew.
            known = null;
            store.tell(BundleEvent.refused(BundleVersion.EMBEDDED, refusal));
        });
    }

    /** Keeps the folder, if it is as it must be; one that this process has compared before, if its page is. */
    @Nullable private static FolderLocks.Hold held(
        StoreFolder store, String name, CheckedFolder files, boolean isKnown) throws StoreException {
        return store.locked(() -> {
            if (!Disk.isFolder(store.root, name)) return null;
            try {
                files.checkStartPage();
                if (!isKnown) files.walk();
            } catch (Proof.Refusal e) {
                return null;
            }
            return FolderLocks.share(store.root, name);
        });
    }

    private Opened unpack(BundleStore store, String name) throws StoreException, IOException, ArchiveException {
        StoreFolder folder = store.folder;
        StoreFolder.Staging staging = folder.stageLocked();
        try {
            File copy = new File(staging.folder, "archive");
            try (InputStream input = archive.open(archiveName); FileOutputStream output = new FileOutputStream(copy)) {
                Disk.copy(input, output);
            }
            File unpacked = new File(staging.folder, "files");
            Disk.makeFolder(unpacked);
            CheckedFolder files;
            try (RandomAccessFile file = new RandomAccessFile(copy, "r")) {
                files = files(store, name, new ArchiveReader(file).unpack(unpacked));
            }
            if (files.list.entry(StoreFolder.START_PAGE) == null) {
                throw new ArchiveException("the archive has no " + StoreFolder.START_PAGE);
            }
            // Another process may have been faster.
            FolderLocks.Hold hold = held(folder, name, files, false);
            if (hold == null) {
                hold = folder.locked(() -> {
                    // A damaged one may be shown: what is open of it stays open, and the rest comes from this one.
                    if (Disk.exists(folder.root, name)) folder.removeWhole(name);
                    Disk.rename(unpacked, new File(folder.root, name));
                    return FolderLocks.share(folder.root, name);
                });
            }
            if (hold == null) throw new IOException(name + " is in use");
            return new Opened(name, files, hold);
        } finally {
            discard(folder, staging);
        }
    }

    static void discard(final StoreFolder store, final StoreFolder.Staging staging) throws StoreException {
        try {
            store.locked(() -> {
                store.discard(staging);
                return null;
            });
        } catch (StoreException e) {
            staging.abandon();
            throw e;
        }
    }
}
