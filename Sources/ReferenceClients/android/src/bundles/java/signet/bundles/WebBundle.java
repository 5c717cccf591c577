package signet.bundles;

import signet.Bytes;
import signet.Bytes.Der;
import signet.DocumentReader.DocumentException;
import signet.JsonObject;
import signet.Limits;
import signet.Nullable;
import signet.Verifier.VerificationException;
import signet.Version;

/** A web bundle on offer: its archive, and the native shells that can run it. */
final class WebBundle {
    private static final String PLATFORM = "android";

    final SemanticVersion version;
    /** Where the archive is: an https URL, or a name beside the document. */
    final String url;
    /** SHA-256 of the archive, 64 lowercase hexadecimal digits. */
    final String sha256;
    /** The DER signature over the archive, by the key that signed the document. */
    final byte[] signature;
    final long bytes;
    /** SHA-256 of the list of its files. */
    final String files;
    /** The oldest shell on Android that can run the bundle. */
    final Version minimumShell;
    /** The newest shell that can run it; null for any. */
    @Nullable final Version maximumShell;
    /** What must hold on a device; null for an offer to everybody. */
    @Nullable final BundleConditions conditions;

    /** Reads an entry of a verified index that has shells of Android. */
    WebBundle(JsonObject entry, boolean isRestricted) throws DocumentException {
        conditions = isRestricted ? new BundleConditions(entry.object("when")) : null;
        version = version(entry);
        url = entry.string("url");
        if (url.isEmpty() || url.length() > Limits.PATH_BYTES) throw new DocumentException("not a URL");
        sha256 = entry.string("sha256");
        if (!StoredBundle.isSHA256(sha256)) throw new DocumentException("not 64 lowercase hexadecimal digits");
        byte[] der = Bytes.ofBase64(entry.string("signature"));
        if (der == null || der.length == 0 || der.length > BundleLimits.SIGNATURE_BYTES) {
            throw new DocumentException("not the base64 of a DER signature");
        }
        signature = der;
        bytes = entry.positive("size");
        files = entry.string("files");
        if (!StoredBundle.isSHA256(files)) {
            throw new DocumentException("not 64 lowercase hexadecimal digits");
        }
        JsonObject shells = entry.object("shells").object(PLATFORM);
        minimumShell = shells.version("min");
        maximumShell = shells.has("max") ? shells.version("max") : null;
        if (maximumShell != null && maximumShell.compareTo(minimumShell) < 0) {
            throw new DocumentException("max is below min");
        }
    }

    static SemanticVersion version(JsonObject entry) throws DocumentException {
        SemanticVersion version = SemanticVersion.parse(entry.string("version"));
        if (version == null) throw new DocumentException("not a semantic version without build metadata");
        return version;
    }

    /** Whether the shells of an entry are some on Android. */
    static boolean isForAndroid(JsonObject entry) throws DocumentException {
        return entry.object("shells").has(PLATFORM);
    }

    /** Whether a shell of that version can run the bundle; the range includes its bounds. */
    boolean fits(Version shell) {
        return minimumShell.compareTo(shell) <= 0 && (maximumShell == null || shell.compareTo(maximumShell) <= 0);
    }

    /** Whether the signature is one in the one form; some providers of Java took zeros (CVE-2022-21449). */
    boolean hasFormOfSignature() {
        try {
            Der.check(signature);
            return true;
        } catch (VerificationException e) {
            return false;
        }
    }

    /** The record of it, once it was unpacked into the files of a list. */
    StoredBundle stored(String files) {
        return new StoredBundle(version, sha256, files, minimumShell, maximumShell, false);
    }
}
