package android.content.pm;

public class PackageInfo {
    @Deprecated public int versionCode;
    public String versionName;
}
