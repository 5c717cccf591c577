package signet.bundles;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.security.MessageDigest;
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
    @Nullable private Opened known;

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
     * with that as a whole, and made anew when it differs.
     */
    private synchronized Opened unpacked(final BundleStore store) throws StoreException, IOException, ArchiveException {
        if (known != null && known.files.folder.getParentFile().equals(store.folder.root)) {
            FolderLocks.Hold hold = store.folder.shared(known.name);
            if (hold != null) return new Opened(known.name, known.files, hold);
        }
        final StoreFolder.Staging staging = store.folder.stageLocked();
        try {
            File copy = new File(staging.folder, "archive");
            MessageDigest digest = Bytes.sha256();
            try (InputStream input = archive.open(archiveName); FileOutputStream output = new FileOutputStream(copy)) {
                byte[] piece = new byte[BundleLimits.PIECE_BYTES];
                int count;
                while ((count = input.read(piece)) >= 0) {
                    digest.update(piece, 0, count);
                    output.write(piece, 0, count);
                }
            }
            final String name = StoreFolder.SEED + Bytes.hexadecimal(digest.digest()).substring(0, 16);
            try (RandomAccessFile file = new RandomAccessFile(copy, "r")) {
                final ArchiveReader reader = new ArchiveReader(file);
                final CheckedFolder files = files(store, name, reader.list());
                if (files.list.entry(StoreFolder.START_PAGE) == null) {
                    throw new ArchiveException("the archive has no " + StoreFolder.START_PAGE);
                }
                FolderLocks.Hold hold = existing(store.folder, name, files);
                if (hold == null) hold = unpack(store.folder, staging, name, reader, files);
                if (hold == null) throw new IOException(name + " is in use");
                known = new Opened(name, files, hold);
                return known;
            }
        } finally {
            discard(store.folder, staging);
        }
    }

    private static CheckedFolder files(final BundleStore store, String name, FileList list) {
        return new CheckedFolder(new File(store.folder.root, name), list, refusal -> {
            store.tell(BundleEvent.refused(BundleVersion.EMBEDDED, refusal));
        });
    }

    @Nullable private static FolderLocks.Hold existing(
        final StoreFolder store, final String name, final CheckedFolder files) throws StoreException {
        return store.locked(() -> {
            if (!Disk.isFolder(store.root, name)) return null;
            try {
                files.walk();
            } catch (Proof.Refusal e) {
                // One that is shown cannot be replaced; each of its files is checked when it is served.
                if (store.remove(name)) return null;
            }
            return FolderLocks.share(store.root, name);
        });
    }

    @Nullable private static FolderLocks.Hold unpack(
        final StoreFolder store, final StoreFolder.Staging staging, final String name, ArchiveReader reader,
        final CheckedFolder files) throws StoreException, IOException, ArchiveException {
        File folder = new File(staging.folder, "files");
        Disk.makeFolder(folder);
        reader.unpack(folder);
        FolderLocks.Hold hold = existing(store, name, files);
        // Another process may have been faster.
        if (hold != null) return hold;
        return store.locked(() -> {
            if (!Disk.isFolder(store.root, name)) {
                Disk.rename(new File(staging.folder, "files"), new File(store.root, name));
            }
            return FolderLocks.share(store.root, name);
        });
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
