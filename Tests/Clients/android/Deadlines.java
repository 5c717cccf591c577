package signet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import signet.classic.SignatureHeaders;

/** A recommendation with a week of grace, across restarts, clocks that are wrong, and stores that lose or keep nothing. */
final class Deadlines {
    private Deadlines() {}

    static final long SIGNED = 1_796_083_200L;
    private static final long DAY = 86_400;
    private static final String BODY = "{ \"gate\": 1, \"platform\": \"android\", \"rules\": ["
        + " { \"id\": \"winter\", \"when\": { \"app\": \"<3\" }, \"then\": \"recommended\", \"grace\": \"5d\" },"
        + " { \"id\": \"part\", \"when\": { \"share\": { \"salt\": \"s\", \"steps\": [ [\"2020-01-01T00:00:00Z\", 100] ] } },"
        + " \"then\": \"available\" } ] }\n";

    static void run() throws Exception {
        Signed signed = new Signed(BODY);
        GateBuilder configuration = signed.configuration;
        Transport transport = signed.transport;
        Sequences.Hands clock = new Sequences.Hands();
        Sequences.Memory store = new Sequences.Memory();
        String[] steps = {
            // Days after the signed date, and what is said then.
            "1 RECOMMENDED 2026-12-07T00:00:00Z", "3 RECOMMENDED 2026-12-07T00:00:00Z",
            // A clock that was set back begins the grace earlier, never later.
            "0 RECOMMENDED 2026-12-06T00:00:00Z", "2 RECOMMENDED 2026-12-06T00:00:00Z", "5 REQUIRED null",
            "1 RECOMMENDED 2026-12-06T00:00:00Z", "900 REQUIRED null",
        };
        for (String step : steps) {
            String[] words = step.split(" ");
            clock.now = (SIGNED + Long.parseLong(words[0]) * DAY) * 1_000;
            Decision decision = gate(configuration, transport, store, clock).checkBlocking();
            Long due = decision.update() == null ? null : decision.update().due();
            String found = words[0] + " " + decision.outcome() + " " + (due == null ? null : SignedDate.of(due));
            if (!step.equals(found)) VectorDriver.fail("grace", step, found);
        }
        severalGates(configuration, transport);
        installIds(configuration, transport);
        // The id of the installation is made once, and kept.
        byte[] id = store.load("install-id", 100);
        String text = id == null ? null : new String(id, StandardCharsets.US_ASCII).trim();
        if (!Names.isInstallId(text)) VectorDriver.fail("install id", "32 digits", text);
        Device newer = Device.android(25).app("3.0").build();
        Decision part = gate(configuration, newer, transport, store, clock).checkBlocking();
        if (!"part".equals(part.rule())) VectorDriver.fail("share", "part", part);
        if (!Arrays.equals(id, store.load("install-id", 100))) VectorDriver.fail("install id", "the same", "another");
        // Without a store it lasts for the session; one that cannot be kept is none.
        Decision alone = gate(configuration, newer, transport, null, clock).checkBlocking();
        if (!"part".equals(alone.rule())) VectorDriver.fail("share without a store", "part", alone);
        System.out.println("deadlines hold");
    }

    /** A document of a new key, and the gate of an app that trusts that. */
    static final class Signed {
        final GateBuilder configuration;
        final Transport transport;

        Signed(String body) throws Exception {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            java.util.Base64.Encoder base64 = java.util.Base64.getEncoder();
            String ring = Mutations.RING.replace(Mutations.KEY, base64.encodeToString(pair.getPublic().getEncoded()));
            String date = SignedDate.of(SIGNED).headerValue();
            Signature signer = Signature.getInstance("SHA256withECDSA");
            signer.initSign(pair.getPrivate());
            signer.update((date + ":" + body).getBytes(StandardCharsets.UTF_8));
            List<Transport.Header> headers = Arrays.asList(
                new Transport.Header(
                    SignatureHeaders.SIGNATURE, "keyId=\"k\",signature=\"" + base64.encodeToString(signer.sign()) + "\""),
                new Transport.Header(SignatureHeaders.SIGNATURE_DATE, date));
            configuration = Mutations.gate(ring, "https://example.com").envelope(Mutations.HEADERS).checkLimit(60, TimeUnit.SECONDS);
            transport =
                (url, byteLimit, millis) -> new Transport.Response(200, headers, body.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A store that may be locked, as before a device is first unlocked. */
    private static final class Locked implements Store {
        final Sequences.Memory memory = new Sequences.Memory();
        volatile boolean isLocked;

        @Override public byte[] load(String name, int byteLimit) throws IOException {
            if (isLocked) throw new IOException("locked");
            return memory.load(name, byteLimit);
        }

        @Override public boolean replace(String name, byte[] old, byte[] content, int byteLimit) throws IOException {
            return memory.replace(name, old, content, byteLimit);
        }
    }

    /** Of two gates the earlier sight of a rule counts, and nothing is written before it was read. */
    private static void severalGates(GateBuilder configuration, Transport transport) {
        Sequences.Hands clock = new Sequences.Hands();
        Locked store = new Locked();
        Gate first = gate(configuration, transport, store, clock);
        expectDue(first, clock, 3, 8);
        expectDue(gate(configuration, transport, store, clock), clock, 1, 6);
        // What it knows itself is later than what the other one wrote.
        clock.now = (SIGNED + 2 * DAY) * 1_000;
        first.currentBlocking(null);
        expectDue(gate(configuration, transport, store, clock), clock, 2, 6);
        store.isLocked = true;
        Gate locked = gate(configuration, transport, store, clock);
        expectDue(locked, clock, 3, 8);
        store.isLocked = false;
        expectDue(gate(configuration, transport, store, clock), clock, 3, 6);
        expectDue(locked, clock, 3, 6);
    }

    /** One id for all gates over a store, which is read once the device is unlocked. */
    private static void installIds(final GateBuilder configuration, final Transport transport)
        throws Exception {
        final Sequences.Hands clock = new Sequences.Hands();
        clock.now = SIGNED * 1_000;
        final Device newer = Device.android(25).app("3.0").build();
        final Locked store = new Locked();
        store.isLocked = true;
        Transport unlocking = new Transport() {
            @Override public Transport.Response fetch(String url, long byteLimit, long timeLimitMillis)
                throws Transport.TransportException {
                store.isLocked = false;
                return transport.fetch(url, byteLimit, timeLimitMillis);
            }
        };
        Decision unlocked = gate(configuration, newer, unlocking, store, clock).checkBlocking();
        if (!"part".equals(unlocked.rule())) VectorDriver.fail("unlocked share", "part", unlocked);

        final AtomicInteger made = new AtomicInteger();
        final Sequences.Memory memory = new Sequences.Memory();
        final Store slow = new Store() {
            @Override public byte[] load(String name, int byteLimit) throws IOException {
                byte[] found = memory.load(name, byteLimit);
                pause();
                return found;
            }

            @Override public boolean replace(String name, byte[] old, byte[] content, int byteLimit)
                throws IOException {
                boolean isReplaced = memory.replace(name, old, content, byteLimit);
                if (isReplaced && name.equals("install-id")) made.incrementAndGet();
                return isReplaced;
            }
        };
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread() {
                @Override public void run() {
                    gate(configuration, newer, transport, slow, clock).currentBlocking(null);
                }
            };
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        if (made.get() != 1) VectorDriver.fail("ids of several gates", 1, made.get());
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Gate gate(GateBuilder configuration, Transport transport, Store store, Clock clock) {
        return gate(configuration, Device.android(25).app("2.9").build(), transport, store, clock);
    }

    private static Gate gate(
        GateBuilder configuration, Device device, Transport transport, Store store, Clock clock) {
        synchronized (configuration) {
            return configuration.device(device).transport(transport).store(store).clock(clock).build();
        }
    }

    private static void expectDue(Gate gate, Sequences.Hands clock, long day, long due) {
        clock.now = (SIGNED + day * DAY) * 1_000;
        Update update = gate.checkBlocking().update();
        Long found = update == null || update.due() == null ? null : (update.due() - SIGNED) / DAY;
        if (found == null || found != due) VectorDriver.fail("day " + day, due, found);
    }
}
