package signet;

/** Why a body is not a document of its format, or says nothing to this app. */
public final class DocumentException extends Exception {
    private static final long serialVersionUID = 1;
    /** Whether the body is not even strict JSON. */
    final boolean isSyntax;

    public DocumentException(String message) { this(message, false); }

    DocumentException(String message, boolean isSyntax) {
        super(message);
        this.isSyntax = isSyntax;
    }
}
