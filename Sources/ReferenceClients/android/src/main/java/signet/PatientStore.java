package signet;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import signet.Nullable;

/** A store of the app, which may never answer: a call that takes too long has failed, and so do all until it ends. */
final class PatientStore implements Store {
    private final Store store;
    /** The call that has not ended yet. */
    @Nullable private FutureTask<?> running;

    private PatientStore(Store store) { this.store = store; }

    /** A store that answers in time; null for none. */
    @Nullable static Store of(@Nullable Store store) {
        return store == null || store instanceof FileStore ? store : new PatientStore(store);
    }

    @Override @Nullable public byte[] load(String name, int byteLimit) throws IOException {
        return call(() -> store.load(name, byteLimit));
    }

    @Override public boolean replace(
        String name, @Nullable byte[] old, byte[] content, int byteLimit) throws IOException {
        return call(() -> store.replace(name, old, content, byteLimit));
    }

    private synchronized <T> T call(Callable<T> work) throws IOException {
        if (running != null && !running.isDone()) throw new IOException("the store does not answer");
        FutureTask<T> task = new FutureTask<>(work);
        running = task;
        Gate.startThread("signet-keeping", task);
        try {
            return task.get(Limits.STORE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the store works");
        } catch (TimeoutException e) {
            throw new IOException("the store does not answer", e);
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        }
    }
}
