package signet.bundles;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import signet.Names;

/** Archives that must be refused, that must be accepted, and that were changed. */
final class ArchiveTests {
    private static final String[] SAMPLES = {
        "sizes after the content", "times and owners", "a folder after its files", "what Python packs",
        "a name in UTF-8 that is repeated",
    };

    private ArchiveTests() {}

    static void run(File folder, File work) throws Exception {
        int refused = 0;
        int accepted = 0;
        int changes = 0;
        String table = new String(BundleDriver.read(new File(folder, "vectors.tsv")), StandardCharsets.UTF_8);
        for (String line : Names.split(table, '\n')) {
            if (line.isEmpty()) continue;
            String[] vector = line.split("\t", -1);
            File archive = new File(folder, vector[0]);
            if (vector[1].equals("accepted")) {
                accepted++;
                Map<String, String> files = expected(folder, vector[0]);
                BundleDriver.expect(vector[2], files, unpacked(archive, work));
                if (Arrays.asList(SAMPLES).contains(vector[2])) {
                    changes += changes(vector[2], BundleDriver.read(archive), new File(work, "changed.zip"));
                }
            } else {
                refused++;
                BundleDriver.expect(vector[2], vector[3], opened(archive, vector[1].equals("broken"), work));
            }
        }
        File large = new File(work, "large.zip");
        try (RandomAccessFile file = new RandomAccessFile(large, "rw")) {
            file.setLength((1L << 30) + 1);
        }
        BundleDriver.expect("a file that is too large", "is larger than 1073741824 bytes", opened(large, false, work));
        large.delete();
        System.out.println(refused + " archives refused, " + accepted + " odd ones accepted, " + changes + " changes");
    }

    private static Map<String, String> expected(File folder, String name) throws IOException {
        Map<String, String> files = new TreeMap<>();
        byte[] text = BundleDriver.read(new File(folder, name.replace(".zip", ".txt")));
        for (String line : Names.split(new String(text, StandardCharsets.US_ASCII), '\n')) {
            if (line.isEmpty()) continue;
            String[] parts = line.split(" ", -1);
            byte[] path = new byte[parts[0].length() / 2];
            for (int i = 0; i < path.length; i++) path[i] = new BigInteger(parts[0].substring(2 * i, 2 * i + 2), 16).byteValue();
            files.put(new String(path, StandardCharsets.UTF_8), parts[1]);
        }
        return files;
    }

    private static Object unpacked(File archive, File work) throws IOException {
        File folder = new File(work, "unpacked");
        BundleDriver.remove(folder);
        folder.mkdirs();
        try (RandomAccessFile file = new RandomAccessFile(archive, "r")) {
            new ArchiveReader(file).unpack(folder);
            return BundleDriver.files(folder);
        } catch (ArchiveException e) {
            return e.getMessage();
        }
    }

    /** What is said of an archive, when it is opened or when it is unpacked and no earlier. */
    private static String opened(File archive, boolean isUnpacked, File work) throws IOException {
        File beside = new File(work, "evil");
        try (RandomAccessFile file = new RandomAccessFile(archive, "r")) {
            ArchiveReader reader = new ArchiveReader(file);
            if (!isUnpacked) return "it is accepted";
            Object said = unpacked(archive, work);
            for (String hex : BundleDriver.files(new File(work, "unpacked")).values()) {
                if (hex.length() > 2 * 70_000) return "it writes more than it says";
            }
            for (ArchiveReader.Entry entry : reader.entries) {
                try {
                    reader.read(entry, new ByteArrayOutputStream());
                } catch (ArchiveException e) {
                    BundleDriver.expect("reading is as unpacking", said, e.getMessage());
                }
            }
            return String.valueOf(said);
        } catch (ArchiveException e) {
            return isUnpacked ? "refused too early: " + e.getMessage() : e.getMessage();
        } finally {
            BundleDriver.expect("what is outside", false, beside.exists());
        }
    }

    /** The contents of the files, by their names; null when the archive is refused. */
    private static Map<String, String> contents(byte[] bytes, File scratch) throws IOException {
        BundleDriver.write(scratch, bytes);
        try (RandomAccessFile file = new RandomAccessFile(scratch, "r")) {
            ArchiveReader reader = new ArchiveReader(file);
            Map<String, String> files = new TreeMap<>();
            for (ArchiveReader.Entry entry : reader.entries) {
                ByteArrayOutputStream content = new ByteArrayOutputStream();
                reader.read(entry, content);
                if (!entry.name.isFolder) files.put(entry.name.spelling, BundleDriver.hex(content.toByteArray()));
            }
            return files;
        } catch (ArchiveException e) {
            return null;
        }
    }

    private static int changes(String name, byte[] bytes, File scratch) throws IOException {
        Map<String, String> files = contents(bytes, scratch);
        int count = 0;
        int refused = 0;
        for (int length = 0; length < bytes.length; length++, count++) {
            BundleDriver.expect(name + ", cut at " + length, null, contents(Arrays.copyOf(bytes, length), scratch));
        }
        for (int bit = 0; bit < 8 * bytes.length; bit++, count++) {
            byte[] changed = bytes.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            Map<String, String> found = contents(changed, scratch);
            if (found == null) refused++;
            BundleDriver.expect(name + ", bit " + bit, true, found == null || found.equals(files));
        }
        // What may change are times, owners and permissions.
        BundleDriver.expect(name + ", most bits", true, refused > 4 * bytes.length);
        for (int at = 0; at <= bytes.length; at++, count++) {
            byte[] longer = new byte[bytes.length + 1];
            System.arraycopy(bytes, 0, longer, 0, at);
            longer[at] = 0x50;
            System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
            Map<String, String> found = contents(longer, scratch);
            BundleDriver.expect(name + ", a byte more at " + at, true, found == null || found.equals(files));
        }
        Random random = new Random(7);
        Set<String> contents = new HashSet<>(files.values());
        for (int round = 0; round < 5_000; round++, count++) {
            byte[] changed = bytes.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                int at = random.nextInt(bytes.length);
                int other = random.nextInt(bytes.length);
                changed[at] = random.nextBoolean() ? changed[other] : (byte) random.nextInt();
            }
            Map<String, String> found = contents(changed, scratch);
            // A name may have changed in both places alike.
            BundleDriver.expect(
                name + ", round " + round, true, found == null || contents.equals(new HashSet<>(found.values())));
        }
        return count;
    }
}
