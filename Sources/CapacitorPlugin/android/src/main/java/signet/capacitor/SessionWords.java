package signet.capacitor;

import signet.Clock;
import signet.Nullable;
import signet.bundles.StartedBundle;
import signet.bundles.StoreException;
import signet.bundles.UpdateOutcome;

/** What is said of what happens in a session. */
final class SessionWords {
    private final PluginSettings settings;
    private final Clock clock;

    SessionWords(PluginSettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    SessionEvent event(SessionEvent.Kind kind, @Nullable Object version, String reason) {
        return new SessionEvent(kind, version, reason, clock.now());
    }

    SessionEvent rolledBack(StartedBundle bundle, String reason) {
        return event(SessionEvent.Kind.ROLLED_BACK, bundle.semanticVersion(), reason);
    }

    SessionEvent failure(StoreException problem) {
        return failure("store/" + problem.code(), String.valueOf(problem.getMessage()));
    }

    private SessionEvent failure(String code, String reason) {
        return event(SessionEvent.Kind.UPDATE_FAILED, null, reason).with("code", code);
    }

    /** What an update means for the bundle that is shown; null for nothing. */
    @Nullable SessionEvent event(UpdateOutcome outcome, @Nullable StartedBundle shown) {
        switch (outcome.kind()) {
            case FAILED: return failure(outcome.code(), outcome.message());
            case APP_UPDATE_NEEDED:
                String minimum = String.valueOf(outcome.minimumShell());
                return event(
                    SessionEvent.Kind.SHELL_TOO_OLD, outcome.version(),
                    "it needs version " + minimum + " of the app, which is " + settings.shell)
                    .with("minimumShell", minimum).with("isRequired", outcome.isRequired());
            case WITHDRAWN_CURRENT:
                boolean isShown = shown == null || outcome.next().equals(shown.version());
                return isShown ? null : rolledBack(shown, "it was withdrawn or halted");
            default: return null;
        }
    }
}
