package android.content.res;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

public class AssetManager {
    private final File folder;

    public AssetManager(File folder) { this.folder = folder; }

    public InputStream open(String path) throws IOException { return new FileInputStream(new File(folder, path)); }
}
