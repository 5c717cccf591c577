package signet.classic;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import signet.Decision.Outcome;
import signet.Device.Platform;
import signet.DocumentReader;
import signet.JsonObject;
import signet.Nullable;
import signet.Rule;
import signet.Rules;
import signet.Version;

// Own: the build decides and the version is shown; whatever else a team keeps there is left to it. Proved by
// decisions-classic.json ("environments: …").

/** A team's environments with the build numbers of their apps: {@code env.json}. */
public final class EnvironmentConfig implements DocumentReader {
    @Nullable private final String environment;

    /** Reads what is for one of its environments, by its id: {@code mainnet}. Null only reads whether it is one. */
    public EnvironmentConfig(@Nullable String environment) { this.environment = environment; }

    @Override public String format() { return "environment-config"; }

    @Override public boolean goesByDate() { return false; }

    @Override public Document read(byte[] bytes) throws DocumentException {
        JsonObject body = JsonObject.ofBody(bytes);
        Map<String, Map<Platform, Rules>> environments = new HashMap<>();
        JsonObject all = body.object("environments");
        for (String id : all.names()) {
            Map<Platform, Rules> found = new HashMap<>();
            environments.put(id, found);
            JsonObject members = all.objectOrNull(id);
            if (members == null || !members.has("apps")) continue;
            JsonObject apps = members.object("apps");
            for (Platform platform : Platform.values()) {
                if (apps.has(platform.code())) found.put(platform, app(apps.object(platform.code())));
            }
        }
        return platform -> {
            if (environment == null) throw new DocumentException("it needs the id of an environment");
            Map<Platform, Rules> found = environments.get(environment);
            if (found == null) throw new DocumentException("it has no environment \"" + environment + "\"");
            Rules rules = found.get(platform);
            return rules == null ? new Rules(Collections.<Rule>emptyList()) : rules;
        };
    }

    private static Rules app(JsonObject app) throws DocumentException {
        Version shown = Version.parse(app.string("minimalVersion"));
        long build = app.positive("build");
        return new Rules(Collections.singletonList(
            Rule.of(Outcome.REQUIRED).belowBuild(build, shown).url(app.string("url"))));
    }
}
