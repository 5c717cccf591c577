package signet.bundles;

import java.util.List;
import signet.DocumentReader.DocumentException;
import signet.JsonObject;
import signet.Nullable;
import signet.Rule;

/** What must hold on a device for a restricted offer: everything that is named. */
final class BundleConditions {
    @Nullable private Rule.Share share;
    @Nullable private List<String> channels;
    /** Whether a condition is not known or cannot be read: then none of them ever holds. */
    private boolean isUnknown;

    BundleConditions(JsonObject when) {
        for (String name : when.names()) {
            switch (name) {
                case "share":
                    share = Rule.Share.read(when.objectOrNull(name));
                    isUnknown |= share == null;
                    break;
                case "channels":
                    try {
                        channels = when.strings(name, BundleLimits.CHANNELS);
                        isUnknown |= channels.isEmpty();
                    } catch (DocumentException e) {
                        isUnknown = true;
                    }
                    break;
                default: isUnknown = true;
            }
        }
    }

    /**
     * Whether everything holds at a time, in seconds since 1970. What a device does not say does not hold, and neither
     * does the lack of any condition, which is for an offer to everybody.
     */
    boolean hold(@Nullable String channel, @Nullable String installId, long time) {
        if (isUnknown || (share == null && channels == null)) return false;
        if (channels != null && !channels.contains(channel)) return false;
        return share == null || share.includes(Rule.Share.BUNDLES, installId, time);
    }
}
