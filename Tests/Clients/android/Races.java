package signet;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import signet.classic.SignatureHeaders;

/**
 * Two gates over one folder: in each round one of them gets the newest document, and the other an older one that is newer
 * than what both have. In one process with two stores, or in two processes.
 */
final class Races {
    private Races() {}

    static final long SIGNED = 1_796_083_200L;

    /** One of the two, told what to do in lines {@code ROUND DATE NOW RULE SIGNATURE}. */
    private static final class Racer {
        private final File folder;
        private final GateBuilder builder;
        private final Sequences.Hands clock = new Sequences.Hands();
        private volatile Transport.Response response;
        private Gate gate;
        private PromptThrottle prompts;
        private int count;

        Racer(File folder) throws Exception {
            this.folder = folder;
            String ring = new String(Files.readAllBytes(new File(folder, "ring.json").toPath()), StandardCharsets.UTF_8);
            builder = Mutations.gate(ring, "https://example.com").envelope(Mutations.HEADERS)
                .checkLimit(60, TimeUnit.SECONDS).device(Device.android(25).app("2.0").build()).clock(clock)
                .transport((url, byteLimit, timeLimitMillis) -> response);
        }

        String act(String line) {
            // A session lasts for some checks.
            if (count++ % 10 == 0) {
                FileStore store = new FileStore(new File(folder, "store"));
                gate = builder.store(store).build();
                prompts = PromptThrottle.openBlocking(store, clock, 1_000_000);
            }
            String[] words = line.split(" ");
            clock.now = Long.parseLong(words[2]) * 1_000;
            response = response(body(words[0]), Long.parseLong(words[1]), words[4]);
            Decision decision = gate.checkBlocking();
            Update update = new Update(Update.Subject.RULE);
            update.rule = words[3];
            return decision.rule() + " " + prompts.postponeBlocking(update);
        }
    }

    private static String date(long seconds) {
        return SignedDate.of(seconds).headerValue();
    }

    private static String body(String round) {
        return "{ \"gate\": 1, \"platform\": \"android\", \"rules\": [ { \"id\": \"w" + round
            + "\", \"when\": { \"app\": \"<3\" }, \"then\": \"recommended\", \"grace\": \"5d\" } ] }\n";
    }

    static KeyPair keys() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    static String ring(KeyPair keys) {
        return Mutations.RING.replace(
            Mutations.KEY, java.util.Base64.getEncoder().encodeToString(keys.getPublic().getEncoded()));
    }

    /** The signature of a body, in base64. */
    static String sign(KeyPair keys, String body, long seconds) throws Exception {
        Signature signer = Signature.getInstance("SHA256withECDSA");
        signer.initSign(keys.getPrivate());
        signer.update((date(seconds) + ":" + body).getBytes(StandardCharsets.UTF_8));
        return java.util.Base64.getEncoder().encodeToString(signer.sign());
    }

    static Transport.Response response(String body, long seconds, String signature) {
        List<Transport.Header> headers = new ArrayList<>();
        headers.add(new Transport.Header(SignatureHeaders.SIGNATURE, "keyId=\"k\",signature=\"" + signature + "\""));
        headers.add(new Transport.Header(SignatureHeaders.SIGNATURE_DATE, date(seconds)));
        return new Transport.Response(200, headers, body.getBytes(StandardCharsets.UTF_8));
    }

    /** The process of one of them. */
    static void act(File folder) throws Exception {
        Racer racer = new Racer(folder);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line;
        while ((line = lines.readLine()) != null) System.out.println(racer.act(line));
    }

    static void run(final File folder, int rounds, int processes) throws Exception {
        KeyPair pair = keys();
        if (!folder.mkdirs()) throw new IOException(folder + " cannot be made");
        Files.write(new File(folder, "ring.json").toPath(), ring(pair).getBytes(StandardCharsets.UTF_8));
        List<Callable<Void>> ends = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        List<Telling> told = new ArrayList<>();
        for (int i = 0; i < 2; i++) told.add(processes == 1 ? inHere(folder) : inProcess(folder, ends));
        FileStore store = new FileStore(new File(folder, "store"));
        String install = null;
        for (int round = 0; round < rounds; round++) {
            long first = SIGNED + round * 10L;
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                long seconds = first + (round + i) % 2;
                // Of the two, the clock of the one is ahead.
                final String line = round + " " + seconds + " " + (first + 2 + 3 * i) + " " + i + "-" + round + " "
                    + sign(pair, body("" + round), seconds);
                final Telling app = told.get(i);
                answers.add(threads.submit(new Callable<String>() {
                    @Override public String call() throws Exception { return app.tell(line); }
                }));
            }
            for (Future<String> answer : answers) expect("round " + round, "w" + round + " true", answer.get());
            String[] names = new File(folder, "store").list();
            String document = null;
            String seen = null;
            for (String name : names == null ? new String[0] : names) {
                String text = new String(store.load(name, 1 << 20), StandardCharsets.UTF_8);
                if (name.length() == 64) document = text;
                if (name.endsWith(".seen")) seen = text;
                if (name.equals("install-id")) {
                    if (install == null) install = text;
                    expect("install id", install, text);
                }
                boolean isTold = text.contains("\"0-" + round + "\"") && text.contains("\"1-" + round + "\"");
                if (name.equals("prompts") && !isTold) VectorDriver.fail("round " + round, "both Later", text);
            }
            if (document == null || !document.contains(date(first + 1))) {
                VectorDriver.fail("round " + round, "the newest document", document);
            }
            String told0 = "\"w" + round + "\": \"" + SignedDate.of(first + 2) + "\"";
            if (seen == null || !seen.contains(told0)) VectorDriver.fail("round " + round, told0, seen);
        }
        threads.shutdown();
        for (Callable<Void> end : ends) end.call();
        System.out.println(rounds + " rounds, " + processes + " processes");
    }

    private interface Telling {
        String tell(String line) throws Exception;
    }

    private static Telling inHere(File folder) throws Exception {
        final Racer racer = new Racer(folder);
        return new Telling() {
            @Override public String tell(String line) { return racer.act(line); }
        };
    }

    private static Telling inProcess(File folder, List<Callable<Void>> ends) throws Exception {
        final Process process = new ProcessBuilder(
            "java", "-cp", System.getProperty("java.class.path"), "signet.ClientDriver", "racer", folder.getPath())
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        final BufferedWriter input =
            new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        final BufferedReader output =
            new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        ends.add(new Callable<Void>() {
            @Override public Void call() throws Exception {
                input.close();
                process.waitFor();
                return null;
            }
        });
        return new Telling() {
            @Override public String tell(String line) throws Exception {
                input.write(line + "\n");
                input.flush();
                return output.readLine();
            }
        };
    }

    private static void expect(String what, String expected, String found) {
        if (!expected.equals(found)) VectorDriver.fail(what, expected, found);
    }
}
