package signet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

// Own: the order, whatever threads an executor has, its caller's among them. Proved by the driver's "stress".

/**
 * Calls listeners and callbacks: each one call at a time, in the order of the decisions, and with no lock held. What an
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

    private final class Ear implements Runnable {
        final Gate.Listener listener;
        /** Whether it hears of every change. */
        boolean isListening;
        /** The last change that it was to hear of. */
        @Nullable Decision change;
        final ArrayDeque<Decision> untold = new ArrayDeque<>();
        boolean isBeingTold;

        Ear(Gate.Listener listener) { this.listener = listener; }

        /** The next one; null when there is none, or while it hears another. */
        @Nullable Decision next() { return isBeingTold ? null : untold.peek(); }

        @Override public void run() {
            Decision decision;
            synchronized (ears) {
                decision = next();
                if (decision == null) return;
                untold.remove();
                isBeingTold = true;
            }
            try {
                listener.decided(decision);
            } finally {
                synchronized (ears) {
                    isBeingTold = false;
                    if (!isListening && untold.isEmpty()) ears.remove(listener);
                }
                call();
            }
        }
    }

    private Ear ear(Gate.Listener listener) {
        Ear ear = ears.get(listener);
        if (ear == null) ears.put(listener, ear = new Ear(listener));
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

    /** Null for all of them. */
    void remove(@Nullable Gate.Listener listener) {
        synchronized (ears) {
            for (Ear ear : new ArrayList<>(ears.values())) {
                if (listener != null && !listener.equals(ear.listener)) continue;
                ear.isListening = false;
                ear.untold.remove(ear.change);
                if (ear.next() == null && !ear.isBeingTold) ears.remove(ear.listener);
            }
        }
    }

    /** Tells the callback of a call its decision. */
    void answer(@Nullable Gate.Listener listener, Decision decision) {
        if (listener == null) return;
        synchronized (ears) {
            ear(listener).untold.add(decision);
        }
    }

    /** Tells all listeners that have not heard it, in the place of an earlier one that is still untold. */
    void publish(Decision decision) {
        synchronized (ears) {
            for (Ear ear : ears.values()) {
                if (!ear.isListening || decision.equals(ear.change)) continue;
                if (ear.change != null && ear.untold.peekLast() == ear.change) ear.untold.removeLast();
                ear.untold.add(decision);
                ear.change = decision;
            }
        }
    }

    /** Makes the calls that the others prepare; no lock may be held. */
    void call() {
        List<Ear> called = new ArrayList<>();
        synchronized (ears) {
            for (Ear ear : ears.values()) if (ear.next() != null) called.add(ear);
        }
        for (Ear ear : called) {
            try {
                executor.execute(ear);
            } catch (RuntimeException e) {
                // What was rejected is still untold. A listener's defect, on this very thread, ends nothing else.
            }
        }
    }
}
