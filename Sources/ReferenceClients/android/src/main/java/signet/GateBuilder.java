package signet;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import signet.DocumentReader.GateDocument;
import signet.Transport.UrlTransport;

/**
 * What a {@link Gate} checks, and how long it waits. Begun by {@link Gate#builder}; not for several threads at once.
 *
 * <p>Only {@link #build} throws. Needed are {@link #origin}, {@link #document}, {@link #environment} and {@link
 * #device}; without {@link #folder} or {@link #store} each session begins anew.
 */
public final class GateBuilder implements Cloneable {
    private final String keyRing;
    @Nullable String base;
    @Nullable String path;
    @Nullable private String environment;
    @Nullable Device device;
    DocumentReader reader = GateDocument.ANDROID;
    Download.Envelope envelope = Download.Envelope.JWS;
    private List<Download.Envelope> formerEnvelopes = Collections.emptyList();
    private List<DocumentReader> knownFormats = GateDocument.READERS;
    private long clockSkewSeconds = Limits.CLOCK_SKEW_SECONDS;
    private int bodyLimit = Limits.BODY_BYTES;
    Transport transport = new UrlTransport();
    @Nullable Store store;
    @Nullable Update.StoreLookup lookup;
    Clock clock = Clock.SYSTEM;
    Executor executor = Listeners.APART;
    Set<String> backends = Collections.emptySet();
    @Nullable String storeUrl;
    @Nullable Download embedded;
    boolean allowsWhenUnreachable;
    @Nullable Long maximumAgeSeconds;
    long checkMillis = 3_000;
    long requestMillis = 10_000;
    int attempts = 3;
    long firstDelayMillis = 500;
    long maximumDelayMillis = 8_000;
    long observationMillis = 10_000;

    GateBuilder(String keyRing) { this.keyRing = keyRing; }

    /** The origin of the environment, {@code https://distribution.example.com}; it may have a path. */
    public GateBuilder origin(String base) {
        this.base = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
        return this;
    }

    /** The path of the document in the tree, as in the policy: {@code gate/android.json}. */
    public GateBuilder document(String path) { this.path = path; return this; }
    /** The environment that the document must come from: {@code production}. */
    public GateBuilder environment(String name) { environment = name; return this; }
    public GateBuilder device(Device device) { this.device = device; return this; }
    /** Keeps what is needed in a folder of the app: {@code context.getNoBackupFilesDir()}. */
    public GateBuilder folder(File parent) { return store(new FileStore(new File(parent, "signet"))); }
    /** Keeps it elsewhere; null for nowhere. */
    public GateBuilder store(@Nullable Store store) { this.store = store; return this; }
    /** Reads another document than Signet's own for Android. */
    public GateBuilder reader(DocumentReader reader) { this.reader = reader; return this; }
    /** How the signature travels, where it is not in a {@code .jws}. */
    public GateBuilder envelope(Download.Envelope envelope) { this.envelope = envelope; return this; }

    /** How it travelled for older versions of this app, whose last document counts until there is a newer one. */
    public GateBuilder formerEnvelopes(Download.Envelope... envelopes) {
        formerEnvelopes = Arrays.asList(envelopes.clone());
        return this;
    }

    /** Readers of other formats, so that a refusal can name them. */
    public GateBuilder knownFormats(List<DocumentReader> readers) {
        knownFormats = new ArrayList<>(readers);
        return this;
    }

    /** How far a signed date may be ahead of the clock; a day where it is not said. */
    public GateBuilder clockSkew(long time, TimeUnit unit) { clockSkewSeconds = unit.toSeconds(time); return this; }
    /** The largest body in bytes; a mebibyte where it is not said. */
    public GateBuilder bodyLimit(int bytes) { bodyLimit = bytes; return this; }
    /** Fetches with a library of the app. */
    public GateBuilder transport(Transport transport) { this.transport = transport; return this; }
    /** Finds out whether the store has an update, asked only when there is one. */
    public GateBuilder storeLookup(@Nullable Update.StoreLookup lookup) { this.lookup = lookup; return this; }
    public GateBuilder clock(Clock clock) { this.clock = clock; return this; }

    /** Where listeners are called: {@code ContextCompat.getMainExecutor(context)}; without it, each call has a thread. */
    public GateBuilder executor(Executor executor) { this.executor = executor; return this; }
    /** With a {@code .jws}, the hosts whose 403 may carry the document itself: {@code api.example.com}. */
    public GateBuilder backends(String... hosts) {
        backends = new HashSet<>();
        for (String host : hosts) backends.add(Names.lowercase(host));
        return this;
    }

    /** Where to get the app when a document of another format does not say: all who are blocked need a button. */
    public GateBuilder storeUrl(@Nullable String url) { storeUrl = url; return this; }
    /** The {@code .jws} that the app ships: it decides until another is fetched. Null for none. */
    public GateBuilder embedded(@Nullable byte[] jws) { return embedded(jws == null ? null : Download.ofJws(jws)); }
    /** The same in another envelope. */
    public GateBuilder embedded(@Nullable Download document) { embedded = document; return this; }
    /** Lets the app run while no document can be fetched and verified; otherwise the last verified one decides. */
    public GateBuilder allowWhenUnreachable(boolean isAllowed) { allowsWhenUnreachable = isAllowed; return this; }
    /** How old a signed date may be for the document to block anyone anew (freeze); any age where it is not said. */
    public GateBuilder maximumAge(long time, TimeUnit unit) { maximumAgeSeconds = unit.toSeconds(time); return this; }
    /** How long a check waits for store and network, 3 s; it then returns what is known, and both go on. */
    public GateBuilder checkLimit(long time, TimeUnit unit) { checkMillis = limit(time, unit); return this; }
    /** How long one attempt to fetch may take, 10 s. */
    public GateBuilder requestLimit(long time, TimeUnit unit) { requestMillis = limit(time, unit); return this; }

    /** Nobody waits longer than a day, and no sum of times is too large. */
    private static long limit(long time, TimeUnit unit) {
        return Math.min(unit.toMillis(time), TimeUnit.DAYS.toMillis(1));
    }

    /** How often a fetch is tried, 3 times, and the longest delay: at first, and doubled each time up to the last. */
    public GateBuilder attempts(int count, long firstDelay, long maximumDelay, TimeUnit unit) {
        attempts = count;
        firstDelayMillis = unit.toMillis(firstDelay);
        maximumDelayMillis = unit.toMillis(maximumDelay);
        return this;
    }

    /** How long after a fetch, successful or not, an observed response does not start another, 10 s. */
    public GateBuilder observationInterval(long time, TimeUnit unit) {
        observationMillis = unit.toMillis(time);
        return this;
    }

    /**
     * The gate. It reads nothing yet, and starts nothing.
     *
     * @throws IllegalArgumentException when something is missing or is not what it should be; a unit test finds it
     */
    public Gate build() {
        KeyRing keys;
        try {
            keys = KeyRing.parse(keyRing);
        } catch (KeyRing.KeyRingException e) {
            throw new IllegalArgumentException("not a key ring: " + e.getMessage(), e);
        }
        if (base == null || !UrlTransport.isOrigin(base)) throw new IllegalArgumentException("not an origin: " + base);
        if (path == null || !Names.isDocumentPath(path)) {
            throw new IllegalArgumentException("not the path of a document: " + path);
        }
        if (environment == null) throw new IllegalArgumentException("there is no environment");
        if (device == null) throw new IllegalArgumentException("there is no device");
        if (GateDocument.READERS.contains(reader) && !reader.format().endsWith(device.platform.code())) {
            throw new IllegalArgumentException("the device is no device of " + reader.format());
        }
        Verifier verifier = new Verifier(keys, environment, reader, clockSkewSeconds, bodyLimit, knownFormats);
        boolean isKnown = false;
        for (KeyRing.Key key : keys.keys()) isKnown |= key.environment().equals(environment);
        if (!isKnown) throw new IllegalArgumentException("no key of the ring is of environment " + environment);
        try {
            // What is built does not change with its builder.
            return new Gate((GateBuilder) clone(), verifier);
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    String url() { return base + "/" + path + envelope.suffix(); }

    /** The envelopes in which documents may have been kept. */
    List<Download.Envelope> envelopes() {
        List<Download.Envelope> envelopes = new ArrayList<>(Arrays.asList(envelope, Download.Envelope.JWS));
        envelopes.addAll(formerEnvelopes);
        return envelopes;
    }
}
