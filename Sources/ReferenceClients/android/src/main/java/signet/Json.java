package signet;

import static signet.DocumentReader.DocumentException.syntax;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import signet.DocumentReader.DocumentException;

// Own: org.json takes repeated members, comments, single quotes, trailing commas and a second value, and 100,000 arrays
// inside one another overflow its stack. Proved by verification-headers.json ("signed, but not strict JSON: …"),
// verification-jws.json ("signed: config, byte order mark") and decisions-rules-details.json ("refused: a repeated
// member").

/**
 * Strict JSON (RFC 8259): UTF-8 without a byte order mark, no member twice, no lone surrogate, at most
 * {@link Limits#JSON_NESTING} containers inside one another, nothing after the value.
 *
 * <p>A value is {@link #NULL}, a Boolean, a {@link Number}, a String, a List or a {@link JsonObject}.
 */
final class Json {
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?");
    /** The value {@code null}; Java's own means that there is no value. */
    static final Object NULL = new Object();

    static final class Number {
        final String spelling;

        Number(String spelling) { this.spelling = spelling; }
        /** The integer that is spelled as one, within 64 bits: not {@code 23.0}, {@code -0}; null for any other. */
        @Nullable Long asInteger() { return spelling.startsWith("-0") ? null : parseLong(spelling); }
    }

    private final byte[] bytes;
    private int index;

    private Json(byte[] bytes) { this.bytes = bytes; }

    /** Reads one value that fills all of the bytes. */
    static Object parse(byte[] bytes) throws DocumentException {
        Json json = new Json(bytes);
        Object value = json.value(0);
        if (json.index != bytes.length) throw syntax("something follows after the end of the value");
        return value;
    }

    /** The integer of an optional minus and ASCII digits; null for any other text and beyond 64 bits. */
    @Nullable static Long parseLong(String text) {
        int start = text.startsWith("-") ? 1 : 0;
        if (start == text.length() || !Names.isDigits(text.substring(start))) return null;
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Nullable static List<?> asList(@Nullable Object value) { return value instanceof List ? (List<?>) value : null; }

    /** A string or a non-empty array of strings; null for anything else. */
    @Nullable static List<String> strings(@Nullable Object value) {
        List<?> values = value instanceof String ? Collections.singletonList(value) : asList(value);
        if (values == null || values.isEmpty()) return null;
        List<String> strings = new ArrayList<>();
        for (Object each : values) {
            if (!(each instanceof String)) return null;
            strings.add((String) each);
        }
        return strings;
    }

    private DocumentException unexpected(String what) {
        return syntax(index == bytes.length ? "the text ends too early" : "expected " + what);
    }

    /** -1 at the end. */
    private int current() { return index < bytes.length ? bytes[index] & 255 : -1; }

    private void skipSpace() {
        while (current() == ' ' || current() == '\n' || current() == '\r' || current() == '\t') index++;
    }

    /** Steps over a byte, if it is the current one. */
    private boolean step(char c) {
        if (current() != c) return false;
        index++;
        return true;
    }

    /** The same, and the space after it. */
    private boolean skip(char c) {
        if (!step(c)) return false;
        skipSpace();
        return true;
    }

    /** A value and the space around it, inside so many containers. */
    private Object value(int depth) throws DocumentException {
        skipSpace();
        int c = current();
        if ((c == '{' || c == '[') && depth == Limits.JSON_NESTING) {
            throw syntax("too many containers inside one another");
        }
        Object value = c == '{' ? members(depth + 1) : c == '[' ? elements(depth + 1) : scalar(c);
        skipSpace();
        return value;
    }

    private JsonObject members(int depth) throws DocumentException {
        Map<String, Object> members = new LinkedHashMap<>();
        skip('{');
        if (skip('}')) return new JsonObject(members);
        do {
            if (current() != '"') throw unexpected("a member name in double quotes");
            String name = string();
            if (members.containsKey(name)) throw syntax("duplicate member \"" + name + "\"");
            skipSpace();
            if (!skip(':')) throw unexpected("a colon");
            members.put(name, value(depth));
        } while (skip(','));
        if (!step('}')) throw unexpected("a comma or the end of an object");
        return new JsonObject(members);
    }

    private List<Object> elements(int depth) throws DocumentException {
        List<Object> elements = new ArrayList<>();
        skip('[');
        if (skip(']')) return elements;
        do elements.add(value(depth));
        while (skip(','));
        if (!step(']')) throw unexpected("a comma or the end of an array");
        return elements;
    }

    private Object scalar(int c) throws DocumentException {
        if (c == '"') return string();
        if (c == '-' || Names.isDigit(c)) return number();
        int start = index;
        while (Names.isLetter(current())) index++;
        switch (new String(bytes, start, index - start, StandardCharsets.UTF_8)) {
            case "null": return NULL;
            case "true": return true;
            case "false": return false;
            default: throw unexpected("a value");
        }
    }

    private Number number() throws DocumentException {
        int start = index;
        while ("+-.0123456789eE".indexOf(current()) >= 0) index++;
        String spelling = new String(bytes, start, index - start, StandardCharsets.UTF_8);
        if (!NUMBER.matcher(spelling).matches()) throw syntax("invalid number");
        return new Number(spelling);
    }

    /** A string whose opening quote is the current byte. */
    private String string() throws DocumentException {
        StringBuilder text = null;
        int start = ++index;
        while (true) {
            int c = current();
            if (c < 0x20) throw syntax(c < 0 ? "the text ends too early" : "a control character in a string");
            if (c >= 0x80) {
                int length = Bytes.scalarLength(bytes, index);
                if (length == 0) throw syntax("invalid UTF-8");
                index += length;
            } else if (c == '"' || c == '\\') {
                String run = new String(bytes, start, index++ - start, StandardCharsets.UTF_8);
                if (c == '"') return text == null ? run : text.append(run).toString();
                if (text == null) text = new StringBuilder();
                appendEscape(text.append(run));
                start = index;
            } else {
                index++;
            }
        }
    }

    private void appendEscape(StringBuilder text) throws DocumentException {
        int letter = current();
        index++;
        int escape = "\"\\/bfnrt".indexOf(letter);
        if (escape >= 0) {
            text.append("\"\\/\b\f\n\r\t".charAt(escape));
            return;
        }
        if (letter != 'u') throw syntax("invalid escape in a string");
        char first = fourHexDigits();
        text.append(first);
        if (!Character.isSurrogate(first)) return;
        boolean hasPartner = Character.isHighSurrogate(first) && step('\\') && step('u');
        char second = hasPartner ? fourHexDigits() : 0;
        if (!Character.isLowSurrogate(second)) throw syntax("an escaped surrogate without its partner");
        text.append(second);
    }

    private char fourHexDigits() throws DocumentException {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = current() >= 0x80 ? -1 : Character.digit(current(), 16);
            if (digit < 0) throw syntax("invalid escape in a string");
            value = value << 4 | digit;
            index++;
        }
        return (char) value;
    }

    /** A file of one object, a member a line; the values are JSON. */
    static byte[] object(Map<String, String> members) {
        StringBuilder json = new StringBuilder("{");
        for (Map.Entry<String, String> each : members.entrySet()) {
            json.append(json.length() > 1 ? ",\n  " : "\n  ").append(quote(each.getKey())).append(": ");
            json.append(each.getValue());
        }
        return json.append("\n}\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < 0x20 || Character.isSurrogate(c)) {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
