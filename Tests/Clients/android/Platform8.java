import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes the classes of this JDK's java.base into a jar as if they were Java 8's: Debian's proguard reads no newer ones. */
public final class Platform8 {
    public static void main(String[] words) throws Exception {
        Path module = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
        List<Path> classes;
        try (Stream<Path> files = Files.walk(module.resolve("java"))) {
            classes = files.filter(file -> file.toString().endsWith(".class")).collect(Collectors.toList());
        }
        try (OutputStream file = Files.newOutputStream(Paths.get(words[0])); ZipOutputStream jar = new ZipOutputStream(file)) {
            jar.setLevel(0);
            for (Path each : classes) {
                byte[] bytes = Files.readAllBytes(each);
                // The major version of the format.
                bytes[7] = 52;
                jar.putNextEntry(new ZipEntry(module.relativize(each).toString()));
                jar.write(bytes);
            }
        }
    }
}
