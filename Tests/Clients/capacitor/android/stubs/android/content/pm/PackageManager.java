package android.content.pm;

public class PackageManager {
    private final PackageInfo app = new PackageInfo();

    @SuppressWarnings("deprecation")
    public PackageManager(String name, int code) {
        app.versionName = name;
        app.versionCode = code;
    }

    public PackageInfo getPackageInfo(String name, int flags) throws NameNotFoundException {
        if (!name.equals("com.example")) throw new NameNotFoundException();
        return app;
    }

    public static class NameNotFoundException extends Exception {
        private static final long serialVersionUID = 1;
    }
}
