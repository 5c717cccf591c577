package signet.classic;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import signet.Decision.Outcome;
import signet.Device.Platform;
import signet.DocumentReader;
import signet.JsonObject;
import signet.LocalizedText;
import signet.Names;
import signet.Rule;
import signet.Rules;
import signet.Version;

// Own: versions of exactly three numbers, and maintenance before all else. Proved by decisions-classic.json ("config,
// …").

/** Minimum and latest version for all platforms, and maintenance. */
public final class AppConfig implements DocumentReader {
    @Override public String format() { return "app-config"; }

    @Override public boolean goesByDate() { return false; }

    @Override public Document read(byte[] bytes) throws DocumentException {
        JsonObject body = JsonObject.ofBody(bytes);
        Version minimum = threeNumbers(body, "minimumVersion");
        Version latest = threeNumbers(body, "latestVersion");
        Map<Platform, String> urls = new HashMap<>();
        for (Platform each : Platform.values()) {
            urls.put(each, body.isString("updateUrl") ? body.string("updateUrl")
                : body.object("updateUrl").optionalString(each.code()));
        }
        boolean isMaintenance = body.truth("maintenanceMode");
        String message = body.isNull("maintenanceMessage") ? null : body.string("maintenanceMessage");
        Rule closed = Rule.of(Outcome.MAINTENANCE)
            .message(message == null ? null : LocalizedText.ofUntagged(message));
        return platform -> {
            Rule required = Rule.of(Outcome.REQUIRED).belowApp(minimum).url(urls.get(platform));
            Rule recommended = Rule.of(Outcome.RECOMMENDED).belowApp(latest).url(urls.get(platform));
            return new Rules(isMaintenance
                ? Arrays.asList(closed, required, recommended) : Arrays.asList(required, recommended));
        };
    }

    private static Version threeNumbers(JsonObject body, String name) throws DocumentException {
        Version version = body.version(name);
        if (Names.split(version.toString(), '.').size() == 3) return version;
        throw new DocumentException("\"" + name + "\" is not a version of exactly 3 numbers");
    }
}
