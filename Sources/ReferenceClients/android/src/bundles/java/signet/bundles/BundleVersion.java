package signet.bundles;

import signet.Nullable;

/** The bundle that an app shows: the one that it ships, or one that was downloaded. */
public final class BundleVersion {
    /** The bundle that the app ships. */
    public static final BundleVersion EMBEDDED = new BundleVersion(null);

    @Nullable private final SemanticVersion version;

    private BundleVersion(@Nullable SemanticVersion version) { this.version = version; }

    /** A bundle of the store. */
    static BundleVersion stored(SemanticVersion version) { return new BundleVersion(version); }

    /** Reads {@code embedded} or {@code v1.5.1}; null for any other text. */
    @Nullable static BundleVersion parse(String text) {
        if (text.equals("embedded")) return EMBEDDED;
        SemanticVersion version = text.startsWith("v") ? SemanticVersion.parse(text.substring(1)) : null;
        return version == null ? null : stored(version);
    }

    /** The version of a bundle of the store; null for the embedded one. */
    @Nullable public SemanticVersion version() { return version; }

    /** Whether it is the one that the app ships. */
    public boolean isEmbedded() { return version == null; }

    @Override public boolean equals(Object other) {
        return other instanceof BundleVersion && toString().equals(other.toString());
    }

    @Override public int hashCode() { return toString().hashCode(); }

    /** {@code embedded}, or the name of the bundle's folder: {@code v1.5.1}. */
    @Override public String toString() { return version == null ? "embedded" : "v" + version; }
}
