package signet;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

// Own: which rule decides, and what an update leads to. Proved by decisions-rules.json, decisions-rules-details.json
// and, for rules of other formats, decisions-classic.json.

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
            if (rule.app != null && device.app == null) return "version";
            if (rule.build != null && device.build == null) unreadable = "build";
        }
        return unreadable;
    }

    Decision decide(Situation situation) {
        situation.settle();
        Device device = situation.device;
        Update update = null;
        Latest target = null;
        for (Rule rule : rules) {
            if (rule.scope != null && !rule.scope.equals(situation.scope)) continue;
            if (!rule.matches(device, situation)) continue;
            if (rule.then == Decision.Outcome.AVAILABLE) return situation.decision(rule.then, rule.id);
            if (rule.then == Decision.Outcome.MAINTENANCE) {
                if (!situation.mayClose()) continue;
                Decision decision = situation.decision(rule.then, rule.id);
                decision.title = LocalizedText.choose(rule.title, device.languages);
                decision.message = LocalizedText.choose(rule.message, device.languages);
                return decision;
            }
            // What can be had is the same for all rules.
            if (update == null) target = target(situation);
            update = update(rule, situation, target);
            boolean isRequired = rule.blocks(situation);
            if (!isRequired) {
                update.due = rule.due(situation);
                boolean isPointless = update.store == Update.StoreState.MISSING
                    || (!update.isObtainable && LocalizedText.choose(rule.orElse, device.languages) == null);
                if (isPointless) continue;
            }
            Decision decision = situation.decision(
                isRequired ? Decision.Outcome.REQUIRED : Decision.Outcome.RECOMMENDED, rule.id);
            decision.update = update;
            Long seen = situation.seen.get(rule.id);
            if (rule.grace != null && rule.then == Decision.Outcome.RECOMMENDED
                && (seen == null || seen > situation.time)) {
                decision.seenRule = rule.id;
                decision.seenTime = situation.time;
            }
            return decision;
        }
        return situation.decision(Decision.Outcome.AVAILABLE, null);
    }

    /** What a rule asks for; without an id it is one of another format, which asks for a bound. */
    private Update update(Rule rule, Situation situation, @Nullable Latest target) {
        List<String> languages = situation.device.languages;
        Update update = new Update(rule.subject);
        update.rule = rule.id;
        update.title = LocalizedText.choose(rule.title, languages);
        update.description = LocalizedText.choose(rule.description, languages);
        if (rule.id == null) {
            update.version = rule.shownVersion;
            update.build = rule.shownBuild;
            update.sdk = rule.shownSdk;
            // A store has no update of the system, and would not install one of the app on it.
            if (rule.subject != Update.Subject.APP) return update;
            update.url = rule.url == null ? situation.storeUrl : rule.url;
        } else if (latest == null || target != null) {
            update.url = rule.url;
            update.version = target == null ? null : target.app;
        } else {
            update.isObtainable = false;
            ChosenText instead = LocalizedText.choose(rule.orElse, languages);
            if (instead != null) update.description = instead;
        }
        update.store = Update.state(update.version, situation.store, situation.device);
        return update;
    }

    /** The first entry that the device can have and that would not itself be blocked; null when there is none. */
    @Nullable private Latest target(Situation situation) {
        for (Latest entry : latest == null ? Collections.<Latest>emptyList() : latest) {
            if (entry.system != null && !entry.system.matches(situation.device.system)) continue;
            if (!entry.isAbove(situation.device)) continue;
            if (!isBlocked(situation.device.with(entry.app.numbers, entry.build), situation)) return entry;
        }
        return null;
    }

    private boolean isBlocked(Device device, Situation situation) {
        for (Rule rule : rules) {
            if (rule.scope != null || rule.then == Decision.Outcome.MAINTENANCE) continue;
            if (rule.matches(device, situation)) return rule.blocks(situation);
        }
        return false;
    }

    /** A version of the app that can be had, and for which systems. */
    static final class Latest {
        final Version app;
        @Nullable final long[] build;
        @Nullable final Version.Condition system;

        Latest(Version app, @Nullable Long build, @Nullable Version.Condition system) {
            this.app = app;
            this.build = build == null ? null : new long[] {build};
            this.system = system;
        }

        boolean isAbove(Device device) {
            int order = device.app == null ? 0 : Version.compare(app.numbers, device.app);
            if (order != 0) return order > 0;
            if (build == null || device.build == null) return device.app == null;
            return Version.compare(build, device.build) > 0;
        }
    }

    /** What a decision takes beside the rules. Not for several threads at once. */
    static final class Situation {
        final Device device;
        private final Decision.Source source;
        @Nullable private final SignedDate date;
        private final long nowMillis;
        /** When rules of a gate document were first seen, in seconds since 1970, by their ids. */
        Map<String, Long> seen = Collections.emptyMap();
        /** The part of the app that is asked for; null for the whole app. */
        @Nullable String scope;
        /** Where to get the app when a rule of another format does not say. */
        @Nullable String storeUrl;
        /** The newest version in the store; null when it is not known. Never changes whether a device is blocked. */
        @Nullable Update.StoreVersion store;
        /** How old, in seconds, a signed date may be to block anyone anew; null for any age. */
        @Nullable Long maximumAgeSeconds;
        /** By what rules go: the later of the signed date and the earlier of the clock and seven days after it. */
        long time;
        /** By what a rule that blocks ends, so that it ends even if the document is never signed again. */
        long endTime;

        /** By what everything else is decided; the date of the document is null without one. */
        Situation(Device device, Decision.Source source, @Nullable SignedDate date, long nowMillis) {
            this.device = device;
            this.source = source;
            this.date = date;
            this.nowMillis = nowMillis;
        }

        private Decision decision(Decision.Outcome outcome, @Nullable String rule) {
            Decision decision = new Decision(outcome, source, date);
            decision.rule = rule;
            return decision;
        }

        private void settle() {
            long clock = clock();
            time = clock;
            if (date != null) {
                long lead = Limits.RULE_TIME_SECONDS;
                // Time alone must not make a document block that may block nobody anew.
                if (maximumAgeSeconds != null) lead = Math.min(lead, Math.max(0, maximumAgeSeconds));
                time = Math.max(date.seconds(), Math.min(clock, SignedDate.later(date.seconds(), lead)));
            }
            endTime = Math.max(time, clock);
        }

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
