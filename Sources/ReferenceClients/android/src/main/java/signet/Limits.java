package signet;

/** Every limit of an app's input, in one place; anything larger is refused before it is processed. */
public final class Limits {
    /** Bytes of a body that an app accepts. */
    public static final int BODY_BYTES = 1 << 20;
    /** Seconds that a signed date may be ahead of the device's clock; anything later is refused and never stored. */
    public static final long CLOCK_SKEW_SECONDS = 24 * 3_600;
    /** Seconds after the signed date that a clock counts for the rules of a gate document. */
    public static final long RULE_TIME_SECONDS = 7 * 24 * 3_600;
    /** Seconds that a signed date may be old, by the device's clock, for maintenance to close the app. */
    public static final long MAINTENANCE_SECONDS = 7 * 24 * 3_600;
    public static final int KEY_ID_BYTES = 256;
    public static final int VERSION_DIGITS = 18;
    public static final int DURATION_DIGITS = 6;
    /** Characters of a language tag. */
    public static final int LANGUAGE_TAG_BYTES = 64;
    /** Containers inside one another in a JSON text. */
    public static final int JSON_NESTING = 64;
    public static final int JWS_HEADER_BYTES = 1_536;
    public static final int KEY_RING_BYTES = 1 << 20;
    /** Bytes of the response headers that are kept with a document. */
    public static final int KEPT_HEADERS_BYTES = 16 << 10;
    public static final int PATH_BYTES = 1_024;
    public static final int PATH_SEGMENT_BYTES = 240;
    public static final int PATH_SEGMENTS = 32;
    /** Bytes of the name of an environment, and of the id and scope of a rule. */
    public static final int NAME_BYTES = 64;
    public static final int GATE_RULES = 1_000;
    public static final int GATE_LATEST = 100;
    public static final int SHARE_STEPS = 100;
    /** Languages of a user that are tried. */
    public static final int LANGUAGES_TRIED = 64;
    /** Subtags of a language that are read. */
    public static final int SUBTAGS_READ = 16;
    /** Bytes of a kept file beside the document: first-seen times, what was postponed. */
    public static final int STATE_BYTES = 256 << 10;
    /** Recommendations that are postponed at the same time; the oldest are dropped. */
    public static final int POSTPONED = 100;
    /** Redirects that are followed, to the same host only. */
    public static final int REDIRECTS = 5;

    /** How often something is read again and replaced that others have written meanwhile. */
    static final int STORE_ATTEMPTS = 100;
    /** How long others who write to a store are waited for, and a store that does not answer. */
    static final long STORE_MILLIS = 1_000;

    private Limits() {}
}
