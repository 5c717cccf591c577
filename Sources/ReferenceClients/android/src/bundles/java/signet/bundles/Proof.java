package signet.bundles;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import signet.Bytes;
import signet.Download;
import signet.Limits;
import signet.Nullable;
import signet.Verifier.VerificationException;
import signet.Verifier;

// Own: what is kept with a bundle, so that each start can ask again whether it was signed. What it proves:
//
// - A key that the app trusts now has signed an index which offers this version, with this archive and for these shells.
//   A record that was forged, a folder that was planted, and all bundles of a key that was revoked do not start.
// - Its member "files" is the digest of the list of files, so that the list is the signed one, and so is each file that
//   matches it.
//
// Whoever can write here can also put an older bundle back, with its own proof, or the last index but one: what a device
// has seen is known to its disk alone. Proved by the driver's "signed".

/** The signed index that offered a bundle, and the list of its files: {@code signed-v1.5.0}. */
final class Proof {
    static final String PREFIX = "signed-";

    private final byte[] jws;
    final FileList list;

    Proof(byte[] jws, FileList list) {
        this.jws = jws;
        this.list = list;
    }

    /** Why a bundle in the store is not what was signed, or no longer counts as that. */
    static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;
        final String code;
        /** The file that is not as it was signed; null when it is not about one. */
        @Nullable final String file;

        Refusal(String code, String message, @Nullable String file) {
            super(message);
            this.code = code;
            this.file = file;
        }
    }

    static String fileName(StoredBundle bundle) { return PREFIX + bundle.folderName(); }

    void save(File root, StoredBundle bundle) throws IOException {
        Disk.replace(root, fileName(bundle), Bytes.concatenate(jws, new byte[] {'\n'}, list.text()));
    }

    /**
     * The files of a stored bundle.
     *
     * @throws Refusal when the bundle is not what was signed
     */
    static FileList check(File root, StoredBundle bundle, Verifier verifier) throws IOException, Refusal {
        byte[][] parts = parts(root, bundle);
        if (parts == null) throw new Refusal("unsigned", "no signed index is kept with it", null);
        BundleIndex.Content index;
        try {
            Download kept = Download.ofJws(parts[0]);
            index = (BundleIndex.Content) verifier.verifyKept(kept, BundleIndex.PATH, null).document();
        } catch (VerificationException e) {
            throw new Refusal(e.code(), "the index that offered it: " + e.getMessage(), null);
        }
        WebBundle offer = index.offer(bundle.version);
        if (offer == null || !offer.stored(bundle.files).isSameAs(bundle)) {
            throw new Refusal("not-offered", "the index that is kept with it does not offer such a bundle", null);
        }
        FileList list = list(parts, bundle);
        if (list == null) throw new Refusal("wrong-files", "the list of its files is not the one of its archive", null);
        check(list, offer);
        return list;
    }

    /** What is kept with a bundle, with another index that offers it; null when the list of its files is not there. */
    @Nullable static Proof renewed(File root, StoredBundle bundle, byte[] jws) throws IOException {
        byte[][] parts = parts(root, bundle);
        FileList list = parts == null ? null : list(parts, bundle);
        return list == null ? null : new Proof(jws, list);
    }

    /** The index and the list of files; null when there are not both. */
    @Nullable private static byte[][] parts(File root, StoredBundle bundle) throws IOException {
        long limit = Download.Envelope.JWS.byteLimit(Limits.BODY_BYTES) + BundleLimits.LIST_BYTES;
        byte[] bytes = Disk.read(new File(root, fileName(bundle)), (int) limit);
        int end = 0;
        while (bytes != null && end < bytes.length && bytes[end] != '\n') end++;
        if (bytes == null || end == bytes.length) return null;
        return new byte[][] {Arrays.copyOf(bytes, end), Arrays.copyOfRange(bytes, end + 1, bytes.length)};
    }

    @Nullable private static FileList list(byte[][] parts, StoredBundle bundle) {
        FileList list = FileList.parse(parts[1]);
        return list == null || !list.digest().equals(bundle.files) ? null : list;
    }

    /** Holds the list of an archive's files to the index. */
    static void check(FileList list, WebBundle offer) throws Refusal {
        if (!offer.files.equals(list.digest())) {
            throw new Refusal(
                "wrong-files", "its files have the SHA-256 " + list.digest() + " instead of " + offer.files, null);
        }
    }
}
