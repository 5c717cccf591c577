package signet.bundles;

import java.util.Locale;
import signet.Nullable;
import signet.Version;

/** The outcome of an update. */
public final class UpdateOutcome {
    /** What came of it. */
    public enum Kind {
        /** The store has the best bundle already. */
        UP_TO_DATE,
        /** The next start shows {@link #version}. The current one may be shown until then. */
        INSTALLED,
        /** The newest bundle, {@link #version}, needs the shell {@link #minimumShell}; this one can run no other. */
        APP_UPDATE_NEEDED,
        /**
         * The version that the last start showed is withdrawn, or was halted before it was confirmed. Show {@link #next} by
         * {@link BundleStore#startBlocking}, unless it is what is shown: the embedded one, when there is no other.
         */
        WITHDRAWN_CURRENT,
        /** The update failed, for {@link #code} and {@link #message}; the store works as before. */
        FAILED
    }

    private final Kind kind;
    @Nullable private final SemanticVersion version;
    @Nullable private final Version minimumShell;
    private final boolean isRequired;
    @Nullable private final BundleVersion next;
    @Nullable private final String code;
    @Nullable private final String message;

    private UpdateOutcome(
        Kind kind, @Nullable SemanticVersion version, @Nullable Version minimumShell, boolean isRequired,
        @Nullable BundleVersion next, @Nullable String code, @Nullable String message) {
        this.kind = kind;
        this.version = version;
        this.minimumShell = minimumShell;
        this.isRequired = isRequired;
        this.next = next;
        this.code = code;
        this.message = message;
    }

    static UpdateOutcome upToDate() { return new UpdateOutcome(Kind.UP_TO_DATE, null, null, false, null, null, null); }

    static UpdateOutcome installed(SemanticVersion version) {
        return new UpdateOutcome(Kind.INSTALLED, version, null, false, null, null, null);
    }

    static UpdateOutcome appUpdateNeeded(WebBundle bundle, boolean isRequired) {
        return new UpdateOutcome(
            Kind.APP_UPDATE_NEEDED, bundle.version, bundle.minimumShell, isRequired, null, null, null);
    }

    static UpdateOutcome withdrawnCurrent(BundleVersion next) {
        return new UpdateOutcome(Kind.WITHDRAWN_CURRENT, null, null, false, next, null, null);
    }

    static UpdateOutcome failed(UpdateFailure failure) {
        return new UpdateOutcome(Kind.FAILED, null, null, false, null, failure.code, failure.getMessage());
    }

    BundleEvent event() {
        String bundle = version == null ? null : BundleVersion.stored(version).toString();
        return new BundleEvent("update").with("outcome", kind.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .with("bundle", next == null ? bundle : next.toString()).with("needsShell", minimumShell).with("code", code);
    }

    /** What came of it. */
    public Kind kind() { return kind; }

    /** The bundle that was installed, or that needs a newer shell; null otherwise. */
    @Nullable public SemanticVersion version() { return version; }

    /** The oldest shell that can run the bundle that needs a newer one; null otherwise. */
    @Nullable public Version minimumShell() { return minimumShell; }

    /** Whether the current bundle is withdrawn and no usable one is left, so that the app must be updated. */
    public boolean isRequired() { return isRequired; }

    /** The bundle to show instead of a withdrawn one; null otherwise. */
    @Nullable public BundleVersion next() { return next; }

    /**
     * Why an update failed: {@code document}, {@code document-status}, {@code verification/} and the code of a
     * {@link signet.Verifier.VerificationException}, {@code address}, {@code archive}, {@code archive-status},
     * {@code archive-silent}, {@code archive-changed}, {@code archive-too-large}, {@code metered}, {@code wrong-size},
     * {@code wrong-hash}, {@code bad-signature}, {@code malformed-archive}, {@code wrong-files},
     * {@code store/} and the code of a {@link StoreException}, or {@code cancelled}; null unless it failed.
     */
    @Nullable public String code() { return code; }

    /** The reason, for logs; null unless it failed. */
    @Nullable public String message() { return message; }

    /** For logs. */
    @Override public String toString() {
        StringBuilder text = new StringBuilder(kind.name());
        for (Object part : new Object[] {version, minimumShell, next, code, message}) {
            if (part != null) text.append(' ').append(part);
        }
        return text.toString();
    }
}
