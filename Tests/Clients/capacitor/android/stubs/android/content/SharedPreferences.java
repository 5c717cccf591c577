package android.content;

import java.util.HashMap;
import java.util.Map;

public class SharedPreferences {
    private final Map<String, String> values = new HashMap<>();

    public String getString(String key, String fallback) { return values.getOrDefault(key, fallback); }

    public Editor edit() { return new Editor(); }

    public class Editor {
        private final Map<String, String> changes = new HashMap<>();

        public Editor putString(String key, String value) {
            changes.put(key, value);
            return this;
        }

        public void apply() { values.putAll(changes); }
    }
}
