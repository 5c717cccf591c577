package signet;

import java.util.List;

// Own: what a condition means, and when it holds. Proved by decisions-rules.json (each condition with devices and times
// on both sides of it), decisions-rules-details.json and, for shares, shares.json.

/** One rule: conditions and what follows from them. Readers of other formats make one by {@link #of}. */
public final class Rule {
    final Decision.Outcome then;
    /** Null for a rule of another format than Signet's own, which is told of as a bound of the app or the system. */
    @Nullable String id;
    @Nullable String scope;
    @Nullable String url;
    @Nullable LocalizedText title;
    @Nullable LocalizedText description;
    @Nullable LocalizedText message;
    @Nullable LocalizedText orElse;
    @Nullable Long requiredFrom;
    @Nullable Long requiredBy;
    @Nullable Long grace;
    /** Whether a condition is unknown or of another form, so that nothing matches. */
    boolean isNever;
    @Nullable Version.Condition app;
    @Nullable Version.Condition build;
    @Nullable Version.Condition system;
    @Nullable List<String> channels;
    @Nullable List<String> regions;
    @Nullable List<String> models;
    @Nullable Long from;
    @Nullable Long until;
    @Nullable RolloutShare share;

    /** What is below its bound, and the bound as it is shown. */
    Update.Subject subject = Update.Subject.RULE;
    @Nullable Version shownVersion;
    @Nullable Long shownBuild;
    @Nullable Long shownSdk;

    Rule(Decision.Outcome then) { this.then = then; }

    /** A rule for everyone, to be narrowed. */
    public static Rule of(Decision.Outcome then) { return new Rule(then); }

    public Rule belowSystem(Version version) {
        subject = Update.Subject.SYSTEM;
        shownVersion = version;
        system = Version.Condition.below(version.numbers);
        return this;
    }

    public Rule belowSdk(long level) {
        subject = Update.Subject.SYSTEM;
        shownSdk = level;
        system = Version.Condition.below(level);
        return this;
    }

    public Rule belowApp(Version version) {
        subject = Update.Subject.APP;
        shownVersion = version;
        app = Version.Condition.below(version.numbers);
        return this;
    }

    /** For apps below a build, with the version to show for it; null for none. */
    public Rule belowBuild(long number, @Nullable Version version) {
        subject = Update.Subject.APP;
        shownVersion = version;
        shownBuild = number;
        build = Version.Condition.below(number);
        return this;
    }

    /** What to tell people of an update. */
    public Rule texts(@Nullable LocalizedText title, @Nullable LocalizedText description) {
        this.title = title;
        this.description = description;
        return this;
    }

    /** What to tell people of maintenance. */
    public Rule message(@Nullable LocalizedText message) { this.message = message; return this; }

    /** Where to get the app; null for the page that the gate was given. */
    public Rule url(@Nullable String url) { this.url = url; return this; }

    /** Whether all conditions hold; what a condition needs and nobody knows makes it not hold. */
    boolean matches(Device device, Rules.Situation situation) {
        long time = situation.time;
        if (isNever || (from != null && time < from)) return false;
        if (until != null && (blocks(situation) ? situation.endTime : time) >= until) return false;
        if (app != null && !app.matches(device.app)) return false;
        if (build != null && !build.matches(device.build)) return false;
        if (system != null && !system.matches(device.system)) return false;
        if (channels != null && !channels.contains(device.channel)) return false;
        if (regions != null && !regions.contains(device.region)) return false;
        if (models != null && !isModel(device.model)) return false;
        return share == null || share.includes(RolloutShare.GATES, device.installId, time);
    }

    private boolean isModel(@Nullable String model) {
        if (model == null) return false;
        for (String pattern : models) {
            int last = pattern.length() - 1;
            boolean isPrefix = pattern.endsWith("*");
            if (isPrefix ? model.startsWith(pattern.substring(0, last)) : model.equals(pattern)) return true;
        }
        return false;
    }

    /** Whether it blocks those whom it matches. */
    boolean blocks(Rules.Situation situation) {
        if (then != Decision.Outcome.RECOMMENDED) return then != Decision.Outcome.AVAILABLE;
        Long due = due(situation);
        return due != null && situation.time >= due;
    }

    /** When a recommendation becomes a demand; null for never. */
    @Nullable Long due(Rules.Situation situation) {
        if (then != Decision.Outcome.RECOMMENDED) return null;
        Long due = requiredFrom;
        if (grace != null) {
            Long first = situation.seen.get(id);
            long start = first == null ? situation.time : Math.min(first, situation.time);
            long end = SignedDate.later(start, grace);
            if (due == null || due < end) due = end;
        }
        if (due == null) return requiredBy;
        return requiredBy == null ? due : Long.valueOf(Math.min(due, requiredBy));
    }
}
