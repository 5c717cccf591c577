import java.io.*;
import java.nio.file.*;
import java.nio.file.attribute.FileTime;
import java.util.zip.*;

/// Packs a folder with java.util.zip.ZipOutputStream.
class Pack {
    public static void main(String[] arguments) throws IOException {
        Path source = Path.of(arguments[2]);
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(arguments[1]));
             var paths = Files.walk(source)) {
            for (Path path : paths.sorted().toList()) {
                String name = source.relativize(path).toString();
                if (name.isEmpty()) continue;
                boolean isFolder = Files.isDirectory(path);
                if (isFolder && !arguments[0].equals("folders")) continue;
                ZipEntry entry = new ZipEntry(isFolder ? name + "/" : name);
                entry.setLastModifiedTime(FileTime.fromMillis(1_600_000_000_000L));
                byte[] bytes = isFolder ? new byte[0] : Files.readAllBytes(path);
                if (arguments[0].equals("stored")) {
                    CRC32 sum = new CRC32();
                    sum.update(bytes);
                    entry.setMethod(ZipEntry.STORED);
                    entry.setSize(bytes.length);
                    entry.setCrc(sum.getValue());
                }
                out.putNextEntry(entry);
                out.write(bytes);
                out.closeEntry();
            }
        }
    }
}
