package signet.bundles;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import signet.Bytes;
import signet.Clock;
import signet.KeyRing;
import signet.Transport;

/** The team that publishes bundles, and the network between it and a device. Archives and signatures are real ones. */
final class Publisher implements Transport, ArchiveTransport {
    static final String ORIGIN = "https://simulation.example";
    static final String ENVIRONMENT = "simulation";
    /** The digest of a list of the files of what is no archive. */
    private static final String NO_FILES = String.join("", java.util.Collections.nCopies(32, "ab"));

    /** A time that passes only when somebody waits. It begins at 2026-01-01T00:00:00Z. */
    static final class ManualClock implements Clock {
        private long passed;
        private long slept;

        @Override public long now() { return 1_767_225_600_000L + passed + slept; }

        @Override public long elapsed() { return passed; }

        void waitMillis(long millis) { passed += millis; }

        /** The device sleeps, and its monotonic clock stands still. */
        void sleepMillis(long millis) { slept += millis; }
    }

    final ManualClock clock = new ManualClock();
    final Map<String, String> offered = new LinkedHashMap<>();
    final Map<String, String> restricted = new LinkedHashMap<>();
    final List<String> withdrawn = new ArrayList<>();
    final List<String> retired = new ArrayList<>();
    final List<String> halted = new ArrayList<>();
    final Map<String, byte[]> archives = new TreeMap<>();
    final List<String> requests = Collections.synchronizedList(new ArrayList<String>());
    byte[] index;
    /** The network goes away in the middle of each archive. */
    boolean isCut;
    int documentStatus = 200;
    int archiveStatus = 200;
    private final KeyPair keys;
    private final String id;

    Publisher() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        keys = generator.generateKeyPair();
        id = Bytes.hexadecimal(digest(keys.getPublic().getEncoded()));
    }

    static byte[] digest(byte[] bytes) throws Exception { return MessageDigest.getInstance("SHA-256").digest(bytes); }

    String ringJson(String state) {
        return "{ \"keys\": [ { \"id\": \"" + id + "\", \"name\": \"test\", \"publicKey\": \""
            + Base64.getEncoder().encodeToString(keys.getPublic().getEncoded()) + "\", \"environment\": \"" + ENVIRONMENT
            + "\", \"state\": \"" + state + "\" } ] }";
    }

    KeyRing ring() throws Exception { return KeyRing.parse(ringJson("active")); }

    /** A store of an app that trusts this publisher. */
    BundleStoreBuilder store(File root, EmbeddedBundle embedded, String shell) throws Exception {
        return BundleStore.builder(root, embedded, shell, ring(), ENVIRONMENT).clock(clock);
    }

    /** An updater that does not wait between its attempts. */
    static BundleUpdaterBuilder updater(BundleStore store, Transport documents, ArchiveTransport archives) {
        return BundleUpdater.builder(store, ORIGIN).transports(documents, archives).pause(new DownloadRules.Pause() {
            @Override public void millis(long millis) {}
        });
    }

    // Publishing.

    /** The files of a version, each of which begins with it. */
    static Map<String, byte[]> files(String version) {
        Map<String, byte[]> files = new TreeMap<>();
        files.put("index.html", utf8(version + "\n<!doctype html><title>" + version + "</title>\n"));
        StringBuilder data = new StringBuilder(version + "\n");
        for (int i = 0; i < 5_000; i++) data.append(version).append(' ');
        files.put("assets/data.txt", utf8(data.toString()));
        for (int i = 0; i < 6; i++) files.put("assets/parts/" + i + ".js", utf8(version + "\n// " + i + "\n"));
        return files;
    }

    static Map<String, String> hexFiles(String version) {
        Map<String, String> files = new TreeMap<>();
        for (Map.Entry<String, byte[]> file : files(version).entrySet()) {
            files.put(file.getKey(), BundleDriver.hex(file.getValue()));
        }
        return files;
    }

    static byte[] utf8(String text) { return text.getBytes(StandardCharsets.UTF_8); }

    static byte[] archive(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                // The same files give the same bytes, whatever the clock shows meanwhile.
                entry.setTime(0);
                zip.putNextEntry(entry);
                zip.write(file.getValue());
            }
        }
        return bytes.toByteArray();
    }

    byte[] sign(byte[] bytes) throws Exception {
        Signature signer = Signature.getInstance("SHA256withECDSA");
        signer.initSign(keys.getPrivate());
        signer.update(bytes);
        return signer.sign();
    }

    /** Offers a bundle of the version's files. */
    void offer(String version, String minimum, String maximum) throws Exception {
        offer(version, minimum, maximum, archive(files(version)));
    }

    void offer(String version, String minimum, String maximum, byte[] archive) throws Exception {
        offer(version, minimum, maximum, archive, entry(version, minimum, maximum, archive, sign(archive)));
    }

    /** Offers a bundle of the version's files to one channel. */
    void offerTo(String channel, String version) throws Exception {
        String entry = offered(version);
        String when = ", \"when\": { \"channels\": [\"" + channel + "\"] } }";
        restricted.put(version, entry.substring(0, entry.length() - 2) + when);
        archives.put("v" + version + ".zip", archive(files(version)));
        publish();
    }

    /** Lets nobody begin with a version. */
    void halt(String version) throws Exception {
        offered.remove(version);
        halted.add(version);
        publish();
    }

    void offer(String version, String minimum, String maximum, byte[] archive, String entry) throws Exception {
        offered.put(version, entry);
        retired.remove(version);
        archives.put("v" + version + ".zip", archive);
        publish();
    }

    static String entry(String version, String minimum, String maximum, byte[] archive, byte[] signature)
        throws Exception {
        return "{ \"version\": \"" + version + "\", \"url\": \"v" + version + ".zip\", \"sha256\": \""
            + Bytes.hexadecimal(digest(archive)) + "\", \"size\": " + archive.length + ", \"signature\": \""
            + Base64.getEncoder().encodeToString(signature) + "\", \"shells\": { \"ios\": { \"min\": \"9\" }, \"android\": { \"min\": \""
            + minimum + "\"" + (maximum == null ? "" : ", \"max\": \"" + maximum + "\"") + " } }, \"files\": \""
            + listed(archive) + "\" }";
    }

    /** The digest of the list of an archive's files. */
    private static String listed(byte[] archive) {
        Map<String, FileList.Entry> files = new TreeMap<>();
        try (java.util.zip.ZipInputStream zip =
            new java.util.zip.ZipInputStream(new java.io.ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.isDirectory()) continue;
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                byte[] part = new byte[65_536];
                for (int count = zip.read(part); count > 0; count = zip.read(part)) bytes.write(part, 0, count);
                files.put(entry.getName(), new FileList.Entry(BundleDriver.hex(digest(bytes.toByteArray())), bytes.size()));
            }
        } catch (Exception e) {
            return NO_FILES;
        }
        return new FileList(files).digest();
    }

    /** An entry of an index for everybody. */
    String offered(String version) throws Exception {
        byte[] archive = archive(files(version));
        return entry(version, "2.0.0", null, archive, sign(archive));
    }

    void withdraw(String version) throws Exception {
        offered.remove(version);
        retired.remove(version);
        if (!withdrawn.contains(version)) withdrawn.add(version);
        publish();
    }

    void retire(String version) throws Exception {
        offered.remove(version);
        retired.add(version);
        publish();
    }

    /** Two documents of one second are one too many. */
    void publish() throws Exception {
        clock.waitMillis(1_000);
        String body = "{\n  \"bundles\": [" + String.join(", ", offered.values()) + "],\n  "
            + (restricted.isEmpty() ? "" : "\"offers\": [" + String.join(", ", restricted.values()) + "],\n  ")
            + (halted.isEmpty() ? "" : "\"halted\": " + list(halted) + ",\n  ") + "\"withdrawn\": "
            + list(withdrawn) + ",\n  \"retired\": " + list(retired) + "\n}\n";
        index = jws(body, "builds/index.json", clock.now() / 1_000);
    }

    private static String list(List<String> versions) {
        return versions.isEmpty() ? "[]" : "[\"" + String.join("\", \"", versions) + "\"]";
    }

    byte[] jws(String body, String path, long seconds) throws Exception {
        String header = "{\"alg\":\"ES256\",\"kid\":\"" + id + "\",\"typ\":\"signet+jws\",\"environment\":\""
            + ENVIRONMENT + "\",\"path\":\"" + path + "\",\"iat\":" + seconds + "}";
        String signed = base64Url(utf8(header)) + "." + base64Url(utf8(body));
        byte[] der = sign(utf8(signed));
        int length = der[3];
        byte[] r = fixed(new BigInteger(java.util.Arrays.copyOfRange(der, 4, 4 + length)));
        byte[] s = fixed(new BigInteger(java.util.Arrays.copyOfRange(der, 6 + length, der.length)));
        return utf8(signed + "." + base64Url(Bytes.concatenate(r, s)));
    }

    private static String base64Url(byte[] bytes) {
        return java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] fixed(BigInteger number) {
        byte[] bytes = number.toByteArray();
        byte[] fixed = new byte[32];
        for (int i = 0; i < Math.min(32, bytes.length); i++) fixed[31 - i] = bytes[bytes.length - 1 - i];
        return fixed;
    }

    // The network.

    @Override public Response fetch(String url, long byteLimit, long timeLimitMillis) throws TransportException {
        requests.add(url);
        boolean isThere = index != null && url.equals(ORIGIN + "/builds/index.json.jws");
        if (!isThere) return new Response(404, Collections.<Header>emptyList(), new byte[0]);
        return new Response(documentStatus, Collections.<Header>emptyList(), index);
    }

    /** A server that knows ranges. Where the network goes away, half of what was asked for has come. */
    @Override public void fetch(String url, long from, String etag, Receiver receiver) throws IOException {
        requests.add(from == 0 ? url : url + " from " + from);
        byte[] archive = archives.get(url.substring(url.lastIndexOf('/') + 1));
        if (archive == null || archiveStatus != 200) {
            receiver.begin(archive == null ? 404 : archiveStatus, -1, null, null);
            return;
        }
        int start = (int) from;
        int middle = start + (archive.length - start) / 2;
        String tag = '"' + Integer.toHexString(java.util.Arrays.hashCode(archive)) + '"';
        if (from > 0 && !tag.equals(etag)) {
            receiver.begin(412, -1, null, null);
            return;
        }
        String range = from == 0 ? null : "bytes " + from + "-" + (archive.length - 1) + "/" + archive.length;
        OutputStream output = receiver.begin(from == 0 ? 200 : 206, archive.length - start, tag, range);
        if (output == null) return;
        output.write(archive, start, middle - start);
        if (isCut) throw new IOException("the connection broke");
        output.write(archive, middle, archive.length - middle);
    }
}
