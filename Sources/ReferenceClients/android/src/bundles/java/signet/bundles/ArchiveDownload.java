package signet.bundles;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import signet.Bytes;
import signet.Nullable;

// Own: the file is opened once. What is hashed, what is verified and what is unpacked are the same bytes, even when
// something replaces the file in between. What an earlier process has left is only ever a beginning to go on from: the
// hash of all of it decides. Proved by the driver's "updates" and "transport".

/** An archive that is being downloaded into a folder, over several attempts and processes. */
final class ArchiveDownload implements Closeable {
    static final String NAME = "archive";
    private static final String TAG = "etag";

    private final File folder;
    private final RandomAccessFile file;
    private final long size;
    /** A strong validator of what the file begins with; null when it cannot be continued. */
    @Nullable private String etag;

    /** Goes on with what is in the folder; without a validator, only when it is all of it. */
    ArchiveDownload(File folder, long size) throws IOException {
        this.folder = folder;
        this.size = size;
        file = new RandomAccessFile(new File(folder, NAME), "rw");
        byte[] tag = Disk.read(new File(folder, TAG), BundleLimits.ETAG_BYTES);
        etag = tag == null ? null : strong(new String(tag, StandardCharsets.ISO_8859_1));
        if (file.length() > size) begin(null);
    }

    /** An entity tag that compares byte for byte (RFC 9110 §8.8.3); null for a weak one and for anything else. */
    @Nullable static String strong(@Nullable String tag) {
        if (tag == null || tag.length() < 2 || tag.length() > BundleLimits.ETAG_BYTES) return null;
        if (tag.charAt(0) != '"' || tag.charAt(tag.length() - 1) != '"') return null;
        for (int i = 1; i < tag.length() - 1; i++) {
            if (tag.charAt(i) <= 0x20 || tag.charAt(i) == '"' || tag.charAt(i) >= 0x7F) return null;
        }
        return tag;
    }

    /** Forgets what was downloaded. What comes now can be continued when it has a strong validator. */
    void begin(@Nullable String tag) throws IOException {
        file.setLength(0);
        etag = strong(tag);
        if (etag != null) Disk.replace(folder, TAG, etag.getBytes(StandardCharsets.ISO_8859_1));
        else Disk.remove(folder, TAG);
    }

    @Nullable String etag() { return etag; }

    /** How much of it there is. */
    long count() throws IOException { return file.length(); }

    long size() { return size; }

    void write(byte[] bytes, int start, int length) throws IOException {
        file.seek(file.length());
        file.write(bytes, start, length);
    }

    @Override public void close() throws IOException { file.close(); }

    RandomAccessFile file() { return file; }

    /** SHA-256 of what was written, as lowercase hexadecimal digits. */
    String digest() throws IOException {
        MessageDigest digest = Bytes.sha256();
        byte[] piece = new byte[BundleLimits.PIECE_BYTES];
        file.seek(0);
        int length;
        while ((length = file.read(piece)) >= 0) digest.update(piece, 0, length);
        return Bytes.hexadecimal(digest.digest());
    }

    /** Whether a DER signature of the one form is a key's over what was written. */
    boolean isSigned(byte[] signature, PublicKey key) throws IOException {
        try {
            Signature verifier = Signature.getInstance("SHA256withECDSA");
            verifier.initVerify(key);
            byte[] piece = new byte[BundleLimits.PIECE_BYTES];
            file.seek(0);
            int length;
            while ((length = file.read(piece)) >= 0) verifier.update(piece, 0, length);
            return verifier.verify(signature);
        } catch (GeneralSecurityException | RuntimeException e) {
            // What a provider cannot check is not verified.
            return false;
        }
    }
}
