package signet;

import java.io.File;
import java.io.IOException;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A gate in bad company: a network, a store, a listener and a clock that do what they should not, from several threads. */
final class GateStress {
    private GateStress() {}

    private static final int THREADS = 4;
    private static final int ROUNDS = 150;

    /** Answers, fails, throws or takes its time. */
    private static final class Network implements Transport {
        private final Random random = new Random(18);

        @Override public Transport.Response fetch(String url, long byteLimit, long timeLimitMillis)
            throws Transport.TransportException {
            List<Transport.Header> none = new ArrayList<>();
            switch (next(9)) {
                case 0: return new Transport.Response(200, none, new byte[] {'{', '}'});
                case 1: return new Transport.Response(503, none, new byte[0]);
                case 2: throw new Transport.TransportException("there is no network here", true);
                case 3: throw new IllegalStateException("a defect of a transport");
                case 4: return null;
                case 5:
                    try {
                        Thread.sleep(40);
                    } catch (InterruptedException e) {
                        throw new Transport.TransportException("interrupted", false);
                    }
                    return new Transport.Response(200, none, new byte[0]);
                case 6: return new Transport.Response(200, none, null);
                case 7:
                    none.add(new Transport.Header(null, "HTTP/1.1 200"));
                    return new Transport.Response(200, none, new byte[0]);
                default: return new Transport.Response(200, none, ".a.b.".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            }
        }

        private synchronized int next(int bound) {
            return random.nextInt(bound);
        }
    }

    private static final class Disk implements Store {
        private final AtomicInteger calls = new AtomicInteger();

        @Override public byte[] load(String name, int byteLimit) throws IOException {
            if (calls.incrementAndGet() % 3 == 0) throw new IOException("locked");
            if (calls.get() % 3 == 1) throw new IllegalStateException("a defect of a store");
            return new byte[] {1, 2, 3};
        }

        @Override public boolean replace(String name, byte[] old, byte[] content, int byteLimit) throws IOException {
            throw new IOException("full");
        }
    }

    static void run() throws Exception {
        silence();
        slowStores();
        interruptions();
        final byte[] embedded = {0};
        final Gate gate = Mutations.gate(Mutations.RING, "https://example.com").backends("api.example.com")
            .embedded(embedded).checkLimit(20, TimeUnit.MILLISECONDS).requestLimit(20, TimeUnit.MILLISECONDS)
            .attempts(3, 1, 8_000, TimeUnit.MILLISECONDS).observationInterval(1, TimeUnit.MILLISECONDS)
            .transport(new Network()).store(new Disk())
            .storeLookup(() -> { throw new IllegalStateException("a defect of a lookup"); }).build();
        gate.addListener(decision -> { throw new IllegalStateException("a defect of a listener"); });
        final AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread.setDefaultUncaughtExceptionHandler(new Thread.UncaughtExceptionHandler() {
            @Override public void uncaughtException(Thread thread, Throwable error) {
                thrown.set(error);
            }
        });
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            final int first = i;
            Thread thread = new Thread() {
                @Override public void run() {
                    for (int round = first; round < first + ROUNDS; round++) act(gate, round, embedded);
                }
            };
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join(60_000);
            if (thread.isAlive()) VectorDriver.fail("stress", "an end", Arrays.toString(thread.getStackTrace()));
        }
        if (thrown.get() != null) VectorDriver.fail("stress", "nothing thrown", thrown.get());
        Decision decision = gate.currentBlocking(null);
        if (decision.source() != Decision.Source.NONE) VectorDriver.fail("stress", "nobody decides", decision);
        String code = gate.lastFailure().code();
        if (!code.startsWith("malformed") && !code.startsWith("embedded/")) VectorDriver.fail("stress", "a refusal", code);
        System.out.println(THREADS * ROUNDS + " calls of a gate");
    }

    /** A store that never answers is one that fails: the session goes on, and waits for it once. */
    static void silence() {
        final AtomicInteger calls = new AtomicInteger();
        Store silent = new Store() {
            @Override public byte[] load(String name, int byteLimit) throws IOException {
                calls.incrementAndGet();
                try {
                    Thread.sleep(Long.MAX_VALUE);
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                return null;
            }

            @Override public boolean replace(String name, byte[] old, byte[] content, int byteLimit) {
                return false;
            }
        };
        Gate gate = Mutations.gate(Mutations.RING, "https://example.com").attempts(1, 0, 0, TimeUnit.SECONDS)
            .transport(new Network()).store(silent).build();
        gate.checkBlocking();
        long start = System.nanoTime();
        for (int i = 0; i < 2; i++) gate.checkBlocking();
        long millis = (System.nanoTime() - start) / 1_000_000;
        if (millis > 2_500) VectorDriver.fail("a silent store", "it is waited for once", millis + " ms");
        if (!PromptThrottle.openBlocking(silent).shouldShow(new Update(Update.Subject.APP))) {
            VectorDriver.fail("a silent store", "shown", "not shown");
        }
        // One of the gate, and one of the prompts.
        if (calls.get() != 2) VectorDriver.fail("a silent store", 2, calls.get());
    }

    /** A store that answers once it may, or after a time. */
    private static final class Slow implements Store {
        final Sequences.Memory memory;
        final CountDownLatch answer = new CountDownLatch(1);
        private final long millis;

        Slow(Sequences.Memory memory, long millis) {
            this.memory = memory;
            this.millis = millis;
        }

        @Override public byte[] load(String name, int byteLimit) throws IOException {
            try {
                answer.await(millis, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return memory.load(name, byteLimit);
        }

        @Override public boolean replace(String name, byte[] old, byte[] content, int byteLimit) throws IOException {
            return memory.replace(name, old, content, byteLimit);
        }
    }

    private static final String BLOCK =
        "{ \"gate\": 1, \"platform\": \"android\", \"rules\": [ { \"id\": \"r\", \"then\": \"required\" } ] }\n";
    private static final Transport OFFLINE =
        (url, limit, millis) -> { throw new Transport.TransportException("there is no network here", false); };

    /** A check waits for a store until its own limit; what comes later decides then, and who listens hears it. */
    private static void slowStores() throws Exception {
        Deadlines.Signed signed = new Deadlines.Signed(BLOCK);
        Sequences.Hands clock = new Sequences.Hands();
        clock.now = Deadlines.SIGNED * 1_000;
        Sequences.Memory memory = new Sequences.Memory();
        GateBuilder builder = signed.configuration.clock(clock).transport(signed.transport);
        expect("what is stored", "REQUIRED FETCHED", builder.store(memory).build().checkBlocking());

        builder.checkLimit(3, TimeUnit.SECONDS);
        Gate patient = builder.transport(OFFLINE).store(new Slow(memory, 1_300)).build();
        expect("a store that takes its time", "REQUIRED STORED", patient.checkBlocking());

        Slow late = new Slow(memory, 60_000);
        BlockingQueue<Decision> heard = new LinkedBlockingQueue<>();
        Gate gate = builder.checkLimit(300, TimeUnit.MILLISECONDS).store(late).build();
        gate.addListener(heard::add);
        expect("a late store", "AVAILABLE NONE", gate.checkBlocking());
        expect("a late store, heard", "AVAILABLE NONE", heard.poll(10, TimeUnit.SECONDS));
        late.answer.countDown();
        expect("what came late, heard", "REQUIRED STORED", heard.poll(10, TimeUnit.SECONDS));
        expect("what came late", "REQUIRED STORED", gate.current());

        rollback();
        // What was fetched does not wait longer than the check does, and is kept when the store answers.
        Slow empty = new Slow(new Sequences.Memory(), 60_000);
        gate = builder.checkLimit(6, TimeUnit.SECONDS).transport(signed.transport).store(empty).build();
        expect("fetched meanwhile", "REQUIRED FETCHED", gate.checkBlocking());
        expect("fetched and not kept", "not-stored", gate.lastFailure() == null ? null : gate.lastFailure().code());
        empty.answer.countDown();
        for (int i = 0; i < 1_000 && gate.lastFailure() != null; i++) Thread.sleep(10);
        gate = builder.transport(OFFLINE).store(empty.memory).build();
        expect("kept late", "REQUIRED STORED", gate.checkBlocking());
    }

    /** An older document that was fetched before a slow store has answered lifts a block no longer than that. */
    private static void rollback() throws Exception {
        KeyPair keys = Races.keys();
        Sequences.Hands clock = new Sequences.Hands();
        clock.now = Deadlines.SIGNED * 1_000;
        byte[] newer = Mutations.jws(keys, Deadlines.SIGNED, BLOCK);
        byte[] older = Mutations.jws(keys, Deadlines.SIGNED - 60, BLOCK.replace("required", "available"));
        AtomicReference<byte[]> answer = new AtomicReference<>(newer);
        Sequences.Memory memory = new Sequences.Memory();
        GateBuilder builder = Mutations.gate(Races.ring(keys), "https://example.com").clock(clock).store(memory)
            .transport((url, limit, millis) -> new Transport.Response(200, new ArrayList<>(), answer.get()));
        builder.build().checkBlocking();
        answer.set(older);
        Slow slow = new Slow(memory, 60_000);
        Gate gate = builder.store(slow).checkLimit(300, TimeUnit.MILLISECONDS).build();
        BlockingQueue<Decision> heard = new LinkedBlockingQueue<>();
        gate.checkBlocking();
        for (int i = 0; i < 1_000 && gate.current().source() != Decision.Source.FETCHED; i++) Thread.sleep(10);
        gate.addListener(heard::add);
        expect("an older document, heard", "AVAILABLE FETCHED", heard.poll(10, TimeUnit.SECONDS));
        slow.answer.countDown();
        expect("a newer one was stored", "REQUIRED STORED", heard.poll(10, TimeUnit.SECONDS));
        expect("it was refused", "REQUIRED STORED", gate.checkBlocking());
        expect("for this reason", "rollback", gate.lastFailure().code());
    }

    /** A check on a thread that is interrupted returns what is known, and the rest is known when the store answers. */
    private static void interruptions() throws Exception {
        KeyPair keys = Races.keys();
        Sequences.Hands clock = new Sequences.Hands();
        clock.now = Deadlines.SIGNED * 1_000;
        byte[] jws = Mutations.jws(keys, Deadlines.SIGNED, BLOCK);
        Sequences.Memory memory = new Sequences.Memory();
        GateBuilder builder = Mutations.gate(Races.ring(keys), "https://example.com").clock(clock);
        builder.store(memory).transport((url, limit, millis) -> new Transport.Response(200, new ArrayList<>(), jws));
        expect("what is stored", "REQUIRED FETCHED", builder.build().checkBlocking());

        builder.transport(OFFLINE);
        expect("interrupted, a fast store", "REQUIRED STORED", interrupted(builder.build()));
        Slow slow = new Slow(memory, 60_000);
        BlockingQueue<Decision> heard = new LinkedBlockingQueue<>();
        Gate gate = builder.store(slow).checkLimit(60, TimeUnit.SECONDS).build();
        expect("interrupted, a slow store", "AVAILABLE NONE", interrupted(gate));
        gate.addListener(heard::add);
        slow.answer.countDown();
        expect("heard once it has answered", "REQUIRED STORED", heard.poll(10, TimeUnit.SECONDS));
        gate = builder.store(new Slow(memory, 60_000)).embedded(jws).build();
        expect("interrupted, an embedded document", "REQUIRED EMBEDDED", interrupted(gate));
    }

    private static Decision interrupted(Gate gate) {
        long start = System.nanoTime();
        Thread.currentThread().interrupt();
        Decision decision = gate.checkBlocking();
        if (!Thread.interrupted()) VectorDriver.fail("an interrupted check", "an interrupted thread", "none");
        long millis = (System.nanoTime() - start) / 1_000_000;
        if (millis > 2_500) VectorDriver.fail("an interrupted check", "at once", millis + " ms");
        return decision;
    }

    private static void expect(String name, String expected, Decision found) {
        expect(name, expected, found == null ? null : found.outcome() + " " + found.source());
    }

    private static void expect(String name, String expected, String found) {
        if (!expected.equals(found)) VectorDriver.fail(name, expected, found);
    }

    private static void act(Gate gate, int round, byte[] body) {
        switch (round % 10) {
            case 0: gate.checkBlocking(); break;
            case 1: gate.observeBlocking("api.example.com", 403, body); break;
            case 2: gate.currentBlocking("payments"); break;
            case 3: gate.foregroundedBlocking(); break;
            case 4: gate.lastFailure(); break;
            case 5: gate.current("payments"); break;
            case 6: gate.observe("api.example.com", 403, body); break;
            case 7: gate.foregrounded(null); break;
            case 8: gate.addListener(decision -> { }); break;
            default: if (round % 30 == 9) gate.close(); else gate.check(null);
        }
    }

    /** Two stores over one folder, as of two gates: what is read is always what one of them has written. */
    private static void together(final File folder) throws Exception {
        final AtomicReference<Object> wrong = new AtomicReference<>();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            final byte[] content = new byte[(i + 1) * 50_000];
            Arrays.fill(content, (byte) i);
            threads[i] = new Thread() {
                @Override public void run() {
                    FileStore store = new FileStore(folder);
                    try {
                        for (int round = 0; round < ROUNDS; round++) {
                            while (!isWritten(store, content)) continue;
                            byte[] found = store.load("together", 1 << 20);
                            boolean isWhole = found != null && found.length == (found[0] + 1) * 50_000;
                            for (int j = 0; isWhole && j < found.length; j++) isWhole = found[j] == found[0];
                            if (!isWhole) wrong.set(found == null ? "nothing" : found.length + " bytes");
                        }
                    } catch (IOException e) {
                        wrong.set(e);
                    }
                }
            };
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        if (wrong.get() != null) VectorDriver.fail("several stores over one folder", "a whole file", wrong.get());
        String[] left = folder.list();
        // With the file that is locked.
        if (left == null || left.length != 2) VectorDriver.fail("several stores over one folder", 2, Arrays.toString(left));
    }

    /** Whether it was written: another store was faster, or on a busy machine the others took longer than one waits. */
    private static boolean isWritten(FileStore store, byte[] content) throws IOException {
        try {
            return store.replace("together", store.load("together", 1 << 20), content, 1 << 20);
        } catch (IOException e) {
            if (!"others are writing".equals(e.getMessage())) throw e;
            return false;
        }
    }

    /** Files in a folder: replaced in one step, refused when too large, and missing where nothing was saved. */
    static void files(File folder) throws Exception {
        FileStore store = new FileStore(new File(folder, "deep/er"));
        if (store.load("a", 10) != null) VectorDriver.fail("files", null, "something");
        boolean isDone = store.replace("a", null, new byte[] {1}, 10)
            && !store.replace("a", null, new byte[] {9}, 10) && !store.replace("a", new byte[] {2}, new byte[] {9}, 10)
            && store.replace("a", new byte[] {1}, new byte[] {2, 3}, 10);
        if (!isDone) VectorDriver.fail("files", "only what was read is replaced", "something else");
        if (!Arrays.equals(store.load("a", 2), new byte[] {2, 3})) VectorDriver.fail("files", "2, 3", "something else");
        if (store.load("a", 1) != null) VectorDriver.fail("files", "too large", "something");
        if (!store.replace("a", null, new byte[] {2, 3}, 1)) VectorDriver.fail("files", "too large counts as missing", "not");
        // A folder in place of a file is moved aside, with what is in it.
        File mine = new File(folder, "deep/er/b/mine");
        if (!mine.mkdirs() || !store.replace("b", store.load("b", 10), new byte[] {4}, 10)) {
            VectorDriver.fail("files", "a folder heals", "not");
        }
        boolean isAside = new File(folder, "deep/er/b.1/mine").isDirectory() && Arrays.equals(store.load("b", 10), new byte[] {4});
        if (!isAside) VectorDriver.fail("files", "a folder moved aside", "something else");
        together(new File(folder, "together"));
        try {
            new FileStore(new File(folder, "deep/er/a")).replace("b", null, new byte[0], 10);
            VectorDriver.fail("files", "an error", "none");
        } catch (IOException e) {
            System.out.println("files are kept");
        }
    }
}
