package signet.bundles;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.SecureRandom;
import signet.Bytes;
import signet.Nullable;

// Own: links, which java.io.File follows, and java.nio.file is there from API 26 on. A path is one without links when
// it is its own canonical path. A folder cannot be synchronised below API 26 either: after a power cut, not after a
// crash, the last renaming may be lost. Proved by the driver's "responder" ("links") and "store" ("damaged").

/** What java.io lacks. */
final class Disk {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Disk() {}

    /** Whether a file is neither a link nor reached by one below a folder, whose own path may have links. */
    static boolean isWithoutLinks(File canonicalFolder, String path) throws IOException {
        File file = new File(canonicalFolder, path);
        return file.getCanonicalPath().equals(file.getPath());
    }

    /** Whether there is a folder of that name in a folder, and not a link to one. */
    static boolean isFolder(File parent, String name) throws IOException {
        return new File(parent, name).isDirectory() && isWithoutLinks(parent.getCanonicalFile(), name);
    }

    /** Whether there is anything of that name, a link to nothing included. */
    static boolean exists(File parent, String name) {
        String[] names = parent.list();
        if (names == null) return false;
        for (String each : names) {
            if (each.equals(name)) return true;
        }
        return false;
    }

    static void makeFolder(File folder) throws IOException {
        if (!folder.isDirectory() && !folder.mkdirs() && !folder.isDirectory()) {
            throw new IOException("the folder " + folder + " cannot be made");
        }
    }

    static void rename(File from, File to) throws IOException {
        if (!from.renameTo(to)) throw new IOException(from + " cannot be renamed to " + to.getName());
    }

    /** Removes a file, or a folder with everything in it; a link itself, and not what it leads to. */
    static void remove(File parent, String name) throws IOException {
        File file = new File(parent, name);
        if (isFolder(parent, name)) {
            String[] children = file.list();
            if (children != null) {
                for (String child : children) remove(file, child);
            }
        }
        if (!file.delete() && exists(parent, name)) throw new IOException(file + " cannot be removed");
    }

    static String newName(String prefix) { return prefix + randomDigits(8); }

    /** So many random bytes, in hexadecimal digits. */
    static String randomDigits(int count) {
        byte[] random = new byte[count];
        RANDOM.nextBytes(random);
        return Bytes.hexadecimal(random);
    }

    /** The bytes of a file; null when there is none, or more of them than the limit. */
    @Nullable static byte[] read(File file, int byteLimit) throws IOException {
        // Neither a folder nor a pipe, on which reading would wait.
        if (!file.isFile() || file.length() > byteLimit) return null;
        byte[] bytes = new byte[(int) file.length()];
        try (InputStream input = new FileInputStream(file)) {
            for (int done = 0; done < bytes.length;) {
                int count = input.read(bytes, done, bytes.length - done);
                if (count < 0) throw new IOException(file + " was cut short");
                done += count;
            }
        }
        return bytes;
    }

    /** Replaces a file in one step. */
    static void replace(File folder, String name, byte[] bytes) throws IOException {
        File temporary = new File(folder, newName(".new-"));
        try {
            try (FileOutputStream output = new FileOutputStream(temporary)) {
                output.write(bytes);
                output.getFD().sync();
            }
            // A file cannot replace anything but a file.
            if (new File(folder, name).isDirectory()) remove(folder, name);
            rename(temporary, new File(folder, name));
        } finally {
            temporary.delete();
        }
    }

    static void copy(InputStream input, OutputStream output) throws IOException {
        byte[] piece = new byte[BundleLimits.PIECE_BYTES];
        int count;
        while ((count = input.read(piece)) >= 0) output.write(piece, 0, count);
    }
}
