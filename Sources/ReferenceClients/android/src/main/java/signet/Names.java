package signet;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

// Own: the platform's character classes and case mappings know more letters than ASCII, and other ones in Turkey.
// Proved by verification-jws.json ("the header: a key id with a space") and decisions-rules-details.json.

/** What names, ids and paths may consist of; for readers of other formats, and of no use to apps. */
public final class Names {
    private static final String DIGITS = "0123456789";
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final String PUBLICATION = "publication";
    private static final Pattern RESERVED = Pattern.compile(".*\\.(sig|headers|jws)");

    private Names() {}

    /** One of {@code 0-9}. */
    public static boolean isDigit(int c) { return c >= '0' && c <= '9'; }
    /** One of {@code A-Z a-z}. */
    public static boolean isLetter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
    public static boolean isDigits(String text) { return consistsOf(text, DIGITS); }
    static boolean isLetters(String text) { return consistsOf(text, LETTERS); }
    /** Of {@code A-Z a-z 0-9}. */
    public static boolean isAlphanumeric(String text) { return consistsOf(text, LETTERS + DIGITS); }

    private static boolean consistsOf(String text, String characters) {
        for (char c : text.toCharArray()) {
            if (characters.indexOf(c) < 0) return false;
        }
        return true;
    }

    /** Whether a text is 1 to {@code limit} of {@code A-Z a-z 0-9} and of the other characters. */
    private static boolean isName(String text, int limit, String others) {
        return !text.isEmpty() && text.length() <= limit && consistsOf(text, LETTERS + DIGITS + others);
    }

    /** The id or scope of a rule, the salt of a share. */
    static boolean isId(@Nullable Object text) {
        return text instanceof String && isName((String) text, Limits.NAME_BYTES, "._-");
    }

    /** As an id, without a leading dot. */
    static boolean isEnvironment(String text) { return isId(text) && text.charAt(0) != '.'; }
    public static boolean isKeyId(String text) { return isName(text, Limits.KEY_ID_BYTES, "._-:/"); }

    /** 32 lowercase hexadecimal digits. */
    public static boolean isInstallId(@Nullable String text) { return text != null && isHexadecimal(text, 32); }

    /** So many lowercase hexadecimal digits. */
    public static boolean isHexadecimal(String text, int length) {
        return text.length() == length && consistsOf(text, DIGITS + "abcdef");
    }

    /** Whether a {@code .jws} can be signed for a path: that of a document, or of the index of the published tree. */
    static boolean isSignedPath(String path) { return path.equals(PUBLICATION) || isDocumentPath(path); }

    /** Segments of {@code A-Z a-z 0-9 . _ -} joined by {@code /}, without a leading dot or a name of the tree's own. */
    static boolean isDocumentPath(String path) {
        if (path.length() > Limits.PATH_BYTES) return false;
        List<String> segments = split(path, '/');
        if (segments.size() > Limits.PATH_SEGMENTS) return false;
        for (String segment : segments) {
            if (!isName(segment, Limits.PATH_SEGMENT_BYTES, "._-") || segment.charAt(0) == '.') return false;
            if (RESERVED.matcher(lowercase(segment)).matches()) return false;
        }
        return !lowercase(segments.get(0)).equals(PUBLICATION);
    }

    /** The integer of an optional minus and ASCII digits; null for any other text and beyond 64 bits. */
    @Nullable static Long parseInteger(String text) {
        int start = text.startsWith("-") ? 1 : 0;
        if (start == text.length() || !isDigits(text.substring(start))) return null;
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The text with ASCII letters in lower case and nothing else changed. */
    public static String lowercase(String text) {
        StringBuilder lower = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 'A' && c <= 'Z') lower.setCharAt(i, (char) (c + 0x20));
        }
        return lower.toString();
    }

    /** The parts between the separators, empty ones included. */
    public static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int end; (end = text.indexOf(separator, start)) >= 0; start = end + 1) {
            parts.add(text.substring(start, end));
        }
        parts.add(text.substring(start));
        return parts;
    }
}
