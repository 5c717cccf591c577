package signet;

/** Why a download is not a manifest. */
public final class VerificationException extends Exception {
    private static final long serialVersionUID = 1;
    private final String code;
    private final String phrase;
    /** Whether bytes that were cut short, or a host in the middle of an update, can be the reason. */
    final boolean isTransient;

    VerificationException(String code, String phrase) { this(code, phrase, null, false); }

    VerificationException(String code, String phrase, @Nullable String detail, boolean isTransient) {
        super(detail == null ? phrase : phrase + ": " + detail);
        this.code = code;
        this.phrase = phrase;
        this.isTransient = isTransient;
    }

    /** A form that is broken, perhaps by bytes that were cut short; the whole ones may come with another attempt. */
    public static VerificationException malformed(String phrase, boolean mayBeTruncation) {
        return new VerificationException("malformed", phrase, null, mayBeTruncation);
    }

    public static VerificationException tooLarge(String what, long limit) {
        return new VerificationException("too-large", what + " is larger than " + limit + " bytes");
    }

    /** What a reader has thrown, which may be one of the app's own and throw anything. */
    static VerificationException notOfFormat(String format, Exception e) {
        String detail = e instanceof DocumentException ? e.getMessage() : String.valueOf(e);
        return new VerificationException("unreadable", "the body is not a document of format " + format, detail, false);
    }

    static VerificationException otherDocument(String phrase) {
        return new VerificationException("other-document", phrase);
    }

    static VerificationException rollback(String phrase) { return new VerificationException("rollback", phrase); }

    /**
     * One word for each thing to do next, the same in all clients of Signet: {@code malformed},
     * {@code unknown-key}, {@code revoked-key}, {@code bad-signature}, {@code other-document}, {@code rollback},
     * {@code ahead-of-clock}, {@code frozen}, {@code unreadable} or {@code too-large}.
     */
    public String code() { return code; }

    /** Which check failed, for logs: the same to the byte in all clients of Signet. */
    public String phrase() { return phrase; }
}
