package signet.capacitor;

import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import signet.Clock;
import signet.Clock.Stopwatch;
import signet.Nullable;
import signet.bundles.BundleStore;
import signet.bundles.BundleUpdater;
import signet.bundles.HealthOutcome;
import signet.bundles.SemanticVersion;
import signet.bundles.StartedBundle;
import signet.bundles.StoreException;
import signet.bundles.StoreStatus;
import signet.bundles.UpdateOutcome;

/**
 * One session of the app: which bundle is shown, what its pages say of it, and when another one takes its place.
 *
 * <p>It knows neither Capacitor nor Android, and does the same as the class of that name for iOS: both play the scenarios
 * in {@code sessions.txt}. Every method reads and writes files; call them on a worker, but for {@link #beginBlocking},
 * which must end before the first page is loaded.
 */
public final class BundleSession {
    /** How long a start may wait for an index, in milliseconds. */
    public static final long PATIENCE_MILLIS = 3_000;
    private static final long PERIOD_MILLIS = 15 * 60_000;

    private final BundleStore store;
    private final BundleUpdater updater;
    private final KeptChannel channel;
    private final PluginSettings settings;
    private final SessionShell shell;
    private final Clock clock;
    private final SessionWords words;
    private final long patience;

    @Nullable private StartedBundle current;
    /** The one whose page is being left. */
    @Nullable private StartedBundle leaving;
    /** What was started in the background, where no page can prove that it works; it counts once the app is seen. */
    @Nullable private StartedBundle uncounted;
    private final Pages pages;
    /** What was said in this session, by kind and version. */
    private final Set<String> told = new HashSet<>();
    private boolean isInBackground;
    private volatile boolean isClosed;
    /** Runs since the last update began; null before. */
    @Nullable private Stopwatch sinceUpdate;

    public BundleSession(
        BundleStore store, BundleUpdater updater, KeptChannel channel, PluginSettings settings,
        SessionShell shell, Clock clock, long patience) {
        this.store = store;
        this.updater = updater;
        this.channel = channel;
        this.settings = settings;
        this.shell = shell;
        pages = new Pages(shell, clock);
        this.clock = clock;
        words = new SessionWords(settings, clock);
        this.patience = patience;
    }

    // Beginning.

    /**
     * Chooses the bundle of the first page.
     *
     * <p>A version that was never started waits a moment for an index of this session, which may say that it was
     * withdrawn; without one, the last confirmed version is shown, and the new one at {@link #reloadBlocking}.
     */
    public StartedBundle beginBlocking() throws StoreException {
        boolean isWaiting;
        try {
            isWaiting = store.statusBlocking().isNextWaiting();
        } catch (StoreException e) {
            // The start has the same trouble, and says so.
            isWaiting = false;
        }
        if (isWaiting) await(update(), patience);
        StartedBundle started;
        synchronized (this) {
            started = open(startBlocking());
        }
        if (settings.autoUpdate && !isWaiting) update();
        return started;
    }

    /** Capacitor itself serves the folder, so that all of it is looked at before. */
    private StartedBundle startBlocking() throws StoreException {
        while (true) {
            StartedBundle started = store.startBlocking();
            // The embedded bundle has nothing to step aside for.
            if (started.version().isEmbedded() || started.verifyAllBlocking().isWhole()) return started;
            started.close();
        }
    }

    private synchronized StartedBundle open(StartedBundle started) {
        if (leaving != null) leaving.close();
        leaving = current;
        current = started;
        pages.show(started);
        uncounted = isInBackground ? started : null;
        if (isInBackground) {
            started.countStartsBlocking(-1);
            started.pause();
        }
        for (SemanticVersion version : started.failures()) {
            tell(words.event(SessionEvent.Kind.ROLLED_BACK, version, "it was started too often without ready()"));
        }
        if (started.problem() != null) tell(words.failure(started.problem()));
        watch(started);
        return started;
    }

    // What pages say.

    /**
     * The bundle of a page that calls for the first time, without waiting; null when the page began to load before the
     * bundle was shown: it is being left, and comes late.
     *
     * @param ageMillis how long ago the page began to load
     */
    @Nullable public StartedBundle bundleOfPage(double ageMillis) { return pages.bundle(ageMillis); }

    /** A page was loaded: what it says from now on is about its bundle; null for none that is shown. */
    public synchronized void attach(String page, @Nullable StartedBundle bundle) {
        if (bundle == null) return;
        pages.attach(page, bundle);
        if (bundle != current) return;
        if (leaving != null) leaving.close();
        leaving = null;
        pages.tellUntold();
    }

    /** The page works, and so does its bundle. */
    public synchronized Map<String, Object> readyBlocking(String page) throws StoreException {
        if (pages.isOf(page, current)) current.confirmBlocking();
        return currentBlocking();
    }

    /** The page has found out that its bundle does not work. */
    public synchronized void rejectBlocking(String page, String reason) throws StoreException, SessionException {
        if (!pages.isOf(page, current)) return;
        if (current.rejectBlocking() == null) {
            throw new SessionException("the embedded bundle cannot be rejected: there is nothing to go back to");
        }
        leave(words.rolledBack(current, "its page rejected it: " + reason));
    }

    /** Shows the best bundle; the same one again when there is no better. */
    public synchronized void reloadBlocking() throws StoreException {
        StoreStatus status = store.statusBlocking();
        if (!status.isNextWaiting() && !status.next().equals(current.version())) show();
        else show(current);
    }

    /** Forgets all that was downloaded, and shows the embedded bundle. */
    public synchronized void resetBlocking() throws StoreException {
        store.resetBlocking();
        told.clear();
        if (!current.version().isEmbedded()) show();
    }

    /** Follows another channel; null for that of the configuration. */
    public synchronized void setChannelBlocking(@Nullable String name) throws IOException, SessionException {
        if (name != null && !KeptChannel.isName(name)) {
            throw new SessionException("\"" + name + "\" is not the name of a channel");
        }
        channel.set(name);
    }

    /** The bundle that is shown. */
    public synchronized Map<String, Object> currentBlocking() throws StoreException {
        return report().current(channel.name());
    }

    /** All bundles that the store knows, each with its state. */
    public synchronized List<Map<String, Object>> bundlesBlocking() throws StoreException { return report().bundles(); }

    private SessionReport report() throws StoreException {
        return new SessionReport(settings, store.statusBlocking(), current.version());
    }

    // Updating.

    /** Looks for a bundle, and waits until there is an outcome; the updater lets calls at the same time share it. */
    public Map<String, Object> syncBlocking() { return await(update(), Long.MAX_VALUE); }

    private synchronized FutureTask<Map<String, Object>> update() {
        sinceUpdate = new Stopwatch(clock);
        FutureTask<Map<String, Object>> update = new FutureTask<>(() -> {
            UpdateOutcome outcome = updater.updateBlocking();
            try {
                return finish(outcome);
            } catch (StoreException e) {
                return told(words.failure(e));
            }
        });
        new Thread(update, "signet-update").start();
        return update;
    }

    @Nullable private static Map<String, Object> await(FutureTask<Map<String, Object>> task, long millis) {
        try {
            return task.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private synchronized Map<String, Object> finish(UpdateOutcome outcome) throws StoreException {
        SessionEvent event = words.event(outcome, current);
        Object next = current == null ? null : report().next();
        if (event == null && next != null) {
            event = words.event(SessionEvent.Kind.UPDATE_READY, next, "it starts at reload(), or when the app starts");
        }
        if (event == null) return new LinkedHashMap<>(Collections.singletonMap("outcome", "upToDate"));
        if (event.kind == SessionEvent.Kind.ROLLED_BACK) show();
        return told(event);
    }

    /** Tells the page what it has not been told before, and makes it the result of an update. */
    private synchronized Map<String, Object> told(SessionEvent event) {
        boolean isNews = told.add(event.kind.word + " " + event.members().get("version"));
        if (isNews || event.kind == SessionEvent.Kind.UPDATE_FAILED) tell(event);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("outcome", event.kind.word);
        result.putAll(event.members());
        return result;
    }

    // Leaving.

    /** Shows another bundle, and tells its page why. */
    private void leave(SessionEvent event) throws StoreException {
        show();
        tell(event);
    }

    private void show() throws StoreException {
        // Where no page can be shown, none could prove that a bundle works.
        if (!isClosed) show(open(startBlocking()));
    }

    private void show(StartedBundle started) {
        if (!isClosed) shell.show(started);
    }

    private void watch(StartedBundle started) {
        if (started.needsConfirmation() && !isInBackground) shell.after(started.millisLeft(), () -> judge(started));
    }

    private synchronized void judge(StartedBundle started) {
        if (started != current || isInBackground || isClosed) return;
        try {
            HealthOutcome outcome = started.outcomeBlocking();
            if (outcome == HealthOutcome.UNDECIDED) watch(started);
            if (!outcome.isFailed()) return;
            leave(words.rolledBack(started, "it did not say ready() within " + settings.readyTimeout + " ms"));
        } catch (StoreException e) {
            // The count of its starts remains.
            tell(words.failure(e));
        }
    }

    /** The app left the foreground, where a page may not run: the time of a trial stands still. */
    public synchronized void background() {
        isInBackground = true;
        if (current != null) current.pause();
    }

    /** The app is back in the foreground. */
    public synchronized void foreground() {
        if (!isInBackground) return;
        isInBackground = false;
        if (current == null || isClosed) return;
        if (uncounted == current) current.countStartsBlocking(1);
        uncounted = null;
        current.resume();
        watch(current);
        if (settings.autoUpdate && (sinceUpdate == null || sinceUpdate.millis() >= PERIOD_MILLIS)) update();
    }

    /**
     * Nothing is shown any more, and an update ends: the next session goes on with what it has downloaded. It waits for
     * nothing, so it is for the main thread; {@link #closeBlocking} comes after it.
     */
    public void end() {
        isClosed = true;
        updater.cancel();
    }

    /** Ends, and lets the folders of what was shown go. */
    public synchronized void closeBlocking() {
        end();
        if (leaving != null) leaving.close();
        if (current != null) current.close();
    }

    // Telling.

    private void tell(SessionEvent event) {
        if (!isClosed) pages.tell(event, current);
    }
}
