package signet.capacitor;

import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import signet.DocumentReader.DocumentException;
import signet.JsonObject;
import signet.KeyRing;
import signet.Nullable;
import signet.Version;
import signet.bundles.Assets;
import signet.bundles.BundleStore;
import signet.bundles.BundleUpdater;
import signet.bundles.EmbeddedBundle;

/** What {@code plugins.Signet} in capacitor.config says, checked once. */
public final class PluginSettings {
    private static final List<String> MEMBERS = Arrays.asList(
        "origin", "environment", "keys", "version", "shell", "channel", "readyTimeout", "autoUpdate", "keep");
    private static final int STARTS = 2;

    public final String origin;
    public final String environment;
    public final KeyRing keys;
    /** The version of the embedded bundle. */
    public final String version;
    /** The version of the native shell. */
    public final String shell;
    @Nullable public final String channel;
    /** Milliseconds. */
    public final long readyTimeout;
    public final boolean autoUpdate;
    public final int keep;

    private PluginSettings(JsonObject members, @Nullable String keys, String appVersion)
        throws SettingsException, DocumentException {
        for (String name : members.names()) {
            if (!MEMBERS.contains(name)) {
                throw new SettingsException(name, "there is no such member, only "
                    + MEMBERS.toString().replaceAll("[\\[\\]]", ""));
            }
        }
        origin = text(members, "origin");
        if (!isOrigin(origin)) throw new SettingsException("origin", "\"" + origin + "\" is not an https address");
        environment = text(members, "environment");
        if (!environment.matches("[a-z0-9-]{1,64}")) {
            throw new SettingsException("environment", "\"" + environment + "\" is not the name of an environment");
        }
        this.keys = ring(keys);
        version = text(members, "version");
        try {
            EmbeddedBundle.assets(version, path -> { throw new AssertionError(path); });
        } catch (IllegalArgumentException e) {
            throw new SettingsException("version", "\"" + version + "\" is not a version such as 1.5.0");
        }
        shell = members.has("shell") ? text(members, "shell") : appVersion;
        if (Version.parse(shell) == null) {
            throw new SettingsException("shell", "\"" + shell + "\" is not a version of one to three numbers"
                + (members.has("shell") ? "" : "; it is the app's own, so set another one here"));
        }
        channel = members.has("channel") ? text(members, "channel") : null;
        if (channel != null && !KeptChannel.isName(channel)) {
            throw new SettingsException("channel", "\"" + channel + "\" is not the name of a channel");
        }
        readyTimeout = number(members, "readyTimeout", 10_000, 1_000);
        keep = (int) Math.min(number(members, "keep", 3, 1), 100);
        if (members.has("autoUpdate")) {
            try {
                members.truth("autoUpdate");
            } catch (DocumentException e) {
                throw new SettingsException("autoUpdate", "it is neither true nor false");
            }
        }
        autoUpdate = !members.has("autoUpdate") || members.truth("autoUpdate");
    }

    /**
     * Reads the member {@code Signet} of {@code plugins}.
     *
     * @param json all of it
     * @param keys its member {@code keys}, which {@code signet keys export --json} prints; null without one
     * @param appVersion the version of the installed app, which is that of the shell unless a member says another one
     */
    public static PluginSettings parse(String json, @Nullable String keys, String appVersion) throws SettingsException {
        try {
            return new PluginSettings(JsonObject.ofBody(json.getBytes(StandardCharsets.UTF_8)), keys, appVersion);
        } catch (DocumentException e) {
            throw new SettingsException("*", String.valueOf(e.getMessage()));
        }
    }

    private static String text(JsonObject members, String name) throws SettingsException {
        if (!members.has(name)) throw new SettingsException(name, "it is missing");
        try {
            return members.string(name);
        } catch (DocumentException e) {
            throw new SettingsException(name, "it is not a string");
        }
    }

    private static long number(JsonObject members, String name, long usual, long least) throws SettingsException {
        if (!members.has(name)) return usual;
        Long number = members.integer(name);
        if (number == null) throw new SettingsException(name, "it is not an integer");
        if (number < least) throw new SettingsException(name, number + " is less than " + least);
        return number;
    }

    private static KeyRing ring(@Nullable String keys) throws SettingsException {
        if (keys == null) throw new SettingsException("keys", "it is missing");
        try {
            return KeyRing.parse(keys);
        } catch (KeyRing.KeyRingException e) {
            throw new SettingsException("keys", String.valueOf(e.getMessage()));
        }
    }

    private static boolean isOrigin(String text) {
        try {
            URI address = new URI(text);
            return "https".equals(address.getScheme()) && address.getHost() != null && address.getUserInfo() == null
                && address.getQuery() == null && address.getFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /**
     * The store of the app.
     *
     * @param folder a folder for this plugin alone, which no backup holds
     * @param assets the web assets that the app ships
     * @param app the installed app with its build, by which an update of it is known
     * @param channel the channel that this device follows
     */
    public BundleStore store(File folder, Assets assets, String app, BundleStore.Channel channel) {
        return BundleStore.builder(
            new File(folder, "bundles"), EmbeddedBundle.assets(version, assets), shell, keys, environment)
            .app(app.replaceAll("[^ !#-\\[\\]-~]", "?")).keep(keep).health(STARTS, readyTimeout).channel(channel)
            .build();
    }

    /** What fetches bundles for it. */
    public BundleUpdater updater(BundleStore store) {
        return BundleUpdater.builder(store, origin).build();
    }
}
