package signet.classic;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import signet.Bytes;
import signet.Device.Platform;
import signet.DocumentReader.DocumentException;
import signet.JsonObject;
import signet.Names;
import signet.Nullable;
import signet.SignedDate;

// Own: no library knows what the signatures of other standards cover. Readers of those standards are more lenient than
// ours, so these rules take more for a signing input than the standard does, as long as that affects no ordinary file.
// Proved by verification-files.json, where each rule has bytes that it refuses and others that it just lets pass.

/**
 * What bytes could be read as beside a file. A signature binds neither path nor kind, so such bytes are not accepted;
 * nor are bytes of a kind that is not listed, since no one can tell what reads them.
 */
final class OtherMeaning {
    /**
     * How binary files begin. Whatever begins otherwise could be what a binary standard signs: a certificate (DER), a
     * token (CBOR), or a message of SSH.
     */
    private static final Pattern BINARY = Pattern.compile(
        "\\x89PNG\\r\\n\\x1A\\n|\\xFF\\xD8\\xFF|GIF8[79]a|RIFF....WEBP|%PDF-"
            // A ZIP with a first file, or empty.
            + "|PK(\\x03\\x04|\\x05\\x06)"
            // Deflate, which is the only method of gzip, and no reserved flag.
            + "|\\x1F\\x8B\\x08[\\x00-\\x1F]"
            // TrueType with up to 255 tables: a lone version could be a length elsewhere.
            + "|wOF[F2]|\\x00\\x01\\x00\\x00\\x00|OTTO\\x00|\\x00asm\\x01\\x00\\x00\\x00"
            // AVIF and MP4: a file type box (ISO 14496-12 §4.3) and its major brand. The length of the box alone could
            // be that of a string that SSH signs.
            + "|\\x00\\x00..ftyp(avif|avis|mif1|msf1|iso|mp4|M4|avc1|dash|MSNV)", Pattern.DOTALL);

    private final byte[] bytes;
    /** A character for each byte. */
    private final String text;

    private OtherMeaning(byte[] bytes) {
        this.bytes = bytes;
        text = new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** The other meaning of a body, as a phrase; null where it has none. */
    @Nullable static String of(byte[] body) { return new OtherMeaning(body).phrase(); }

    @Nullable private String phrase() {
        if (SignedDate.isPrefix(bytes)) {
            return "the content begins with a date and a colon; its signature could be replayed as a dated document";
        }
        // The pre-authentication encoding of DSSE v1.
        if (text.startsWith("DSSEv1 ")) {
            return "the content begins with \"DSSEv1 \"; its signature could be used in a DSSE envelope";
        }
        if (isJws()) {
            return "the content begins with the header of a JSON Web Signature; "
                + "its signature could be used as a token's";
        }
        if (isHttpSignature()) {
            return "the content ends like the signature base of an HTTP message; its signature could be used for that";
        }
        if (isXmlSignature()) {
            return "the content is XML that names SignedInfo; its signature could be used as that of XML";
        }
        if (isSignedNote()) {
            return "the content is a checkpoint or a signed note; its signature could be used for a log";
        }
        String document = mayBeginObject(bytes) ? document() : null;
        if (document != null) return document;
        return BINARY.matcher(text).lookingAt() ? null : unlisted();
    }

    /** What documents are called, each with the members that its reader requires. */
    private static final String[][] DOCUMENTS = {
        {"an availability-ios document", "minimumOSVersion", "minimumAppVersion"},
        {"an availability-android document", "minimumSDKVersion", "minimumAppVersion"},
        {"an app-config document", "minimumVersion", "latestVersion", "updateUrl", "maintenanceMode",
            "maintenanceMessage"},
        {"an environment-config document", "environments"},
        {"a remote-config document", "platform", "force_update_version"},
        {"a remote-config document", "platform"},
        {"a gate document", "gate", "platform", "rules"},
        {"a web-bundle-manifest document", "version", "url", "sha256", "signature", "minShellVersion"},
        {"a web-bundle-index document", "bundles", "withdrawn"},
        {"the index of a tree", "environment", "profile", "documents"},
        {"a key ring", "keys"},
    };

    /** What its members make it, to a reader that allows comments and more. */
    @Nullable private String document() {
        Outline outline = new Outline(bytes);
        if (isUpdateMetadata() || outline.has("signed", "signatures")) {
            return "the content is metadata of The Update Framework; its signature could be used as that";
        }
        for (String[] document : DOCUMENTS) {
            String[] members = Arrays.copyOfRange(document, 1, document.length);
            if (!outline.has(members) || !isEnough(members, outline)) continue;
            StringBuilder quoted = new StringBuilder();
            for (String member : members) quoted.append(quoted.length() > 0 ? ", \"" : "\"").append(member).append('"');
            String makes = members.length == 1 ? " makes it " : " make it ";
            return quoted + makes + document[0] + ", which it is not published as";
        }
        return null;
    }

    /** Whether a text with these members is taken for the document, or may be the team's own. */
    private boolean isEnough(String[] members, Outline outline) {
        if (members.length > 1) return true;
        switch (members[0]) {
            // An app acts on a build; environments without one are the team's own.
            case "environments": return outline.hasAppBuild;
            // Other sets of keys, such as a JWKS, have no such member. An empty ring makes no key trusted.
            case "keys": return outline.hasPublicKey;
            // A team may have named its parameters; then there are no other members, and they are versions.
            default: return isRemoteConfig();
        }
    }

    private boolean isRemoteConfig() {
        for (Platform platform : Platform.values()) {
            try {
                new RemoteConfig(platform).read(bytes);
                return true;
            } catch (DocumentException e) {
                // It is none for this platform.
            }
        }
        return false;
    }

    /** Whether a reader that allows comments may find an object, perhaps behind one of them. */
    private static boolean mayBeginObject(byte[] bytes) {
        int first = firstMark(bytes);
        return first == '{' || first == '/';
    }

    /** The first byte that is not white space, after a byte order mark, if there is one; -1 where there is none. */
    private static int firstMark(byte[] bytes) {
        int index = Bytes.startsWith(bytes, Outline.BYTE_ORDER_MARK) ? Outline.BYTE_ORDER_MARK.length : 0;
        while (index < bytes.length && isSpace(bytes[index])) index++;
        return index < bytes.length ? bytes[index] & 255 : -1;
    }

    static boolean isSpace(int c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

    /** The value of a digit of base64 or base64url; -1 for any other byte. */
    private static int digit(int c) {
        if (Names.isDigit(c)) return c - '0' + 52;
        if (Names.isLetter(c)) return c >= 'a' ? c - 'a' + 26 : c - 'A';
        return c == '-' || c == '+' ? 62 : c == '_' || c == '/' ? 63 : -1;
    }

    private static int digitCount(String text) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) count += digit(text.charAt(i)) < 0 ? 0 : 1;
        return count;
    }

    /**
     * Whether the bytes begin with the header of a JWS (RFC 7515 §5.1) and a period: {@code BASE64URL(header).payload}
     * is what ES256 signs, and with {@code "b64": false} (RFC 7797) the payload is anything.
     */
    private boolean isJws() {
        int end = 0;
        // Both alphabets, padding, white space: what a lenient reader of base64url accepts.
        while (end < bytes.length && (digit(bytes[end]) >= 0 || bytes[end] == '=' || isSpace(bytes[end]))) end++;
        if (end == bytes.length || bytes[end] != '.') return false;
        byte[] header = decoded(end);
        if (!mayBeginObject(header)) return false;
        if (new Outline(header).has("alg")) return true;
        // A lenient reader may see a header where ours does not.
        return !JsonObject.isJson(header) && new String(header, StandardCharsets.ISO_8859_1).contains("alg");
    }

    /** The bytes of base64 or base64url up to there, with any padding or none, ignoring white space. */
    private byte[] decoded(int end) {
        byte[] decoded = new byte[end];
        int count = 0;
        int bits = 0;
        int bitCount = 0;
        for (int i = 0; i < end; i++) {
            int digit = digit(bytes[i]);
            if (digit < 0) continue;
            bits = (bits << 6 | digit) & 0xFFFF;
            bitCount += 6;
            if (bitCount >= 8) decoded[count++] = (byte) (bits >> (bitCount -= 8));
        }
        return Arrays.copyOf(decoded, count);
    }

    /**
     * Whether this is canonical JSON of an object with a member {@code _type}, which signatures in metadata of The
     * Update Framework and of in-toto cover: no white space outside strings, in which a line feed may be literal.
     */
    private boolean isUpdateMetadata() {
        if (!text.startsWith("{")) return false;
        // A line feed at the end is tolerated.
        int end = text.endsWith("\n") ? text.length() - 1 : text.length();
        int depth = 0;
        boolean isInString = false;
        boolean hasType = false;
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (isInString) {
                if (c == '\\') i++;
                isInString = c != '"';
            } else if (c == '"') {
                isInString = true;
                hasType |= depth == 1 && text.startsWith("\"_type\":", i);
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            } else if (isSpace(c)) {
                return false;
            }
        }
        return hasType;
    }

    /** Whether the last line is the one that ends every signature base (RFC 9421 §2.5), whatever comes before it. */
    private boolean isHttpSignature() {
        int last = bytes.length - 1;
        while (last >= 0 && isSpace(bytes[last])) last--;
        return text.startsWith("\"@signature-params\"", text.lastIndexOf('\n', last) + 1);
    }

    /**
     * Whether this is XML that names what XML-DSig signs: the canonical form of an element {@code SignedInfo}. Its
     * namespace can be spelled in many ways, with references, entities and any prefix; the name of an element cannot.
     */
    private boolean isXmlSignature() {
        return firstMark(bytes) == '<'
            && (text.contains("SignedInfo") || text.contains("www.w3.org/2000/09/xmldsig#"));
    }

    /**
     * Whether this is the checkpoint of a log (C2SP tlog-checkpoint), also under the two lines of a cosignature, or a
     * signed note, whose signatures follow an empty line (C2SP signed-note).
     */
    private boolean isSignedNote() {
        String[] lines = text.split("\n", 6);
        if (lines.length >= 3 && isCheckpoint(lines[1], lines[2])) return true;
        if (lines.length >= 5 && isCheckpoint(lines[3], lines[4])) return true;
        // An em dash, in bytes.
        String mark = "\n\n\u00E2\u0080\u0094 ";
        int start = text.indexOf(mark);
        if (start < 0) return false;
        List<String> words = Names.split(text.substring(start + mark.length()).split("\n", 2)[0], ' ');
        words.removeAll(Arrays.asList(""));
        return words.size() == 2 && digitCount(words.get(1)) >= 40;
    }

    /**
     * Whether these are the second and third line of a checkpoint to a lenient reader: a number and, whatever else is
     * in it, the base64 of 32 bytes.
     */
    private static boolean isCheckpoint(String size, String hash) {
        return size.replaceAll("[ \\n\\r\\t]", "").matches("[0-9][0-9A-Fa-fx]*")
            && digitCount(hash.split("=", 2)[0]) == 43;
    }

    @Nullable private String unlisted() {
        int line = firstOtherLine();
        // Strict JSON is listed as such, and may hold a DELETE.
        if (line == 0 || JsonObject.isJson(bytes)) return null;
        return isUtf16(bytes) ? "the text is UTF-16 instead of UTF-8"
            : "line " + line + " is not plain text, and the content begins like no binary file that may be signed";
    }

    /** Whether a text that begins with two ASCII characters or a mark is in UTF-16 or UTF-32 (RFC 4627 §3). */
    private static boolean isUtf16(byte[] b) {
        if (b.length >= 2 && (b[0] == -1 && b[1] == -2 || b[0] == -2 && b[1] == -1)) return true;
        return b.length >= 4 && b.length % 2 == 0 && (b[0] == 0 && b[2] == 0 || b[1] == 0 && b[3] == 0);
    }

    /**
     * The first line, counted from 1, that is not well-formed UTF-8 without control characters other than tabs and line
     * ends; 0 for plain text.
     */
    private int firstOtherLine() {
        int line = 1;
        int length;
        for (int i = 0; i < bytes.length; i += length) {
            int c = bytes[i] & 255;
            length = c < 0x80 ? 1 : Bytes.scalarLength(bytes, i);
            // U+0080 to U+009F are the second set of control characters.
            boolean isSecond = c == 0xC2 && length == 2 && (bytes[i + 1] & 255) < 0xA0;
            boolean isControl = c < 0x20 ? !isSpace(c) : c == 0x7F || isSecond;
            if (length == 0 || isControl) return line;
            if (c == '\n') line++;
        }
        return 0;
    }
}
