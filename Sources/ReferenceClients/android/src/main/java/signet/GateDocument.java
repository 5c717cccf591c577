package signet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import signet.Nullable;

/*
 * Own: how much of a document that is not understood is left out, so that an older app does right by a newer document.
 * Proved by decisions-rules.json ("conditions and outcomes of a later client: …", "rules that cannot be used: …") and
 * decisions-rules-details.json.
 */

/** Reads gate documents: {@code { "gate": 1, "platform", "latest": […], "rules": […] }}. */
public final class GateDocument implements DocumentReader {
    /** Reads rules for Android. */
    public static final DocumentReader ANDROID = new GateDocument(Device.Platform.ANDROID);
    /** Reads rules for iOS. */
    public static final DocumentReader IOS = new GateDocument(Device.Platform.IOS);
    static final List<DocumentReader> READERS = Collections.unmodifiableList(Arrays.asList(IOS, ANDROID));

    private final Device.Platform platform;

    private GateDocument(Device.Platform platform) { this.platform = platform; }

    @Override public String format() { return "gate-" + platform.code(); }

    @Override public boolean goesByDate() { return true; }

    @Override public Document read(JsonObject body) throws DocumentException {
        if (!body.has("gate")) throw new DocumentException("missing member \"gate\"");
        Long number = body.integer("gate");
        if (number == null || number != 1) throw new DocumentException("\"gate\" is not 1");
        if (!platform.code().equals(body.value("platform"))) {
            throw new DocumentException("it is not for " + platform.code());
        }
        List<Object> list = body.array("rules", Limits.GATE_RULES);
        List<Object> entries = body.has("latest") ? body.array("latest", Limits.GATE_LATEST) : null;
        List<Rule> rules = new ArrayList<>();
        for (Object value : list) {
            Rule rule = rule(JsonObject.orNull(value));
            if (rule != null) rules.add(rule);
        }
        List<Rules.Latest> latest = entries == null ? null : new ArrayList<Rules.Latest>();
        for (Object value : entries == null ? Collections.emptyList() : entries) {
            Rules.Latest entry = latest(JsonObject.orNull(value));
            if (entry != null) latest.add(entry);
        }
        Rules read = new Rules(rules, latest);
        return asked -> {
            if (asked != platform) throw new DocumentException("it is for " + platform.code());
            return read;
        };
    }

    /** An entry of {@code latest}; null for one that is skipped. */
    @Nullable private Rules.Latest latest(@Nullable JsonObject entry) throws DocumentException {
        if (entry == null || !entry.isString("app")) return null;
        Version app = Version.parse(entry.string("app"));
        Object bound = entry.value(systemName());
        Version.Condition system = bound == null ? null : Version.Condition.read(bound);
        Long build = entry.integer("build");
        boolean isWrong = app == null || entry.has(otherSystemName()) || (bound != null && system == null)
            || (entry.has("build") && (build == null || build <= 0));
        return isWrong ? null : new Rules.Latest(app, build, system);
    }

    private String systemName() { return platform == Device.Platform.IOS ? "os" : "sdk"; }

    private String otherSystemName() { return platform == Device.Platform.IOS ? "sdk" : "os"; }

    /** A rule; null for one that is skipped. */
    @Nullable private Rule rule(@Nullable JsonObject members) {
        if (members == null) return null;
        try {
            Decision.Outcome then = outcome(members.string("then"));
            if (then == null) return null;
            Rule rule = new Rule(then);
            rule.id = members.string("id");
            rule.title = members.optionalTexts("title");
            rule.description = members.optionalTexts("description");
            rule.message = members.optionalTexts("message");
            rule.orElse = members.optionalTexts("orElse");
            rule.url = members.optionalString("url");
            rule.scope = members.optionalString("scope");
            rule.requiredFrom = members.optionalInstant("requiredFrom");
            rule.requiredBy = members.optionalInstant("requiredBy");
            String grace = members.optionalString("grace");
            rule.grace = grace == null ? null : SignedDate.parseDuration(grace);
            if (members.has("when")) readConditions(members.object("when"), rule);
            boolean isWrong = !Names.isId(rule.id) || (rule.scope != null && !Names.isId(rule.scope))
                || (grace != null && rule.grace == null);
            return isWrong ? null : rule;
        } catch (DocumentException e) {
            return null;
        }
    }

    @Nullable private static Decision.Outcome outcome(String then) {
        switch (then) {
            case "available": return Decision.Outcome.AVAILABLE;
            case "maintenance": return Decision.Outcome.MAINTENANCE;
            case "recommended": return Decision.Outcome.RECOMMENDED;
            case "required": return Decision.Outcome.REQUIRED;
            default: return null;
        }
    }

    private void readConditions(JsonObject when, Rule rule) {
        for (String name : when.names()) {
            Object value = when.value(name);
            boolean isReadable = false;
            switch (name) {
                case "app": isReadable = (rule.app = Version.Condition.read(value)) != null; break;
                case "build": isReadable = (rule.build = Version.Condition.read(value)) != null; break;
                case "os": case "sdk":
                    isReadable = name.equals(systemName()) && (rule.system = Version.Condition.read(value)) != null;
                    break;
                case "channel": isReadable = (rule.channels = words(value)) != null; break;
                case "region": isReadable = (rule.regions = words(value)) != null; break;
                case "model": isReadable = (rule.models = words(value)) != null; break;
                case "from": isReadable = (rule.from = instant(value)) != null; break;
                case "until": isReadable = (rule.until = instant(value)) != null; break;
                case "share": isReadable = (rule.share = RolloutShare.read(JsonObject.orNull(value))) != null; break;
                default: break;
            }
            if (!isReadable) rule.isNever = true;
        }
    }

    /** A string or a non-empty array of strings; null for anything else. */
    @Nullable private static List<String> words(Object value) {
        List<Object> values = value instanceof String ? Collections.singletonList(value) : Json.asList(value);
        if (values == null || values.isEmpty()) return null;
        List<String> words = new ArrayList<>();
        for (Object each : values) {
            if (!(each instanceof String)) return null;
            words.add((String) each);
        }
        return words;
    }

    @Nullable private static Long instant(Object value) {
        return value instanceof String ? SignedDate.parseInstant((String) value) : null;
    }
}
