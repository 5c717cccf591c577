package signet.classic;

import java.util.Arrays;
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

// Own: exactly a platform and two parameters, whatever these are called, or the one that forces. Proved by
// decisions-classic.json ("remote, …").

/** Forced and optional update, one document for each platform. */
public final class RemoteConfig implements DocumentReader {
    private final Platform platform;
    private final String force;
    private final String optional;

    /** Reads the document for a platform, with the usual names of its parameters. */
    public RemoteConfig(Platform platform) { this(platform, null, null); }

    /** Reads the document for a platform, with the names of its parameters; null for the usual one. */
    public RemoteConfig(Platform platform, @Nullable String force, @Nullable String optional) {
        this.platform = platform;
        this.force = force == null ? "force_update_version" : force;
        this.optional = optional == null ? "optional_update_version" : optional;
    }

    @Override public String format() { return "remote-config-" + platform.code(); }

    @Override public boolean goesByDate() { return false; }

    @Override public Document read(byte[] bytes) throws DocumentException {
        JsonObject body = JsonObject.ofBody(bytes);
        Platform own = platform(body.string("platform"));
        int count = body.names().size();
        if (count != 2 && count != 3) throw new DocumentException("not a platform and one or two parameters");
        Map<String, Version> parameters = new HashMap<>();
        for (String name : body.names()) {
            if (!name.equals("platform")) parameters.put(name, body.version(name));
        }
        Classic.expect(own, platform);
        return asked -> {
            Classic.expect(platform, asked);
            if (force.equals(optional)) {
                throw new DocumentException("what is required and what is recommended are the same parameter");
            }
            Rule required = Rule.of(Outcome.REQUIRED).belowApp(parameter(parameters, force));
            // Nothing is recommended where there is no other parameter.
            if (parameters.size() == 1) return new Rules(Collections.singletonList(required));
            return new Rules(Arrays.asList(
                required, Rule.of(Outcome.RECOMMENDED).belowApp(parameter(parameters, optional))));
        };
    }

    private static Platform platform(String code) throws DocumentException {
        for (Platform each : Platform.values()) {
            if (each.code().equals(code)) return each;
        }
        throw new DocumentException("a platform is ios or android");
    }

    private static Version parameter(Map<String, Version> parameters, String name) throws DocumentException {
        Version version = parameters.get(name);
        if (version == null) throw new DocumentException("it has no \"" + name + "\"");
        return version;
    }
}
