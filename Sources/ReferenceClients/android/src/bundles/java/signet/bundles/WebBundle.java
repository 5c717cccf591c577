package signet.bundles;

import signet.Bytes;
import signet.Der;
import signet.DocumentException;
import signet.JsonObject;
import signet.Limits;
import signet.Nullable;
import signet.VerificationException;
import signet.Version;

/** A web bundle on offer: its archive, and the native shells that can run it. */
final class WebBundle {
    private static final Version UNBOUNDED = Version.parse("999999999.999999999.999999999");
    private static final Version ZERO = Version.parse("0.0.0");

    final SemanticVersion version;
    /** Where the archive is: an https URL, or a name beside the document. */
    final String url;
    /** SHA-256 of the archive, 64 lowercase hexadecimal digits. */
    final String sha256;
    /** The DER signature over the archive, by the key that signed the document. */
    final byte[] signature;
    final long bytes;
    /** SHA-256 of the list of its files; null where the index does not say it. */
    @Nullable final String files;
    /** The oldest shell that can run the bundle. */
    final Version minimumShell;
    /** The newest shell that can run it; null for any. */
    @Nullable final Version maximumShell;

    /** Reads an entry of a verified index. */
    WebBundle(JsonObject entry) throws DocumentException {
        version = SemanticVersion.parse(entry.string("version"));
        if (version == null) throw new DocumentException("not a semantic version without build metadata");
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
        files = entry.optionalString("files");
        if (files != null && !StoredBundle.isSHA256(files)) throw new DocumentException("\"files\" is not a digest");
        minimumShell = entry.version("minShellVersion");
        Version maximum = entry.has("maxShellVersion") ? entry.version("maxShellVersion") : UNBOUNDED;
        if (maximum.compareTo(minimumShell) < 0) {
            throw new DocumentException("maxShellVersion is below minShellVersion");
        }
        maximumShell = maximum.equals(UNBOUNDED) ? null : maximum;
    }

    /**
     * Whether a shell of that version can run the bundle; the range includes its bounds. A maximum of {@code 0.0.0}
     * fits no shell, not even a development build with version {@code 0.0.0}.
     */
    boolean fits(Version shell) {
        if (minimumShell.compareTo(shell) > 0) return false;
        return maximumShell == null || (shell.compareTo(maximumShell) <= 0 && maximumShell.compareTo(ZERO) > 0);
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
