package signet.capacitor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import signet.Nullable;
import signet.bundles.BundleVersion;
import signet.bundles.SemanticVersion;
import signet.bundles.StoreStatus;

/** What a page is told of the bundles, member by member. */
final class SessionReport {
    private final PluginSettings settings;
    private final StoreStatus status;
    private final BundleVersion current;

    SessionReport(PluginSettings settings, StoreStatus status, BundleVersion current) {
        this.settings = settings;
        this.status = status;
        this.current = current;
    }

    /** The version of a bundle, which the embedded one has as well. */
    String name(BundleVersion version) {
        return version.isEmbedded() ? settings.version : String.valueOf(version.version());
    }

    /** The version that another start would show; null for the one that is shown. */
    @Nullable String next() { return status.next().equals(current) ? null : name(status.next()); }

    Map<String, Object> current(@Nullable String channel) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("version", name(current));
        members.put("isEmbedded", current.isEmbedded());
        members.put("isConfirmed", current.isEmbedded() || status.confirmed().contains(current.version()));
        members.put("next", next());
        members.put("shell", settings.shell);
        members.put("channel", channel);
        return members;
    }

    /** The embedded bundle first, then what was downloaded, the lowest version first. */
    List<Map<String, Object>> bundles() {
        List<Map<String, Object>> list = new ArrayList<>();
        boolean isWithdrawn = false;
        for (SemanticVersion version : status.withdrawn()) isWithdrawn |= version.toString().equals(settings.version);
        list.add(bundle(settings.version, isWithdrawn ? "withdrawn" : "embedded", current.isEmbedded()));
        for (SemanticVersion version : status.stored()) {
            String state = status.confirmed().contains(version) ? "confirmed"
                : version.equals(status.trial()) ? "trial" : "new";
            list.add(bundle(version.toString(), state, version.equals(current.version())));
        }
        for (SemanticVersion version : status.failed()) list.add(bundle(version.toString(), "failed", false));
        return list;
    }

    private static Map<String, Object> bundle(String version, String state, boolean isCurrent) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("version", version);
        members.put("state", state);
        members.put("isCurrent", isCurrent);
        return members;
    }
}
