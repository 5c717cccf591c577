package signet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import signet.Nullable;

/** A JSON object whose members are asked for by name and kind; for readers of documents. */
public final class JsonObject {
    private final Map<String, Object> members;

    private JsonObject(Map<String, Object> members) { this.members = members; }

    /**
     * Reads the body of a document: strict JSON, and an object.
     *
     * @throws DocumentException when it is not
     */
    public static JsonObject ofBody(byte[] body) throws DocumentException { return of(Json.parse(body), "the body"); }

    static JsonObject of(Object value, String what) throws DocumentException {
        JsonObject object = orNull(value);
        if (object == null) throw new DocumentException(what + " is not an object");
        return object;
    }

    @Nullable static JsonObject orNull(Object value) {
        Map<String, Object> members = Json.asMap(value);
        return members == null ? null : new JsonObject(members);
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

    /** Whether it has a member. */
    public boolean has(String name) { return members.containsKey(name); }

    /** Whether a member is {@code null}. */
    public boolean isNull(String name) { return members.get(name) == Json.NULL; }

    /** Whether a member is a string. */
    public boolean isString(String name) { return members.get(name) instanceof String; }

    @Nullable Object value(String name) { return members.get(name); }

    private Object required(String name) throws DocumentException {
        Object value = members.get(name);
        if (value == null) throw new DocumentException("missing member \"" + name + "\"");
        return value;
    }

    /** The string that a member must be. */
    public String string(String name) throws DocumentException {
        Object value = required(name);
        if (value instanceof String) return (String) value;
        throw new DocumentException("\"" + name + "\" is not a string");
    }

    /** The same; null when there is no such member. */
    @Nullable public String optionalString(String name) throws DocumentException {
        return has(name) ? string(name) : null;
    }

    /** The object that a member must be. */
    public JsonObject object(String name) throws DocumentException { return of(required(name), "\"" + name + "\""); }

    /** The object that a member is; null for anything else. */
    @Nullable public JsonObject objectOrNull(String name) { return orNull(members.get(name)); }

    /** The array that a member must be, of at most so many elements. */
    List<Object> array(String name, int limit) throws DocumentException {
        List<Object> list = Json.asList(required(name));
        if (list == null) throw new DocumentException("\"" + name + "\" is not an array");
        if (list.size() > limit) throw new DocumentException("\"" + name + "\" has more than " + limit + " elements");
        return list;
    }

    /** The array of objects that a member must be, of at most so many. */
    public List<JsonObject> objects(String name, int limit) throws DocumentException {
        List<JsonObject> objects = new ArrayList<>();
        for (Object element : array(name, limit)) objects.add(of(element, "an element of \"" + name + "\""));
        return objects;
    }

    /** The array of strings that a member must be, of at most so many. */
    public List<String> strings(String name, int limit) throws DocumentException {
        List<String> strings = new ArrayList<>();
        for (Object element : array(name, limit)) {
            if (!(element instanceof String)) throw new DocumentException("\"" + name + "\" is not of strings");
            strings.add((String) element);
        }
        return strings;
    }

    /** The truth value that a member must be. */
    public boolean truth(String name) throws DocumentException {
        Object value = required(name);
        if (value instanceof Boolean) return (Boolean) value;
        throw new DocumentException("\"" + name + "\" is not true or false");
    }

    /** The version that a member must be. */
    public Version version(String name) throws DocumentException {
        Version version = Version.parse(string(name));
        if (version == null) throw new DocumentException("\"" + name + "\" is not a version of 1 to 3 numbers");
        return version;
    }

    /** The positive integer that a member must be. */
    public long positive(String name) throws DocumentException {
        required(name);
        Long number = integer(name);
        if (number == null || number <= 0) throw new DocumentException("\"" + name + "\" is not a positive integer");
        return number;
    }

    /** The integer that a member is; null for anything else. */
    @Nullable public Long integer(String name) {
        Object value = members.get(name);
        return value instanceof Json.Number ? ((Json.Number) value).asInteger() : null;
    }

    /** The text in several languages that a member must be. */
    public LocalizedText texts(String name) throws DocumentException { return LocalizedText.read(object(name)); }

    /** The same; null when there is no such member. */
    @Nullable public LocalizedText optionalTexts(String name) throws DocumentException {
        return has(name) ? texts(name) : null;
    }

    /** The moment that a member must be, in seconds since 1970; null when there is no such member. */
    @Nullable Long optionalInstant(String name) throws DocumentException {
        if (!has(name)) return null;
        Long instant = SignedDate.parseInstant(string(name));
        if (instant == null) throw new DocumentException("\"" + name + "\" is not an instant");
        return instant;
    }
}
