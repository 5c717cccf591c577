package signet.bundles;

import java.util.List;
import signet.Limits;
import signet.Names;
import signet.Nullable;

// Own: no class of the platform knows the precedence of pre-releases, and as text "1.10.0" is below "1.9.0". Proved by
// the driver's "store" ("versions").

/** The version of a bundle: Semantic Versioning 2.0.0 without build metadata. */
public final class SemanticVersion implements Comparable<SemanticVersion> {
    private final String spelling;
    private final long[] core = new long[3];
    /** The parts of the pre-release; empty without one. */
    private final String[] prerelease;

    private SemanticVersion(String spelling, String[] prerelease) {
        this.spelling = spelling;
        this.prerelease = prerelease;
    }

    /**
     * The version; null unless it is three numbers without leading zeros and perhaps {@code -} and a pre-release
     * (SemVer §2, §9). Numbers have 18 digits at most, the whole 64 bytes.
     */
    @Nullable public static SemanticVersion parse(String spelling) {
        if (spelling.length() > Limits.NAME_BYTES) return null;
        int dash = spelling.indexOf('-');
        List<String> numbers = Names.split(dash < 0 ? spelling : spelling.substring(0, dash), '.');
        List<String> rest = dash < 0 ? null : Names.split(spelling.substring(dash + 1), '.');
        if (numbers.size() != 3) return null;
        SemanticVersion version =
            new SemanticVersion(spelling, rest == null ? new String[0] : rest.toArray(new String[0]));
        for (int i = 0; i < 3; i++) {
            if (!isNumber(numbers.get(i))) return null;
            version.core[i] = Long.parseLong(numbers.get(i));
        }
        for (String part : version.prerelease) {
            if (!isWord(part) || (isDigits(part) && !isNumber(part))) return null;
        }
        return version;
    }

    private static boolean isDigits(String text) { return !text.isEmpty() && Names.isDigits(text); }

    private static boolean isNumber(String text) {
        boolean isShort = isDigits(text) && text.length() <= Limits.VERSION_DIGITS;
        return isShort && (text.length() == 1 || text.charAt(0) != '0');
    }

    private static boolean isWord(String text) {
        return !text.isEmpty() && Names.isAlphanumeric(text.replace("-", ""));
    }

    /** By precedence (SemVer §11): a release is above its pre-releases, and numbers are below words. */
    @Override public int compareTo(SemanticVersion other) {
        for (int i = 0; i < 3; i++) {
            int order = Long.compare(core[i], other.core[i]);
            if (order != 0) return order;
        }
        if (prerelease.length == 0 || other.prerelease.length == 0) {
            return Integer.compare(other.prerelease.length, prerelease.length);
        }
        for (int i = 0; i < Math.min(prerelease.length, other.prerelease.length); i++) {
            int order = compare(prerelease[i], other.prerelease[i]);
            if (order != 0) return order;
        }
        return Integer.compare(prerelease.length, other.prerelease.length);
    }

    private static int compare(String a, String b) {
        if (isDigits(a) && isDigits(b)) return Long.compare(Long.parseLong(a), Long.parseLong(b));
        if (isDigits(a) != isDigits(b)) return isDigits(a) ? -1 : 1;
        // ASCII, so by its bytes.
        return a.compareTo(b);
    }

    @Override public boolean equals(Object other) {
        return other instanceof SemanticVersion && spelling.equals(((SemanticVersion) other).spelling);
    }

    @Override public int hashCode() { return spelling.hashCode(); }

    /** The version as authored. */
    @Override public String toString() { return spelling; }
}
