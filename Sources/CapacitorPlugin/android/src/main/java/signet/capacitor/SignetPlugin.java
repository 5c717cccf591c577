package signet.capacitor;

import android.content.Context;
import android.util.Log;
import com.getcapacitor.Bridge;
import com.getcapacitor.JSArray;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.json.JSONObject;
import signet.Clock;
import signet.Nullable;
import signet.bundles.BundleStore;
import signet.bundles.StartedBundle;
import signet.bundles.StoreException;

/** The bridge between Capacitor and a {@link BundleSession}; it decides nothing. */
@CapacitorPlugin(name = "Signet")
public class SignetPlugin extends Plugin implements SessionShell {
    private static final String TAG = "Signet";
    /** How long the first page may wait for its bundle, in milliseconds; after five seconds an app counts as hung. */
    private static final long START_MILLIS = 4_000;

    /** One thread; what comes after the activity has gone is dropped. */
    private final ScheduledExecutorService workers =
        new ScheduledThreadPoolExecutor(1, new ThreadPoolExecutor.DiscardPolicy());
    private static final String SERVER_URL = "server.url is set: its page is shown and no bundle, so that none can be "
        + "confirmed; take it out of capacitor.config";
    private ServedPath path;
    @Nullable private volatile BundleSession session;
    /** Why no session could begin; empty while one runs. */
    private volatile String problem = "";

    /** Before the first page: Capacitor reads afterwards what is to be served. */
    @Override public void load() {
        path = new ServedPath(getContext());
        FutureTask<File> start = new FutureTask<>(this::begin);
        workers.execute(start);
        File folder = null;
        try {
            folder = start.get(START_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // The page of what the app ships comes first, and is left for that of the bundle.
            workers.execute(this::showLate);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        path.keep(folder);
    }

    /** The folder of the first page; null for that of the app itself. */
    @Nullable private File begin() {
        try {
            // A page of a development server must not confirm a bundle that it does not show.
            if (bridge.getServerUrl() != null) throw new SessionException(SERVER_URL);
            BundleSession session = session();
            this.session = session;
            return session.beginBlocking().folder();
        } catch (SettingsException | SessionException | StoreException e) {
            session = null;
            problem = String.valueOf(e.getMessage());
            Log.e(TAG, "the embedded bundle is shown: " + problem);
            return null;
        }
    }

    private void showLate() {
        BundleSession session = this.session;
        if (session == null) return;
        try {
            session.reloadBlocking();
        } catch (StoreException e) {
            Log.e(TAG, "the embedded bundle is shown: " + e.getMessage());
        }
    }

    private BundleSession session() throws SettingsException {
        Context context = getContext();
        JSONObject config = getConfig().getConfigJSON();
        JSONObject keys = config.optJSONObject("keys");
        PluginSettings settings =
            PluginSettings.parse(config.toString(), keys == null ? null : keys.toString(), path.versionName());
        File folder = new File(context.getNoBackupFilesDir(), "signet");
        KeptChannel channel = new KeptChannel(folder, settings.channel);
        BundleStore store = settings.store(
            folder, name -> context.getAssets().open(Bridge.DEFAULT_WEB_ASSET_DIR + "/" + name), path.name(), channel);
        return new BundleSession(
            store, settings.updater(store), channel, settings, this, Clock.SYSTEM,
            BundleSession.PATIENCE_MILLIS);
    }

    // What a session asks of the app.

    @Override public void show(StartedBundle bundle) {
        File folder = bundle.folder();
        bridge.executeOnMainThread(() -> {
            path.keep(folder);
            if (folder == null) bridge.setServerAssetPath(Bridge.DEFAULT_WEB_ASSET_DIR);
            else bridge.setServerBasePath(folder.getPath());
        });
    }

    @Override public void tell(SessionEvent event) { notifyListeners(event.kind.word, object(event.members()), true); }

    @Override public void after(long millis, Runnable work) { workers.schedule(work, millis, TimeUnit.MILLISECONDS); }

    @Override protected void handleOnStop() {
        onWorker(BundleSession::background);
    }

    @Override protected void handleOnStart() {
        onWorker(BundleSession::foreground);
    }

    @Override protected void handleOnDestroy() {
        // A worker may be at all files of a bundle.
        BundleSession session = this.session;
        if (session != null) session.end();
        onWorker(BundleSession::closeBlocking);
        workers.shutdown();
    }

    private interface Turn {
        void take(BundleSession session);
    }

    private void onWorker(Turn turn) {
        workers.execute(() -> {
            BundleSession session = this.session;
            if (session != null) turn.take(session);
        });
    }

    // What a page asks of a session.

    @PluginMethod public void attach(PluginCall call) {
        // The worker may be about to show another bundle.
        BundleSession session = this.session;
        double now = System.currentTimeMillis();
        double waited = Math.max(0, now - call.getDouble("at", now));
        StartedBundle bundle = session == null ? null : session.bundleOfPage(call.getDouble("age", 0.0) + waited);
        answer(call, one -> {
            one.attach(call.getString("page", ""), bundle);
            return null;
        });
    }

    @PluginMethod public void ready(PluginCall call) {
        answer(call, session -> session.readyBlocking(call.getString("page", "")));
    }

    @PluginMethod public void getCurrentBundle(PluginCall call) { answer(call, BundleSession::currentBlocking); }

    @PluginMethod public void getBundles(PluginCall call) {
        answer(call, session -> Collections.singletonMap("bundles", session.bundlesBlocking()));
    }

    @PluginMethod public void reload(PluginCall call) {
        answer(call, session -> {
            session.reloadBlocking();
            return null;
        });
    }

    @PluginMethod public void reset(PluginCall call) {
        answer(call, session -> {
            session.resetBlocking();
            return null;
        });
    }

    @PluginMethod public void reject(PluginCall call) {
        answer(call, session -> {
            session.rejectBlocking(call.getString("page", ""), call.getString("reason", "no reason given"));
            return null;
        });
    }

    @PluginMethod public void setChannel(PluginCall call) {
        answer(call, session -> {
            session.setChannelBlocking(call.getString("channel"));
            return null;
        });
    }

    /** A download may take minutes, and keeps no other call waiting. */
    @PluginMethod public void sync(PluginCall call) {
        new Thread(() -> settle(call, BundleSession::syncBlocking), "signet-sync").start();
    }

    /** What a call is answered with; null for nothing. */
    private interface Work {
        @Nullable Map<String, ?> run(BundleSession session) throws Exception;
    }

    private void answer(PluginCall call, Work work) { workers.execute(() -> settle(call, work)); }

    private void settle(PluginCall call, Work work) {
        BundleSession session = this.session;
        if (session == null) {
            call.reject(problem);
            return;
        }
        try {
            Map<String, ?> members = work.run(session);
            if (members == null) call.resolve();
            else call.resolve(object(members));
        } catch (Exception e) {
            call.reject(String.valueOf(e.getMessage()), e);
        }
    }

    private static JSObject object(Map<String, ?> members) {
        JSObject object = new JSObject();
        for (Map.Entry<String, ?> member : members.entrySet()) object.put(member.getKey(), value(member.getValue()));
        return object;
    }

    private static Object value(@Nullable Object value) {
        if (value == null) return JSONObject.NULL;
        if (!(value instanceof List)) return value;
        List<Object> objects = new ArrayList<>();
        for (Object element : (List<?>) value) {
            @SuppressWarnings("unchecked")
            Map<String, ?> members = (Map<String, ?>) element;
            objects.add(object(members));
        }
        return new JSArray(objects);
    }
}
