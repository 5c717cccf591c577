package signet;

import static signet.Names.isDigit;
import static signet.Names.isDigits;
import static signet.Names.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import signet.Nullable;

/*
 * Own: no class of the platform compares versions by their numbers, and as text "1.10" is below "1.9". Proved by
 * versions.json, and for what devices report by decisions-rules-details.json.
 */

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

    /** As numbers. */
    @Override public int compareTo(Version other) { return compare(numbers, other.numbers); }

    @Override public boolean equals(Object other) {
        return other instanceof Version && compareTo((Version) other) == 0;
    }

    @Override public int hashCode() {
        int last = numbers.length;
        while (last > 0 && numbers[last - 1] == 0) last--;
        return Arrays.hashCode(Arrays.copyOf(numbers, last));
    }

    /** The version as authored. */
    @Override public String toString() { return spelling; }

    /**
     * The version or build of an installed app as the device reports it: {@code 3.2.0}, {@code 1.1.0.3},
     * {@code 1.1.0-rc1}.
     *
     * <p>It is compared by all the numbers that it begins with. What does not begin with a digit has none: it is below
     * nothing, and no rule with a condition on it matches.
     */
    static final class Installed {
        final String spelling;
        /** Null when the text does not begin with a number. */
        @Nullable final long[] numbers;

        Installed(String spelling) {
            this.spelling = spelling;
            List<Long> found = new ArrayList<>();
            for (String part : split(spelling, '.')) {
                int end = 0;
                while (end < part.length() && isDigit(part.charAt(end))) end++;
                if (end == 0) break;
                Long number = Json.parseLong(part.substring(0, end));
                found.add(number == null ? Long.MAX_VALUE : number);
                if (end < part.length()) break;
            }
            numbers = found.isEmpty() ? null : new long[found.size()];
            for (int i = 0; i < found.size(); i++) numbers[i] = found.get(i);
        }
    }

    /** One or several patterns for a version, one of which suffices. */
    static final class Condition {
        private final List<long[][]> ranges;
        private final List<boolean[]> closed;

        private Condition(int count) {
            ranges = new ArrayList<>(count);
            closed = new ArrayList<>(count);
        }

        /** Reads a pattern or a non-empty array of patterns; null for anything else. */
        @Nullable static Condition read(Object value) {
            List<Object> patterns = value instanceof String ? Collections.singletonList(value) : Json.asList(value);
            if (patterns == null || patterns.isEmpty()) return null;
            Condition condition = new Condition(patterns.size());
            for (Object pattern : patterns) {
                if (!(pattern instanceof String) || !condition.add((String) pattern)) return null;
            }
            return condition;
        }

        /** Below a version, in whatever of a device it is compared with. */
        static Condition below(long... numbers) {
            Condition condition = new Condition(1);
            condition.ranges.add(new long[][] {null, numbers});
            condition.closed.add(new boolean[] {false, false});
            return condition;
        }

        private boolean add(String pattern) {
            int dots = pattern.indexOf("...");
            if (dots >= 0) return add(pattern.substring(0, dots), true, pattern.substring(dots + 3), true);
            if (pattern.startsWith("<=")) return add(null, false, pattern.substring(2), true);
            if (pattern.startsWith(">=")) return add(pattern.substring(2), true, null, false);
            if (pattern.startsWith("<")) return add(null, false, pattern.substring(1), false);
            if (pattern.startsWith(">")) return add(pattern.substring(1), false, null, false);
            return add(pattern, true, pattern, true);
        }

        private boolean add(
            @Nullable String lower, boolean withLower, @Nullable String upper, boolean withUpper) {
            Version low = lower == null ? null : Version.parse(lower);
            Version high = upper == null ? null : Version.parse(upper);
            if ((lower != null && low == null) || (upper != null && high == null)) return false;
            ranges.add(new long[][] {low == null ? null : low.numbers, high == null ? null : high.numbers});
            closed.add(new boolean[] {withLower, withUpper});
            return true;
        }

        /** Whether one pattern matches; numbers that are not known match none. */
        boolean matches(@Nullable long[] numbers) {
            if (numbers == null) return false;
            for (int i = 0; i < ranges.size(); i++) {
                long[] low = ranges.get(i)[0];
                long[] high = ranges.get(i)[1];
                boolean[] ends = closed.get(i);
                int below = low == null ? 1 : Version.compare(numbers, low);
                int above = high == null ? -1 : Version.compare(numbers, high);
                if ((below > 0 || (below == 0 && ends[0])) && (above < 0 || (above == 0 && ends[1]))) return true;
            }
            return false;
        }
    }
}
