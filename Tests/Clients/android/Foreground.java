package signet;

import java.io.IOException;
import java.security.KeyPair;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What those who listen hear, and when: while the store is asked, on return to the foreground, after a night. */
final class Foreground {
    private Foreground() {}

    private static final long MINUTE = 60_000;
    private static final long DAY = 24 * 60 * MINUTE;
    private static final String ADVICE = "{ \"gate\": 1, \"platform\": \"android\", \"latest\": [ { \"app\": \"3.0\" } ],"
        + " \"rules\": [ { \"id\": \"w\", \"when\": { \"app\": \"<3\" }, \"then\": \"recommended\", \"grace\": \"2d\" } ] }\n";
    private static final String WINDOW = "{ \"gate\": 1, \"platform\": \"android\", \"rules\": [ { \"id\": \"m\","
        + " \"when\": { \"from\": \"2026-12-01T20:00:00Z\", \"until\": \"2026-12-01T20:02:00Z\" }, \"then\": \"maintenance\" } ] }\n";

    /** A clock that stands still, of which one hand may do so while the other one goes on. */
    private static final class Hands implements Clock {
        volatile long now;
        volatile long elapsed;

        void pass(long millis) {
            now += millis;
            elapsed += millis;
        }

        @Override public long now() { return now; }

        @Override public long elapsed() { return elapsed; }
    }

    static void run() throws Exception {
        asked();
        returned();
        refused();
        closedBefore();
        closedMeanwhile();
        slowStore();
        lifted();
        listenersThatAsk();
        defectiveReader();
        System.out.println("those who listen hear it in time");
    }

    /** A recommendation is told, and its grace begins, once the store has what it asks for. */
    private static void asked() throws Exception {
        Deadlines.Signed signed = new Deadlines.Signed(ADVICE);
        Sequences.Hands clock = new Sequences.Hands();
        Sequences.Memory store = new Sequences.Memory();
        for (int day = 0; day <= 3; day += 3) {
            clock.now = Deadlines.SIGNED * 1_000 + day * DAY;
            BlockingQueue<String> answers = new LinkedBlockingQueue<>();
            BlockingQueue<Decision> heard = new LinkedBlockingQueue<>();
            Gate gate = signed.configuration.device(Device.android(25).app("2.9").build()).transport(signed.transport)
                .store(store).clock(clock).executor(Runnable::run)
                .storeLookup(() -> new Update.StoreVersion(Version.parse(answers.take()), null)).build();
            gate.addListener(heard::add);
            expect("day " + day, "AVAILABLE NONE", say(heard.take()));
            BlockingQueue<Decision> checked = new LinkedBlockingQueue<>();
            gate.check(checked::add);
            // Whoever asks meanwhile begins no grace either.
            while (gate.currentBlocking(null).outcome() != Decision.Outcome.RECOMMENDED
                || gate.currentBlocking(null).source() != Decision.Source.FETCHED) Thread.sleep(1);
            answers.add(day == 0 ? "2.9" : "3.0");
            Decision decision = checked.poll(10, TimeUnit.SECONDS);
            expect("day " + day, day == 0 ? "AVAILABLE FETCHED" : "RECOMMENDED FETCHED", say(decision));
            expect("day " + day + ", heard", say(decision), say(heard.poll(10, TimeUnit.SECONDS)));
            if (day > 0) expect("due", Deadlines.SIGNED + 5 * DAY / 1_000, decision.update().due());
        }
    }

    /** Who is no longer blocked does not wait for the store to hear it. */
    private static void lifted() throws Exception {
        Deadlines.Signed signed = new Deadlines.Signed(
            "{ \"gate\": 1, \"platform\": \"android\", \"latest\": [ { \"app\": \"3.0\" } ], \"rules\": ["
                + " { \"id\": \"r\", \"when\": { \"until\": \"2026-12-01T20:00:00Z\" }, \"then\": \"required\" },"
                + " { \"id\": \"w\", \"when\": { \"app\": \"<3\" }, \"then\": \"recommended\" } ] }\n");
        Hands clock = new Hands();
        clock.now = SignedDate.parseInstant("2026-12-01T19:58:00Z") * 1_000;
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        GateBuilder builder = signed.configuration.device(Device.android(25).app("2.9").build())
            .store(new Sequences.Memory()).clock(clock).transport(signed.transport)
            .storeLookup(() -> new Update.StoreVersion(Version.parse(answers.take()), null));
        builder.build().checkBlocking();
        // In the next session the store has not been asked yet.
        Gate gate = builder.build();
        gate.addListener(decision -> heard.add(decision.outcome().toString()));
        expect("blocked", "REQUIRED", heard.poll(10, TimeUnit.SECONDS));
        clock.pass(5 * MINUTE);
        gate.check(null);
        expect("it runs", "AVAILABLE", heard.poll(10, TimeUnit.SECONDS));
        answers.add("3.0");
        expect("it is advised", "RECOMMENDED", heard.poll(10, TimeUnit.SECONDS));
    }

    /** Where a listener asks for a check, the others end with what came of it. */
    private static void listenersThatAsk() throws Exception {
        Deadlines.Signed signed = new Deadlines.Signed(WINDOW);
        Hands clock = new Hands();
        clock.now = SignedDate.parseInstant("2026-12-01T19:58:00Z") * 1_000;
        BlockingQueue<String> first = new LinkedBlockingQueue<>();
        BlockingQueue<String> second = new LinkedBlockingQueue<>();
        Gate gate = signed.configuration.device(Device.android(25).build()).store((Store) null).clock(clock)
            .transport(signed.transport).build();
        gate.checkBlocking();
        gate.addListener(decision -> {
            first.add(decision.outcome().toString());
            if (decision.outcome() != Decision.Outcome.MAINTENANCE) return;
            clock.pass(5 * MINUTE);
            gate.checkBlocking();
        });
        expect("the first one", "AVAILABLE", first.poll(10, TimeUnit.SECONDS));
        gate.addListener(decision -> second.add(decision.outcome().toString()));
        expect("the second one", "AVAILABLE", second.poll(10, TimeUnit.SECONDS));
        clock.pass(3 * MINUTE);
        gate.checkBlocking();
        expect("the first one asks", "MAINTENANCE", first.poll(10, TimeUnit.SECONDS));
        expect("the first one asked", "AVAILABLE", first.poll(10, TimeUnit.SECONDS));
        // What is over need not be heard, but never last.
        String heard = second.poll(100, TimeUnit.MILLISECONDS);
        if ("MAINTENANCE".equals(heard)) expect("the second one heard what counts", "AVAILABLE", second.poll(10, TimeUnit.SECONDS));
        expect("what counts", "AVAILABLE", gate.current().outcome().toString());
    }

    /** A reader of the app's own that throws what it likes is a document that says nothing. */
    private static void defectiveReader() throws Exception {
        Deadlines.Signed signed = new Deadlines.Signed(WINDOW);
        Hands clock = new Hands();
        clock.now = SignedDate.parseInstant("2026-12-01T19:58:00Z") * 1_000;
        for (boolean isRead : new boolean[] {false, true}) {
            DocumentReader reader = new DocumentReader() {
                @Override public String format() { return "own"; }

                @Override public boolean goesByDate() { return false; }

                @Override public Document read(byte[] body) {
                    if (!isRead) throw new IllegalStateException("a defect of a reader");
                    return platform -> { throw new IllegalStateException("a defect of a document"); };
                }
            };
            Gate gate = signed.configuration.device(Device.android(25).build()).store((Store) null).reader(reader)
                .clock(clock).transport(signed.transport).build();
            expect("a defect", "AVAILABLE NONE", say(gate.checkBlocking()));
            expect("a defect", "unreadable", gate.lastFailure() == null ? null : gate.lastFailure().code());
        }
    }

    /** A return within five minutes fetches nothing, and tells what has begun and ended since; one after a night fetches. */
    private static void returned() throws Exception {
        Deadlines.Signed signed = new Deadlines.Signed(WINDOW);
        Hands clock = new Hands();
        clock.now = SignedDate.parseInstant("2026-12-01T19:58:00Z") * 1_000;
        AtomicInteger fetches = new AtomicInteger();
        BlockingQueue<Decision> heard = new LinkedBlockingQueue<>();
        Gate gate = signed.configuration.device(Device.android(25).build()).store((Store) null).clock(clock)
            .transport((url, limit, millis) -> {
                fetches.incrementAndGet();
                return signed.transport.fetch(url, limit, millis);
            }).executor(Runnable::run).build();
        expect("19:58", "AVAILABLE FETCHED", say(gate.checkBlocking()));
        gate.addListener(heard::add);
        expect("a listener", "AVAILABLE FETCHED", say(heard.poll(10, TimeUnit.SECONDS)));
        clock.pass(3 * MINUTE);
        expect("20:01", "MAINTENANCE FETCHED", say(gate.foregroundedBlocking()));
        expect("20:01, heard", "MAINTENANCE FETCHED", say(heard.poll(10, TimeUnit.SECONDS)));
        clock.pass(MINUTE);
        gate.foregrounded(null);
        expect("20:02, heard", "AVAILABLE FETCHED", say(heard.poll(10, TimeUnit.SECONDS)));
        expect("fetches", 1, fetches.get());
        // Asleep the monotonic clock stands still; a clock that was set back says nothing of how long it was.
        clock.now += 9 * 60 * MINUTE;
        gate.foregroundedBlocking();
        expect("fetches after a night", 2, fetches.get());
        clock.now -= 60 * MINUTE;
        gate.foregroundedBlocking();
        expect("fetches after a clock was set back", 3, fetches.get());
    }

    /** The same 403 is looked at once a minute; the fetch for which it came too soon is started by a later one. */
    private static void refused() throws Exception {
        KeyPair keys = Races.keys();
        Hands clock = new Hands();
        clock.now = Deadlines.SIGNED * 1_000;
        AtomicInteger fetches = new AtomicInteger();
        Gate gate = Mutations.gate(Races.ring(keys), "https://example.com").backends("api.example.com").clock(clock)
            .attempts(1, 0, 0, TimeUnit.SECONDS).transport((url, limit, millis) -> {
                fetches.incrementAndGet();
                throw new Transport.TransportException("there is no network here", true);
            }).build();
        gate.checkBlocking();
        byte[] same = {0};
        byte[] other = {1};
        byte[] blocking = Mutations.jws(
            keys, Deadlines.SIGNED,
            "{\"gate\":1,\"platform\":\"android\",\"rules\":[{\"id\":\"r\",\"then\":\"required\"}]}");
        long[][] steps = {
            // Seconds after the first fetch, the body, and how many fetches there were then.
            {3, 0, 1}, {9, 0, 1}, {11, 0, 2}, {25, 0, 2}, {62, 0, 2}, {64, 0, 3}, {66, 1, 3}, {73, 1, 3}, {75, 1, 4},
            {90, 1, 4}, {100, 2, 4}, {159, 2, 4}, {161, 2, 4}, {170, 0, 5},
        };
        for (long[] step : steps) {
            clock.pass(step[0] * 1_000 - clock.elapsed());
            byte[] body = step[1] == 0 ? same : step[1] == 1 ? other : blocking;
            Decision decision = gate.observeBlocking("api.example.com", 403, body);
            expect("a 403 that blocks", step[0] >= 100, decision.isBlocked());
            while (isAlive("signet-gate")) Thread.sleep(1);
            expect("fetches after " + step[0] + " seconds", step[2], (long) fetches.get());
        }
    }

    private static boolean isAlive(String name) {
        for (Thread thread : Thread.getAllStackTraces().keySet()) if (thread.getName().equals(name)) return true;
        return false;
    }

    /** A check that is asked for after an end is not ended by it, even where the end comes late to the lock. */
    private static void closedBefore() throws Exception {
        Deadlines.Signed signed = new Deadlines.Signed(ADVICE);
        for (int i = 0; i < 50; i++) {
            CountDownLatch reading = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            Sequences.Memory memory = new Sequences.Memory();
            Store store = new Store() {
                @Override public byte[] load(String name, int limit) throws IOException {
                    reading.countDown();
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    return memory.load(name, limit);
                }

                @Override public boolean replace(String name, byte[] old, byte[] content, int limit) throws IOException {
                    return memory.replace(name, old, content, limit);
                }
            };
            Sequences.Hands clock = new Sequences.Hands();
            clock.now = Deadlines.SIGNED * 1_000;
            Gate gate = signed.configuration.device(Device.android(25).app("2.9").build()).transport(signed.transport)
                .store(store).storeLookup(null).clock(clock).executor(Runnable::run).build();
            gate.check(null);
            reading.await();
            gate.close();
            BlockingQueue<Decision> checked = new LinkedBlockingQueue<>();
            gate.check(checked::add);
            go.countDown();
            expect("asked for after an end", "RECOMMENDED FETCHED", say(checked.poll(10, TimeUnit.SECONDS)));
        }
    }

    /** Once a lookup of the store is ended, a recommendation waits for no answer of it. */
    private static void closedMeanwhile() throws Exception {
        Deadlines.Signed signed = new Deadlines.Signed(ADVICE);
        Sequences.Hands clock = new Sequences.Hands();
        clock.now = Deadlines.SIGNED * 1_000;
        CountDownLatch lookup = new CountDownLatch(1);
        Gate gate = signed.configuration.device(Device.android(25).app("2.9").build()).transport(signed.transport)
            .store((Store) null).clock(clock).executor(Runnable::run)
            .storeLookup(() -> {
                lookup.countDown();
                return new Update.StoreVersion(Version.parse(new LinkedBlockingQueue<String>().take()), null);
            }).build();
        BlockingQueue<Decision> checked = new LinkedBlockingQueue<>();
        gate.check(checked::add);
        lookup.await();
        gate.close();
        expect("an end during a lookup", "RECOMMENDED FETCHED", say(checked.poll(10, TimeUnit.SECONDS)));
        BlockingQueue<Decision> heard = new LinkedBlockingQueue<>();
        gate.addListener(heard::add);
        expect("an end during a lookup, heard", "RECOMMENDED FETCHED", say(heard.poll(10, TimeUnit.SECONDS)));
    }

    /** What a slow store takes is a part of the limit of a check. */
    private static void slowStore() throws Exception {
        Deadlines.Signed signed = new Deadlines.Signed(ADVICE);
        Hands clock = new Hands();
        clock.now = Deadlines.SIGNED * 1_000;
        Store slow = new Store() {
            @Override public byte[] load(String name, int limit) {
                clock.pass(2 * MINUTE);
                return null;
            }

            @Override public boolean replace(String name, byte[] old, byte[] content, int limit) { return true; }
        };
        CountDownLatch answer = new CountDownLatch(1);
        Gate gate = signed.configuration.device(Device.android(25).app("2.9").build()).store(slow).storeLookup(null)
            .clock(clock).executor(Runnable::run).transport((url, limit, millis) -> {
                try {
                    answer.await();
                } catch (InterruptedException e) {
                    throw new Transport.TransportException("interrupted", false);
                }
                return signed.transport.fetch(url, limit, millis);
            }).build();
        BlockingQueue<Decision> checked = new LinkedBlockingQueue<>();
        gate.check(checked::add);
        expect("a slow store", "AVAILABLE NONE", say(checked.poll(10, TimeUnit.SECONDS)));
        answer.countDown();
    }

    private static String say(Decision decision) {
        return decision == null ? null : decision.outcome() + " " + decision.source();
    }

    private static void expect(String name, Object expected, Object found) {
        if (!Objects.equals(expected, found)) VectorDriver.fail(name, expected, found);
    }
}
