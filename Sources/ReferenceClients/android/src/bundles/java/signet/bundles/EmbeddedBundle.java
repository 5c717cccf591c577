package signet.bundles;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import signet.Bytes;
import signet.Nullable;

/** The web bundle that an app ships, shown when there is nothing better. It needs no confirmation. */
public final class EmbeddedBundle {
    final SemanticVersion version;
    /** A bundle that is served where it is; null for one that is unpacked. */
    @Nullable final Assets assets;
    @Nullable private final Assets archive;
    @Nullable private final String archiveName;

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

    /** A bundle in an archive that the app ships, which the store unpacks once, and again when it has changed. */
    public static EmbeddedBundle archive(String version, Assets assets, String name) {
        return new EmbeddedBundle(version, null, assets, name);
    }

    /** The embedded bundle where it can be served. */
    static final class Opened {
        /** The name of its folder in the store; null for one that is served in place. */
        @Nullable final String name;
        @Nullable final FolderLocks.Hold hold;

        private Opened(@Nullable String name, @Nullable FolderLocks.Hold hold) {
            this.name = name;
            this.hold = hold;
        }
    }

    /** Makes it ready, and unpacks it unless that was done before. */
    Opened open(final StoreFolder store) throws StoreException {
        try {
            if (assets != null) {
                assets.open(StoreFolder.START_PAGE).close();
                return new Opened(null, null);
            }
            final String name = StoreFolder.SEED + digest().substring(0, 16);
            final StoreFolder.Staging[] staging = new StoreFolder.Staging[1];
            FolderLocks.Hold hold = store.locked(new StoreFolder.Work<FolderLocks.Hold>() {
                @Override public FolderLocks.Hold run() throws IOException {
                    FolderLocks.Hold existing = existing(store, name);
                    if (existing == null) staging[0] = store.stage();
                    return existing;
                }
            });
            return new Opened(name, hold != null ? hold : unpack(store, staging[0], name));
        } catch (IOException e) {
            throw StoreException.embedded(String.valueOf(e.getMessage()), e);
        }
    }

    @Nullable private static FolderLocks.Hold existing(StoreFolder store, String name) throws IOException {
        if (!new File(new File(store.root, name), StoreFolder.START_PAGE).isFile()) return null;
        return FolderLocks.share(store.root, name);
    }

    private FolderLocks.Hold unpack(final StoreFolder store, final StoreFolder.Staging staging, final String name)
        throws StoreException {
        try {
            File copy = new File(staging.folder, "archive");
            File folder = new File(staging.folder, "files");
            try (InputStream input = archive.open(archiveName); FileOutputStream output = new FileOutputStream(copy)) {
                Disk.copy(input, output);
            }
            Disk.makeFolder(folder);
            try (RandomAccessFile file = new RandomAccessFile(copy, "r")) {
                ArchiveReader reader = new ArchiveReader(file);
                if (!reader.hasFile(StoreFolder.START_PAGE)) {
                    throw new ArchiveException("the archive has no " + StoreFolder.START_PAGE);
                }
                reader.unpack(folder);
            }
        } catch (IOException | ArchiveException e) {
            discard(store, staging);
            throw StoreException.embedded(String.valueOf(e.getMessage()), e);
        }
        return store.locked(new StoreFolder.Work<FolderLocks.Hold>() {
            @Override public FolderLocks.Hold run() throws IOException {
                try {
                    // Another process may have been faster.
                    FolderLocks.Hold hold = existing(store, name);
                    if (hold != null) return hold;
                    store.remove(name);
                    Disk.rename(new File(staging.folder, "files"), new File(store.root, name));
                    hold = existing(store, name);
                    if (hold == null) throw new IOException(name + " is in use");
                    return hold;
                } finally {
                    store.discard(staging);
                }
            }
        });
    }

    static void discard(final StoreFolder store, final StoreFolder.Staging staging) throws StoreException {
        try {
            store.locked(new StoreFolder.Work<Void>() {
                @Override public Void run() throws IOException {
                    store.discard(staging);
                    return null;
                }
            });
        } catch (StoreException e) {
            staging.abandon();
            throw e;
        }
    }

    private String digest() throws IOException {
        MessageDigest digest = sha256();
        byte[] piece = new byte[BundleLimits.PIECE_BYTES];
        try (InputStream input = archive.open(archiveName)) {
            int count;
            while ((count = input.read(piece)) >= 0) digest.update(piece, 0, count);
        }
        return Bytes.hexadecimal(digest.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
