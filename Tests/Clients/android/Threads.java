package signet;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** What an app calls on its main thread: nothing reads a file, verifies or waits, unless it is named so. */
final class Threads {
    private Threads() {}

    private static final long STORE_MILLIS = 300;

    /** For how long this thread has waited for a lock or for another thread. */
    private static long waited(ThreadMXBean threads) {
        ThreadInfo info = threads.getThreadInfo(Thread.currentThread().getId());
        return info.getBlockedTime() + info.getWaitedTime();
    }

    /** A store that says who has called it, and takes its time. */
    private static final class Watched implements Store {
        final List<String> callers = Collections.synchronizedList(new ArrayList<String>());

        @Override public byte[] load(String name, int byteLimit) throws IOException {
            callers.add(Thread.currentThread().getName());
            pause(STORE_MILLIS);
            return null;
        }

        @Override public boolean replace(String name, byte[] old, byte[] content, int byteLimit) {
            callers.add(Thread.currentThread().getName());
            pause(STORE_MILLIS);
            return true;
        }
    }

    static void run(File folder) throws Exception {
        ExecutorService main = Executors.newSingleThreadExecutor(work -> new Thread(work, "main-thread"));
        final Watched store = new Watched();
        final CountDownLatch told = new CountDownLatch(2);
        final AtomicReference<Object> wrong = new AtomicReference<>();
        final Gate gate = Mutations.gate(Mutations.RING, "https://example.com").store(store).executor(main)
            .attempts(1, 0, 0, TimeUnit.SECONDS)
            .transport((url, byteLimit, timeLimitMillis) -> { throw new Transport.TransportException("none", false); })
            .build();
        final Gate.Listener listener = decision -> {
            if (!Thread.currentThread().getName().equals("main-thread")) wrong.set(Thread.currentThread());
            told.countDown();
        };
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        threads.setThreadContentionMonitoringEnabled(true);
        long waited = main.submit(() -> {
            long start = waited(threads);
            gate.addListener(listener);
            gate.check(listener);
            gate.foregrounded(null);
            gate.observe("api.example.com", 403, new byte[] {0});
            for (int i = 0; i < 100; i++) gate.current("payments");
            gate.lastFailure();
            return waited(threads) - start;
        }).get();
        // As long as the store takes for one call, however busy this machine is.
        if (waited >= STORE_MILLIS) VectorDriver.fail("calls on the main thread", "no waiting", waited + " ms");
        if (!told.await(60, TimeUnit.SECONDS)) VectorDriver.fail("a callback", "a call", "none");
        if (wrong.get() != null) VectorDriver.fail("callbacks", "the executor", wrong.get());
        if (store.callers.isEmpty()) VectorDriver.fail("a store", "calls", "none");
        for (String caller : store.callers) {
            if (!caller.startsWith("signet-")) VectorDriver.fail("a store", "a thread of the gate", caller);
        }
        main.shutdown();
        drawn();
        waitingListeners();
        order();
        rejections();
        builder(folder);
        System.out.println("nothing waits on the main thread");
    }

    /** A screen that is drawn again and again asks as often; while the store has not answered, one thread at a time remembers. */
    private static void drawn() throws Exception {
        final CountDownLatch end = new CountDownLatch(1);
        Clock clock = new Clock() {
            @Override public long now() {
                if (Thread.currentThread().getName().equals("signet-seen")) await(end);
                return (Races.SIGNED + 2) * 1_000;
            }

            @Override public long elapsed() { return System.nanoTime() / 1_000_000; }
        };
        String body = "{ \"gate\": 1, \"platform\": \"android\", \"latest\": [ { \"app\": \"3\" } ], \"rules\": [ { \"id\": \"w\","
            + " \"when\": { \"app\": \"<3\" }, \"then\": \"recommended\", \"grace\": \"5d\" } ] }\n";
        KeyPair keys = Races.keys();
        final Transport.Response response = Races.response(body, Races.SIGNED, Races.sign(keys, body, Races.SIGNED));
        Gate gate = Mutations.gate(Races.ring(keys), "https://example.com").envelope(Mutations.HEADERS)
            .device(Device.android(25).app("2").build()).clock(clock).checkLimit(200, TimeUnit.MILLISECONDS)
            .transport((url, byteLimit, timeLimitMillis) -> response)
            .storeLookup(() -> { await(end); return null; }).build();
        gate.checkBlocking();
        if (gate.current().seenRule == null) VectorDriver.fail("a pending lookup", "a rule to remember", null);
        for (int i = 0; i < 500; i++) gate.current();
        int count = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) if (thread.getName().equals("signet-seen")) count++;
        end.countDown();
        if (count != 1) VectorDriver.fail("500 drawings", "1 thread", count);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final Transport OFFLINE =
        (url, limit, millis) -> { throw new Transport.TransportException("there is no network here", false); };

    /** A listener that waits for another thread's call of the gate gets its answer; one that never ends delays none. */
    private static void waitingListeners() throws Exception {
        for (boolean isDefault : new boolean[] {true, false}) {
            CountDownLatch ended = new CountDownLatch(1);
            GateBuilder builder = Mutations.gate(Mutations.RING, "https://example.com").transport(OFFLINE);
            Gate gate = (isDefault ? builder : builder.executor(Runnable::run)).build();
            gate.addListener(decision -> {
                Thread other = new Thread(() -> {
                    gate.checkBlocking();
                    ended.countDown();
                });
                other.start();
                try {
                    other.join(10_000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                if (other.isAlive()) VectorDriver.fail("a listener that waits", "a call that ends", "a deadlock");
            });
            gate.checkBlocking();
            if (!ended.await(60, TimeUnit.SECONDS)) VectorDriver.fail("a listener that waits", "an end", "none");
        }
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch heard = new CountDownLatch(2);
        Gate gate = Mutations.gate(Mutations.RING, "https://example.com").transport(OFFLINE).build();
        gate.addListener(decision -> {
            begun.countDown();
            await(end);
        });
        begun.await();
        Thread caller = new Thread(gate::checkBlocking);
        caller.start();
        caller.join(10_000);
        if (caller.isAlive()) VectorDriver.fail("a slow listener", "a check that ends", "none");
        gate.addListener(decision -> heard.countDown());
        gate.check(decision -> heard.countDown());
        if (!heard.await(10, TimeUnit.SECONDS)) VectorDriver.fail("a slow listener", "others hear", heard.getCount());
        end.countDown();
    }

    /** On several threads of an executor a listener hears one decision at a time, and no older one after a newer one. */
    private static void order() throws Exception {
        KeyPair keys = Races.keys();
        String body = "{ \"gate\": 1, \"platform\": \"android\", \"rules\": [] }\n";
        final int count = 60;
        List<Transport.Response> responses = new ArrayList<>();
        for (int i = 0; i <= count; i++) {
            long seconds = Races.SIGNED + i;
            responses.add(Races.response(body, seconds, Races.sign(keys, body, seconds)));
        }
        Sequences.Hands clock = new Sequences.Hands();
        clock.now = Races.SIGNED * 1_000;
        AtomicInteger next = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(8);
        Gate gate = Mutations.gate(Races.ring(keys), "https://example.com").envelope(Mutations.HEADERS).clock(clock)
            .executor(pool).transport((url, limit, millis) -> responses.get(Math.min(next.getAndIncrement(), count)))
            .build();
        AtomicLong last = new AtomicLong();
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch newest = new CountDownLatch(1);
        gate.addListener(decision -> {
            if (calls.incrementAndGet() != 1) VectorDriver.fail("a listener", "one call at a time", calls.get());
            long date = decision.asOf() == null ? 0 : decision.asOf().seconds();
            if (date < last.getAndSet(date)) VectorDriver.fail("a listener", "no older decision", decision);
            // The first ones take longest.
            pause(date == 0 ? 30 : (Races.SIGNED + count - date) % 7);
            calls.decrementAndGet();
            if (date == Races.SIGNED + count) newest.countDown();
        });
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> { while (next.get() <= count) gate.checkBlocking(); });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        if (!newest.await(10, TimeUnit.SECONDS)) VectorDriver.fail("a listener", "the newest decision", last.get());
        pool.shutdown();
    }

    /** What an executor rejects is told with the next delivery, and ends no thread. */
    private static void rejections() throws Exception {
        AtomicInteger rejections = new AtomicInteger();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread.UncaughtExceptionHandler former = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> thrown.set(error));
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        Gate gate = Mutations.gate(Mutations.RING, "https://example.com").transport(OFFLINE).executor(work -> {
            if (rejections.getAndIncrement() < 2) throw new RejectedExecutionException("it is about to end");
            work.run();
        }).build();
        gate.addListener(decision -> heard.add("a listener"));
        while (rejections.get() < 1) Thread.sleep(1);
        gate.check(decision -> heard.add("a callback"));
        Set<String> told = new HashSet<>();
        for (int i = 0; i < 100 && told.size() < 2; i++) {
            gate.checkBlocking();
            String one = heard.poll(20, TimeUnit.MILLISECONDS);
            if (one != null) told.add(one);
        }
        if (told.size() < 2) VectorDriver.fail("rejections", "a listener and a callback", told);
        if (thrown.get() != null) VectorDriver.fail("rejections", "nothing thrown", thrown.get());
        Thread.setDefaultUncaughtExceptionHandler(former);
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Only build throws, and says what is wrong. */
    private static void builder(File folder) {
        expect(Mutations.gate("{}", "https://example.com"), "not a key ring: missing member \"keys\"");
        expect(Mutations.gate(Mutations.RING, "ftp://example.com"), "not an origin: ftp://example.com");
        for (String origin : new String[] {
            "http://distribution.example.com", "https:// x", "https://example.com/?v=1", "https://example.com/#a",
            "https://a@example.com", "https:///a",
        }) {
            expect(Mutations.gate(Mutations.RING, origin), "not an origin: " + origin);
        }
        expect(
            Mutations.gate(Mutations.RING, "https://example.com").environment("prod"),
            "no key of the ring is of environment prod");
        expect(
            Mutations.gate(Mutations.RING, "https://example.com").reader(DocumentReader.GateDocument.IOS),
            "the device is no device of gate-ios");
        expect(Mutations.gate(Mutations.RING, "https://example.com").document("../a"), "not the path of a document: ../a");
        expect(Mutations.gate(Mutations.RING, "https://example.com").environment("."), "not an environment: .");
        expect(Gate.builder(Mutations.RING).origin("https://example.com").document("a"), "there is no environment");
        Decision unknown = Mutations.gate(Mutations.RING, "https://example.com").folder(folder).build().current();
        if (!unknown.equals(Decision.available())) VectorDriver.fail("a gate that was not asked", "available", unknown);
    }

    private static void expect(GateBuilder builder, String message) {
        try {
            builder.build();
            VectorDriver.fail("a builder", message, "a gate");
        } catch (IllegalArgumentException e) {
            if (!message.equals(e.getMessage())) VectorDriver.fail("a builder", message, e.getMessage());
        }
    }
}
