package com.getcapacitor;

import android.content.Context;
import android.content.SharedPreferences;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The start of Capacitor 8 in its order, after its source: the plugins are loaded, then the local server is made, and only
 * then the path that was kept is read, unless the app is another one than before.
 */
public class Bridge {
    public static final String DEFAULT_WEB_ASSET_DIR = "public";

    final PluginConfig config;
    private final Context context;
    /** {@code server.url} of the configuration; null without one. */
    private final String serverUrl;
    /** What the local server serves; null before it is made. */
    private String served;
    /** Whatever was loaded. */
    public final List<String> loads = Collections.synchronizedList(new ArrayList<>());

    public Bridge(Context context, PluginConfig config, Plugin plugin) { this(context, config, plugin, null); }

    public Bridge(Context context, PluginConfig config, Plugin plugin, String serverUrl) {
        this.serverUrl = serverUrl;
        this.context = context;
        this.config = config;
        plugin.bridge = this;
        plugin.load();
        served = "assets " + DEFAULT_WEB_ASSET_DIR;
        SharedPreferences preferences = preferences();
        if (!isNewBinary()) {
            String path = preferences.getString(com.getcapacitor.plugin.WebView.CAP_SERVER_PATH, null);
            if (path != null && !path.isEmpty() && new File(path).exists()) served = path;
        }
        loads.add(served);
    }

    private SharedPreferences preferences() {
        return context.getSharedPreferences(com.getcapacitor.plugin.WebView.WEBVIEW_PREFS_NAME, 0);
    }

    @SuppressWarnings("deprecation")
    private boolean isNewBinary() {
        PackageInfo app;
        try {
            app = context.getPackageManager().getPackageInfo(context.getPackageName(), 0);
        } catch (PackageManager.NameNotFoundException e) {
            throw new AssertionError(e);
        }
        String code = Integer.toString(app.versionCode);
        SharedPreferences preferences = preferences();
        boolean isNew = !code.equals(preferences.getString("lastBinaryVersionCode", null))
            || !app.versionName.equals(preferences.getString("lastBinaryVersionName", null));
        if (isNew) {
            preferences.edit().putString("lastBinaryVersionCode", code)
                .putString("lastBinaryVersionName", app.versionName)
                .putString(com.getcapacitor.plugin.WebView.CAP_SERVER_PATH, "").apply();
        }
        return isNew;
    }

    public String getServerUrl() { return serverUrl; }

    public Context getContext() { return context; }

    public void setServerBasePath(String path) { serve(path); }

    public void setServerAssetPath(String path) { serve("assets " + path); }

    private void serve(String what) {
        if (served == null) throw new NullPointerException("there is no local server yet");
        served = what;
        loads.add(served);
    }

    public static void destroy(Plugin plugin) { plugin.handleOnDestroy(); }

    public void executeOnMainThread(Runnable work) { work.run(); }
}
