package signet;

/**
 * Turns verified bodies of one format into rules for the gate. {@link GateDocument} reads Signet's own; {@code
 * signet.classic} has those of other published formats.
 *
 * <p>Unknown members are to be ignored, so that later documents still reach older apps.
 */
public interface DocumentReader {
    /** The format as Signet spells it: {@code gate-android}. */
    String format();
    /** Whether its rules go by the signed date and by what a device remembers: without a date it then says nothing. */
    boolean goesByDate();
    /** Throws unless the body is a document of this format; {@link JsonObject#ofBody} reads one that is JSON. */
    Document read(byte[] body) throws DocumentException;

    /** What a body says. */
    interface Document {
        /** Throws when it says nothing to this app. */
        Rules rules(Device.Platform platform) throws DocumentException;
    }

    /** Why a body is not a document of its format, or says nothing to this app. */
    final class DocumentException extends Exception {
        private static final long serialVersionUID = 1;
        final Kind kind;

        /** Which rule of a body is broken: it is not even strict JSON, or it could be taken for something else. */
        enum Kind { SYNTAX, OTHER_MEANING, CONTENT }

        public DocumentException(String message) { this(message, Kind.CONTENT); }

        private DocumentException(String message, Kind kind) {
            super(message);
            this.kind = kind;
        }

        static DocumentException syntax(String message) { return new DocumentException(message, Kind.SYNTAX); }

        /** Bytes that another verifier, or another app, could take for something else than what they are signed as. */
        public static DocumentException otherMeaning(String message) {
            return new DocumentException(message, Kind.OTHER_MEANING);
        }
    }
}
