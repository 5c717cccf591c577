package signet;

import java.io.IOException;

/** Keeps small files for the next session. A gate makes one call at a time, and goes on without one that is late. */
public interface Store {
    /**
     * What was saved last under a name; null when there is nothing, or a file larger than the limit.
     *
     * @param name 1 to 80 of {@code a-z 0-9 . -}, never anything else
     * @throws IOException when there is something that cannot be read now, as before a device is first unlocked
     */
    @Nullable byte[] load(String name, int byteLimit) throws IOException;

    /**
     * Replaces in one step what {@link #load} has returned: other gates and processes may write as well.
     *
     * @return false when something else is saved by now, which stays
     * @throws IOException when that is not possible; then what was saved before stays
     */
    boolean replace(String name, @Nullable byte[] old, byte[] content, int byteLimit) throws IOException;
}
