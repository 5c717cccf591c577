package org.json;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** As Android writes it: a slash is escaped. */
public class JSONObject {
    public static final Object NULL = new Object() {
        @Override public String toString() { return "null"; }
    };

    protected final Map<String, Object> members = new LinkedHashMap<>();

    public Object opt(String name) { return members.get(name); }

    public JSONObject optJSONObject(String name) {
        Object value = members.get(name);
        return value instanceof JSONObject ? (JSONObject) value : null;
    }

    public JSONObject put(String name, Object value) {
        members.put(name, value);
        return this;
    }

    public Iterator<String> keys() { return members.keySet().iterator(); }

    @Override public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (Map.Entry<String, Object> member : members.entrySet()) {
            if (text.length() > 1) text.append(',');
            text.append(quoted(member.getKey())).append(':').append(written(member.getValue()));
        }
        return text.append('}').toString();
    }

    static String written(Object value) { return value instanceof String ? quoted((String) value) : String.valueOf(value); }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("/", "\\/").replace("\n", "\\n") + '"';
    }
}
