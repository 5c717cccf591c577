package signet;

import signet.Verifier.VerificationException;

/** What is wrong, for logs and reports; no failure decides by itself. */
public final class Failure {
    private final String code;
    private final String message;
    @Nullable private final String phrase;
    final boolean isTransient;

    Failure(String code, String message, boolean isTransient) {
        this.code = code;
        this.message = message;
        this.isTransient = isTransient;
        phrase = null;
    }

    /** A document that was refused. */
    Failure(String prefix, VerificationException refusal) {
        code = prefix + refusal.code();
        message = refusal.getMessage();
        isTransient = refusal.isTransient;
        phrase = refusal.phrase();
    }

    /**
     * {@code transport}, {@code status}, {@code not-stored} (the document decides, and could not be kept, or not what
     * its rules need to be remembered), {@code unreadable-app} (the document cannot be compared with the app, so no
     * bound of the app applies), {@code embedded/} and the code of a {@link VerificationException}, or such a code.
     */
    public String code() { return code; }

    /** The reason, for people. */
    public String message() { return message; }
    /** The phrase of a {@link VerificationException}; null where no document was refused. */
    @Nullable public String phrase() { return phrase; }

    @Override public String toString() { return code + ": " + message; }
}
