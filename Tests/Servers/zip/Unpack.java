import java.io.*;
import java.nio.file.*;
import java.util.zip.*;

/// Unpacks an archive with a class of java.util.zip.
class Unpack {
    public static void main(String[] arguments) throws IOException {
        Path out = Path.of(arguments[2]);
        if (arguments[0].endsWith("ZipFile")) {
            try (ZipFile archive = new ZipFile(arguments[1])) {
                for (ZipEntry entry : archive.stream().toList()) {
                    try (InputStream in = archive.getInputStream(entry)) { write(out, entry, in); }
                }
            }
        } else {
            try (ZipInputStream in = new ZipInputStream(new FileInputStream(arguments[1]))) {
                for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) write(out, entry, in);
            }
        }
    }

    static void write(Path out, ZipEntry entry, InputStream in) throws IOException {
        Path file = out.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(in, file);
    }
}
