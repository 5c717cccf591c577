package signet.classic;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import signet.Bytes;
import signet.Device.Platform;
import signet.DocumentReader.DocumentException;
import signet.JsonObject;
import signet.Limits;
import signet.Names;
import signet.Nullable;

// Own: what a text is to any reader that passes for one of JSON somewhere, with comments, trailing commas, repeated
// members, a byte order mark. Proved by verification-files.json ("to a lenient reader: …").

/**
 * The names in a JSON text that decide what it is taken for, without any of its values. A body that a reader of ours
 * accepts has the outline of its kind, and so has that body with further members, since readers ignore members that
 * they do not know.
 */
final class Outline {
    static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final byte[] bytes;
    private int index;
    private final Set<String> members = new HashSet<>();
    /** Whether there is {@code { "environments": { "…": { "apps": { "ios": { "build": … } } } } }}. */
    boolean hasAppBuild;
    /** Whether there is {@code { "keys": [ { "publicKey": … } ] }}. */
    boolean hasPublicKey;
    /** Each container's member that is being read, the outermost first; null for an array. */
    private final List<String> path = new ArrayList<>();

    Outline(byte[] bytes) {
        this.bytes = bytes;
        if (Bytes.startsWith(bytes, BYTE_ORDER_MARK)) index = BYTE_ORDER_MARK.length;
        try {
            value();
        } catch (DocumentException e) {
            // What comes before the error counts as well: a reader that tolerates the error has seen it.
        }
    }

    /** Whether the object at the top has all of these members. */
    boolean has(String... names) { return members.containsAll(Arrays.asList(names)); }

    private int current() { return index < bytes.length ? bytes[index] & 255 : -1; }

    private void skipSpace() throws DocumentException {
        while (true) {
            if (current() == '/') {
                skipComment();
            } else if (OtherMeaning.isSpace(current())) {
                index++;
            } else {
                return;
            }
        }
    }

    private void skipComment() throws DocumentException {
        index++;
        boolean isBlock = current() == '*';
        if (!isBlock && current() != '/') throw new DocumentException("expected a value");
        for (index++; index < bytes.length; index += current() < 0x80 ? 1 : scalarLength()) {
            if (!isBlock && current() == '\n') return;
            if (isBlock && current() == '*' && index + 1 < bytes.length && bytes[index + 1] == '/') {
                index += 2;
                return;
            }
        }
        if (isBlock) throw new DocumentException("a comment without its end");
    }

    private int scalarLength() throws DocumentException {
        int length = Bytes.scalarLength(bytes, index);
        if (length == 0) throw new DocumentException("invalid UTF-8");
        return length;
    }

    private void value() throws DocumentException {
        skipSpace();
        int c = current();
        if (c != '{' && c != '[') {
            if (!JsonObject.isJson(scalar())) throw new DocumentException("expected a value");
            return;
        }
        if (path.size() == Limits.JSON_NESTING) throw new DocumentException("too many containers inside one another");
        path.add(null);
        index++;
        skipSpace();
        // After "{" and "[" in ASCII.
        while (current() != c + 2) {
            if (c == '{') member();
            value();
            skipSpace();
            if (current() == ',') {
                index++;
                skipSpace();
            } else if (current() != c + 2) {
                throw new DocumentException("expected a comma or the end");
            }
        }
        index++;
        path.remove(path.size() - 1);
    }

    /** The bytes of a string, a number or a word, and perhaps not a valid one. */
    private byte[] scalar() {
        int start = index;
        if (current() == '"') {
            do index += current() == '\\' ? 2 : 1;
            while (index < bytes.length && current() != '"');
            index++;
        } else {
            while (Names.isDigit(current()) || Names.isLetter(current()) || "+-.".indexOf(current()) >= 0) index++;
        }
        index = Math.min(index, bytes.length);
        return Arrays.copyOfRange(bytes, start, index);
    }

    /** The name of a member, its colon, and what the name says. */
    private void member() throws DocumentException {
        byte[] name = current() == '"' ? scalar() : new byte[0];
        byte[] object = Bytes.concatenate(new byte[] {'{'}, name, ":0}".getBytes(StandardCharsets.US_ASCII));
        // Some readers compare names so: one with a Kelvin sign is then one with a K.
        String text = Normalizer.normalize(JsonObject.ofBody(object).names().iterator().next(), Normalizer.Form.NFC);
        path.set(path.size() - 1, text);
        if (path.size() == 1) members.add(text);
        if (isAt("keys", null, "publicKey")) hasPublicKey = true;
        for (Platform platform : Platform.values()) {
            boolean isBuild = path.size() == 5 && path.get(1) != null;
            if (isBuild && isAt("environments", path.get(1), "apps", platform.code(), "build")) hasAppBuild = true;
        }
        skipSpace();
        if (current() != ':') throw new DocumentException("expected a colon");
        index++;
    }

    private boolean isAt(@Nullable String... names) { return path.equals(Arrays.asList(names)); }
}
