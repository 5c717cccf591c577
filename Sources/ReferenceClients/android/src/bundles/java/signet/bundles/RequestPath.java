package signet.bundles;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
        List<byte[]> segments = split(bytes);
        if (segments.get(0).length == 0) segments.remove(0);
        boolean isFolder = segments.isEmpty() || segments.get(segments.size() - 1).length == 0;
        if (isFolder && !segments.isEmpty()) segments.remove(segments.size() - 1);
        List<String> names = new ArrayList<>();
        for (byte[] segment : segments) {
            String name = name(segment);
            if (name == null) return null;
            names.add(name);
        }
        return new RequestPath(names, isFolder);
    }

    private static List<byte[]> split(byte[] bytes) {
        List<byte[]> segments = new ArrayList<>();
        ByteArrayOutputStream segment = new ByteArrayOutputStream();
        for (byte b : bytes) {
            if (b == '/') {
                segments.add(segment.toByteArray());
                segment.reset();
            } else {
                segment.write(b);
            }
        }
        segments.add(segment.toByteArray());
        return segments;
    }

    @Nullable private static String name(byte[] segment) {
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        for (int i = 0; i < segment.length; i++) {
            if (segment[i] != '%') {
                decoded.write(segment[i]);
                continue;
            }
            int high = i + 2 < segment.length ? digit(segment[i + 1]) : -1;
            int low = high < 0 ? -1 : digit(segment[i + 2]);
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

    private static int digit(byte b) { return b < 0 ? -1 : Character.digit((char) b, 16); }

    /** The names below a prefix; null when the path is not below it. */
    @Nullable List<String> namesBelow(RequestPath prefix) {
        int count = prefix.names.size();
        if (names.size() < count || !names.subList(0, count).equals(prefix.names)) return null;
        return names.subList(count, names.size());
    }
}
