package signet;

import java.util.Arrays;
import java.util.List;

/** What the app should do, and which document says so. */
public final class Decision {
    public enum Outcome {
        AVAILABLE,
        /** Run, and advise an update; {@link PromptThrottle} says how often. */
        RECOMMENDED,
        /** Do not run: an update is needed. */
        REQUIRED,
        /** Do not run: the service is down for maintenance. */
        MAINTENANCE
    }

    public enum Source {
        /** A document fetched in this session. */
        FETCHED,
        /** The last document verified in an earlier session. */
        STORED,
        /** The document that the app embeds. */
        EMBEDDED,
        /** None: no document was ever verified, or none may decide. */
        NONE
    }

    private final Outcome outcome;
    private final Source source;
    @Nullable private final SignedDate asOf;
    @Nullable String rule;
    @Nullable Update update;
    @Nullable ChosenText title;
    @Nullable ChosenText message;
    /** The rule whose first-seen time is to be kept, if there is none or a later one, and that time. */
    @Nullable String seenRule;
    long seenTime;

    Decision(Outcome outcome, Source source, @Nullable SignedDate asOf) {
        this.outcome = outcome;
        this.source = source;
        this.asOf = asOf;
    }

    /** A decision of no document, for previews and tests of screens. */
    public Decision(Outcome outcome, @Nullable Update update) {
        this(outcome, Source.NONE, null);
        this.update = update;
    }

    /** What an app does that knows no document. */
    public static Decision available() { return new Decision(Outcome.AVAILABLE, null); }

    /** Maintenance of no document, for previews and tests of screens. */
    public static Decision maintenance(@Nullable ChosenText title, @Nullable ChosenText message) {
        Decision decision = new Decision(Outcome.MAINTENANCE, null);
        decision.title = title;
        decision.message = message;
        return decision;
    }

    public Outcome outcome() { return outcome; }
    /** Whether the app must not run. */
    public boolean isBlocked() { return outcome == Outcome.REQUIRED || outcome == Outcome.MAINTENANCE; }
    /** The id of the rule that decided; null when none did, and for classic documents. */
    @Nullable public String rule() { return rule; }
    /** The update that is required or recommended; null for other outcomes. */
    @Nullable public Update update() { return update; }
    /** The heading of maintenance; null when the document has none. */
    @Nullable public ChosenText title() { return title; }
    /** The message of maintenance; null when the document has none. */
    @Nullable public ChosenText message() { return message; }
    public Source source() { return source; }
    /** The signed date of that document; null without a date and without a document. */
    @Nullable public SignedDate asOf() { return asOf; }

    private List<Object> fields() {
        return Arrays.<Object>asList(outcome, source, asOf, rule, update, title, message);
    }

    @Override public boolean equals(Object other) {
        return other instanceof Decision && fields().equals(((Decision) other).fields());
    }

    @Override public int hashCode() { return fields().hashCode(); }
    @Override public String toString() { return "Decision" + fields(); }
}
