package signet.capacitor;

/** A member of {@code plugins.Signet} that cannot be used; its message names it. */
public final class SettingsException extends Exception {
    private static final long serialVersionUID = 1;

    SettingsException(String member, String reason) { super("plugins.Signet." + member + ": " + reason); }
}
