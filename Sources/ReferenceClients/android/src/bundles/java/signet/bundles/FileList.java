package signet.bundles;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import signet.Bytes;
import signet.Names;
import signet.Nullable;

// Own: the form of the list, which is hashed. It has one spelling for the same files: anything else is no list. Proved
// by the driver's "signed" ("lists").

/**
 * The files of a bundle as an archive has them: UTF-8 lines {@code sha256 size path}, sorted by their bytes, each with a
 * line feed.
 */
final class FileList {
    /** What a file must be. */
    static final class Entry {
        /** 64 lowercase hexadecimal digits. */
        final String sha256;
        final long bytes;

        Entry(String sha256, long bytes) {
            this.sha256 = sha256;
            this.bytes = bytes;
        }
    }

    private final Map<String, Entry> entries;
    private final byte[] text;
    private final String digest;

    /** The list of these files, by their paths. */
    FileList(Map<String, Entry> entries) {
        this.entries = Collections.unmodifiableMap(new TreeMap<>(entries));
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, Entry> each : this.entries.entrySet()) {
            String line = each.getValue().sha256 + " " + each.getValue().bytes + " " + each.getKey() + "\n";
            // A character for each byte: texts of Java are not sorted as their UTF-8 is.
            lines.add(new String(line.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
        }
        Collections.sort(lines);
        StringBuilder all = new StringBuilder();
        for (String line : lines) all.append(line);
        text = all.toString().getBytes(StandardCharsets.ISO_8859_1);
        digest = Bytes.hexadecimal(Bytes.sha256().digest(text));
    }

    /** Reads a list; null for anything but the one spelling of one. */
    @Nullable static FileList parse(byte[] text) {
        String decoded = ArchiveName.decode(text);
        if (decoded == null || !decoded.endsWith("\n")) return null;
        Map<String, Entry> entries = new TreeMap<>();
        for (String line : Names.split(decoded.substring(0, decoded.length() - 1), '\n')) {
            int first = line.indexOf(' ');
            int second = line.indexOf(' ', first + 1);
            if (first < 0 || second < 0 || entries.size() >= BundleLimits.ENTRIES) return null;
            String sha256 = line.substring(0, first);
            long bytes = size(line.substring(first + 1, second));
            String path = line.substring(second + 1);
            if (!StoredBundle.isSHA256(sha256) || bytes < 0 || !isFile(path)) return null;
            if (entries.put(path, new Entry(sha256, bytes)) != null) return null;
        }
        FileList list = new FileList(entries);
        return java.util.Arrays.equals(list.text, text) ? list : null;
    }

    private static long size(String digits) {
        // Another spelling of the number is refused with the whole text.
        boolean isNumber = !digits.isEmpty() && digits.length() <= 10 && Names.isDigits(digits);
        return isNumber ? Long.parseLong(digits) : -1;
    }

    private static boolean isFile(String path) {
        try {
            return !ArchiveName.of(path.getBytes(StandardCharsets.UTF_8)).isFolder;
        } catch (ArchiveException.Defect e) {
            return false;
        }
    }

    byte[] text() { return text; }

    /** SHA-256 of the text, as an index has it in {@code files}. */
    String digest() { return digest; }

    /** What the file at a path must be; null when there is none. */
    @Nullable Entry entry(String path) { return entries.get(path); }

    Set<String> paths() { return entries.keySet(); }
}
