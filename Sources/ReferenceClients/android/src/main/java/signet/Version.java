package signet;

import static signet.Names.isDigit;
import static signet.Names.isDigits;
import static signet.Names.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

// Own: no class of the platform compares versions by their numbers, and as text "1.10" is below "1.9". Proved by
// versions.json, and for what devices report by decisions-rules-details.json.

/**
 * A version of one to three numeric components, kept as authored and compared as numbers: {@code 6.00} and
 * {@code 6.0.0} are the same version, and {@code 1.9.1} is below {@code 1.10.0}.
 */
public final class Version implements Comparable<Version> {
    private final String spelling;
    final long[] numbers;

    private Version(String spelling, long[] numbers) {
        this.spelling = spelling;
        this.numbers = numbers;
    }

    /** The version; null unless the text is one to three runs of 1 to 18 ASCII digits joined by dots. */
    @Nullable public static Version parse(String spelling) {
        List<String> parts = split(spelling, '.');
        if (parts.size() > 3) return null;
        long[] numbers = new long[parts.size()];
        for (int i = 0; i < numbers.length; i++) {
            String part = parts.get(i);
            if (part.isEmpty() || part.length() > Limits.VERSION_DIGITS || !isDigits(part)) return null;
            numbers[i] = Long.parseLong(part);
        }
        return new Version(spelling, numbers);
    }

    /** Numbers are compared one by one; those that were not written are 0. */
    static int compare(long[] a, long[] b) {
        for (int i = 0; i < Math.max(a.length, b.length); i++) {
            int order = Long.compare(i < a.length ? a[i] : 0, i < b.length ? b[i] : 0);
            if (order != 0) return order;
        }
        return 0;
    }

    @Override public int compareTo(Version other) { return compare(numbers, other.numbers); }

    @Override public boolean equals(Object other) {
        return other instanceof Version && compareTo((Version) other) == 0;
    }

    @Override public int hashCode() { return Arrays.hashCode(Arrays.copyOf(numbers, 3)); }
    /** As authored. */
    @Override public String toString() { return spelling; }

    /**
     * The numbers that the version or build of an installed app begins with: {@code 3.2.0}, {@code 1.1.0.3},
     * {@code 1.1.0-rc1}. What has none, null, is below nothing, and no rule with a condition on it matches.
     */
    @Nullable static long[] installed(@Nullable String spelling) {
        List<Long> found = new ArrayList<>();
        for (String part : split(spelling == null ? "" : spelling, '.')) {
            int end = 0;
            while (end < part.length() && isDigit(part.charAt(end))) end++;
            if (end == 0) break;
            Long number = Names.parseInteger(part.substring(0, end));
            found.add(number == null ? Long.MAX_VALUE : number);
            if (end < part.length()) break;
        }
        long[] numbers = found.isEmpty() ? null : new long[found.size()];
        for (int i = 0; i < found.size(); i++) numbers[i] = found.get(i);
        return numbers;
    }

    /** One or several patterns for a version, one of which suffices. */
    static final class Condition {
        /** Each pattern as two bounds, both of which must hold. */
        private final List<Bound[]> patterns = new ArrayList<>();

        /** Reads a pattern or a non-empty array of patterns; null for anything else. */
        @Nullable static Condition read(@Nullable Object value) {
            List<String> patterns = JsonObject.strings(value);
            if (patterns == null) return null;
            Condition condition = new Condition();
            for (String pattern : patterns) {
                int dots = pattern.indexOf("...");
                Bound lower = Bound.read(dots < 0 ? pattern : ">=" + pattern.substring(0, dots));
                Bound upper = dots < 0 ? lower : Bound.read("<=" + pattern.substring(dots + 3));
                if (lower == null || upper == null) return null;
                condition.patterns.add(new Bound[] {lower, upper});
            }
            return condition;
        }

        /** Below a version, in whatever of a device it is compared with. */
        static Condition below(long... numbers) {
            Condition condition = new Condition();
            Bound bound = new Bound("<", numbers);
            condition.patterns.add(new Bound[] {bound, bound});
            return condition;
        }

        /** Whether one pattern matches; numbers that are not known match none. */
        boolean matches(@Nullable long[] numbers) {
            if (numbers == null) return false;
            for (Bound[] bounds : patterns) if (bounds[0].holds(numbers) && bounds[1].holds(numbers)) return true;
            return false;
        }

        private static final class Bound {
            /** {@code <=}, {@code >=}, {@code <}, {@code >} or nothing. */
            private final String sign;
            private final long[] bound;

            Bound(String sign, long[] bound) {
                this.sign = sign;
                this.bound = bound;
            }

            @Nullable static Bound read(String text) {
                boolean isOrder = text.startsWith("<") || text.startsWith(">");
                int end = !isOrder ? 0 : text.startsWith("=", 1) ? 2 : 1;
                Version version = Version.parse(text.substring(end));
                return version == null ? null : new Bound(text.substring(0, end), version.numbers);
            }

            boolean holds(long[] numbers) {
                int order = compare(numbers, bound);
                return order == 0 ? sign.isEmpty() || sign.endsWith("=") : sign.startsWith(order < 0 ? "<" : ">");
            }
        }
    }
}
