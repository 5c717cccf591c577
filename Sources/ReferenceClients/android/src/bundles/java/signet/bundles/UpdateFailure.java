package signet.bundles;

import java.util.Arrays;

/** Why an update failed. */
class UpdateFailure extends Exception {
    private static final long serialVersionUID = 1;
    final String code;

    UpdateFailure(String code, String message) {
        super(message);
        this.code = code;
    }

    /** Whether another attempt may go on with what was downloaded. */
    boolean isOfTheNetwork() {
        return Arrays.asList("archive", "archive-silent", "archive-status", "archive-changed", "metered", "cancelled")
            .contains(code);
    }

    static UpdateFailure of(StoreException e) { return new UpdateFailure("store/" + e.code(), e.getMessage()); }

    static UpdateFailure tooLarge(long limit) {
        return new UpdateFailure("archive-too-large", "the archive is larger than " + limit + " bytes");
    }

    static UpdateFailure cancelled() { return new UpdateFailure("cancelled", "it was cancelled"); }
}
