package signet.bundles;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import signet.Bytes;
import signet.Nullable;

/*
 * Own: the file is opened once. What is hashed, what is verified and what is unpacked are the same bytes, even when
 * something replaces the file in between. Proved by the driver's "updates".
 */

/** A download of an archive into a file. */
final class ArchiveDownload extends OutputStream {
    private final RandomAccessFile file;
    private final long limit;
    private long count;
    private boolean isTooLarge;
    /** Why a piece could not be written; null when each was. */
    @Nullable private IOException failure;

    ArchiveDownload(File folder, long limit) throws IOException {
        file = new RandomAccessFile(new File(folder, "archive"), "rw");
        this.limit = limit;
    }

    @Override public void write(int b) throws IOException { write(new byte[] {(byte) b}, 0, 1); }

    @Override public void write(byte[] bytes, int start, int length) throws IOException {
        if (length > limit - count) {
            isTooLarge = true;
            throw new IOException("it is larger than " + limit + " bytes");
        }
        try {
            file.write(bytes, start, length);
            count += length;
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Override public void close() throws IOException { file.close(); }

    RandomAccessFile file() { return file; }

    long count() { return count; }

    boolean isTooLarge() { return isTooLarge; }

    @Nullable IOException failure() { return failure; }

    /** SHA-256 of what was written, as lowercase hexadecimal digits. */
    String digest() throws IOException {
        MessageDigest digest = EmbeddedBundle.sha256();
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
