package signet;

import java.net.HttpURLConnection;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import signet.Verifier.VerificationException;

// Own: the session, which no library of Android has. Proved by sequences.json, sequences-rules.json and
// sequences-stores.json, step by step, and by the driver's "stress", "slow" and "races" for what no vector can say.

/**
 * Checks one document at start and on return to the foreground, and decides what the app should do.
 *
 * <p>One object is one session. There is always a decision: network, HTTP, signature and decoding failures never decide
 * and leave the current one, and nothing is ever thrown. Concurrent calls share one fetch.
 *
 * <p>All methods are for any thread, but those named {@code …Blocking} read files, verify and wait; no other does.
 */
public final class Gate {
    private static final long REFUSAL_INTERVAL_MILLIS = 60_000;
    /** How long after a document was fetched a return to the foreground fetches none. */
    private static final long FOREGROUND_MILLIS = 5 * 60_000;

    public interface Listener {
        /** Called by the builder's executor, one call at a time, in the order of the decisions. */
        void decided(Decision decision);
    }

    private final GateBuilder configuration;
    private final Verifier verifier;
    private final Clock clock;
    final Object lock = new Object();
    private final Listeners listeners;
    /** Counts what was asked for, where it was: {@link #close} ends only what came before it. */
    private final AtomicInteger asked = new AtomicInteger();
    /** Whether a thread keeps what was seen. */
    private final AtomicBoolean isKeepingSeen = new AtomicBoolean();
    // What is known without waiting for the lock, which is held while a document is verified.
    private volatile Knowledge.View view;
    @Nullable private volatile Failure worst;

    // All below is guarded by the lock.
    private final Knowledge knowledge;
    private final Keeping keeping;
    private boolean hasAdoptedEmbedded;
    @Nullable private Update.StoreVersion storeVersion;
    /** What listeners were told last. */
    private Decision published = Decision.available();
    private boolean isRefreshing;
    /** The lookup that counts; null when none is under way. */
    @Nullable private Object lookingUp;
    /** Whether the store was not asked yet about what was fetched last. */
    private boolean awaitsStore;
    /** Counts the fetches; only the latest changes anything. */
    private int generation;
    /** Whether the current fetch has its document. */
    private boolean hasAnswered;
    /** The 403 that was looked at last. */
    @Nullable private byte[] refusal;
    private long refusalAt;
    /** Whether it came too soon after a fetch to start one. */
    private boolean isFetchDue;
    /** Runs since a document was last fetched and verified; null before. */
    @Nullable private Clock.Stopwatch sinceDocument;
    /** When the last fetch ended; null for never. */
    @Nullable private Long fetchAt;
    /** Whether the last fetch failed, or is taking longer than a check waits. */
    private boolean isUnreachable;
    @Nullable private Failure failure;
    @Nullable private Failure embeddedFailure;

    /** Begins a gate with the keys that the app embeds: the {@code JSON} of {@code signet keys export --java}. */
    public static GateBuilder builder(String keyRing) { return new GateBuilder(keyRing); }

    Gate(GateBuilder configuration, Verifier verifier) {
        this.configuration = configuration;
        this.verifier = verifier;
        clock = configuration.clock;
        listeners = new Listeners(configuration.executor);
        awaitsStore = configuration.lookup != null;
        knowledge = new Knowledge(configuration, verifier);
        keeping = new Keeping(this, configuration, knowledge, verifier);
        publish();
    }

    /** Begins {@link #checkBlocking} on another thread; the callback hears what it returns, and may be null. */
    public void check(@Nullable Listener callback) {
        asked.incrementAndGet();
        startThread("signet-check", () -> checkNow(false, callback));
    }

    /**
     * Fetches the document and decides what the app should do: at start, before anything else is shown. Returns within
     * the {@link GateBuilder#checkLimit}, or at once when the thread is interrupted, with what is known then.
     */
    public Decision checkBlocking() {
        asked.incrementAndGet();
        return checkNow(false, null);
    }

    private Decision checkNow(boolean isReturn, @Nullable Listener callback) {
        // The time that the store takes counts as well.
        long deadline = deadline();
        Decision decision;
        synchronized (lock) {
            boolean isRecent = sinceDocument != null && sinceDocument.millis() < FOREGROUND_MILLIS;
            boolean fetches = !isReturn || isUnreachable || !isRecent;
            begin();
            if (fetches) startRefresh();
            int mine = generation;
            keeping.await(deadline);
            try {
                if (fetches) waitUntilSettled(deadline);
                if (fetches && mine == generation && isRefreshing && !hasAnswered) isUnreachable = true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            decision = answer(null, callback, deadline);
        }
        deliver();
        return decision;
    }

    /** Begins {@link #foregroundedBlocking} on another thread; the callback may be null. */
    public void foregrounded(@Nullable Listener callback) {
        asked.incrementAndGet();
        startThread("signet-check", () -> checkNow(true, callback));
    }

    /** {@link #checkBlocking} on return to the foreground, once the last document was fetched some minutes ago. */
    public Decision foregroundedBlocking() {
        asked.incrementAndGet();
        return checkNow(true, null);
    }

    /** Begins {@link #observeBlocking} on another thread; listeners hear what comes of it. */
    public void observe(@Nullable String host, int status, @Nullable byte[] body) {
        if (isBackend(host)) startThread("signet-observe", () -> observeBlocking(host, status, body));
    }

    /**
     * Examines a response of the backend that refuses a request in mid-session.
     *
     * <p>A 403 of one of the {@link GateBuilder#backends} whose body is the {@code .jws} of the document itself is
     * one more way for it to arrive: it is checked and kept like one that was fetched, but maintenance in it counts
     * only once a fetch confirms it. Unless that blocks the app, a response proves nothing and only starts a fetch in
     * the background; where the last fetch is too recent, a later response with the same body starts it. The same
     * body is looked at, and starts a fetch, at most once a minute. Responses of other hosts are ignored.
     */
    public Decision observeBlocking(@Nullable String host, int status, @Nullable byte[] body) {
        Decision decision;
        long deadline = deadline();
        synchronized (lock) {
            begin();
            keeping.await(deadline);
            if (isBackend(host)) look(status, body, deadline);
            decision = answer(null, null, deadline);
        }
        deliver();
        return decision;
    }

    /** What the app should do by what is known now: nothing, before the first call that reads what was kept. */
    public Decision current() { return current(null); }

    /** The same for a part of the app, {@code payments}: also by the rules of a gate document that are only for it. */
    public Decision current(@Nullable String scope) {
        Decision decision = view.decide(scope, clock.now());
        // A screen that is drawn again and again asks as often.
        if (decision.seenRule != null && isKeepingSeen.compareAndSet(false, true)) {
            startThread("signet-seen", () -> {
                try {
                    currentBlocking(scope);
                } finally {
                    isKeepingSeen.set(false);
                }
            });
        }
        return decision;
    }

    /** The same, after what was kept is read. */
    public Decision currentBlocking(@Nullable String scope) {
        long deadline = deadline();
        synchronized (lock) {
            begin();
            keeping.await(deadline);
            return answer(scope, null, deadline);
        }
    }

    /** What is wrong; null when all went well. */
    @Nullable public Failure lastFailure() { return worst; }

    /** Adds who hears the current decision, and every change of it that a check or a fetch finds. */
    public void addListener(Listener listener) {
        listeners.add(listener);
        startThread("signet-listener", () -> {
            currentBlocking(null);
            deliver();
        });
    }

    /** Removes one that was added; what is on its way may still be heard. */
    public void removeListener(Listener listener) { listeners.remove(listener); }

    /** Ends the current fetch and forgets the listeners; what is known stays. */
    public void close() {
        listeners.remove(null);
        int last = asked.get();
        startThread("signet-close", () -> {
            synchronized (lock) {
                // A check that was asked for since shares the fetch.
                if (asked.get() != last) return;
                generation++;
                isRefreshing = false;
                lookingUp = null;
                // From here on it is as if there were no lookup.
                awaitsStore = false;
                lock.notifyAll();
            }
        });
    }

    // Everything below is called with the lock held unless it says otherwise.

    private long deadline() { return clock.elapsed() + configuration.checkMillis; }

    /** Adopts what the app embeds, and begins to read what was kept. */
    private void begin() {
        if (!hasAdoptedEmbedded && configuration.embedded != null) {
            try {
                knowledge.adoptEmbedded(configuration.embedded, clock.now());
            } catch (VerificationException e) {
                embeddedFailure = new Failure("embedded/", e);
            }
        }
        hasAdoptedEmbedded = true;
        keeping.begin();
    }

    private void startRefresh() {
        if (isRefreshing) return;
        isRefreshing = true;
        generation++;
        hasAnswered = false;
        int mine = generation;
        startThread("signet-gate", () -> {
            try {
                fetch(mine);
            } catch (InterruptedException e) {
                // No other attempt is to be made.
                return;
            } finally {
                synchronized (lock) {
                    if (mine == generation) {
                        isRefreshing = false;
                        fetchAt = clock.elapsed();
                        lock.notifyAll();
                    }
                }
                deliver();
            }
        });
    }

    /** For what a check needs: the document, and for a recommendation the store, which may lack the version. */
    private void waitUntilSettled(long deadline) throws InterruptedException {
        while (isRefreshing || keeping.isBusy() || (lookingUp != null && mayBeTakenBack(decision(null, null)))) {
            long left = deadline - clock.elapsed();
            if (left <= 0) return;
            lock.wait(left);
        }
    }

    /** Until there is a document, an answer that no other attempt changes, or no attempt left; without the lock. */
    private void fetch(int mine) throws InterruptedException {
        // A check that waits for the store must still return what was fetched meanwhile.
        long inTime = clock.elapsed() + configuration.checkMillis * 9 / 10;
        for (int attempt = 1; ; attempt++) {
            Transport.Response response = null;
            Failure problem = null;
            try {
                response = request();
            } catch (Transport.TransportException e) {
                problem = new Failure("transport", e.getMessage(), null, e.isTransient);
            }
            synchronized (lock) {
                long deadline = Math.max(inTime, clock.elapsed() + Limits.STORE_MILLIS);
                if (response != null) keeping.readAgain(deadline);
                if (mine != generation) return;
                if (response != null) problem = accept(response, deadline);
                if (problem == null) return;
                isUnreachable = true;
                failure = problem;
                publish();
                if (!problem.isTransient || attempt >= configuration.attempts) return;
            }
            deliver();
            synchronized (lock) {
                long end = clock.elapsed() + delayAfter(attempt);
                long left;
                while (mine == generation && (left = end - clock.elapsed()) > 0) lock.wait(left);
                if (mine != generation) return;
            }
        }
    }

    private long delayAfter(int attempt) {
        double delay = configuration.firstDelayMillis * Math.pow(2, attempt - 1);
        return (long) (Math.min(delay, configuration.maximumDelayMillis) / 2 * (1 + Math.random()));
    }

    /** Without the lock. A transport that ignores its limit blocks nothing. */
    private Transport.Response request() throws Transport.TransportException {
        long byteLimit = configuration.envelope.byteLimit(verifier.bodyLimit);
        long millis = configuration.requestMillis;
        try {
            Transport.Response response = inTime(
                "signet-request", millis, () -> configuration.transport.fetch(configuration.url(), byteLimit, millis));
            if (response != null) return response;
            throw new Transport.TransportException("there was no answer", false);
        } catch (InterruptedException | TimeoutException e) {
            throw new Transport.TransportException(Transport.UrlTransport.LATE, true);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Transport.TransportException) throw (Transport.TransportException) e.getCause();
            throw new Transport.TransportException(String.valueOf(e.getCause()), false);
        }
    }

    /** What another thread finds out, which is interrupted at the end of the time; without the lock. */
    private static <T> T inTime(String thread, long millis, Callable<T> work)
        throws InterruptedException, TimeoutException, ExecutionException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread working = startThread(thread, task);
        try {
            return task.get(millis, TimeUnit.MILLISECONDS);
        } finally {
            working.interrupt();
        }
    }

    @Nullable private Failure accept(Transport.Response response, long deadline) {
        int status = response.status;
        if (status == HttpURLConnection.HTTP_OK) {
            Download download = new Download(configuration.envelope, response.body, response.headers);
            return accept(download, Decision.Source.FETCHED, deadline);
        }
        boolean isTransient = status == 408 || status == 425 || status == 429 || status >= 500;
        return new Failure("status", "the server answered " + status, null, isTransient);
    }

    /** Accepts a document and keeps it; returns why not, or null. */
    @Nullable private Failure accept(Download download, Decision.Source source, long deadline) {
        try {
            knowledge.accept(download, source, clock.now());
        } catch (VerificationException e) {
            return new Failure("", e);
        }
        isUnreachable = false;
        if (source == Decision.Source.FETCHED) {
            hasAnswered = true;
            sinceDocument = new Clock.Stopwatch(clock);
            failure = null;
        }
        Knowledge.Standing accepted = knowledge.standing;
        startLookup();
        keeping.keepDocument();
        publish();
        keeping.await(deadline);
        // Another gate may have written a newer one.
        if (knowledge.standing != accepted) startLookup();
        publish();
        return null;
    }

    /** Without the lock. */
    private boolean isBackend(@Nullable String host) {
        return host != null && configuration.backends.contains(Names.lowercase(host));
    }

    private void look(int status, @Nullable byte[] body, long deadline) {
        boolean mayBeDocument = configuration.envelope == Download.Envelope.JWS && body != null
            && body.length <= Download.Envelope.JWS.byteLimit(verifier.bodyLimit);
        boolean isRefusal = status == HttpURLConnection.HTTP_FORBIDDEN && mayBeDocument;
        if (isRefusal) {
            boolean isRecent = refusal != null && clock.elapsed() - refusalAt < REFUSAL_INTERVAL_MILLIS;
            boolean isKnown = isRecent && Arrays.equals(refusal, body);
            if (isKnown ? !isFetchDue : isBlockedBy(body.clone(), deadline)) return;
        }
        boolean isDue = fetchAt == null || clock.elapsed() - fetchAt >= configuration.observationMillis;
        if (isRefusal) isFetchDue = !isDue;
        if (isDue) startRefresh();
    }

    /** Whether a 403 that was not looked at for a minute has a document, and the app is blocked then. */
    private boolean isBlockedBy(byte[] body, long deadline) {
        refusal = body;
        refusalAt = clock.elapsed();
        isFetchDue = false;
        keeping.readAgain(deadline);
        // One that is refused proves nothing, like any other response.
        boolean isAccepted = accept(Download.ofJws(body), Decision.Source.STORED, deadline) == null;
        return isAccepted && decision(storeVersion, null).isBlocked();
    }

    private void startLookup() {
        lookingUp = null;
        Update.StoreLookup lookup = configuration.lookup;
        Update update = knowledge.view(knowledge.standing, null).decide(null, clock.now()).update;
        awaitsStore = lookup != null && isInStore(update);
        if (!awaitsStore) return;
        Object token = new Object();
        lookingUp = token;
        startThread("signet-store", () -> {
            Update.StoreVersion found = null;
            try {
                found = inTime("signet-lookup", configuration.requestMillis, lookup::newestVersion);
            } catch (InterruptedException | TimeoutException | ExecutionException e) {
                // An unknown version is what there is without a lookup, too.
            }
            synchronized (lock) {
                if (lookingUp != token) return;
                storeVersion = found;
                lookingUp = null;
                awaitsStore = false;
                publish();
                lock.notifyAll();
            }
            deliver();
        });
    }

    /** What decides; null also where the app runs regardless of what was verified before a failure. */
    @Nullable private Knowledge.Standing deciding() {
        return isUnreachable && configuration.allowsWhenUnreachable ? null : knowledge.standing;
    }

    private Decision decision(@Nullable Update.StoreVersion store, @Nullable String scope) {
        return knowledge.view(deciding(), store).decide(scope, clock.now());
    }

    /** What the app is to do; what that remembers is kept as soon as it can be. */
    private Decision decide(@Nullable String scope) {
        Decision decision = decision(storeVersion, scope);
        if (decision.seenRule != null && !mayBeTakenBack(decision)) {
            knowledge.seen.times.put(decision.seenRule, decision.seenTime);
            keeping.keepSeen();
        }
        publish();
        return decision;
    }

    /** The same for an app that waits. */
    private Decision answer(@Nullable String scope, @Nullable Listener callback, long deadline) {
        Decision decision = decide(scope);
        listeners.answer(callback, decision);
        keeping.keepSeen();
        keeping.await(deadline);
        return decision;
    }

    private static boolean isInStore(@Nullable Update update) {
        return update != null && (update.subject == Update.Subject.APP || update.version != null);
    }

    /** Whether the store, which may lack what is recommended, has still to be asked. */
    private boolean mayBeTakenBack(Decision decision) {
        return decision.outcome() == Decision.Outcome.RECOMMENDED && isInStore(decision.update)
            && (lookingUp != null || (awaitsStore && !isUnreachable));
    }

    void publish() {
        view = knowledge.view(deciding(), storeVersion);
        worst = worst();
    }

    /** The failure to report: a document that was refused counts before all others. */
    @Nullable private Failure worst() {
        if (failure != null && failure.phrase() != null) return failure;
        if (embeddedFailure != null) return embeddedFailure;
        if (failure != null) return failure;
        // Without a readable version no document ever blocks the app, which is worse than one that is not stored.
        Knowledge.Standing deciding = deciding();
        String unreadable = deciding == null ? null : deciding.rules.unreadable(knowledge.device);
        if (unreadable != null) {
            String message = "the app's " + unreadable + " does not begin with a number";
            return new Failure("unreadable-app", message, null, false);
        }
        if (keeping.isKept()) return null;
        return new Failure("not-stored", "the document, or what its rules need, could not be kept", null, false);
    }

    /**
     * Tells listeners what they have not heard. A recommendation waits for the lookup, but the end of a block does not;
     * all of it waits for a store that is being read. Without the lock.
     */
    void deliver() {
        synchronized (lock) {
            if (listeners.areThere() && !keeping.isBusy()) {
                Decision decision = decide(null);
                if (mayBeTakenBack(decision)) {
                    decision = published.isBlocked()
                        ? new Decision(Decision.Outcome.AVAILABLE, decision.source(), decision.asOf()) : published;
                }
                published = decision;
                listeners.publish(decision);
            }
        }
        listeners.call();
    }

    static Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    static Thread startThread(String name, Runnable work) {
        Thread thread = thread(name, work);
        thread.start();
        return thread;
    }

    /** What is wrong, for logs and reports; no failure decides by itself. */
    public static final class Failure {
        private final String code;
        private final String message;
        @Nullable private final String phrase;
        final boolean isTransient;

        Failure(String code, String message, @Nullable String phrase, boolean isTransient) {
            this.code = code;
            this.message = message;
            this.phrase = phrase;
            this.isTransient = isTransient;
        }

        /** A document that was refused. */
        Failure(String prefix, VerificationException refusal) {
            this(prefix + refusal.code(), refusal.getMessage(), refusal.phrase(), refusal.isTransient);
        }

        /**
         * {@code transport}, {@code status}, {@code not-stored} (the document decides, and it or what its rules need
         * could not be kept), {@code unreadable-app} (it cannot be compared with the app, so no bound of the app
         * applies), {@code embedded/} and the code of a {@link VerificationException}, or that code.
         */
        public String code() { return code; }
        /** The reason, for people. */
        public String message() { return message; }
        /** The phrase of a {@link VerificationException}; null where no document was refused. */
        @Nullable public String phrase() { return phrase; }
        @Override public String toString() { return code + ": " + message; }
    }
}
