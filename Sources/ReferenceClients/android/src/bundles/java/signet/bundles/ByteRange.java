package signet.bundles;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import signet.Names;
import signet.Nullable;

// Own: no class of the platform reads a range. Ignored, as RFC 9110 §14.2 allows or requires, are other units than
// bytes, anything malformed, and several ranges, which would need a multipart answer that media players never request.
// Proved by the driver's "responder" ("ranges"), by the list of the library for iOS.

/** The part of a file that a request asks for (RFC 9110 §14). */
final class ByteRange {
    /** The first byte, and the one after the last. */
    final long start;
    final long end;
    /** Whether it is a part, and not all of the file. */
    final boolean isPart;
    /** Whether these are bytes that the file does not have. */
    final boolean isUnsatisfiable;

    private ByteRange(long start, long end, boolean isPart, boolean isUnsatisfiable) {
        this.start = start;
        this.end = end;
        this.isPart = isPart;
        this.isUnsatisfiable = isUnsatisfiable;
    }

    static ByteRange whole(long size) { return new ByteRange(0, size, false, false); }

    private static ByteRange part(long start, long end) { return new ByteRange(start, end, true, false); }

    private static ByteRange unsatisfiable() { return new ByteRange(0, 0, false, true); }

    /**
     * What the headers of a GET ask for of a file of this size. With {@code If-Range} the range is ignored: the files
     * of a bundle have no validator that it could match, and §13.1.5 then requires the whole file.
     */
    static ByteRange of(Map<String, String> headers, long size) {
        String value = null;
        int count = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            if (Names.lowercase(header.getKey()).equals("if-range")) return whole(size);
            if (!Names.lowercase(header.getKey()).equals("range")) continue;
            value = header.getValue();
            count++;
        }
        String[] ends = count == 1 ? specification(value) : null;
        if (ends == null) return whole(size);
        long last = number(ends[1]);
        if (ends[0].isEmpty()) {
            if (last == 0) return unsatisfiable();
            // The last bytes of an empty file are satisfiable, but no content-range can express it.
            return size == 0 ? whole(size) : part(Math.max(0, size - last), size);
        }
        long first = number(ends[0]);
        if (!ends[1].isEmpty() && last < first) return whole(size);
        if (first >= size) return unsatisfiable();
        return part(first, ends[1].isEmpty() ? size : Math.min(last, size - 1) + 1);
    }

    /** The two ends of the one range of {@code bytes=…}, each of digits or empty; null for anything else. */
    @Nullable private static String[] specification(String value) {
        int equals = value.indexOf('=');
        if (equals < 0 || !Names.lowercase(value.substring(0, equals)).equals("bytes")) return null;
        List<String> ranges = new ArrayList<>();
        // A list may have empty elements (RFC 9110 §5.6.1.2).
        for (String range : Names.split(value.substring(equals + 1), ',')) {
            if (!trimmed(range).isEmpty()) ranges.add(trimmed(range));
        }
        List<String> ends = ranges.size() == 1 ? Names.split(ranges.get(0), '-') : new ArrayList<String>();
        if (ends.size() != 2 || !Names.isDigits(ends.get(0)) || !Names.isDigits(ends.get(1))) return null;
        boolean isEmpty = ends.get(0).isEmpty() && ends.get(1).isEmpty();
        return isEmpty ? null : ends.toArray(new String[0]);
    }

    private static String trimmed(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && (text.charAt(start) == ' ' || text.charAt(start) == '\t')) start++;
        while (end > start && (text.charAt(end - 1) == ' ' || text.charAt(end - 1) == '\t')) end--;
        return text.substring(start, end);
    }

    /** A number of any length, where one too large counts as the largest. */
    private static long number(String digits) {
        try {
            return digits.isEmpty() ? 0 : Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }
}
