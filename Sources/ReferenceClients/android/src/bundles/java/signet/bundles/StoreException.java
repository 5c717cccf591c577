package signet.bundles;

import java.io.IOException;

/** Why a store cannot do what was requested; it is unchanged. */
public final class StoreException extends Exception {
    private static final long serialVersionUID = 1;
    private final String code;

    StoreException(String code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** The meaning of a disk's failure. */
    static StoreException of(IOException e) {
        String message = String.valueOf(e.getMessage());
        // The platform has no other word for a disk without space.
        boolean isFull = message.contains("ENOSPC") || message.contains("No space left");
        return new StoreException(isFull ? "no-space" : "storage", message, e);
    }

    static StoreException noSpace(long bytes, long room) {
        return new StoreException("no-space", "an archive needs " + bytes + " bytes more, and " + room + " are free", null);
    }

    static StoreException busy() {
        return new StoreException("busy", "another process has been using the store for too long", null);
    }

    static StoreException embedded(String reason, Throwable cause) {
        return new StoreException("embedded", "the embedded bundle cannot be used: " + reason, cause);
    }

    static StoreException inUse(SemanticVersion version) {
        return new StoreException("in-use", "a former folder of version " + version + " is still in use", null);
    }

    /**
     * What went wrong: {@code busy} (another process has been using the store for too long), {@code no-space},
     * {@code storage} (something cannot be read or written now), {@code embedded} (the bundle that the app ships is
     * missing or cannot be unpacked), {@code in-use} (a former folder of the version is still shown).
     */
    public String code() { return code; }
}
