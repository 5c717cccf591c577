package signet.bundles;

import signet.Names;
import signet.Nullable;
import signet.Version;

/** The record of a bundle that was downloaded, checked and unpacked. */
final class StoredBundle implements Comparable<StoredBundle> {
    final SemanticVersion version;
    /** SHA-256 of the archive that it was unpacked from, 64 lowercase hexadecimal digits. */
    final String sha256;
    /** SHA-256 of the list of its files, which a {@link Proof} keeps. */
    final String files;
    /** The oldest shell that can run the bundle. */
    final Version minimumShell;
    /** The newest shell that can run it; null for any. */
    @Nullable final Version maximumShell;
    /** Whether a session of it has proved that it works. */
    boolean isConfirmed;

    StoredBundle(
        SemanticVersion version, String sha256, String files, Version minimumShell, @Nullable Version maximumShell,
        boolean isConfirmed) {
        this.version = version;
        this.sha256 = sha256;
        this.files = files;
        this.minimumShell = minimumShell;
        this.maximumShell = maximumShell;
        this.isConfirmed = isConfirmed;
    }

    String folderName() { return BundleVersion.stored(version).toString(); }

    /** Whether a shell of that version can run the bundle; the range includes its bounds. */
    boolean fits(Version shell) {
        return minimumShell.compareTo(shell) <= 0 && (maximumShell == null || shell.compareTo(maximumShell) <= 0);
    }

    /** Whether it is the same archive, for any shells. */
    boolean hasFilesOf(StoredBundle other) {
        return version.equals(other.version) && sha256.equals(other.sha256) && files.equals(other.files);
    }

    /** Whether it is the same archive for the same shells. */
    boolean isSameAs(StoredBundle other) {
        boolean hasSameMaximum =
            maximumShell == null ? other.maximumShell == null : maximumShell.equals(other.maximumShell);
        return hasFilesOf(other) && minimumShell.equals(other.minimumShell) && hasSameMaximum;
    }

    @Override public int compareTo(StoredBundle other) { return version.compareTo(other.version); }

    @Override public boolean equals(Object other) {
        return other instanceof StoredBundle && version.equals(((StoredBundle) other).version);
    }

    @Override public int hashCode() { return version.hashCode(); }

    /** 64 lowercase hexadecimal digits. */
    static boolean isSHA256(String text) { return Names.isHexadecimal(text, 64); }
}
