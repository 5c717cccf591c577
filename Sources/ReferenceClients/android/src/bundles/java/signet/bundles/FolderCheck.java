package signet.bundles;

import signet.Nullable;

/** What a look at every file of a bundle has found, and what it has cost. */
public final class FolderCheck {
    private final int files;
    private final long bytes;
    private final long millis;
    @Nullable private final Proof.Refusal refusal;

    FolderCheck(int files, long bytes, long millis, @Nullable Proof.Refusal refusal) {
        this.files = files;
        this.bytes = bytes;
        this.millis = millis;
        this.refusal = refusal;
    }

    /** Whether the folder holds what was signed and nothing else. */
    public boolean isWhole() { return refusal == null; }

    /** What is wrong: {@code changed-file}, {@code missing-file}, {@code planted-file} or {@code unreadable-file}; null for nothing. */
    @Nullable public String code() { return refusal == null ? null : refusal.code; }

    /** The path of the file that is wrong; null when none is. */
    @Nullable public String file() { return refusal == null ? null : refusal.file; }

    /** How many files were hashed; 0 for a bundle that is served in place, and when something is wrong. */
    public int files() { return files; }

    /** How many bytes were hashed. */
    public long bytes() { return bytes; }

    /** How long it took. */
    public long millis() { return millis; }
}
