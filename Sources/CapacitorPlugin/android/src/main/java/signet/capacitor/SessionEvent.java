package signet.capacitor;

import java.text.SimpleDateFormat;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import signet.Nullable;

/** Something that happened to a bundle: a name, and members that a page receives as they are. */
public final class SessionEvent {
    /** What may happen. */
    public enum Kind {
        /** A bundle was downloaded and checked, and starts at {@code reload()} or with the app. */
        UPDATE_READY("updateReady"),
        /** There was no update; the reason says why. */
        UPDATE_FAILED("updateFailed"),
        /** A bundle was given up. */
        ROLLED_BACK("rolledBack"),
        /** The newest bundle needs a newer app. */
        SHELL_TOO_OLD("shellTooOld");

        /** What pages listen to. */
        public final String word;

        Kind(String word) { this.word = word; }
    }

    public final Kind kind;
    private final Map<String, Object> members = new LinkedHashMap<>();

    /**
     * @param version the bundle that it is about; null for none
     * @param reason a phrase for a log
     * @param now milliseconds since 1970
     */
    SessionEvent(Kind kind, @Nullable Object version, String reason, long now) {
        this.kind = kind;
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        with("version", version == null ? null : version.toString()).with("reason", reason)
            .with("time", format.format(new Date(now)));
    }

    SessionEvent with(String name, @Nullable Object value) {
        members.put(name, value);
        return this;
    }

    /** {@code version}, {@code reason}, {@code time}, and what its kind has besides. */
    public Map<String, Object> members() { return Collections.unmodifiableMap(members); }
}
