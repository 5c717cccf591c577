package signet;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import signet.DocumentReader.DocumentException;
import signet.Verifier.VerificationException;
import signet.classic.Classic;
import signet.classic.EnvironmentConfig;
import signet.classic.FileDocument;
import signet.classic.RemoteConfig;
import signet.classic.SignatureHeaders;

/** Holds the client for Android to the vectors: {@code VectorDriver FOLDER}. Run on a JDK, not on a device. */
public final class VectorDriver {
    private VectorDriver() {}

    private static int failures;

    public static void main(String[] words) throws Exception {
        vectors(new File(words[0]));
        end();
    }

    static void end() {
        if (failures > 0) System.out.println(failures + " failures");
        System.exit(failures > 0 ? 1 : 0);
    }

    static void fail(String place, Object expected, Object found) {
        failures++;
        if (failures <= 40) System.out.println(place + "\n  expected " + expected + "\n  found    " + found);
    }

    // Reading.

    /** Members of one object of a vector; one that nothing has asked for fails. */
    static final class Members {
        private final String place;
        private final Map<String, Object> members;
        private final Set<String> read = new HashSet<>();

        Members(String place, Object value) {
            this.place = place;
            if (!(value instanceof JsonObject)) throw new IllegalArgumentException(place + " is not an object");
            members = ((JsonObject) value).members;
        }

        boolean has(String name) {
            return members.containsKey(name);
        }

        Object get(String name) {
            read.add(name);
            return members.get(name);
        }

        String text(String name) {
            return (String) get(name);
        }

        Long integer(String name) {
            Object value = get(name);
            return value == null ? null : ((JsonObject.Number) value).asInteger();
        }

        Long instant(String name) {
            String text = text(name);
            if (text == null) return null;
            Long instant = SignedDate.parseInstant(text);
            if (instant == null) throw new IllegalArgumentException(place + ": " + text + " is not an instant");
            return instant;
        }

        Members object(String name) {
            Object value = get(name);
            return value == null ? null : new Members(place + ": " + name, value);
        }

        List<?> list(String name) {
            Object value = get(name);
            return value == null ? Collections.emptyList() : JsonObject.asList(value);
        }

        void end() {
            for (String name : members.keySet()) {
                if (!read.contains(name)) throw new IllegalArgumentException(place + ": unknown member " + name);
            }
        }
    }

    private static void vectors(File folder) throws Exception {
        File[] files = folder.listFiles();
        Arrays.sort(files);
        for (File file : files) {
            String name = file.getName();
            if (!name.endsWith(".json")) continue;
            Members all = new Members(name, JsonObject.parse(Files.readAllBytes(file.toPath())));
            all.text("about");
            Map<String, byte[]> documents = documents(all.object("documents"));
            Map<String, String> rings = rings(all);
            int count = 0;
            Set<String> names = new HashSet<>();
            for (Object value : all.list("cases")) {
                Members vector = new Members(name, value);
                String caseName = vector.text("name");
                String place = name + ": " + caseName;
                if (!names.add(caseName)) throw new IllegalArgumentException(place + " is there twice");
                vector = new Members(place, value);
                vector.text("name");
                try {
                    if (name.startsWith("decisions")) {
                        decision(place, vector, documents);
                    } else if (name.startsWith("verification")) {
                        verification(place, vector, documents, rings);
                    } else if (name.startsWith("sequences")) {
                        Sequences.run(place, vector, documents, rings);
                    } else if (name.startsWith("prompts")) {
                        Sequences.prompts(place, vector);
                    } else if (name.startsWith("shares")) {
                        share(place, vector);
                    } else if (name.startsWith("versions")) {
                        version(place, vector);
                    } else {
                        throw new IllegalArgumentException("no cases of this kind are known: " + name);
                    }
                } catch (RuntimeException e) {
                    e.printStackTrace(System.out);
                    fail(place, "no exception", e);
                }
                vector.end();
                count++;
            }
            all.end();
            System.out.println(name + " " + count);
        }
    }

    private static Map<String, byte[]> documents(Members documents) {
        Map<String, byte[]> bodies = new HashMap<>();
        if (documents == null) return bodies;
        for (String name : documents.members.keySet()) bodies.put(name, bytes(documents.get(name), null));
        return bodies;
    }

    /** The bytes of a text or of {@code {"base64": …}}; with documents a text is the name of one. */
    static byte[] bytes(Object value, Map<String, byte[]> documents) {
        if (value instanceof String) {
            byte[] bytes = documents == null ? ((String) value).getBytes(StandardCharsets.UTF_8) : documents.get(value);
            if (bytes == null) throw new IllegalArgumentException("there is no document " + value);
            return bytes;
        }
        Members members = new Members("bytes", value);
        byte[] bytes = Bytes.ofBase64(members.text("base64"));
        members.end();
        return bytes;
    }

    private static Map<String, String> rings(Members all) {
        Map<String, String> rings = new HashMap<>();
        Members given = all.object("rings");
        if (given == null) return rings;
        for (String name : given.members.keySet()) {
            rings.put(name, write(given.get(name)));
        }
        return rings;
    }

    /** A value as JSON again; vectors are not deep. */
    static String write(Object value) {
        StringBuilder text = new StringBuilder();
        if (value instanceof JsonObject) {
            for (Map.Entry<String, Object> member : ((JsonObject) value).members.entrySet()) {
                text.append(text.length() > 0 ? ", " : "").append(quote(member.getKey())).append(": ");
                text.append(write(member.getValue()));
            }
            return "{" + text + "}";
        }
        if (value instanceof List) {
            for (Object element : JsonObject.asList(value)) text.append(text.length() > 0 ? ", " : "").append(write(element));
            return "[" + text + "]";
        }
        if (value instanceof String) return quote((String) value);
        if (value instanceof JsonObject.Number) return ((JsonObject.Number) value).spelling;
        return value == JsonObject.NULL ? "null" : value.toString();
    }

    /** A text as Swift writes it. */
    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            int escape = "\"\\\b\t\n\f\r".indexOf(c);
            if (escape >= 0) {
                quoted.append('\\').append("\"\\btnfr".charAt(escape));
            } else if (c < 0x20) {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    static Download download(Members download, Members vector, Map<String, byte[]> documents) {
        if (download == null) return null;
        Download result;
        if (download.has("jws")) {
            result = Download.ofJws(bytes(download.get("jws"), null));
        } else {
            List<Transport.Header> headers = new ArrayList<>();
            for (Object header : download.list("headers")) {
                List<?> parts = JsonObject.asList(header);
                headers.add(new Transport.Header((String) parts.get(0), (String) parts.get(1)));
            }
            result = new Download(headers(vector), bytes(download.get("body"), documents), headers);
        }
        download.end();
        return result;
    }

    /** The envelope of a configuration, where signatures are in headers. */
    static Download.Envelope headers(Members vector) {
        return new SignatureHeaders(SignatureHeaders.Profile.valueOf(vector.text("profile").toUpperCase()));
    }

    /** Reads a format, with the part of the document that is selected. */
    static DocumentReader reader(String format, Members select) {
        DocumentReader reader = null;
        for (DocumentReader each : Classic.READERS) if (each.format().equals(format)) reader = each;
        if (format.equals("file")) reader = new FileDocument();
        if (select == null) return reader;
        Device.Platform platform = format.endsWith("-ios") ? Device.Platform.IOS : Device.Platform.ANDROID;
        if (select.has("environment")) {
            String environment = select.text("environment");
            if (reader instanceof EnvironmentConfig) reader = new EnvironmentConfig(environment);
        } else {
            String force = select.text("force");
            String optional = select.text("optional");
            if (reader instanceof RemoteConfig) reader = new RemoteConfig(platform, force, optional);
        }
        select.end();
        return reader;
    }

    static Device device(Members members) {
        Device.Builder device;
        if (members.text("platform").equals("ios")) {
            device = Device.ios(Version.parse(members.text("os")));
        } else {
            device = Device.android((int) (long) members.integer("sdk"));
        }
        List<String> languages = new ArrayList<>();
        for (Object language : members.list("languages")) languages.add((String) language);
        device.app(members.text("app")).build(members.text("build")).languages(languages)
            .channel(members.text("channel")).region(members.text("region")).model(members.text("model"))
            .installId(members.text("install"));
        members.end();
        return device.build();
    }

    // Decisions.

    private static void decision(String place, Members vector, Map<String, byte[]> documents) {
        byte[] body = bytes(vector.get("document"), documents);
        DocumentReader reader = reader(vector.text("format"), vector.object("select"));
        Device device = device(vector.object("device"));
        String source = vector.text("source");
        Long date = vector.instant("date");
        Long now = vector.instant("now");
        Rules.Situation situation = new Rules.Situation(
            device, Decision.Source.valueOf(source.toUpperCase()), date == null ? null : SignedDate.of(date),
            now == null ? 0 : now * 1_000);
        Members seen = vector.object("seen");
        if (seen != null) {
            Map<String, Long> times = new HashMap<>();
            for (String id : seen.members.keySet()) times.put(id, seen.instant(id));
            situation.seen = times;
        }
        situation.scope = vector.text("scope");
        Members store = vector.object("store");
        if (store != null) {
            String minimum = store.text("minimumSystem");
            situation.store = new Update.StoreVersion(
                Version.parse(store.text("version")), minimum == null ? null : Version.parse(minimum));
            store.end();
        }
        situation.storeUrl = vector.text("storeURL");
        String found;
        try {
            Rules rules = reader.read(body).rules(device.platform);
            // A verifier refuses it before.
            if (reader.goesByDate() && date == null) throw new DocumentException("there is no date");
            found = describe(rules.decide(situation), rules.unreadable(device));
        } catch (DocumentException e) {
            found = "{\"refused\": true}";
        }
        String expected = write(vector.get("verdict"));
        if (!expected.equals(found)) fail(place, expected, found);
    }

    /** A decision as vectors write it. */
    static String describe(Decision decision, String unreadable) {
        Map<String, Object> verdict = new LinkedHashMap<>();
        verdict.put("outcome", decision.outcome().name().toLowerCase());
        verdict.put("rule", decision.rule());
        Update update = decision.update();
        if (update != null) {
            verdict.put("subject", update.subject().name().toLowerCase());
            verdict.put("version", update.version() == null ? null : update.version().toString());
            verdict.put("build", number(update.build()));
            verdict.put("sdk", number(update.sdk()));
            verdict.put("obtainable", update.isObtainable() ? null : false);
            verdict.put("title", text(update.title()));
            verdict.put("description", text(update.description()));
            verdict.put("url", update.url());
            verdict.put(
                "store",
                update.store() == Update.StoreState.UNKNOWN ? null : update.store().name().toLowerCase());
            verdict.put("due", update.due() == null ? null : SignedDate.of(update.due()).toString());
        } else {
            verdict.put("title", text(decision.title()));
            verdict.put("message", text(decision.message()));
        }
        verdict.put("seen", decision.seenRule);
        verdict.put("unreadable", unreadable);
        verdict.values().removeAll(Collections.singleton(null));
        return write(new JsonObject(verdict));
    }

    private static Object number(Long number) {
        return number == null ? null : new JsonObject.Number(number.toString());
    }

    private static Object text(ChosenText text) {
        if (text == null) return null;
        Map<String, Object> members = new LinkedHashMap<>();
        if (text.language() != null) members.put("language", text.language());
        members.put("text", text.text());
        return new JsonObject(members);
    }

    private static void share(String place, Members vector) {
        String salt = vector.text("salt");
        String install = vector.text("install");
        long number = Rule.Share.number(Rule.Share.GATES, salt, install);
        if (number != vector.integer("u")) fail(place, vector.integer("u"), number);
        boolean isIn = Rule.Share.isIn(number, (int) (long) vector.integer("hundredths"));
        if (!vector.get("verdict").equals(isIn)) fail(place, vector.get("verdict"), isIn);
    }

    private static void version(String place, Members vector) {
        Version.Condition condition = Version.Condition.read(vector.get("pattern"));
        Object installed = vector.get("installed");
        long[] numbers = installed instanceof String ? Version.installed((String) installed) : null;
        Object found = condition == null || numbers == null ? JsonObject.NULL : (Object) condition.matches(numbers);
        if (!vector.get("verdict").equals(found)) fail(place, vector.get("verdict"), found);
    }

    // Verification.

    private static void verification(
        String place, Members vector, Map<String, byte[]> documents, Map<String, String> rings) throws Exception {
        DocumentReader reader = reader(vector.text("format"), null);
        Verifier verifier = verifier(vector, reader, rings);
        String path = vector.text("path");
        Download stored = download(vector.object("stored"), vector, documents);
        Download download = download(vector.object("download"), vector, documents);
        String verdict = vector.text("verdict");
        String meaning = vector.text("meaning");
        String expected = verdict + " " + vector.text("keyId") + " " + vector.text("date") + " " + vector.text("phrase")
            + (meaning == null ? "" : ": " + meaning);
        String found;
        try {
            Verifier.Manifest known = stored == null ? null : verifier.verifyKept(stored, path, null);
            Verifier.Manifest manifest = verifier.verify(download, path, known, vector.instant("now") * 1_000);
            found = "accepted " + manifest.key().id() + " " + manifest.date() + " null";
            // What is kept must be what is read again.
            Download kept = Download.decode(
                manifest.download().encode(), Arrays.asList(Download.Envelope.JWS, headers(vector)));
            verifier.verifyKept(kept, path, known);
        } catch (VerificationException e) {
            found = e.code() + " null null " + (meaning == null ? e.phrase() : e.getMessage());
        }
        vector.instant("now");
        if (!expected.equals(found)) fail(place, expected, found);
    }

    private static Verifier verifier(Members vector, DocumentReader reader, Map<String, String> rings) throws Exception {
        vector.text("envelope");
        vector.text("profile");
        Long skew = vector.integer("clockSkew");
        Long limit = vector.integer("bodyLimit");
        return new Verifier(
            KeyRing.parse(rings.get(vector.text("ring"))), vector.text("environment"), reader,
            skew == null ? Limits.CLOCK_SKEW_SECONDS : skew, limit == null ? Limits.BODY_BYTES : (int) (long) limit,
            Classic.READERS);
    }
}
