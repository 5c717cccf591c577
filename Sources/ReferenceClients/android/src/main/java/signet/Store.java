package signet;

import java.io.IOException;

/**
 * Keeps small files for the next session: the last verified document, first-seen times, what was postponed. A gate makes
 * one call at a time, on a thread of its own, and goes on without one that takes too long.
 */
public interface Store {
    /**
     * What was saved last under a name.
     *
     * @param name 1 to 80 of {@code a-z 0-9 . -}, never anything else
     * @param byteLimit more than this is not read; a larger file counts as missing
     * @return null when there is nothing
     * @throws IOException when there is something that cannot be read now, as before a device is first unlocked
     */
    @Nullable byte[] load(String name, int byteLimit) throws IOException;

    /**
     * Replaces what was loaded, in one step (compare and set): other gates and processes may write as well.
     *
     * @param old what {@link #load} has returned
     * @return false when something else is saved by now, which stays
     * @throws IOException when that is not possible; then what was saved before stays
     */
    boolean replace(String name, @Nullable byte[] old, byte[] content, int byteLimit) throws IOException;
}
