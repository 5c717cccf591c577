package signet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

// Own: the order, whatever threads an executor has, its caller's among them. Proved by the driver's "stress".

/**
 * Who is told of decisions: each by one call at a time, in the order of the decisions, and with no lock held. What an
 * executor rejects is told with the next delivery.
 */
final class Listeners {
    /** Starts a thread for each call. */
    static final Executor APART = work -> Gate.startThread("signet-listener", () -> {
        try {
            work.run();
        } catch (RuntimeException e) {
            // A listener's defect must not end the app.
        }
    });

    private final Executor executor;
    /** Guards all that is in it, too. */
    private final Map<Gate.Listener, Ear> ears = new LinkedHashMap<>();

    Listeners(Executor executor) { this.executor = executor; }

    private static final class Ear {
        /** Whether it hears of every change. */
        boolean isListening;
        /** The last change that it was to hear of. */
        @Nullable Decision change;
        final ArrayDeque<Decision> untold = new ArrayDeque<>();
        boolean isBeingTold;

        /** What has changed again need not be heard. */
        void dropChange() {
            if (change != null && untold.peekLast() == change) untold.pollLast();
        }
    }

    private Ear ear(Gate.Listener listener) {
        Ear ear = ears.get(listener);
        if (ear == null) ears.put(listener, ear = new Ear());
        return ear;
    }

    boolean areThere() {
        synchronized (ears) {
            for (Ear ear : ears.values()) if (ear.isListening) return true;
            return false;
        }
    }

    void add(Gate.Listener listener) {
        synchronized (ears) {
            Ear ear = ear(listener);
            ear.isListening = true;
            ear.change = null;
        }
    }

    /** Without a listener, all of them. */
    void remove(@Nullable Gate.Listener listener) {
        synchronized (ears) {
            for (Map.Entry<Gate.Listener, Ear> entry : new ArrayList<>(ears.entrySet())) {
                if (listener != null && !listener.equals(entry.getKey())) continue;
                entry.getValue().isListening = false;
                entry.getValue().dropChange();
                forget(entry.getKey(), entry.getValue());
            }
        }
    }

    private void forget(Gate.Listener listener, Ear ear) {
        if (!ear.isListening && !ear.isBeingTold && ear.untold.isEmpty()) ears.remove(listener);
    }

    /** To be told once to one that asked, which may be none. */
    void answer(@Nullable Gate.Listener listener, Decision decision) {
        if (listener == null) return;
        synchronized (ears) {
            ear(listener).untold.add(decision);
        }
    }

    /** To be told to all that have not heard it. */
    void publish(Decision decision) {
        synchronized (ears) {
            for (Ear ear : ears.values()) {
                if (!ear.isListening || decision.equals(ear.change)) continue;
                ear.dropChange();
                ear.untold.add(decision);
                ear.change = decision;
            }
        }
    }

    /** Calls all that have something to hear. */
    void call() {
        List<Runnable> calls = new ArrayList<>();
        synchronized (ears) {
            for (Map.Entry<Gate.Listener, Ear> entry : ears.entrySet()) {
                Ear ear = entry.getValue();
                if (!ear.isBeingTold && !ear.untold.isEmpty()) calls.add(() -> tell(entry.getKey(), ear));
            }
        }
        for (Runnable call : calls) {
            try {
                executor.execute(call);
            } catch (RuntimeException e) {
                // What was rejected is still untold; and a listener's defect, on this very thread, ends nothing else.
            }
        }
    }

    private void tell(Gate.Listener listener, Ear ear) {
        Decision decision;
        synchronized (ears) {
            decision = ear.isBeingTold ? null : ear.untold.poll();
            if (decision == null) return;
            ear.isBeingTold = true;
        }
        try {
            listener.decided(decision);
        } finally {
            synchronized (ears) {
                ear.isBeingTold = false;
                forget(listener, ear);
            }
            call();
        }
    }
}
