package signet.classic;

import java.util.ArrayList;
import java.util.List;
import signet.Decision.Outcome;
import signet.Device.Platform;
import signet.DocumentReader;
import signet.JsonObject;
import signet.Rule;
import signet.Rules;

// Own: which member is a version and which a number, and in which order they count. Proved by decisions-classic.json
// ("ios, …", "android, …").

/** Minimum and recommended versions of the system and the app, one document for each platform. */
public final class Availability implements DocumentReader {
    private final Platform platform;

    /** Reads the document for a platform. */
    public Availability(Platform platform) { this.platform = platform; }

    @Override public String format() { return "availability-" + platform.code(); }

    @Override public boolean goesByDate() { return false; }

    @Override public Document read(byte[] bytes) throws DocumentException {
        JsonObject body = JsonObject.ofBody(bytes);
        boolean isIos = platform == Platform.IOS;
        List<Rule> rules = new ArrayList<>();
        rules.add(system(body.object(isIos ? "minimumOSVersion" : "minimumSDKVersion"), Outcome.REQUIRED));
        rules.add(app(body.object("minimumAppVersion"), Outcome.REQUIRED));
        if (isIos && body.has("recommendedOSVersion")) {
            rules.add(system(body.object("recommendedOSVersion"), Outcome.RECOMMENDED));
        }
        if (body.has("recommendedAppVersion")) {
            rules.add(app(body.object("recommendedAppVersion"), Outcome.RECOMMENDED));
        }
        Rules read = new Rules(rules);
        return asked -> {
            Classic.expect(platform, asked);
            return read;
        };
    }

    private Rule system(JsonObject member, Outcome outcome) throws DocumentException {
        Rule rule = texts(member, outcome);
        return platform == Platform.IOS
            ? rule.belowSystem(member.version("value")) : rule.belowSdk(member.positive("value"));
    }

    private Rule app(JsonObject member, Outcome outcome) throws DocumentException {
        Rule rule = texts(member, outcome);
        return platform == Platform.IOS
            ? rule.belowApp(member.version("value")) : rule.belowBuild(member.positive("value"), null);
    }

    private static Rule texts(JsonObject member, Outcome outcome) throws DocumentException {
        return Rule.of(outcome).texts(member.optionalTexts("title"), member.texts("description"));
    }
}
