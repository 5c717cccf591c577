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
}
