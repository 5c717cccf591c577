package signet;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
    @Nullable Share share;

    /** What is below its bound, and the bound as it is shown. */
    Update.Subject subject = Update.Subject.RULE;
    @Nullable Version shownVersion;
    @Nullable Long shownBuild;
    @Nullable Long shownSdk;

    Rule(Decision.Outcome then) { this.then = then; }
    /** A rule for everyone, to be narrowed. */
    public static Rule of(Decision.Outcome then) { return new Rule(then); }

    public Rule belowSystem(Version version) {
        system = Version.Condition.below(version.numbers);
        return shown(Update.Subject.SYSTEM, version);
    }

    public Rule belowSdk(long level) {
        system = Version.Condition.below(shownSdk = level);
        return shown(Update.Subject.SYSTEM, shownVersion);
    }

    public Rule belowApp(Version version) {
        app = Version.Condition.below(version.numbers);
        return shown(Update.Subject.APP, version);
    }

    /** For apps below a build, with the version to show for it; null for none. */
    public Rule belowBuild(long number, @Nullable Version version) {
        build = Version.Condition.below(shownBuild = number);
        return shown(Update.Subject.APP, version);
    }

    private Rule shown(Update.Subject what, @Nullable Version version) {
        subject = what;
        shownVersion = version;
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
        return share == null || share.includes(Share.GATES, device.installId, time);
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

    // Own: the place of an installation, which must be the same in every language. Proved by shares.json.
    /** A part of all installations that grows in steps. */
    public static final class Share {
        /** What is rolled out; an installation has another place in each, so that not the same are first in both. */
        static final String GATES = "gate";
        public static final String BUNDLES = "bundle";

        private static final double HUNDREDTHS = 100;
        private static final int ALL = 10_000;

        private final String salt;
        private final List<Long> starts = new ArrayList<>();
        private final List<Integer> hundredths = new ArrayList<>();

        private Share(String salt) { this.salt = salt; }

        /** Reads {@code { "salt", "steps": [ [instant, percent], … ] }}; null for anything else. */
        @Nullable public static Share read(@Nullable JsonObject members) {
            Object salt = members == null ? null : members.value("salt");
            List<?> steps = members == null ? null : JsonObject.asList(members.value("steps"));
            if (!Names.isId(salt) || steps == null || steps.isEmpty() || steps.size() > Limits.SHARE_STEPS) return null;
            Share share = new Share((String) salt);
            for (Object value : steps) {
                List<?> step = JsonObject.asList(value);
                Object percent = step == null || step.size() != 2 ? null : step.get(1);
                if (!(percent instanceof JsonObject.Number)) return null;
                if (!share.add(step.get(0), Double.parseDouble(((JsonObject.Number) percent).spelling))) return null;
            }
            return share;
        }

        /** Adds a step; returns whether it is one, and later than those before it. */
        private boolean add(Object instant, double percent) {
            Long start = SignedDate.parseInstant(instant);
            // Most numbers are none of these, and a double is the same in all clients.
            if (start == null || !(percent >= 0 && percent <= ALL / HUNDREDTHS)) return false;
            long part = Math.round(percent * HUNDREDTHS);
            if (part / HUNDREDTHS != percent) return false;
            if (!starts.isEmpty() && starts.get(starts.size() - 1) >= start) return false;
            starts.add(start);
            hundredths.add((int) part);
            return true;
        }

        /** Whether an installation is in at a time, in seconds since 1970; one without an id never is. */
        public boolean includes(String kind, @Nullable String installId, long time) {
            int begun = 0;
            while (begun < starts.size() && starts.get(begun) <= time) begun++;
            return begun > 0 && Names.isInstallId(installId)
                && isIn(number(kind, salt, installId), hundredths.get(begun - 1));
        }

        /** The place of an installation among all, from 0 to 2³² − 1. */
        static long number(String kind, String salt, String installId) {
            byte[] hash = Bytes.sha256().digest((kind + ":" + salt + ":" + installId).getBytes(StandardCharsets.UTF_8));
            return (hash[0] & 255L) << 24 | (hash[1] & 255L) << 16 | (hash[2] & 255L) << 8 | (hash[3] & 255L);
        }

        static boolean isIn(long number, int hundredths) { return number * ALL < ((long) hundredths << 32); }
    }
}
