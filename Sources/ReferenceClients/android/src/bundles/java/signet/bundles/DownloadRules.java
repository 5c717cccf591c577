package signet.bundles;

import java.util.Random;
import signet.Clock;
import signet.Nullable;

/** How an updater downloads: what it waits for, what it tells, and what ends it. */
final class DownloadRules {
    /** Waits between two attempts. */
    interface Pause {
        void millis(long millis) throws InterruptedException;
    }

    final Clock clock;
    int attempts = BundleLimits.ATTEMPTS;
    long silenceMillis = BundleLimits.SILENCE_MILLIS;
    @Nullable BundleUpdater.Network network;
    @Nullable BundleUpdater.Progress progress;
    private final Random random = new Random();
    private boolean isCancelled;
    Pause pause = this::waitUnlessCancelled;

    DownloadRules(Clock clock) { this.clock = clock; }

    boolean isAllowed() { return network == null || network.isUnmetered(); }

    synchronized void cancel() {
        isCancelled = true;
        notifyAll();
    }

    /** A new update is not cancelled. */
    synchronized void begin() { isCancelled = false; }

    synchronized boolean isCancelled() { return isCancelled; }

    private synchronized void waitUnlessCancelled(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        long left = millis;
        while (!isCancelled && left > 0) {
            wait(left);
            left = (end - System.nanoTime()) / 1_000_000;
        }
    }

    /**
     * Waits before the attempt after that many: a second, then twice as long each time, at most half a minute. Up to a
     * half of it is left out at random, so that devices which a server has turned away do not come back together.
     */
    void pauseAfter(int attempts) throws InterruptedException {
        long longest = Math.min(BundleLimits.LONGEST_PAUSE_MILLIS, BundleLimits.PAUSE_MILLIS << Math.min(20, attempts - 1));
        pause.millis(longest / 2 + random.nextInt((int) (longest / 2) + 1));
    }
}
