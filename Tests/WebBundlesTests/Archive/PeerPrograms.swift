/// Unpacks `argv[1]` into `argv[2]` with Python.
let pythonReader = """
    import sys, zipfile
    with zipfile.ZipFile(sys.argv[1]) as archive:
        assert archive.testzip() is None
        archive.extractall(sys.argv[2])
    """

/// Packs the folder `argv[3]` into `argv[2]` with Python, in the form `argv[1]`.
let pythonWriter = """
    import os, sys, zipfile
    form, target, source = sys.argv[1:]

    class Pipe:
        def __init__(self, file): self.file = file
        def write(self, data): return self.file.write(data)
        def flush(self): self.file.flush()

    with open(target, "wb") as file:
        method = zipfile.ZIP_STORED if form == "stored" else zipfile.ZIP_DEFLATED
        with zipfile.ZipFile(Pipe(file) if form == "stream" else file, "w", method) as archive:
            for folder, folders, names in os.walk(source):
                if form == "folders" and folder != source: archive.write(folder, os.path.relpath(folder, source))
                for name in names:
                    path = os.path.join(folder, name)
                    archive.write(path, os.path.relpath(path, source))
    """

/// Unpacks an archive with a class of `java.util.zip`.
let javaReader = """
    import java.io.*;
    import java.nio.file.*;
    import java.util.zip.*;

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
    """

/// Packs a folder with `java.util.zip.ZipOutputStream`.
let javaWriter = """
    import java.io.*;
    import java.nio.file.*;
    import java.nio.file.attribute.FileTime;
    import java.util.zip.*;

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
    """
