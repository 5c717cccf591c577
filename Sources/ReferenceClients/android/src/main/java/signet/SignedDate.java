package signet;

import java.nio.charset.StandardCharsets;
import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import java.util.regex.Pattern;

// Own: the two forms, each in one spelling. java.time is there from API 26 on; SimpleDateFormat takes nearly anything.
// Proved by verification-headers.json ("a date: …") and decisions-rules-details.json ("no time: …").

/** The date of a signature, to the second, from 1970 to 9999. */
public final class SignedDate implements Comparable<SignedDate> {
    private static final Pattern HEADER_SHAPE = Pattern.compile(
        "[A-Za-z]{3}, [0-9]{2} [A-Za-z]{3} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} [A-Za-z]{3}");
    private static final int HEADER_LENGTH = "Mon, 03 Aug 2020 22:59:35 UTC".length();
    private static final Pattern INSTANT_SHAPE = Pattern.compile(
        "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z");
    private static final SimpleDateFormat HEADER = format("EEE, dd MMM yyyy HH:mm:ss 'UTC'");
    private static final SimpleDateFormat INSTANT = format("yyyy-MM-dd'T'HH:mm:ss'Z'");
    private static final long LAST_SECOND = 253_402_300_799L;

    private final long seconds;

    private SignedDate(long seconds) { this.seconds = seconds; }

    private static SimpleDateFormat format(String pattern) {
        SimpleDateFormat format = new SimpleDateFormat(pattern, Locale.US);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        return format;
    }

    /** Null outside the years 1970 to 9999. */
    @Nullable public static SignedDate of(long seconds) {
        return isWithinYears(seconds) ? new SignedDate(seconds) : null;
    }

    /** So many seconds later, or the last one of the year 9999. */
    static long later(long start, long seconds) { return Math.min(start + seconds, LAST_SECOND); }
    static boolean isWithinYears(long seconds) { return seconds >= 0 && seconds <= LAST_SECOND; }

    /** The date of a header; null unless the value is exactly what {@link #headerValue} would write. */
    @Nullable public static SignedDate ofHeader(String value) {
        if (!HEADER_SHAPE.matcher(value).matches()) return null;
        // A format is not for several threads at once.
        synchronized (HEADER) {
            Date read = HEADER.parse(value, new ParsePosition(0));
            SignedDate date = read == null ? null : of(read.getTime() / 1_000);
            return date != null && HEADER.format(read).equals(value) ? date : null;
        }
    }

    /** Seconds since 1970 of {@code 2026-12-01T00:00:00Z}, a string of exactly this form; null for anything else. */
    @Nullable static Long parseInstant(@Nullable Object instant) {
        String value = instant instanceof String ? (String) instant : "";
        if (!INSTANT_SHAPE.matcher(value).matches()) return null;
        synchronized (INSTANT) {
            // A document has hundreds of them, and the format itself takes twice as long to read one.
            Calendar calendar = INSTANT.getCalendar();
            calendar.clear();
            calendar.set(
                number(value, 0, 4), number(value, 5, 7) - 1, number(value, 8, 10), number(value, 11, 13),
                number(value, 14, 16), number(value, 17, 19));
            long seconds = calendar.getTimeInMillis() / 1_000;
            boolean isOne = isWithinYears(seconds) && INSTANT.format(calendar.getTime()).equals(value);
            return isOne ? seconds : null;
        }
    }

    private static int number(String text, int from, int to) { return Integer.parseInt(text.substring(from, to)); }

    /** Seconds of one to six digits and a unit, {@code 7d}; null for any other text and for no time at all. */
    @Nullable static Long parseDuration(String text) {
        int digits = text.length() - 1;
        if (digits < 1 || digits > Limits.DURATION_DIGITS || !Names.isDigits(text.substring(0, digits))) return null;
        int unit = "smhd".indexOf(text.charAt(digits));
        if (unit < 0) return null;
        long seconds = Long.parseLong(text.substring(0, digits)) * new long[] {1, 60, 3_600, 86_400}[unit];
        return seconds > 0 ? seconds : null;
    }

    /** Whether a body begins with something like the date of a header and a colon, in any case of letters. */
    public static boolean isPrefix(byte[] body) {
        if (body.length <= HEADER_LENGTH || body[HEADER_LENGTH] != ':') return false;
        return HEADER_SHAPE.matcher(new String(body, 0, HEADER_LENGTH, StandardCharsets.ISO_8859_1)).matches();
    }

    /** Seconds since 1970-01-01T00:00:00Z. */
    public long seconds() { return seconds; }
    /** {@code Mon, 03 Aug 2020 22:59:35 UTC}, as headers carry it. */
    public String headerValue() { return write(HEADER); }
    /** {@code 2020-08-03T22:59:35Z} */
    @Override public String toString() { return write(INSTANT); }

    private String write(SimpleDateFormat format) {
        synchronized (format) {
            return format.format(new Date(seconds * 1_000));
        }
    }

    @Override public int compareTo(SignedDate other) { return Long.compare(seconds, other.seconds); }

    @Override public boolean equals(Object other) {
        return other instanceof SignedDate && seconds == ((SignedDate) other).seconds;
    }

    @Override public int hashCode() { return Long.valueOf(seconds).hashCode(); }
}
