package signet.capacitor;

import android.content.Context;
import android.content.SharedPreferences;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import java.io.File;
import signet.Nullable;

/**
 * Where Capacitor reads, after the plugins were loaded, which folder its first page comes from.
 *
 * <p>It reads that only when its note of the installed app is that of this one, and empties it otherwise. The choice is
 * already one for this app, so it is written together with the note.
 */
final class ServedPath {
    private final SharedPreferences preferences;
    private final PackageInfo app;

    ServedPath(Context context) {
        preferences = context.getSharedPreferences(
            com.getcapacitor.plugin.WebView.WEBVIEW_PREFS_NAME, Context.MODE_PRIVATE);
        try {
            app = context.getPackageManager().getPackageInfo(context.getPackageName(), 0);
        } catch (PackageManager.NameNotFoundException e) {
            throw new AssertionError("an app knows itself", e);
        }
    }

    /** The version that the store shows to people. */
    String versionName() { return String.valueOf(app.versionName); }

    /** The version with the build, which no other installed app has. */
    String name() { return versionName() + " (" + versionCode() + ")"; }

    @SuppressWarnings("deprecation")
    private String versionCode() { return Integer.toString(app.versionCode); }

    /** Serves a folder from the next start of Capacitor on; null serves what the app ships. */
    void keep(@Nullable File folder) {
        preferences.edit().putString("lastBinaryVersionCode", versionCode())
            .putString("lastBinaryVersionName", app.versionName)
            .putString(com.getcapacitor.plugin.WebView.CAP_SERVER_PATH, folder == null ? "" : folder.getPath()).apply();
    }
}
