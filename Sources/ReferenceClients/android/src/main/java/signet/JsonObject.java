package signet;

import static signet.DocumentReader.DocumentException.syntax;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import signet.DocumentReader.DocumentException;

// Own: org.json takes repeated members, comments, single quotes, trailing commas and a second value, and 100,000 arrays
// inside one another overflow its stack. Proved by verification-headers.json ("signed, but not strict JSON: …").

/**
 * A JSON object whose members are asked for by name and kind; for readers of documents.
 *
 * <p>A value is {@link #NULL}, a Boolean, a {@link Number}, a String, a List or an object.
 */
public final class JsonObject {
    /** The value {@code null}; Java's own means that there is no value. */
    static final Object NULL = new Object();

    final Map<String, Object> members;

    /** Members in the order of the text. */
    JsonObject(Map<String, Object> members) { this.members = members; }
    /** Reads the body of a document: strict JSON, and an object. */
    public static JsonObject ofBody(byte[] body) throws DocumentException { return of(parse(body), "the body"); }

    /** Reads one value that fills all of the bytes. */
    static Object parse(byte[] bytes) throws DocumentException {
        Parser parser = new Parser(bytes);
        Object value = parser.value(0);
        if (parser.index != bytes.length) throw syntax("something follows after the end of the value");
        return value;
    }

    /** Whether bytes are strict JSON, an object or any other value. */
    public static boolean isJson(byte[] text) {
        try {
            parse(text);
            return true;
        } catch (DocumentException e) {
            return false;
        }
    }

    static JsonObject of(Object value, String what) throws DocumentException {
        if (value instanceof JsonObject) return (JsonObject) value;
        throw new DocumentException(what + " is not an object");
    }

    @Nullable static JsonObject orNull(@Nullable Object value) {
        return value instanceof JsonObject ? (JsonObject) value : null;
    }

    /** What was kept; an empty object when there is nothing, or something damaged. */
    static JsonObject ofKept(@Nullable byte[] kept) {
        try {
            JsonObject object = kept == null ? null : orNull(parse(kept));
            if (object != null) return object;
        } catch (DocumentException e) {
            // What is damaged counts as missing.
        }
        return new JsonObject(Collections.<String, Object>emptyMap());
    }

    /** A file to keep: one object, a member a line. Names need no escape; the values are JSON. */
    static byte[] file(Map<String, String> members) {
        StringBuilder json = new StringBuilder("{");
        for (Map.Entry<String, String> each : members.entrySet()) {
            json.append(json.length() > 1 ? ",\n  \"" : "\n  \"").append(each.getKey()).append("\": ");
            json.append(each.getValue());
        }
        return json.append("\n}\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The names of its members, in the order of the text. */
    public Set<String> names() { return members.keySet(); }
    public boolean has(String name) { return members.containsKey(name); }
    /** Whether a member is {@code null}. */
    public boolean isNull(String name) { return members.get(name) == NULL; }
    public boolean isString(String name) { return members.get(name) instanceof String; }
    @Nullable Object value(String name) { return members.get(name); }

    private <T> T required(String name, Class<T> type, String kind) throws DocumentException {
        Object value = members.get(name);
        if (value == null) throw new DocumentException("missing member \"" + name + "\"");
        if (type.isInstance(value)) return type.cast(value);
        throw new DocumentException("\"" + name + "\" is not " + kind);
    }

    public String string(String name) throws DocumentException { return required(name, String.class, "a string"); }

    /** Null when there is no such member. */
    @Nullable public String optionalString(String name) throws DocumentException {
        return has(name) ? string(name) : null;
    }

    public JsonObject object(String name) throws DocumentException {
        return required(name, JsonObject.class, "an object");
    }

    /** Null for anything but an object. */
    @Nullable public JsonObject objectOrNull(String name) { return orNull(members.get(name)); }

    /** An array of at most so many elements. */
    List<?> array(String name, int limit) throws DocumentException {
        List<?> list = required(name, List.class, "an array");
        if (list.size() > limit) throw new DocumentException("\"" + name + "\" has more than " + limit + " elements");
        return list;
    }

    /** An array of at most so many objects. */
    public List<JsonObject> objects(String name, int limit) throws DocumentException {
        List<JsonObject> objects = new ArrayList<>();
        for (Object element : array(name, limit)) objects.add(of(element, "an element of \"" + name + "\""));
        return objects;
    }

    /** An array of at most so many strings. */
    public List<String> strings(String name, int limit) throws DocumentException {
        List<?> values = array(name, limit);
        List<String> strings = values.isEmpty() ? Collections.<String>emptyList() : strings(values);
        if (strings == null) throw new DocumentException("\"" + name + "\" is not of strings");
        return strings;
    }

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

    @Nullable static List<?> asList(@Nullable Object value) { return value instanceof List ? (List<?>) value : null; }

    public boolean truth(String name) throws DocumentException {
        return required(name, Boolean.class, "true or false");
    }

    public Version version(String name) throws DocumentException {
        Version version = Version.parse(string(name));
        if (version == null) throw new DocumentException("\"" + name + "\" is not a version of 1 to 3 numbers");
        return version;
    }

    /** An integer above 0. */
    public long positive(String name) throws DocumentException {
        Long number = required(name, Number.class, "a positive integer").asInteger();
        if (number == null || number <= 0) throw new DocumentException("\"" + name + "\" is not a positive integer");
        return number;
    }

    /** Null for anything but an integer. */
    @Nullable public Long integer(String name) {
        Object value = members.get(name);
        return value instanceof Number ? ((Number) value).asInteger() : null;
    }

    /** A text in several languages. */
    public LocalizedText texts(String name) throws DocumentException { return LocalizedText.read(object(name)); }

    /** Null when there is no such member. */
    @Nullable public LocalizedText optionalTexts(String name) throws DocumentException {
        return has(name) ? texts(name) : null;
    }

    /** Seconds since 1970; null when there is no such member. */
    @Nullable Long optionalInstant(String name) throws DocumentException {
        if (!has(name)) return null;
        Long instant = SignedDate.parseInstant(string(name));
        if (instant == null) throw new DocumentException("\"" + name + "\" is not an instant");
        return instant;
    }

    static final class Number {
        private static final Pattern FORM = Pattern.compile("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?");

        final String spelling;

        Number(String spelling) { this.spelling = spelling; }
        /** The integer that is spelled as one, within 64 bits: not {@code 23.0}, {@code -0}; null for any other. */
        @Nullable Long asInteger() { return spelling.startsWith("-0") ? null : Names.parseInteger(spelling); }
    }

    /**
     * Strict JSON (RFC 8259): UTF-8 without a byte order mark, no member twice, no lone surrogate, at most
     * {@link Limits#JSON_NESTING} containers inside one another.
     */
    private static final class Parser {
        private final byte[] bytes;
        int index;

        Parser(byte[] bytes) { this.bytes = bytes; }

        private DocumentException unexpected(String what) {
            return syntax(index == bytes.length ? "the text ends too early" : "expected " + what);
        }

        /** -1 at the end. */
        private int current() { return index < bytes.length ? bytes[index] & 255 : -1; }
        private String since(int start) { return new String(bytes, start, index - start, StandardCharsets.UTF_8); }
        private void skipSpace() { while (" \n\r\t".indexOf(current()) >= 0) index++; }

        /** Steps over a byte, if it is the current one. */
        private boolean step(char c) {
            boolean isIt = current() == c;
            if (isIt) index++;
            return isIt;
        }

        /** The same, and the space after it. */
        private boolean skip(char c) {
            boolean isIt = step(c);
            if (isIt) skipSpace();
            return isIt;
        }

        /** A value and the space around it, inside so many containers. */
        Object value(int depth) throws DocumentException {
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
            int start = index;
            if (c == '-' || Names.isDigit(c)) {
                while ("+-.0123456789eE".indexOf(current()) >= 0) index++;
                if (!Number.FORM.matcher(since(start)).matches()) throw syntax("invalid number");
                return new Number(since(start));
            }
            while (Names.isLetter(current())) index++;
            switch (since(start)) {
                case "null": return NULL;
                case "true": return true;
                case "false": return false;
                default: throw unexpected("a value");
            }
        }

        /** A string whose opening quote is the current byte. */
        private String string() throws DocumentException {
            StringBuilder text = new StringBuilder();
            int start = ++index;
            while (true) {
                int c = current();
                if (c < 0x20) throw syntax(c < 0 ? "the text ends too early" : "a control character in a string");
                int length = c < 0x80 ? 1 : Bytes.scalarLength(bytes, index);
                if (length == 0) throw syntax("invalid UTF-8");
                boolean isEnd = c == '"' || c == '\\';
                if (isEnd) text.append(since(start));
                index += length;
                if (c == '"') return text.toString();
                if (c == '\\') appendEscape(text);
                if (isEnd) start = index;
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
    }
}
