package signet;

/** Why a body is not a document of its format, or says nothing to this app. */
public final class DocumentException extends Exception {
    private static final long serialVersionUID = 1;
    final Kind kind;

    /** Which rule of a body is broken: it is not even strict JSON, or it could be taken for something else. */
    enum Kind { SYNTAX, OTHER_MEANING, CONTENT }

    public DocumentException(String message) { this(message, Kind.CONTENT); }

    DocumentException(String message, Kind kind) {
        super(message);
        this.kind = kind;
    }

    /** Bytes that another verifier, or another app, could take for something else than what they are signed as. */
    public static DocumentException otherMeaning(String message) {
        return new DocumentException(message, Kind.OTHER_MEANING);
    }
}
