package signet.bundles;

import java.util.LinkedHashMap;
import java.util.Map;
import signet.Nullable;

// Own: the form, which is the same in every language, to the byte. It has no message, no address and no name of a
// person or a device, so that an app may send it as it is. Proved by Tests/Vectors/Bundles/events.json.

/**
 * What has become of an attempt, or a verdict on a bundle, for the telemetry of the app. The table of all of them is in
 * the README of this package.
 */
public final class BundleEvent {
    /** Takes events, one at a time, on the thread that does the work; it must neither throw nor wait. */
    public interface Listener {
        void on(BundleEvent event);
    }

    private final Map<String, Object> members = new LinkedHashMap<>();

    BundleEvent(String name) { members.put("event", name); }

    /** A bundle is not what was signed. */
    static BundleEvent refused(BundleVersion version, Proof.Refusal refusal) {
        return new BundleEvent("refused").with("bundle", version).with("reason", refusal.code).with("file", refusal.file);
    }

    /** A version was given up. */
    static BundleEvent failed(SemanticVersion version, String reason) {
        return new BundleEvent("failed").with("bundle", BundleVersion.stored(version)).with("reason", reason);
    }

    BundleEvent with(String name, @Nullable Object value) {
        if (value != null) members.put(name, value instanceof Number ? value : value.toString());
        return this;
    }

    BundleEvent with(BundleEvent other) {
        for (Map.Entry<String, Object> member : other.members.entrySet()) {
            if (!member.getKey().equals("event")) members.put(member.getKey(), member.getValue());
        }
        return this;
    }

    /** Which event it is: {@code start}, {@code update} or another one of the table. */
    public String name() { return String.valueOf(members.get("event")); }

    /** A member as a text; null when the event has none of that name. */
    @Nullable public String member(String name) {
        Object value = members.get(name);
        return value == null ? null : value.toString();
    }

    /** One JSON object on one line, its members in the order of the table. */
    public String json() {
        StringBuilder text = new StringBuilder("{");
        String separator = "";
        for (Map.Entry<String, Object> member : members.entrySet()) {
            text.append(separator).append('"').append(member.getKey()).append("\":");
            if (member.getValue() instanceof Number) {
                text.append(member.getValue());
            } else {
                text.append('"').append(escaped(member.getValue().toString())).append('"');
            }
            separator = ",";
        }
        return text.append('}').toString();
    }

    /** What JSON demands, and no more: a file that was planted may have any name. */
    private static String escaped(String value) {
        StringBuilder text = new StringBuilder();
        for (char c : value.toCharArray()) {
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < 0x20) {
                text.append("\\u").append(Integer.toHexString(0x10000 | c).substring(1));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    @Override public String toString() { return json(); }
}
