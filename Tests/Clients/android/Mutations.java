package signet;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import signet.DocumentReader.DocumentException;
import signet.DocumentReader.GateDocument;
import signet.Verifier.VerificationException;
import signet.classic.AppConfig;
import signet.classic.Availability;
import signet.classic.Classic;
import signet.classic.EnvironmentConfig;
import signet.classic.RemoteConfig;
import signet.classic.SignatureHeaders;

/** Damaged documents and downloads. */
final class Mutations {
    private Mutations() {}

    /** The keys of a ring that was read twice are the same keys, in the same order. */
    static void rings() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        List<String> entries = new ArrayList<>();
        for (String id : Arrays.asList("former", "active")) {
            String key = java.util.Base64.getEncoder().encodeToString(generator.generateKeyPair().getPublic().getEncoded());
            entries.add("{\"id\":\"" + id + "\",\"name\":\"" + id + "\",\"environment\":\"production\",\"state\":\""
                + (id.equals("former") ? "retired" : "active") + "\",\"publicKey\":\"" + key + "\"}");
        }
        String json = "{\"keys\":[" + String.join(",", entries) + "]}";
        KeyRing one = KeyRing.parse(json);
        KeyRing other = KeyRing.parse(json);
        if (!one.isOlder(other.key("former"), one.key("active")) || !one.isOlder(one.key("former"), other.key("active"))
            || one.isOlder(other.key("active"), one.key("former"))) {
            throw new AssertionError("the order of keys is lost where the ring is read again");
        }
    }

    private static final String[] PIECES = {
        "null", "1", "-0", "1e999", "0.07", "\"\"", "[]", "{}", "\"<2\"", "\"1...3\"", "\"7d\"", "\"2026-12-01T00:00:00Z\"",
        "\\u0000", "\\uD800", "\u00E9", "\"required\"", "\"recommended\"", "\"when\":{},", "\"share\"", "\"en-GB\"", "[[", "]]",
        "9999999999999999999", "true", ",", ":", "\"",
    };

    private static final String GATE = "{ \"gate\": 1, \"platform\": \"android\",\n"
        + "  \"latest\": [ { \"app\": \"3.2.0\", \"sdk\": \">=23\", \"build\": 41000 }, { \"app\": \"2.9.4\" } ],\n"
        + "  \"rules\": [ { \"id\": \"bad\", \"when\": { \"app\": [\"2.3.1...2.3.4\", \"2.4.0\"], \"model\": \"Pixel*\" },\n"
        + "    \"then\": \"required\", \"title\": { \"en\": \"t\" }, \"description\": { \"en\": \"d\", \"pt-BR\": \"e\" },\n"
        + "    \"url\": \"https://example.com\", \"orElse\": { \"en\": \"o\" } },\n"
        + "  { \"id\": \"winter\", \"when\": { \"app\": \"<3.2.0\", \"sdk\": \"<21\", \"build\": \">1\", \"region\": [\"GB\"],\n"
        + "    \"channel\": \"beta\", \"share\": { \"salt\": \"3\", \"steps\": [ [\"2026-12-01T00:00:00Z\", 5.25] ] } },\n"
        + "    \"then\": \"recommended\", \"requiredFrom\": \"2026-12-01T00:00:00Z\", \"grace\": \"7d\",\n"
        + "    \"requiredBy\": \"2027-01-01T00:00:00Z\", \"description\": { \"cy\": \"d\" } },\n"
        + "  { \"id\": \"all\", \"when\": { \"app\": \"<3.2.0\" }, \"then\": \"recommended\", \"grace\": \"1h\" },\n"
        + "  { \"id\": \"night\", \"when\": { \"from\": \"2026-11-01T00:00:00Z\", \"until\": \"2026-11-02T00:00:00Z\" },\n"
        + "    \"then\": \"maintenance\", \"scope\": \"payments\", \"message\": { \"en\": \"m\" } } ] }\n";
    private static final String AVAILABILITY =
        "{ \"minimumSDKVersion\": { \"value\": 23, \"description\": { \"en\": \"system\", \"zh-Hant-TW\": \"\\u4f60\" } },\n"
        + "  \"minimumAppVersion\": { \"value\": 8, \"title\": { \"de\": \"x\" }, \"description\": { \"en\": \"app\" } } }\n";
    private static final String CONFIG = "{ \"minimumVersion\": \"1.2.0\", \"latestVersion\": \"1.5.0\",\n"
        + "  \"updateUrl\": { \"ios\": \"https://example.com\" }, \"maintenanceMode\": true, \"maintenanceMessage\": null }\n";
    private static final String ENVIRONMENTS = "{ \"environments\": { \"mainnet\": { \"apps\": { \"android\": {\n"
        + "  \"minimalVersion\": \"1.0\", \"build\": 40000, \"url\": \"https://example.com\" } } } } }\n";
    private static final String REMOTE =
        "{ \"platform\": \"android\", \"force_update_version\": \"1.2.0\", \"optional_update_version\": \"1.5.0\" }\n";

    /** Reads and decides by damaged documents, and verifies damaged downloads and key rings. */
    static void run(long seed, int count) throws Exception {
        Random random = new Random(seed);
        Map<DocumentReader, String> bodies = new LinkedHashMap<>();
        bodies.put(new Availability(Device.Platform.ANDROID), AVAILABILITY);
        bodies.put(new AppConfig(), CONFIG);
        bodies.put(new EnvironmentConfig("mainnet"), ENVIRONMENTS);
        bodies.put(new RemoteConfig(Device.Platform.ANDROID), REMOTE);
        bodies.put(GateDocument.ANDROID, GATE);
        List<DocumentReader> readers = new ArrayList<>(bodies.keySet());
        Verifier verifier = new Verifier(
            KeyRing.parse(RING), "production", GateDocument.ANDROID, Limits.CLOCK_SKEW_SECONDS, Limits.BODY_BYTES,
            Classic.READERS);
        int readable = 0;
        Map<String, Integer> refusals = new HashMap<>();
        for (int i = 0; i < count; i++) {
            // The document with the most to it, every other time.
            DocumentReader reader = i % 2 == 0 ? GateDocument.ANDROID : readers.get(random.nextInt(readers.size()));
            byte[] body = mutate(bodies.get(reader).getBytes(StandardCharsets.UTF_8), random);
            try {
                Rules rules = reader.read(body).rules(Device.Platform.ANDROID);
                for (String app : new String[] {"2.3.2", "3.0", "x", null}) rules.decide(situation(app));
                readable++;
            } catch (DocumentException e) {
                // What is documented.
            }
            // Checking a signature takes longer than all else.
            if (i % 16 != 0) continue;
            String code = verify(verifier, body, random);
            refusals.put(code, refusals.containsKey(code) ? refusals.get(code) + 1 : 1);
        }
        if (readable < count / 20) VectorDriver.fail("mutations", "some that can be read", readable);
        if (refusals.size() < 10) VectorDriver.fail("mutations", "many refusals", refusals);
        System.out.println(count + " mutations, " + readable + " readable, " + refusals.size() + " kinds of refusals");
    }

    private static Rules.Situation situation(String app) {
        Device device = Device.android(25).app(app).build(39999).model("Pixel 4").region("GB").channel("beta")
            .installId("0123456789abcdef0123456789abcdef").languages(Collections.singletonList("en-GB")).build();
        Rules.Situation situation =
            new Rules.Situation(device, Decision.Source.FETCHED, SignedDate.of(NOW), NOW * 1_000);
        situation.scope = "payments";
        return situation;
    }

    /** 2026-12-02T00:00:00Z */
    private static final long NOW = 1_796_169_600L;

    private static final String[] WORDS = {
        "1", "5.25", "<2", "1...3", "3.0", "7d", "1h", "2026-12-01T00:00:00Z", "required", "recommended", "available", "GB",
        "maintenance", "when", "grace", "app", "en", "cy", "zh-Hant-TW", "e", "", ">=2.1", "\\u00e9", "id", "Pixel*", "31",
    };

    private static boolean isEdge(byte b) {
        return b == '"' || b == ' ' || b == '\n' || b == ',' || b == ']';
    }

    static byte[] mutate(byte[] bytes, Random random) {
        byte[] result = bytes;
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(result.length + 1);
            int length = Math.min(random.nextInt(8), result.length - at);
            byte[] piece;
            int kind = random.nextInt(8);
            if (kind > 3) {
                // Another value for a value: what stands between one quotation mark or space and the next.
                while (at > 0 && !isEdge(result[at - 1])) at--;
                int end = at;
                while (end < result.length && !isEdge(result[end])) end++;
                length = end - at;
            }
            switch (kind) {
                case 4: case 5: case 6: case 7:
                    piece = WORDS[random.nextInt(WORDS.length)].getBytes(StandardCharsets.UTF_8);
                    break;
                case 0: piece = PIECES[random.nextInt(PIECES.length)].getBytes(StandardCharsets.UTF_8); break;
                case 1: piece = new byte[] {(byte) random.nextInt(256)}; break;
                case 2: piece = new byte[0]; break;
                default:
                    int start = random.nextInt(result.length + 1);
                    int end = Math.min(result.length, start + random.nextInt(40));
                    piece = java.util.Arrays.copyOfRange(result, start, end);
            }
            byte[] next = new byte[result.length - length + piece.length];
            System.arraycopy(result, 0, next, 0, at);
            System.arraycopy(piece, 0, next, at, piece.length);
            System.arraycopy(result, at + length, next, at + piece.length, result.length - at - length);
            result = next;
        }
        return result;
    }

    static final String KEY = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/"
        + "hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==";
    static final String RING = "{ \"keys\": [ { \"id\": \"k\", \"name\": \"n\", \"environment\": \"production\","
        + " \"state\": \"active\", \"publicKey\": \"" + KEY + "\" } ] }";
    static Verifier verifier(String ring) throws KeyRing.KeyRingException {
        return new Verifier(KeyRing.parse(ring), "production", GateDocument.ANDROID);
    }

    /** A gate over documents that a key of this ring signs. */
    static GateBuilder gate(String ring, String origin) {
        return Gate.builder(ring).origin(origin).document("gate/android.json").environment("production")
            .device(Device.android(25).build());
    }

    static final Download.Envelope HEADERS = new SignatureHeaders(SignatureHeaders.Profile.DATED);
    private static final String HEADER = "keyId=\"k\",signature=\"MAYCAQECAQE=\"";
    private static final String DATE = "Mon, 03 Aug 2020 22:59:35 UTC";
    /** The header of a .jws of key k, for the path a. */
    private static final String PROTECTED = "{\"alg\":\"ES256\",\"kid\":\"k\",\"typ\":\"signet+jws\","
        + "\"environment\":\"production\",\"path\":\"a\",\"iat\":1596495575}";

    private static String verify(Verifier verifier, byte[] body, Random random) throws Exception {
        try {
            if (random.nextInt(8) == 0) KeyRing.parse(mutate(RING.getBytes(StandardCharsets.UTF_8), random));
        } catch (KeyRing.KeyRingException e) {
            // What is documented.
        }
        Download download;
        if (random.nextBoolean()) {
            List<Transport.Header> headers = new ArrayList<>();
            headers.add(new Transport.Header(SignatureHeaders.SIGNATURE, text(HEADER, random)));
            if (random.nextInt(50) > 0) headers.add(new Transport.Header(SignatureHeaders.SIGNATURE_DATE, text(DATE, random)));
            download = new Download(HEADERS, body, headers);
        } else {
            String header = random.nextBoolean() ? PROTECTED : text(PROTECTED, random);
            String jws = encode(header.getBytes(StandardCharsets.ISO_8859_1)) + "." + encode(body) + "." + encode(new byte[64]);
            download = Download.ofJws(text(jws, random).getBytes(StandardCharsets.ISO_8859_1));
        }
        Download.decode(mutate(download.encode(), random), Arrays.asList(Download.Envelope.JWS, HEADERS));
        try {
            verifier.verify(download, "a", null, NOW * 1_000);
            return "accepted";
        } catch (VerificationException e) {
            return e.code() + ": " + e.phrase();
        }
    }

    private static String encode(byte[] bytes) {
        return java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The {@code .jws} of a gate document for the path of {@link #gate}, signed at a time. */
    static byte[] jws(KeyPair pair, long seconds, String body) throws Exception {
        return jws(pair, PROTECTED.replace("\"a\"", "\"gate/android.json\"").replace("1596495575", "" + seconds), body);
    }

    private static byte[] jws(KeyPair pair, String header, String body) throws Exception {
        String input = encode(header.getBytes(StandardCharsets.UTF_8)) + "." + encode(body.getBytes(StandardCharsets.UTF_8));
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initSign(pair.getPrivate());
        signature.update(input.getBytes(StandardCharsets.UTF_8));
        return (input + "." + encode(signature.sign())).getBytes(StandardCharsets.UTF_8);
    }

    /** A {@code .jws} of which any byte was changed, lost or doubled is refused. */
    static void jws() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = generator.generateKeyPair();
        String ring = RING.replace(KEY, java.util.Base64.getEncoder().encodeToString(pair.getPublic().getEncoded()));
        Verifier verifier = verifier(ring);
        byte[] file = jws(pair, PROTECTED, "{\"gate\":1,\"platform\":\"android\",\"rules\":[]}");
        expect(verifier, file, "accepted", "nothing was changed");
        for (int i = 0; i < file.length; i++) {
            for (int other : new int[] {'A', '0', '.', '_', '-', '=', '\n', 0, 0xC3, file[i] ^ 1, file[i] ^ 0x20, file[i] ^ 0x80}) {
                if ((byte) other == file[i]) continue;
                byte[] changed = file.clone();
                changed[i] = (byte) other;
                expect(verifier, changed, null, "byte " + i + " became " + (other & 255));
            }
            String text = new String(file, StandardCharsets.ISO_8859_1);
            String lost = text.substring(0, i) + text.substring(i + 1);
            String doubled = text.substring(0, i + 1) + text.substring(i);
            expect(verifier, lost.getBytes(StandardCharsets.ISO_8859_1), null, "byte " + i + " is lost");
            expect(verifier, doubled.getBytes(StandardCharsets.ISO_8859_1), null, "byte " + i + " is there twice");
        }
    }

    private static final List<String> CODES = Arrays.asList("malformed", "unknown-key", "other-document", "bad-signature");

    /** With null as the verdict: one of the codes. */
    private static void expect(Verifier verifier, byte[] file, String verdict, String change) {
        String found = "accepted";
        try {
            verifier.verify(Download.ofJws(file), "a", null, NOW * 1_000);
        } catch (VerificationException e) {
            found = e.code();
        }
        if (verdict == null ? !CODES.contains(found) : !verdict.equals(found)) VectorDriver.fail(change, verdict, found);
    }

    /** Unchanged every other time, so that later checks are reached. */
    private static String text(String text, Random random) {
        if (random.nextBoolean()) return text;
        return new String(mutate(text.getBytes(StandardCharsets.ISO_8859_1), random), StandardCharsets.ISO_8859_1);
    }
}
