package signet.bundles;

import java.io.IOException;
import java.io.InputStream;

/**
 * The files that an app ships: on Android, {@code path -> context.getAssets().open("www/" + path)}.
 *
 * <p>They are a part of the app, so they are as good as its code, and are not checked.
 */
public interface Assets {
    /**
     * Opens a file.
     *
     * @param path segments joined by slashes, none of them {@code ..}
     * @throws java.io.FileNotFoundException when there is no such file
     */
    InputStream open(String path) throws IOException;
}
