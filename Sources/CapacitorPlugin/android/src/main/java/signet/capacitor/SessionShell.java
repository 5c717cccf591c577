package signet.capacitor;

import signet.bundles.StartedBundle;

/** The app around a session. */
public interface SessionShell {
    /** Serves a bundle from now on and loads its start page. */
    void show(StartedBundle bundle);

    /** Tells the page; when it does not listen yet, as soon as it does. */
    void tell(SessionEvent event);

    /** Runs work on a worker after some time. */
    void after(long millis, Runnable work);
}
