package signet;

import signet.Nullable;

/** What is wrong, for logs and reports; no failure decides by itself. */
public final class Failure {
    private final String code;
    private final String message;
    @Nullable private final String phrase;
    final boolean isTransient;
    /** 0 for what may be hidden by other failures, 1 for a network that fails, 2 for a document that was refused. */
    final int weight;

    Failure(String code, String message, boolean isTransient, int weight) {
        this(code, message, null, isTransient, weight);
    }

    Failure(String code, String message, @Nullable String phrase, boolean isTransient, int weight) {
        this.code = code;
        this.message = message;
        this.phrase = phrase;
        this.isTransient = isTransient;
        this.weight = weight;
    }

    /**
     * What went wrong: {@code transport}, {@code status}, {@code not-stored} (the document decides, and could not be
     * kept, or not what its rules need to be remembered),
     * {@code unreadable-app} (the document cannot be compared with the app, so no bound of the app applies),
     * {@code embedded/} and the code of a {@link VerificationException}, or such a code.
     */
    public String code() { return code; }

    /** The reason, for people. */
    public String message() { return message; }

    /** The phrase of a {@link VerificationException}; null where no document was refused. */
    @Nullable public String phrase() { return phrase; }

    /** For logs. */
    @Override public String toString() { return code + ": " + message; }
}
