package signet.bundles;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import signet.Names;
import signet.Nullable;

/** Where the archive of a bundle may be. */
final class ArchiveAddress {
    private ArchiveAddress() {}

    /**
     * The address that a document means; null unless it is an https URL without credentials, or a name beside the
     * document. It takes http for this very machine only.
     */
    @Nullable static String resolve(String text, String document) {
        boolean isName = !text.startsWith(".") && Names.isAlphanumeric(text.replaceAll("[._-]", ""));
        if (isName) return document.substring(0, document.lastIndexOf('/') + 1) + text;
        return isAcceptable(text) ? text : null;
    }

    static boolean isAcceptable(String text) {
        try {
            URI address = new URI(text);
            if (address.getHost() == null || address.getRawUserInfo() != null) return false;
            boolean isLocal = Arrays.asList("127.0.0.1", "localhost", "[::1]").contains(address.getHost());
            return "https".equals(address.getScheme()) || (isLocal && "http".equals(address.getScheme()));
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
