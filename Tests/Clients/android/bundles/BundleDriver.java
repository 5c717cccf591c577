package signet.bundles;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is promised of the store for Android. Run on a JDK, not on a device; each prints a line of what it has tried.
 *
 * <pre>
 * BundleDriver archives FOLDER WORK         archives that archives.py has written, and changes of them
 * BundleDriver scenarios WORK FILE...       scenarios, with what comes of each step beside it
 * BundleDriver events WORK FILE             the events that steps make
 * BundleDriver responder WORK FILE          requests, ranges and ways out
 * BundleDriver offers WORK FILE             which bundles devices start and download
 * BundleDriver signed WORK FILE             stores that somebody else has written to
 * BundleDriver updates WORK                 updates that come to nothing
 * BundleDriver store WORK                   what happens to the folder of a store, and to time
 * BundleDriver kill WORK ROUNDS             processes that are killed
 * BundleDriver calls WORK STEP              processes that strace kills at each call that changes the disk
 * BundleDriver races WORK ROUNDS            three processes with one store
 * BundleDriver full WORK                    processes that can write little
 * BundleDriver disk FOLDER                  a file system of a megabyte, which is mounted there
 * BundleDriver transport WORK               downloads from a server that says anything
 * BundleDriver nginx WORK                   updates from a site that nginx serves
 * BundleDriver page WORK SITE               a server of a page's files, through a responder and as they are
 * BundleDriver figures WORK                 how long things take; no test
 * </pre>
 */
public final class BundleDriver {
    static int failures;

    private BundleDriver() {}

    public static void main(String[] words) throws Exception {
        switch (words[0]) {
            case "archives": ArchiveTests.run(new File(words[1]), new File(words[2])); break;
            case "responder": ResponderTests.run(new File(words[1]), new File(words[2])); break;
            case "signed": SignedTests.run(new File(words[1]), new File(words[2])); break;
            case "updates": UpdateTests.run(new File(words[1])); break;
            case "store": UpdateTests.store(new File(words[1])); break;
            case "kill": KillTests.kill(new File(words[1]), Integer.parseInt(words[2])); break;
            case "races": KillTests.races(new File(words[1]), Integer.parseInt(words[2])); break;
            case "full": KillTests.full(new File(words[1])); break;
            case "transport": DownloadTests.run(new File(words[1])); break;
            case "events": Scenarios.events(new File(words[1]), new File(words[2])); break;
            case "offers": OffersTests.run(new File(words[2])); break;
            case "disk": KillTests.disk(new File(words[1])); break;
            case "nginx": DownloadTests.nginx(new File(words[1])); break;
            case "count": KillTests.count(new File(words[1]), words[3]); break;
            case "calls": KillTests.calls(new File(words[1]), Integer.parseInt(words[2])); break;
            case "act":
                boolean isEndless = words[3].equals("endless");
                System.out.print(KillTests.act(new File(words[1]), new File(words[isEndless ? 2 : 3]), isEndless));
                break;
            case "page": PageServer.run(new File(words[1]), new File(words[2])); break;
            case "figures": Figures.run(new File(words[1])); break;
            case "scenarios":
                Scenarios.run(new File(words[1]), java.util.Arrays.copyOfRange(words, 2, words.length));
                break;
            default: throw new IllegalArgumentException(words[0]);
        }
        // Threads of servers would go on.
        System.exit(failures > 0 ? 1 : 0);
    }

    static void expect(String place, Object expected, Object found) {
        if (expected == null ? found == null : expected.equals(found)) return;
        failures++;
        if (failures < 50) System.err.println(place + ": expected " + expected + ", found " + found);
    }

    static byte[] read(File file) throws IOException {
        try (InputStream input = new FileInputStream(file)) {
            byte[] bytes = new byte[(int) file.length()];
            int done = 0;
            while (done < bytes.length) {
                int count = input.read(bytes, done, bytes.length - done);
                if (count < 0) throw new IOException(file + " was cut short");
                done += count;
            }
            return bytes;
        }
    }

    static void write(File file, byte[] bytes) throws IOException {
        file.getParentFile().mkdirs();
        try (FileOutputStream output = new FileOutputStream(file)) {
            output.write(bytes);
        }
    }

    static void remove(File file) {
        // A link is removed, and not what it leads to.
        File[] children = java.nio.file.Files.isSymbolicLink(file.toPath()) ? null : file.listFiles();
        if (children != null) {
            for (File child : children) remove(child);
        }
        file.delete();
    }

    /** The files below a folder, by their paths, each as hexadecimal. */
    static Map<String, String> files(File folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        collect(folder, "", files);
        return files;
    }

    private static void collect(File folder, String path, Map<String, String> files) throws IOException {
        for (File file : folder.listFiles()) {
            String name = path + file.getName();
            if (file.isDirectory()) {
                collect(file, name + "/", files);
            } else {
                files.put(name, hex(read(file)));
            }
        }
    }

    static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes) text.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
        return text.toString();
    }
}
