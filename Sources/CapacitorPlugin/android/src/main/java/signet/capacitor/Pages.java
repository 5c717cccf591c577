package signet.capacitor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import signet.Nullable;
import signet.bundles.StartedBundle;

/**
 * The pages of a session: which bundle each was loaded from, and what none of them has been told yet.
 *
 * <p>All bundles have the same address, so a page is known by an id that it makes itself. One that is being left may still
 * say that it works; that is not said of the bundle that comes next.
 */
final class Pages {
    private static final int KEPT = 16;

    private final SessionShell shell;
    private final Map<String, StartedBundle> bundles = new LinkedHashMap<>();
    private final List<SessionEvent> untold = new ArrayList<>();

    Pages(SessionShell shell) { this.shell = shell; }

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
