package signet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns verified bodies of one format into rules for the gate. {@link GateDocument} reads Signet's own; {@code
 * signet.classic} has those of other published formats.
 *
 * <p>Unknown members are to be ignored, so that later documents still reach older apps.
 */
public interface DocumentReader {
    /** The format as Signet spells it: {@code gate-android}. */
    String format();
    /** Whether its rules go by the signed date and by what a device remembers: without a date it then says nothing. */
    boolean goesByDate();
    /** Throws unless the body is a document of this format; {@link JsonObject#ofBody} reads one that is JSON. */
    Document read(byte[] body) throws DocumentException;

    /** What a body says. */
    interface Document {
        /** Throws when it says nothing to this app. */
        Rules rules(Device.Platform platform) throws DocumentException;
    }

    /** Why a body is not a document of its format, or says nothing to this app. */
    final class DocumentException extends Exception {
        private static final long serialVersionUID = 1;
        final Kind kind;

        /** Which rule of a body is broken: it is not even strict JSON, or it could be taken for something else. */
        enum Kind { SYNTAX, OTHER_MEANING, CONTENT }

        public DocumentException(String message) { this(message, Kind.CONTENT); }

        private DocumentException(String message, Kind kind) {
            super(message);
            this.kind = kind;
        }

        static DocumentException syntax(String message) { return new DocumentException(message, Kind.SYNTAX); }

        /** Bytes that another verifier, or another app, could take for something else than what they are signed as. */
        public static DocumentException otherMeaning(String message) {
            return new DocumentException(message, Kind.OTHER_MEANING);
        }
    }

    // Own: how much of what is not understood is left out, so that an older app does right by a newer document. Proved by
    // decisions-rules.json ("conditions and outcomes of a later client: …") and decisions-rules-details.json.
    /** Reads gate documents: {@code { "gate": 1, "platform", "latest": […], "rules": […] }}. */
    final class GateDocument implements DocumentReader {
        public static final DocumentReader ANDROID = new GateDocument(Device.Platform.ANDROID);
        public static final DocumentReader IOS = new GateDocument(Device.Platform.IOS);
        static final List<DocumentReader> READERS = Collections.unmodifiableList(Arrays.asList(IOS, ANDROID));

        private static final Map<String, Decision.Outcome> OUTCOMES = new HashMap<>();

        static {
            for (Decision.Outcome each : Decision.Outcome.values()) OUTCOMES.put(Names.lowercase(each.name()), each);
        }

        private final Device.Platform platform;

        private GateDocument(Device.Platform platform) { this.platform = platform; }
        @Override public String format() { return "gate-" + platform.code(); }
        @Override public boolean goesByDate() { return true; }

        @Override public Document read(byte[] bytes) throws DocumentException {
            JsonObject body = JsonObject.ofBody(bytes);
            if (!body.has("gate")) throw new DocumentException("missing member \"gate\"");
            Long number = body.integer("gate");
            if (number == null || number != 1) throw new DocumentException("\"gate\" is not 1");
            if (!platform.code().equals(body.value("platform"))) {
                throw new DocumentException("it is not for " + platform.code());
            }
            List<Rule> rules = new ArrayList<>();
            for (Object value : body.array("rules", Limits.GATE_RULES)) {
                Rule rule = rule(JsonObject.orNull(value));
                if (rule != null) rules.add(rule);
            }
            List<Rules.Latest> latest = body.has("latest") ? new ArrayList<Rules.Latest>() : null;
            for (Object value : latest == null ? Collections.emptyList() : body.array("latest", Limits.GATE_LATEST)) {
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
            boolean isIos = platform == Device.Platform.IOS;
            String bound = isIos ? "os" : "sdk";
            Version.Condition system = Version.Condition.read(entry.value(bound));
            Long build = entry.integer("build");
            boolean isWrong = app == null || entry.has(isIos ? "sdk" : "os") || (entry.has(bound) && system == null)
                || (entry.has("build") && (build == null || build <= 0));
            return isWrong ? null : new Rules.Latest(app, build, system);
        }

        /** A rule; null for one that is skipped. */
        @Nullable private Rule rule(@Nullable JsonObject members) {
            if (members == null) return null;
            try {
                Decision.Outcome then = OUTCOMES.get(members.string("then"));
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

        private void readConditions(JsonObject when, Rule rule) {
            for (String name : when.names()) {
                Object value = when.value(name);
                boolean isReadable = false;
                switch (name) {
                    case "app": isReadable = (rule.app = Version.Condition.read(value)) != null; break;
                    case "build": isReadable = (rule.build = Version.Condition.read(value)) != null; break;
                    case "os": case "sdk":
                        isReadable = (platform == Device.Platform.IOS) == name.equals("os")
                            && (rule.system = Version.Condition.read(value)) != null;
                        break;
                    case "channel": isReadable = (rule.channels = JsonObject.strings(value)) != null; break;
                    case "region": isReadable = (rule.regions = JsonObject.strings(value)) != null; break;
                    case "model": isReadable = (rule.models = JsonObject.strings(value)) != null; break;
                    case "from": isReadable = (rule.from = SignedDate.parseInstant(value)) != null; break;
                    case "until": isReadable = (rule.until = SignedDate.parseInstant(value)) != null; break;
                    case "share": isReadable = (rule.share = Rule.Share.read(JsonObject.orNull(value))) != null; break;
                    default: break;
                }
                if (!isReadable) rule.isNever = true;
            }
        }
    }
}
