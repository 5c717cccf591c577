package signet.bundles;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import signet.Names;
import signet.Nullable;

// Own: android.net.Uri repairs what is malformed, and java.net.URLDecoder takes a plus for a space. Names that no
// archive may hold are refused, not resolved: browsers resolve ".." before they send a request. Proved by the driver's
// "responder" ("ways out").

/** The path of a request, taken apart and decoded once. */
final class RequestPath {
    /** The names, outermost first. */
    final List<String> names;
    /** Whether the path ends with a {@code /} and so means a folder. */
    final boolean isFolder;

    private RequestPath(List<String> names, boolean isFolder) {
        this.names = names;
        this.isFolder = isFolder;
    }

    /**
     * Reads a percent-encoded path of a URL; a query and a fragment are ignored. Null for an empty segment in between,
     * for one that is not the name of a file in an archive once it is decoded, for a {@code %} without two hexadecimal
     * digits, and for a path that is too long.
     */
    @Nullable static RequestPath parse(String path) {
        int end = 0;
        while (end < path.length() && path.charAt(end) != '?' && path.charAt(end) != '#') end++;
        byte[] bytes = path.substring(0, end).getBytes(StandardCharsets.UTF_8);
        if (bytes.length > BundleLimits.REQUEST_BYTES) return null;
        // Every byte becomes one character.
        List<String> segments = Names.split(new String(bytes, StandardCharsets.ISO_8859_1), '/');
        if (segments.get(0).isEmpty()) segments.remove(0);
        boolean isFolder = segments.isEmpty() || segments.get(segments.size() - 1).isEmpty();
        if (isFolder && !segments.isEmpty()) segments.remove(segments.size() - 1);
        List<String> names = new ArrayList<>();
        for (String segment : segments) {
            String name = name(segment);
            if (name == null) return null;
            names.add(name);
        }
        return new RequestPath(names, isFolder);
    }

    @Nullable private static String name(String segment) {
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        for (int i = 0; i < segment.length(); i++) {
            if (segment.charAt(i) != '%') {
                decoded.write(segment.charAt(i));
                continue;
            }
            int high = i + 2 < segment.length() ? digit(segment.charAt(i + 1)) : -1;
            int low = high < 0 ? -1 : digit(segment.charAt(i + 2));
            if (low < 0) return null;
            decoded.write(high << 4 | low);
            i += 2;
        }
        try {
            ArchiveName name = ArchiveName.of(decoded.toByteArray());
            return name.segments.size() == 1 && !name.isFolder ? name.spelling : null;
        } catch (ArchiveException.Defect e) {
            return null;
        }
    }

    private static int digit(char c) { return c >= 0x80 ? -1 : Character.digit(c, 16); }

    /** The names below a prefix; null when the path is not below it. */
    @Nullable List<String> namesBelow(RequestPath prefix) {
        int count = prefix.names.size();
        if (names.size() < count || !names.subList(0, count).equals(prefix.names)) return null;
        return names.subList(count, names.size());
    }
}
