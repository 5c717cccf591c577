package signet.capacitor;

/** Why a page does not get what it asked for. */
public final class SessionException extends Exception {
    private static final long serialVersionUID = 1;

    SessionException(String message) { super(message); }
}
