package signet.capacitor;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import signet.Nullable;
import signet.bundles.BundleStore;

/** The channel that this device follows, kept in a file beside the store. */
public final class KeptChannel implements BundleStore.Channel {
    private static final int LIMIT = 64;

    private final File file;
    @Nullable private final String usual;

    /**
     * @param folder a folder for this plugin alone
     * @param usual the channel of the configuration; null for none
     */
    public KeptChannel(File folder, @Nullable String usual) {
        file = new File(folder, "channel");
        this.usual = usual;
    }

    /** Whether it is 1 to 64 characters of printable ASCII without quotes and backslashes. */
    static boolean isName(String name) {
        boolean isPlain = !name.isEmpty() && name.length() <= LIMIT;
        for (char c : name.toCharArray()) isPlain &= c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
        return isPlain;
    }

    /** The channel; null for none. What cannot be read counts as not chosen. */
    @Override @Nullable public synchronized String name() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream input = new FileInputStream(file)) {
            int next;
            while (bytes.size() <= LIMIT && (next = input.read()) >= 0) bytes.write(next);
        } catch (IOException e) {
            return usual;
        }
        String name = new String(bytes.toByteArray(), StandardCharsets.US_ASCII);
        return isName(name) ? name : usual;
    }

    /**
     * Follows a channel from now on.
     *
     * @param name null for the one of the configuration
     */
    public synchronized void set(@Nullable String name) throws IOException {
        if (name == null) {
            if (file.exists() && !file.delete()) throw new IOException(file + " cannot be removed");
            return;
        }
        File folder = file.getParentFile();
        if (!folder.isDirectory() && !folder.mkdirs()) throw new IOException(folder + " cannot be made");
        File next = new File(folder, "channel.next");
        try (FileOutputStream output = new FileOutputStream(next)) {
            output.write(name.getBytes(StandardCharsets.US_ASCII));
            output.getFD().sync();
        }
        if (!next.renameTo(file)) throw new IOException(file + " cannot be written");
    }
}
