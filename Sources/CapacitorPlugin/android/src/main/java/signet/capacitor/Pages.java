package signet.capacitor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import signet.Clock;
import signet.Clock.Stopwatch;
import signet.Nullable;
import signet.bundles.StartedBundle;

/**
 * The pages of a session: which bundle each was loaded from, and what none of them has been told yet.
 *
 * <p>All bundles have the same address, so a page is known by an id that it makes itself. One that is being left may still
 * say that it works; that is not said of the bundle that comes next. Where its first call comes late, its age tells.
 */
final class Pages {
    private static final int KEPT = 16;

    private final SessionShell shell;
    private final Clock clock;
    @Nullable private volatile Showing showing;
    private final Map<String, StartedBundle> bundles = new LinkedHashMap<>();
    private final List<SessionEvent> untold = new ArrayList<>();

    Pages(SessionShell shell, Clock clock) {
        this.shell = shell;
        this.clock = clock;
    }

    /** What is shown, and since when: both are read at once, by a thread that waits for nobody. */
    private static final class Showing {
        final StartedBundle bundle;
        final Stopwatch since;

        Showing(StartedBundle bundle, Clock clock) {
            this.bundle = bundle;
            since = new Stopwatch(clock);
        }
    }

    /** A bundle is shown from now on. */
    void show(StartedBundle bundle) { showing = new Showing(bundle, clock); }

    /** The bundle of a page of that age; null when it began to load before that was shown. */
    @Nullable StartedBundle bundle(double ageMillis) {
        Showing showing = this.showing;
        return showing != null && ageMillis <= showing.since.millis() ? showing.bundle : null;
    }

    void attach(String page, StartedBundle bundle) {
        if (bundles.size() >= KEPT) bundles.remove(bundles.keySet().iterator().next());
        bundles.put(page, bundle);
    }

    /** Tells the present page what no page was told before. */
    void tellUntold() {
        for (SessionEvent event : untold) shell.tell(event);
        untold.clear();
    }

    boolean isOf(String page, @Nullable StartedBundle bundle) { return bundle != null && bundles.get(page) == bundle; }

    /** Tells the page of a bundle; one that was told while the page is being left would be lost. */
    void tell(SessionEvent event, @Nullable StartedBundle current) {
        if (current != null && bundles.containsValue(current)) shell.tell(event);
        else untold.add(event);
    }
}
