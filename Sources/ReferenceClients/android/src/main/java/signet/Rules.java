package signet;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import signet.Nullable;

/*
 * Own: which rule decides, and what an update leads to. Proved by decisions-rules.json, decisions-rules-details.json
 * and, for rules of other formats, decisions-classic.json.
 */

/** Ordered rules, the first of which that matches decides; if none does, the app is available. */
public final class Rules {
    private final List<Rule> rules;
    /** Null when the document does not say what can be had. */
    @Nullable private final List<Latest> latest;

    /** Rules of another format, the first of which that matches decides. */
    public Rules(List<Rule> rules) { this(rules, null); }

    Rules(List<Rule> rules, @Nullable List<Latest> latest) {
        this.rules = rules;
        this.latest = latest;
    }

    /** The ids of its rules. */
    Set<String> ids() {
        Set<String> ids = new HashSet<>();
        for (Rule rule : rules) ids.add(rule.id);
        return ids;
    }

    /** The parts of the app that it has rules for, and null for the whole app. */
    Set<String> scopes() {
        Set<String> scopes = new HashSet<>();
        scopes.add(null);
        for (Rule rule : rules) scopes.add(rule.scope);
        return scopes;
    }

    /** {@code version} or {@code build} when a rule compares it and the device's cannot be read; else null. */
    @Nullable String unreadable(Device device) {
        String unreadable = null;
        for (Rule rule : rules) {
            if (rule.app != null && (device.app == null || device.app.numbers == null)) return "version";
            if (rule.build != null && (device.build == null || device.build.numbers == null)) unreadable = "build";
        }
        return unreadable;
    }

    /** What the rules say to a device. */
    public Decision decide(Situation situation) {
        Device device = situation.device;
        long time = situation.ruleTime();
        long ends = situation.endTime();
        Latest target = null;
        boolean isTargetKnown = false;
        for (Rule rule : rules) {
            if (rule.scope != null && !rule.scope.equals(situation.scope)) continue;
            if (!rule.matches(device, situation.seen, time, ends)) continue;
            if (rule.then == Decision.Outcome.AVAILABLE) return situation.decision(rule.then, rule);
            if (rule.then == Decision.Outcome.MAINTENANCE) {
                if (!situation.mayClose()) continue;
                Decision decision = situation.decision(rule.then, rule);
                decision.title = LocalizedText.choose(rule.title, device.languages);
                decision.message = LocalizedText.choose(rule.message, device.languages);
                return decision;
            }
            boolean isRequired = rule.blocks(situation.seen, time);
            if (!isTargetKnown) {
                target = target(device, situation.seen, time, ends);
                isTargetKnown = true;
            }
            Update update = rule.id == null ? bound(rule, situation) : update(rule, situation, target);
            if (!isRequired) update.due = rule.due(situation.seen, time);
            boolean isPointless = update.store == Update.StoreState.MISSING
                || (!update.isObtainable && LocalizedText.choose(rule.orElse, device.languages) == null);
            if (!isRequired && isPointless) continue;
            Decision decision =
                situation.decision(isRequired ? Decision.Outcome.REQUIRED : Decision.Outcome.RECOMMENDED, rule);
            decision.update = update;
            Long seen = situation.seen.get(rule.id);
            if (rule.grace != null && rule.then == Decision.Outcome.RECOMMENDED && (seen == null || seen > time)) {
                decision.seenRule = rule.id;
                decision.seenTime = time;
            }
            return decision;
        }
        return situation.decision(Decision.Outcome.AVAILABLE, null);
    }

    private Update update(Rule rule, Situation situation, @Nullable Latest target) {
        List<String> languages = situation.device.languages;
        Update update = new Update(Update.Subject.RULE);
        update.rule = rule.id;
        update.title = LocalizedText.choose(rule.title, languages);
        update.description = LocalizedText.choose(rule.description, languages);
        update.isObtainable = latest == null || target != null;
        if (!update.isObtainable) {
            ChosenText instead = LocalizedText.choose(rule.orElse, languages);
            if (instead != null) update.description = instead;
            return update;
        }
        update.url = rule.url;
        if (target == null) return update;
        update.version = target.app;
        update.store = Update.state(target.app, situation.store, situation.device);
        return update;
    }

    /** The update that a rule of another format asks for. */
    private static Update bound(Rule rule, Situation situation) {
        Update update = new Update(rule.subject);
        update.version = rule.shownVersion;
        update.build = rule.shownBuild;
        update.sdk = rule.shownSdk;
        update.title = LocalizedText.choose(rule.title, situation.device.languages);
        update.description = LocalizedText.choose(rule.description, situation.device.languages);
        // A store has no update of the system, and would not install one of the app on it.
        if (rule.subject != Update.Subject.APP) return update;
        update.url = rule.url == null ? situation.storeUrl : rule.url;
        update.store = Update.state(rule.shownVersion, situation.store, situation.device);
        return update;
    }

    /** The first entry that the device can have and that would not itself be blocked; null when there is none. */
    @Nullable private Latest target(Device device, Map<String, Long> seen, long time, long ends) {
        for (Latest entry : latest == null ? Collections.<Latest>emptyList() : latest) {
            if (entry.system != null && !entry.system.matches(device.system)) continue;
            if (!entry.isAbove(device)) continue;
            if (!isBlocked(device.with(entry.installed, entry.installedBuild), seen, time, ends)) return entry;
        }
        return null;
    }

    private boolean isBlocked(Device device, Map<String, Long> seen, long time, long ends) {
        for (Rule rule : rules) {
            if (rule.scope != null || rule.then == Decision.Outcome.MAINTENANCE) continue;
            if (rule.matches(device, seen, time, ends)) return rule.blocks(seen, time);
        }
        return false;
    }

    /** A version of the app that can be had, and for which systems. */
    static final class Latest {
        final Version app;
        @Nullable final Long build;
        @Nullable final Version.Condition system;

        /** Both as a device with it reports them. */
        private final Version.Installed installed;
        @Nullable private final Version.Installed installedBuild;

        Latest(Version app, @Nullable Long build, @Nullable Version.Condition system) {
            this.app = app;
            this.build = build;
            this.system = system;
            installed = new Version.Installed(app.toString());
            installedBuild = build == null ? null : new Version.Installed(build.toString());
        }

        boolean isAbove(Device device) {
            long[] own = device.app == null ? null : device.app.numbers;
            int order = own == null ? 0 : Version.compare(app.numbers, own);
            if (order != 0) return order > 0;
            long[] number = device.build == null ? null : device.build.numbers;
            if (build != null && number != null) return Version.compare(new long[] {build}, number) > 0;
            return own == null;
        }
    }

    /** What a decision takes beside the rules. Not for several threads at once. */
    public static final class Situation {
        final Device device;
        private final Decision.Source source;
        @Nullable private final SignedDate date;
        private final long nowMillis;
        private Map<String, Long> seen = Collections.emptyMap();
        @Nullable private String scope;
        @Nullable private String storeUrl;
        @Nullable private Update.StoreVersion store;
        @Nullable private Long maximumAgeSeconds;

        /**
         * A situation without first-seen times, scope and store.
         *
         * @param device the device and the app on it
         * @param source where the document comes from; maintenance counts only from {@code FETCHED}, and for seven
         *     days after its date
         * @param date the signed date of the document; null without one
         * @param nowMillis the clock, in milliseconds since 1970
         */
        public Situation(Device device, Decision.Source source, @Nullable SignedDate date, long nowMillis) {
            this.device = device;
            this.source = source;
            this.date = date;
            this.nowMillis = nowMillis;
        }

        /** When rules of a gate document were first seen, in seconds since 1970, by their ids. */
        public Situation seen(Map<String, Long> seen) { this.seen = seen; return this; }

        /** The part of the app that is asked for; null for the whole app. */
        public Situation scope(@Nullable String scope) { this.scope = scope; return this; }

        /** How old, in seconds, a signed date may be to block anyone anew; null for any age. */
        public Situation maximumAge(@Nullable Long seconds) { maximumAgeSeconds = seconds; return this; }

        /** The newest version in the store; null when it is not known. Never changes whether a device is blocked. */
        public Situation store(@Nullable Update.StoreVersion store) { this.store = store; return this; }

        /** Where to get the app when a rule of another format does not say. */
        public Situation storeUrl(@Nullable String url) { storeUrl = url; return this; }

        private Decision decision(Decision.Outcome outcome, @Nullable Rule rule) {
            Decision decision = new Decision(outcome, source, date);
            decision.rule = rule == null ? null : rule.id;
            return decision;
        }

        /**
         * The time that rules go by: the later of the signed date and the earlier of the clock and seven days after it.
         * A clock that was set back wins nothing, and one far ahead blocks nobody.
         */
        private long ruleTime() {
            if (date == null) return clock();
            long lead = Limits.RULE_TIME_SECONDS;
            // Time alone must not make a document block that may block nobody anew.
            if (maximumAgeSeconds != null) lead = Math.min(lead, Math.max(0, maximumAgeSeconds));
            return Math.max(date.seconds(), Math.min(clock(), SignedDate.later(date.seconds(), lead)));
        }

        /** By what a rule that blocks ends, so that it ends even if the document is never signed again. */
        private long endTime() { return Math.max(ruleTime(), clock()); }

        /** Whether maintenance closes the app: a document that was signed long ago may be a replay. */
        private boolean mayClose() {
            return source == Decision.Source.FETCHED
                && (date == null || clock() - date.seconds() <= Limits.MAINTENANCE_SECONDS);
        }

        /** The clock in seconds; one that shows no date counts as one that stands at the signed date. */
        private long clock() {
            long now = nowMillis < 0 ? -1 : nowMillis / 1_000;
            return SignedDate.isWithinYears(now) || date == null ? now : date.seconds();
        }
    }
}
