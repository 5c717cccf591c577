package signet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import signet.DocumentReader.DocumentException;

/** A JSON object whose members are asked for by name and kind; for readers of documents. */
public final class JsonObject {
    final Map<String, Object> members;

    /** Members in the order of the text. */
    JsonObject(Map<String, Object> members) { this.members = members; }
    /** Reads the body of a document: strict JSON, and an object. */
    public static JsonObject ofBody(byte[] body) throws DocumentException { return of(Json.parse(body), "the body"); }

    /** Whether bytes are strict JSON, an object or any other value. */
    public static boolean isJson(byte[] text) {
        try {
            Json.parse(text);
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
            JsonObject object = kept == null ? null : orNull(Json.parse(kept));
            if (object != null) return object;
        } catch (DocumentException e) {
            // What is damaged counts as missing.
        }
        return new JsonObject(Collections.<String, Object>emptyMap());
    }

    /** The names of its members, in the order of the text. */
    public Set<String> names() { return members.keySet(); }
    public boolean has(String name) { return members.containsKey(name); }
    /** Whether a member is {@code null}. */
    public boolean isNull(String name) { return members.get(name) == Json.NULL; }
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
        List<String> strings = new ArrayList<>();
        for (Object element : array(name, limit)) {
            if (!(element instanceof String)) throw new DocumentException("\"" + name + "\" is not of strings");
            strings.add((String) element);
        }
        return strings;
    }

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
        Long number = required(name, Json.Number.class, "a positive integer").asInteger();
        if (number == null || number <= 0) throw new DocumentException("\"" + name + "\" is not a positive integer");
        return number;
    }

    /** Null for anything but an integer. */
    @Nullable public Long integer(String name) {
        Object value = members.get(name);
        return value instanceof Json.Number ? ((Json.Number) value).asInteger() : null;
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
}
