package android.content;

import android.content.pm.PackageManager;
import android.content.res.AssetManager;
import java.io.File;
import java.util.HashMap;
import java.util.Map;

/** An app on a device: its folder, its assets, its installed version, its preferences. */
public class Context {
    public static final int MODE_PRIVATE = 0;

    private final File folder;
    private final PackageManager packages;
    private final AssetManager assets;
    private final Map<String, SharedPreferences> preferences = new HashMap<>();

    public Context(File folder, AssetManager assets, PackageManager packages) {
        this.folder = folder;
        this.assets = assets;
        this.packages = packages;
    }

    public SharedPreferences getSharedPreferences(String name, int mode) {
        return preferences.computeIfAbsent(name, key -> new SharedPreferences());
    }

    public PackageManager getPackageManager() { return packages; }

    public String getPackageName() { return "com.example"; }

    public File getNoBackupFilesDir() { return folder; }

    public AssetManager getAssets() { return assets; }
}
