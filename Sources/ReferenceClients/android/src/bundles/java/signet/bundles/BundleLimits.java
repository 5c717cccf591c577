package signet.bundles;

/** Every limit of what a store takes, in one place: those of the library for iOS. */
public final class BundleLimits {
    /** Bytes of an archive. */
    public static final long ARCHIVE_BYTES = 1L << 30;
    /** Bytes of all files of a bundle, unpacked. */
    public static final long UNPACKED_BYTES = 2L << 30;
    /** Bytes of one file of a bundle, unpacked. */
    public static final long FILE_BYTES = 512L << 20;
    /** Files and folders of a bundle. */
    public static final int ENTRIES = 20_000;
    /** Bytes of the name of a file in a bundle. */
    public static final int NAME_BYTES = 512;
    /** Bytes of one segment of that name, the limit of file systems. */
    public static final int SEGMENT_BYTES = 255;
    /** Segments of that name. */
    public static final int DEPTH = 32;
    /** Bytes of the directory at the end of an archive. */
    public static final long DIRECTORY_BYTES = 16L << 20;
    /** Bytes of the percent-encoded path of a request, its prefix included. */
    public static final int REQUEST_BYTES = 4 * NAME_BYTES;
    /** How many times its packed size a file may unpack to, beyond its first {@link #FREE_BYTES}. */
    public static final long RATIO = 200;
    /** Bytes of a file that any number of packed bytes may unpack to. */
    public static final long FREE_BYTES = 1L << 20;
    /** Bytes of the list of a bundle's files. */
    public static final int LIST_BYTES = 16 << 20;
    /** Bytes of the state of a store. */
    public static final int STATE_BYTES = 1 << 20;
    /** Versions in an index, and of each list in the state of a store. */
    public static final int VERSIONS = 1_000;
    /** Bytes of a signature. */
    public static final int SIGNATURE_BYTES = 72;
    /** Characters of the name of an installed app, by which an update of it is known. */
    public static final int APP_CHARACTERS = 200;
    /** For how long after its date an index counts for steps that are later than that. */
    static final long STEP_AGE_SECONDS = 48 * 3_600;
    /** For how long an index that was fetched allows first starts. */
    static final long INDEX_AGE_MILLIS = 48 * 3_600_000L;
    /** Channels that an offer names. */
    static final int CHANNELS = 1_000;
    /** Seconds after which a version that was given up gets another trial. */
    public static final long FORGIVENESS_SECONDS = 24 * 3_600;

    /** Attempts that one update makes to download an archive. */
    public static final int ATTEMPTS = 6;
    /** How long an attempt may hear nothing. */
    public static final int SILENCE_MILLIS = 30_000;
    /** The pause after the first attempt, and the longest one. */
    static final long PAUSE_MILLIS = 1_000;
    static final long LONGEST_PAUSE_MILLIS = 30_000;
    /** Bytes of a validator by which a download goes on. */
    static final int ETAG_BYTES = 200;

    /** How long other processes that change a store are waited for. */
    static final long PATIENCE_MILLIS = 5_000;
    /** Bytes of a file that is read at once. */
    static final int SMALL_BYTES = 1 << 20;
    /** Bytes of such files of one bundle that are kept in memory. */
    static final int KEPT_BYTES = 8 << 20;
    /** Larger files of one bundle that stay open. */
    static final int OPEN_FILES = 8;
    /** Bytes that are read or written at once. */
    static final int PIECE_BYTES = 64 << 10;

    private BundleLimits() {}
}
