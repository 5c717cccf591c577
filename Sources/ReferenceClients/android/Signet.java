package signet;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.RandomAccessFile;
import java.math.BigInteger;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The client of Signet for Android and the JVM, in one file to be copied into an app.
 *
 * <p>An app makes one {@link Gate} at start and asks it what to do. The gate fetches one signed document, verifies it
 * before reading anything from it, keeps it for the next start and decides: run, advise an update, demand one, or tell
 * of maintenance. Nothing that goes wrong decides by itself, and nothing is ever thrown at the app.
 *
 * <p>It needs no library, and of the platform only what Android has had since API 21. The parts can be used by
 * themselves: {@link Verifier} for the signatures, {@link Document} and {@link Situation} for decisions,
 * {@link PromptThrottle} for how often a recommendation is shown. It is held to the same test vectors as the Swift
 * library ({@code Tests/Vectors}), where the reasons for the rules are explained.
 *
 * <p>All classes may be used from several threads at once unless they say otherwise.
 */
public final class Signet {
    private Signet() {}

    // ------------------------------------------------------------------------------------------------------- Limits

    /** Every limit of an app's input, in one place; anything larger is refused before it is processed. */
    public static final class Limits {
        /** Bytes of a body that an app accepts. */
        public static final int BODY_BYTES = 1 << 20;
        /** Bytes of all signature metadata of one document, names and values. */
        public static final int SIGNATURE_METADATA_BYTES = 2_048;
        /**
         * Seconds that a signed date may be ahead of the device's clock; anything later is refused and never stored.
         */
        public static final long CLOCK_SKEW_SECONDS = 24 * 3_600;
        /** Seconds after the signed date that a clock counts for the rules of a gate document. */
        public static final long RULE_TIME_SECONDS = 7 * 24 * 3_600;
        /** Seconds that a signed date may be old, by the device's clock, for maintenance to close the app. */
        public static final long MAINTENANCE_SECONDS = 7 * 24 * 3_600;
        /** Bytes of a key id. */
        public static final int KEY_ID_BYTES = 256;
        /** Digits of one component of a version. */
        public static final int VERSION_DIGITS = 18;
        /** Digits of a duration. */
        public static final int DURATION_DIGITS = 6;
        /** Characters of a language tag. */
        public static final int LANGUAGE_TAG_BYTES = 64;
        /** Containers inside one another in a JSON text. */
        public static final int JSON_NESTING = 64;
        /** Bytes of the protected header of a {@code .jws}. */
        public static final int JWS_HEADER_BYTES = 1_536;
        /** Bytes of a key ring. */
        public static final int KEY_RING_BYTES = 1 << 20;
        /** Bytes of a headers sidecar. */
        public static final int SIDECAR_BYTES = 16 << 10;
        /** Bytes of a document's path. */
        public static final int PATH_BYTES = 1_024;
        /** Bytes of one segment of a document's path. */
        public static final int PATH_SEGMENT_BYTES = 240;
        /** Segments of a document's path. */
        public static final int PATH_SEGMENTS = 32;
        /** Bytes of the name of an environment, and of the id and scope of a rule. */
        public static final int NAME_BYTES = 64;
        /** Rules of a gate document. */
        public static final int GATE_RULES = 1_000;
        /** Entries of a gate document's {@code latest}. */
        public static final int GATE_LATEST = 100;
        /** Steps of a staged roll-out. */
        public static final int SHARE_STEPS = 100;
        /** Languages of a user that are tried. */
        public static final int LANGUAGES_TRIED = 64;
        /** Subtags of a language that are read. */
        public static final int SUBTAGS_READ = 16;
        /** Bytes of a kept file beside the document: first-seen times, what was postponed. */
        public static final int STATE_BYTES = 256 << 10;
        /** Recommendations that are postponed at the same time; the oldest are dropped. */
        public static final int POSTPONED = 100;
        /** Redirects that are followed, to the same host only. */
        public static final int REDIRECTS = 5;

        private Limits() {}
    }

    // -------------------------------------------------------------------------------------------------------- Words

    /** A platform of apps. */
    public enum Platform {
        /** iOS, and what is built on it. */
        IOS("ios"),
        /** Android. */
        ANDROID("android");

        private final String code;

        Platform(String code) {
            this.code = code;
        }

        /** The platform as documents spell it: {@code android}. */
        public String code() { return code; }

        static Platform of(String code) {
            for (Platform platform : values()) {
                if (platform.code.equals(code)) return platform;
            }
            return null;
        }
    }

    /** Which bytes a signature in headers covers. */
    public enum Profile {
        /** The body alone. No protection against an older document being served again. */
        BODY,
        /** The value of the date header, a {@code :}, and the body; gives a client a signed date. */
        DATED
    }

    /** The form in which a signature travels. Apps are configured for one; no response chooses it. */
    public enum Envelope {
        /** In response headers, beside the body. */
        HEADERS,
        /** Around the body, in a {@code .jws} file beside the body's path: any host can serve it. */
        JWS;

        /** The most bytes of what an app fetches for a body of so many. */
        long byteLimit(long bodyBytes) {
            // Two periods, and 64 bytes in 86 characters.
            return this == HEADERS ? bodyBytes : (Limits.JWS_HEADER_BYTES + bodyBytes + 2) / 3 * 4 + 2 + 86;
        }
    }

    /** What a document is. */
    public enum Format {
        /** Availability for iOS. */
        AVAILABILITY_IOS("availability-ios"),
        /** Availability for Android. */
        AVAILABILITY_ANDROID("availability-android"),
        /** Minimum and latest version for all platforms, and maintenance. */
        APP_CONFIG("app-config"),
        /** A team's environments with the build numbers of their apps. */
        ENVIRONMENT_CONFIG("environment-config"),
        /** Forced and optional update for iOS. */
        REMOTE_CONFIG_IOS("remote-config-ios"),
        /** Forced and optional update for Android. */
        REMOTE_CONFIG_ANDROID("remote-config-android"),
        /** Rules for iOS. */
        GATE_IOS("gate-ios"),
        /** Rules for Android. */
        GATE_ANDROID("gate-android");

        private final String code;

        Format(String code) {
            this.code = code;
        }

        /** The format as Signet spells it: {@code gate-android}. */
        public String code() { return code; }

        /** The format of that spelling; null for any other text. */
        public static Format of(String code) {
            for (Format format : values()) {
                if (format.code.equals(code)) return format;
            }
            return null;
        }

        boolean isGate() { return this == GATE_IOS || this == GATE_ANDROID; }
    }

    // ------------------------------------------------------------------------------------------------------- Errors

    /** Why bytes are not strict JSON. */
    static final class JsonException extends Exception {
        private static final long serialVersionUID = 1;

        JsonException(String message) {
            super(message);
        }
    }

    /** Why a body is not a document of its format, or says nothing to this app. */
    public static final class DocumentException extends Exception {
        private static final long serialVersionUID = 1;
        private final boolean isSyntax;

        DocumentException(String message) {
            this(message, false);
        }

        DocumentException(String message, boolean isSyntax) {
            super(message);
            this.isSyntax = isSyntax;
        }

        /** Whether the body is not even strict JSON. */
        public boolean isSyntax() { return isSyntax; }
    }

    /** Why an exported key ring cannot be read. */
    public static final class KeyRingException extends Exception {
        private static final long serialVersionUID = 1;

        KeyRingException(String message) {
            super(message);
        }
    }

    /** The rules of a form, and what a log says where one is broken: the same to the byte in all clients. */
    enum Malformed {
        MISSING_SIGNATURE("header x-amz-meta-signature is missing"),
        MISSING_DATE("header x-amz-meta-signature-date is missing"),
        REPEATED_SIGNATURE("header x-amz-meta-signature appears more than once"),
        REPEATED_DATE("header x-amz-meta-signature-date appears more than once"),
        NOT_ASCII("header x-amz-meta-signature is not printable ASCII"),
        NOT_NAME_AND_QUOTED_VALUE("header x-amz-meta-signature is not keyId=\"ID\",signature=\"BASE64\""),
        UNKNOWN_PARAMETER("header x-amz-meta-signature has an unknown parameter"),
        REPEATED_PARAMETER("header x-amz-meta-signature has a parameter twice"),
        MISSING_PARAMETER("header x-amz-meta-signature lacks a parameter"),
        REORDERED_PARAMETERS("header x-amz-meta-signature has signature before keyId"),
        INVALID_KEY_ID("the key id is not 1 to 256 of A-Z a-z 0-9 . _ : / -"),
        INVALID_BASE64("the signature is not standard padded base64 in canonical form"),
        INVALID_DATE("header x-amz-meta-signature-date is not a date like \"Mon, 03 Aug 2020 22:59:35 UTC\""),
        BODY_BEGINS_WITH_DATE("the body begins with a date and a colon, which profile body does not allow"),
        EMPTY("the signature is empty"),
        RAW_FORM("the signature is 64 bytes that look like raw r||s; it must be ASN.1 DER"),
        NOT_RAW_FORM("the signature is not the 64 bytes of r||s"),
        NOT_A_SEQUENCE("the DER of the signature is not a SEQUENCE"),
        LENGTH_NOT_MINIMAL("a DER length in the signature is not in its shortest form"),
        TRUNCATED("the DER of the signature ends too early"),
        TRAILING_BYTES("bytes follow after the DER of the signature"),
        NOT_AN_INTEGER("r or s of the signature is not an INTEGER"),
        INTEGER_NOT_MINIMAL("r or s of the signature is not in its shortest form"),
        NEGATIVE("r or s of the signature is negative"),
        ZERO("r or s of the signature is zero"),
        OUT_OF_RANGE("r or s of the signature is not below the order of the curve"),
        JWS_PARTS("this is not a .jws of Signet: it is not three parts joined by periods"),
        JWS_HEADER_ENCODING("this is not a .jws of Signet: its header is not canonical base64url"),
        JWS_BODY_ENCODING("this is not a .jws of Signet: its body is not canonical base64url"),
        JWS_SIGNATURE_ENCODING("this is not a .jws of Signet: its signature is not canonical base64url"),
        JWS_WITHOUT_BODY("this is not a .jws of Signet: it has no body"),
        JWS_HEADER("this is not a .jws of Signet: its header is not of the one form"),
        JWS_KEY_ID("this is not a .jws of Signet: its kid is not a key id"),
        JWS_ENVIRONMENT("this is not a .jws of Signet: its environment is not a name"),
        JWS_PATH("this is not a .jws of Signet: its path is not the path of a document"),
        JWS_DATE("this is not a .jws of Signet: its iat is not a date");

        final String phrase;

        Malformed(String phrase) {
            this.phrase = phrase;
        }

        /** Whether bytes that were cut short break this rule; the whole ones may come with another attempt. */
        boolean mayBeTruncation() {
            return this == JWS_PARTS || this == JWS_SIGNATURE_ENCODING || this == EMPTY || this == NOT_RAW_FORM;
        }
    }

    /** Why a download is not a manifest. */
    public static final class VerificationException extends Exception {
        private static final long serialVersionUID = 1;
        private final String code;
        private final String phrase;
        /** Whether bytes that were cut short, or a host in the middle of an update, can be the reason. */
        final boolean isTransient;

        VerificationException(String code, String phrase) {
            this(code, phrase, null, false);
        }

        VerificationException(String code, String phrase, String detail, boolean isTransient) {
            super(detail == null ? phrase : phrase + ": " + detail);
            this.code = code;
            this.phrase = phrase;
            this.isTransient = isTransient;
        }

        VerificationException(Malformed rule) {
            this("malformed", rule.phrase, null, rule.mayBeTruncation());
        }

        static VerificationException notOfFormat(Format format, DocumentException e) {
            return new VerificationException(
                "unreadable", "the body is not a document of format " + format.code, e.getMessage(), false);
        }

        /**
         * One word for each thing to do next, the same in all clients of Signet: {@code malformed},
         * {@code unknown-key}, {@code revoked-key}, {@code bad-signature}, {@code other-document}, {@code rollback},
         * {@code ahead-of-clock}, {@code frozen}, {@code unreadable} or {@code too-large}.
         */
        public String code() { return code; }

        /** Which check failed, for logs: the same to the byte in all clients of Signet. */
        public String phrase() { return phrase; }
    }

    // -------------------------------------------------------------------------------------------------------- Bytes

    private static final Charset UTF_8 = StandardCharsets.UTF_8;

    static boolean isDigit(int c) { return c >= '0' && c <= '9'; }

    private static boolean isLetter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

    /** Whether this is one of {@code A-Z a-z 0-9 . _ -}, the characters of names. */
    private static boolean isNameCharacter(int c) {
        return isDigit(c) || isLetter(c) || c == '.' || c == '_' || c == '-';
    }

    private static boolean isAll(String text, int from, int to, boolean letters, boolean digits) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!(letters && isLetter(c)) && !(digits && isDigit(c))) return false;
        }
        return true;
    }

    private static boolean isLetters(String text) { return isAll(text, 0, text.length(), true, false); }

    private static boolean isDigits(String text) { return isAll(text, 0, text.length(), false, true); }

    /** {@code [A-Za-z0-9._-]{1,64}}: the id or scope of a rule, the salt of a share. */
    static boolean isId(String text) {
        if (text.isEmpty() || text.length() > Limits.NAME_BYTES) return false;
        for (int i = 0; i < text.length(); i++) {
            if (!isNameCharacter(text.charAt(i))) return false;
        }
        return true;
    }

    /** The name of an environment: as an id, without a leading dot. */
    static boolean isEnvironmentName(String text) { return isId(text) && text.charAt(0) != '.'; }

    static boolean isKeyId(String text) {
        if (text.isEmpty() || text.length() > Limits.KEY_ID_BYTES) return false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isNameCharacter(c) && c != ':' && c != '/') return false;
        }
        return true;
    }

    /**
     * Whether a text is the path of a document: segments of {@code A-Z a-z 0-9 . _ -} without a leading dot, joined by
     * {@code /}, and no name that belongs to the published tree itself.
     */
    static boolean isDocumentPath(String path) {
        if (path.length() > Limits.PATH_BYTES) return false;
        List<String> segments = split(path, '/');
        if (segments.size() > Limits.PATH_SEGMENTS) return false;
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            if (segment.isEmpty() || segment.length() > Limits.PATH_SEGMENT_BYTES || segment.charAt(0) == '.') {
                return false;
            }
            for (int j = 0; j < segment.length(); j++) {
                if (!isNameCharacter(segment.charAt(j))) return false;
            }
            String lower = lowercase(segment);
            for (String suffix : RESERVED_SUFFIXES) {
                if (lower.endsWith(suffix)) return false;
            }
            if (i == 0 && lower.equals(PUBLICATION)) return false;
        }
        return true;
    }

    private static final String PUBLICATION = "publication";
    private static final String[] RESERVED_SUFFIXES = {".sig", ".headers", ".jws"};

    /** The text with ASCII letters in lower case and nothing else changed. */
    private static String lowercase(String text) {
        StringBuilder lower = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            lower.append(c >= 'A' && c <= 'Z' ? (char) (c + 0x20) : c);
        }
        return lower.toString();
    }

    /** The parts between the separators, empty ones included. */
    static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == separator) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        return parts;
    }

    private static String hexadecimal(byte[] bytes) {
        StringBuilder text = new StringBuilder(2 * bytes.length);
        for (byte b : bytes) text.append(Character.forDigit((b >> 4) & 15, 16)).append(Character.forDigit(b & 15, 16));
        return text.toString();
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private static byte[] concatenate(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) all.write(part, 0, part.length);
        return all.toByteArray();
    }

    private static boolean startsWith(byte[] bytes, byte[] start) {
        if (bytes.length < start.length) return false;
        for (int i = 0; i < start.length; i++) {
            if (bytes[i] != start[i]) return false;
        }
        return true;
    }

    /** Base64 in its one canonical form: nothing around it, no bits after the last byte. */
    static final class Base64 {
        private static final String STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        private static final String URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

        private Base64() {}

        /** The standard padded form (RFC 4648 §4). */
        static String encode(byte[] bytes) {
            StringBuilder text = new StringBuilder((bytes.length + 2) / 3 * 4);
            for (int i = 0; i < bytes.length; i += 3) {
                int rest = Math.min(3, bytes.length - i);
                int bits = (bytes[i] & 255) << 16 | (rest > 1 ? (bytes[i + 1] & 255) << 8 : 0)
                    | (rest > 2 ? bytes[i + 2] & 255 : 0);
                for (int digit = 0; digit < 4; digit++) {
                    text.append(digit <= rest ? STANDARD.charAt(bits >> (18 - 6 * digit) & 63) : '=');
                }
            }
            return text.toString();
        }

        /** The bytes of the standard padded form; null for any other text. */
        static byte[] decode(String text) {
            if (text.length() % 4 != 0) return null;
            int end = text.length();
            while (end > 0 && text.length() - end < 2 && text.charAt(end - 1) == '=') end--;
            return decode(text, end, STANDARD);
        }

        /** The bytes of the URL-safe form without padding (RFC 7515 §2); null for any other text. */
        static byte[] decodeUrl(String text) { return decode(text, text.length(), URL); }

        /** The URL-safe form without padding. */
        static String encodeUrl(byte[] bytes) {
            return encode(bytes).replace('+', '-').replace('/', '_').replace("=", "");
        }

        private static byte[] decode(String text, int end, String alphabet) {
            if (end % 4 == 1) return null;
            byte[] bytes = new byte[(int) (end * 3L / 4)];
            int bits = 0;
            int bitCount = 0;
            int count = 0;
            for (int i = 0; i < end; i++) {
                int digit = digit(text.charAt(i), alphabet);
                if (digit < 0) return null;
                bits = (bits << 6 | digit) & 0xFFFF;
                bitCount += 6;
                if (bitCount < 8) continue;
                bitCount -= 8;
                bytes[count++] = (byte) (bits >> bitCount);
            }
            // What follows the last whole byte says nothing, and is zero in the canonical form.
            return (bits & ((1 << bitCount) - 1)) == 0 ? bytes : null;
        }

        private static int digit(char c, String alphabet) {
            if (c >= 'A' && c <= 'Z') return c - 'A';
            if (c >= 'a' && c <= 'z') return c - 'a' + 26;
            if (isDigit(c)) return c - '0' + 52;
            return c == alphabet.charAt(62) ? 62 : c == alphabet.charAt(63) ? 63 : -1;
        }
    }

    // --------------------------------------------------------------------------------------------------------- JSON

    /**
     * Strict JSON (RFC 8259): UTF-8 without a byte order mark, no member twice, no lone surrogate, at most
     * {@link Limits#JSON_NESTING} containers inside one another, nothing after the value.
     *
     * <p>A value is {@link #NULL}, a Boolean, a {@link Number}, a String, a List or, in the order of the text, a Map.
     */
    static final class Json {
        /** The value {@code null}; Java's own means that there is no value. */
        static final Object NULL = new Object();

        /** A number as it is spelled. */
        static final class Number {
            final String spelling;

            Number(String spelling) {
                this.spelling = spelling;
            }

            /** The integer that is spelled as one, within 64 bits: not {@code 23.0}, {@code -0}; null for any other. */
            Long asInteger() {
                if (spelling.startsWith("-0")) return null;
                return parseLong(spelling);
            }
        }

        private final byte[] bytes;
        private int index;

        private Json(byte[] bytes) {
            this.bytes = bytes;
        }

        /** Reads one value that fills all of the bytes, without recursion. */
        static Object parse(byte[] bytes) throws JsonException {
            return new Json(bytes).document();
        }

        /** The integer of an optional minus and ASCII digits; null for any other text and beyond 64 bits. */
        static Long parseLong(String text) {
            int start = text.startsWith("-") ? 1 : 0;
            if (start == text.length() || !isAll(text, start, text.length(), false, true)) return null;
            try {
                return Long.valueOf(text);
            } catch (NumberFormatException e) {
                return null;
            }
        }

        private Object document() throws JsonException {
            if (bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF) {
                throw new JsonException("a byte order mark is not allowed");
            }
            Object[] open = new Object[Limits.JSON_NESTING];
            String[] names = new String[Limits.JSON_NESTING];
            int depth = 0;
            while (true) {
                skipSpace();
                Object value;
                int c = current();
                if (c == '{' || c == '[') {
                    if (depth == Limits.JSON_NESTING) throw new JsonException("too many containers inside one another");
                    value = c == '{' ? new LinkedHashMap<String, Object>() : new ArrayList<>();
                    index++;
                    skipSpace();
                    if (current() != end(value)) {
                        if (c == '{') names[depth] = memberName(asMap(value));
                        open[depth++] = value;
                        continue;
                    }
                    index++;
                } else {
                    value = scalar();
                }
                // A value is complete, and with it perhaps any number of the containers around it.
                while (true) {
                    skipSpace();
                    if (depth == 0) {
                        if (index != bytes.length) {
                            throw new JsonException("something follows after the end of the value");
                        }
                        return value;
                    }
                    Object top = open[depth - 1];
                    if (top instanceof Map) {
                        asMap(top).put(names[depth - 1], value);
                    } else {
                        asList(top).add(value);
                    }
                    if (current() == ',') {
                        index++;
                        skipSpace();
                        if (current() == end(top)) throw new JsonException("trailing comma");
                        if (top instanceof Map) names[depth - 1] = memberName(asMap(top));
                        break;
                    }
                    if (current() != end(top)) throw unexpected("a comma or the end of a container");
                    index++;
                    depth--;
                    value = top;
                }
            }
        }

        @SuppressWarnings("unchecked")
        static Map<String, Object> asMap(Object value) {
            return value instanceof Map ? (Map<String, Object>) value : null;
        }

        @SuppressWarnings("unchecked")
        static List<Object> asList(Object value) { return value instanceof List ? (List<Object>) value : null; }

        private static int end(Object container) { return container instanceof Map ? '}' : ']'; }

        private String memberName(Map<String, Object> members) throws JsonException {
            if (current() != '"') throw unexpected("a member name in double quotes");
            String name = string();
            if (members.containsKey(name)) throw new JsonException("duplicate member \"" + name + "\"");
            skipSpace();
            if (current() != ':') throw unexpected("a colon");
            index++;
            return name;
        }

        private int current() { return index < bytes.length ? bytes[index] & 255 : -1; }

        private void skipSpace() {
            while (index < bytes.length) {
                byte b = bytes[index];
                if (b != ' ' && b != '\n' && b != '\r' && b != '\t') return;
                index++;
            }
        }

        private JsonException unexpected(String what) {
            return new JsonException(index == bytes.length ? "the text ends too early" : "expected " + what);
        }

        private Object scalar() throws JsonException {
            int c = current();
            if (c == '"') return string();
            if (c == '-' || isDigit(c)) return number();
            int start = index;
            while (isLetter(current())) index++;
            switch (new String(bytes, start, index - start, UTF_8)) {
                case "null": return NULL;
                case "true": return true;
                case "false": return false;
                default: throw unexpected("a value");
            }
        }

        private Number number() throws JsonException {
            int start = index;
            if (current() == '-') index++;
            int first = index;
            skipDigits();
            if (bytes[first] == '0' && index - first > 1) throw new JsonException("a number with a leading zero");
            if (current() == '.') {
                index++;
                skipDigits();
            }
            if (current() == 'e' || current() == 'E') {
                index++;
                if (current() == '+' || current() == '-') index++;
                skipDigits();
            }
            return new Number(new String(bytes, start, index - start, UTF_8));
        }

        private void skipDigits() throws JsonException {
            if (!isDigit(current())) throw new JsonException("invalid number");
            while (isDigit(current())) index++;
        }

        /** A string whose opening quote is the current byte. */
        private String string() throws JsonException {
            index++;
            int runStart = index;
            StringBuilder unescaped = null;
            while (index < bytes.length) {
                int c = bytes[index] & 255;
                if (c == '"' || c == '\\') {
                    String run = new String(bytes, runStart, index - runStart, UTF_8);
                    if (c == '"') {
                        index++;
                        return unescaped == null ? run : unescaped.append(run).toString();
                    }
                    if (unescaped == null) unescaped = new StringBuilder();
                    appendEscape(unescaped.append(run));
                    runStart = index;
                } else if (c < 0x20) {
                    throw new JsonException("a control character in a string");
                } else if (c >= 0x80) {
                    skipMultiByteScalar(c);
                } else {
                    index++;
                }
            }
            throw new JsonException("the text ends too early");
        }

        private void appendEscape(StringBuilder text) throws JsonException {
            index++;
            int letter = current();
            index++;
            switch (letter) {
                case '"': case '\\': case '/': text.append((char) letter); return;
                case 'b': text.append('\b'); return;
                case 'f': text.append('\f'); return;
                case 'n': text.append('\n'); return;
                case 'r': text.append('\r'); return;
                case 't': text.append('\t'); return;
                case 'u': break;
                default: throw new JsonException("invalid escape in a string");
            }
            char first = fourHexDigits();
            text.append(first);
            if (Character.isLowSurrogate(first)) throw new JsonException(LONE_SURROGATE);
            if (!Character.isHighSurrogate(first)) return;
            if (current() != '\\' || index + 1 >= bytes.length || bytes[index + 1] != 'u') {
                throw new JsonException(LONE_SURROGATE);
            }
            index += 2;
            char second = fourHexDigits();
            if (!Character.isLowSurrogate(second)) throw new JsonException(LONE_SURROGATE);
            text.append(second);
        }

        private static final String LONE_SURROGATE = "an escaped surrogate without its partner";

        private char fourHexDigits() throws JsonException {
            int value = 0;
            for (int i = 0; i < 4; i++) {
                int c = current();
                int digit = c >= 0x80 ? -1 : Character.digit(c, 16);
                if (digit < 0) throw new JsonException("invalid escape in a string");
                value = value << 4 | digit;
                index++;
            }
            return (char) value;
        }

        /** Steps over one scalar of two to four bytes, by the table of well-formed UTF-8 (Unicode §3.9, table 3-7). */
        private void skipMultiByteScalar(int lead) throws JsonException {
            int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
            int low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
            int high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
            boolean isValid = lead >= 0xC2 && lead <= 0xF4 && index + length <= bytes.length;
            for (int i = 1; isValid && i < length; i++) {
                int c = bytes[index + i] & 255;
                isValid = i == 1 ? c >= low && c <= high : c >= 0x80 && c <= 0xBF;
            }
            if (!isValid) throw new JsonException("invalid UTF-8");
            index += length;
        }

        /** A text as a JSON string. */
        static String quote(String text) {
            StringBuilder quoted = new StringBuilder("\"");
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '"' || c == '\\') {
                    quoted.append('\\').append(c);
                } else if (c < 0x20 || Character.isSurrogate(c)) {
                    quoted.append("\\u");
                    for (int shift = 12; shift >= 0; shift -= 4) quoted.append(Character.forDigit(c >> shift & 15, 16));
                } else {
                    quoted.append(c);
                }
            }
            return quoted.append('"').toString();
        }
    }

    // ------------------------------------------------------------------------------------------ What documents hold

    private static Object parseBody(byte[] body) throws DocumentException {
        try {
            return Json.parse(body);
        } catch (JsonException e) {
            throw new DocumentException(e.getMessage(), true);
        }
    }

    private static Map<String, Object> object(Object value, String what) throws DocumentException {
        Map<String, Object> map = Json.asMap(value);
        if (map == null) throw new DocumentException(what + " is not an object");
        return map;
    }

    private static Object required(Map<String, Object> object, String name) throws DocumentException {
        Object value = object.get(name);
        if (value == null) throw new DocumentException("missing member \"" + name + "\"");
        return value;
    }

    private static String string(Object value, String name) throws DocumentException {
        if (value instanceof String) return (String) value;
        throw new DocumentException("\"" + name + "\" is not a string");
    }

    private static String requiredString(Map<String, Object> object, String name) throws DocumentException {
        return string(required(object, name), name);
    }

    private static Version requiredVersion(Map<String, Object> object, String name) throws DocumentException {
        return version(required(object, name), name);
    }

    private static Version version(Object value, String name) throws DocumentException {
        Version version = Version.parse(string(value, name));
        if (version == null) throw new DocumentException("\"" + name + "\" is not a version of 1 to 3 numbers");
        return version;
    }

    private static long positive(Object value, String name) throws DocumentException {
        Long number = value instanceof Json.Number ? ((Json.Number) value).asInteger() : null;
        if (number == null || number <= 0) throw new DocumentException("\"" + name + "\" is not a positive integer");
        return number;
    }

    // ----------------------------------------------------------------------------------------------------- Versions

    /**
     * A version of one to three numeric components, kept as authored and compared as numbers: {@code 6.00} and
     * {@code 6.0.0} are the same version, and {@code 1.9.1} is below {@code 1.10.0}.
     */
    public static final class Version implements Comparable<Version> {
        private final String spelling;
        final long[] numbers;

        private Version(String spelling, long[] numbers) {
            this.spelling = spelling;
            this.numbers = numbers;
        }

        /** The version; null unless the text is one to three runs of 1 to 18 ASCII digits joined by dots. */
        public static Version parse(String spelling) {
            List<String> parts = split(spelling, '.');
            if (parts.size() > 3) return null;
            long[] numbers = new long[parts.size()];
            for (int i = 0; i < numbers.length; i++) {
                String part = parts.get(i);
                if (part.isEmpty() || part.length() > Limits.VERSION_DIGITS || !isDigits(part)) return null;
                numbers[i] = Long.parseLong(part);
            }
            return new Version(spelling, numbers);
        }

        /** Numbers are compared one by one; those that were not written are 0. */
        static int compare(long[] a, long[] b) {
            for (int i = 0; i < Math.max(a.length, b.length); i++) {
                int order = Long.compare(i < a.length ? a[i] : 0, i < b.length ? b[i] : 0);
                if (order != 0) return order;
            }
            return 0;
        }

        /** As numbers. */
        @Override public int compareTo(Version other) { return compare(numbers, other.numbers); }

        @Override public boolean equals(Object other) {
            return other instanceof Version && compareTo((Version) other) == 0;
        }

        @Override public int hashCode() {
            int last = numbers.length;
            while (last > 0 && numbers[last - 1] == 0) last--;
            return Arrays.hashCode(Arrays.copyOf(numbers, last));
        }

        /** The version as authored. */
        @Override public String toString() { return spelling; }
    }

    /**
     * The version or build of an installed app as the device reports it: {@code 3.2.0}, {@code 1.1.0.3},
     * {@code 1.1.0-rc1}.
     *
     * <p>It is compared by all the numbers that it begins with. What does not begin with a digit has none: it is below
     * nothing, and no rule with a condition on it matches.
     */
    static final class InstalledVersion {
        final String spelling;
        /** Null when the text does not begin with a number. */
        final long[] numbers;

        InstalledVersion(String spelling) {
            this.spelling = spelling;
            List<Long> found = new ArrayList<>();
            for (String part : split(spelling, '.')) {
                int end = 0;
                while (end < part.length() && isDigit(part.charAt(end))) end++;
                if (end == 0) break;
                Long number = Json.parseLong(part.substring(0, end));
                found.add(number == null ? Long.MAX_VALUE : number);
                if (end < part.length()) break;
            }
            numbers = found.isEmpty() ? null : new long[found.size()];
            for (int i = 0; i < found.size(); i++) numbers[i] = found.get(i);
        }
    }

    /** One or several patterns for a version, one of which suffices. */
    static final class VersionCondition {
        private final List<long[][]> ranges;
        private final List<boolean[]> closed;

        private VersionCondition(int count) {
            ranges = new ArrayList<>(count);
            closed = new ArrayList<>(count);
        }

        /** Reads a pattern or a non-empty array of patterns; null for anything else. */
        static VersionCondition read(Object value) {
            List<Object> patterns = value instanceof String ? Collections.singletonList(value) : Json.asList(value);
            if (patterns == null || patterns.isEmpty()) return null;
            VersionCondition condition = new VersionCondition(patterns.size());
            for (Object pattern : patterns) {
                if (!(pattern instanceof String) || !condition.add((String) pattern)) return null;
            }
            return condition;
        }

        private boolean add(String pattern) {
            int dots = pattern.indexOf("...");
            if (dots >= 0) return add(pattern.substring(0, dots), true, pattern.substring(dots + 3), true);
            if (pattern.startsWith("<=")) return add(null, false, pattern.substring(2), true);
            if (pattern.startsWith(">=")) return add(pattern.substring(2), true, null, false);
            if (pattern.startsWith("<")) return add(null, false, pattern.substring(1), false);
            if (pattern.startsWith(">")) return add(pattern.substring(1), false, null, false);
            return add(pattern, true, pattern, true);
        }

        private boolean add(String lower, boolean withLower, String upper, boolean withUpper) {
            Version low = lower == null ? null : Version.parse(lower);
            Version high = upper == null ? null : Version.parse(upper);
            if ((lower != null && low == null) || (upper != null && high == null)) return false;
            ranges.add(new long[][] {low == null ? null : low.numbers, high == null ? null : high.numbers});
            closed.add(new boolean[] {withLower, withUpper});
            return true;
        }

        /** Whether one pattern matches; numbers that are not known match none. */
        boolean matches(long[] numbers) {
            if (numbers == null) return false;
            for (int i = 0; i < ranges.size(); i++) {
                long[] low = ranges.get(i)[0];
                long[] high = ranges.get(i)[1];
                boolean[] ends = closed.get(i);
                int below = low == null ? 1 : Version.compare(numbers, low);
                int above = high == null ? -1 : Version.compare(numbers, high);
                if ((below > 0 || (below == 0 && ends[0])) && (above < 0 || (above == 0 && ends[1]))) return true;
            }
            return false;
        }
    }

    // -------------------------------------------------------------------------------------------------------- Dates

    /** The date of a signature, to the second, from 1970 to 9999. */
    public static final class SignedDate implements Comparable<SignedDate> {
        static final int HEADER_BYTES = 29;
        private static final String SHAPE = "aaa, dd aaa dddd dd:dd:dd aaa";
        private static final String INSTANT_SHAPE = "dddd-dd-ddTdd:dd:ddZ";
        private static final long LAST_SECOND = 253_402_300_799L;
        private static final String[] WEEKDAYS = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
        private static final String[] MONTHS =
            {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
        private static final int DAYS_OF_ERA = 146_097;
        private static final int DAYS_BEFORE_1970 = 719_468;

        private final long seconds;

        private SignedDate(long seconds) {
            this.seconds = seconds;
        }

        /** The date; null outside the years 1970 to 9999. */
        static SignedDate of(long seconds) { return isWithinYears(seconds) ? new SignedDate(seconds) : null; }

        /** So many seconds later, or the last one of the year 9999. */
        static long later(long start, long seconds) { return Math.min(start + seconds, LAST_SECOND); }

        static boolean isWithinYears(long seconds) { return seconds >= 0 && seconds <= LAST_SECOND; }

        /** The date of a header; null unless the value is exactly what this class would write. */
        static SignedDate ofHeader(String value) {
            if (value.length() != HEADER_BYTES || !hasShape(value.getBytes(UTF_8), SHAPE)) return null;
            int month = Arrays.asList(MONTHS).indexOf(value.substring(8, 11));
            if (month < 0) return null;
            SignedDate date = of(seconds(value, 12, month + 1, 5, 17));
            return date != null && date.headerValue().equals(value) ? date : null;
        }

        /** Seconds since 1970 of {@code 2026-12-01T00:00:00Z}, in exactly this form; null for any other text. */
        static Long parseInstant(String value) {
            if (value.length() != INSTANT_SHAPE.length() || !hasShape(value.getBytes(UTF_8), INSTANT_SHAPE)) {
                return null;
            }
            SignedDate date = of(seconds(value, 0, Integer.parseInt(value.substring(5, 7)), 8, 11));
            return date != null && date.toString().equals(value) ? date.seconds : null;
        }

        private static long seconds(String text, int yearAt, int month, int dayAt, int timeAt) {
            int year = Integer.parseInt(text.substring(yearAt, yearAt + 4));
            return daysSince1970(year, month, number(text, dayAt)) * 86_400L
                + (number(text, timeAt) * 60 + number(text, timeAt + 3)) * 60 + number(text, timeAt + 6);
        }

        private static int number(String text, int at) { return Integer.parseInt(text.substring(at, at + 2)); }

        /** Whether a body begins with something like a date and a colon, in any case of letters. */
        static boolean isPrefix(byte[] body) {
            return body.length > HEADER_BYTES && body[HEADER_BYTES] == ':' && hasShape(body, SHAPE);
        }

        private static boolean hasShape(byte[] bytes, String shape) {
            if (bytes.length < shape.length()) return false;
            for (int i = 0; i < shape.length(); i++) {
                char form = shape.charAt(i);
                boolean isRight = form == 'a' ? isLetter(bytes[i]) : form == 'd' ? isDigit(bytes[i]) : bytes[i] == form;
                if (!isRight) return false;
            }
            return true;
        }

        /** Seconds since 1970-01-01T00:00:00Z. */
        public long seconds() { return seconds; }

        /** {@code Mon, 03 Aug 2020 22:59:35 UTC}, as headers carry it. */
        public String headerValue() {
            int[] date = civilDate();
            StringBuilder text = new StringBuilder(WEEKDAYS[(int) ((seconds / 86_400 + 4) % 7)]).append(", ");
            pad(text, date[2], 2).append(' ').append(MONTHS[date[1] - 1]).append(' ');
            return appendTime(pad(text, date[0], 4).append(' ')).append(" UTC").toString();
        }

        /** {@code 2020-08-03T22:59:35Z} */
        @Override public String toString() {
            int[] date = civilDate();
            StringBuilder text = pad(new StringBuilder(), date[0], 4).append('-');
            pad(pad(text, date[1], 2).append('-'), date[2], 2).append('T');
            return appendTime(text).append('Z').toString();
        }

        private StringBuilder appendTime(StringBuilder text) {
            int time = (int) (seconds % 86_400);
            pad(text, time / 3_600, 2).append(':');
            pad(text, time / 60 % 60, 2).append(':');
            return pad(text, time % 60, 2);
        }

        private static StringBuilder pad(StringBuilder text, int number, int width) {
            String digits = Integer.toString(number);
            for (int i = digits.length(); i < width; i++) text.append('0');
            return text.append(digits);
        }

        // The Gregorian calendar, in eras of 400 years that begin on a 1st of March.

        private static long daysSince1970(int year, int month, int day) {
            int y = month <= 2 ? year - 1 : year;
            int yearOfEra = y % 400;
            int dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
            return (long) (y / 400) * DAYS_OF_ERA + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
                - DAYS_BEFORE_1970;
        }

        private int[] civilDate() {
            int days = (int) (seconds / 86_400) + DAYS_BEFORE_1970;
            int day = days % DAYS_OF_ERA;
            int yearOfEra = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
            int dayOfYear = day - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100);
            int month = (5 * dayOfYear + 2) / 153;
            return new int[] {
                days / DAYS_OF_ERA * 400 + yearOfEra + (month < 10 ? 0 : 1), (month + 2) % 12 + 1,
                dayOfYear - (153 * month + 2) / 5 + 1
            };
        }

        /** By time. */
        @Override public int compareTo(SignedDate other) { return Long.compare(seconds, other.seconds); }

        @Override public boolean equals(Object other) {
            return other instanceof SignedDate && seconds == ((SignedDate) other).seconds;
        }

        @Override public int hashCode() { return (int) (seconds ^ seconds >>> 32); }
    }

    /** Seconds of one to six digits and a unit, {@code 7d}; null for any other text and for no time at all. */
    static Long parseDuration(String text) {
        int digits = text.length() - 1;
        if (digits < 1 || digits > Limits.DURATION_DIGITS || !isAll(text, 0, digits, false, true)) return null;
        int unit = "smhd".indexOf(text.charAt(digits));
        if (unit < 0) return null;
        long seconds = Long.parseLong(text.substring(0, digits)) * new long[] {1, 60, 3_600, 86_400}[unit];
        return seconds > 0 ? seconds : null;
    }

    // --------------------------------------------------------------------------------------------------------- Keys

    /** A public key and what the key ring says about it. */
    public static final class TrustedKey {
        private static final byte[] SPKI_PREFIX = {
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08,
            0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
        };
        private static final BigInteger P =
            new BigInteger("FFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF", 16);
        private static final BigInteger B =
            new BigInteger("5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B", 16);

        private final String id;
        private final String name;
        private final String environment;
        private final boolean isRevoked;
        final byte[] der;
        private final PublicKey publicKey;

        private TrustedKey(
            String id, String name, String environment, boolean isRevoked, byte[] der, PublicKey publicKey) {
            this.id = id;
            this.name = name;
            this.environment = environment;
            this.isRevoked = isRevoked;
            this.der = der;
            this.publicKey = publicKey;
        }

        /** The id in signatures. */
        public String id() { return id; }

        /** The key's name, for people. */
        public String name() { return name; }

        /** The one environment that the key signs for. */
        public String environment() { return environment; }

        /** Whether the key is on the ring only to be refused by name. */
        public boolean isRevoked() { return isRevoked; }

        /** The key itself, on the curve P-256. */
        public PublicKey publicKey() { return publicKey; }

        /** Reads a SubjectPublicKeyInfo (RFC 5480) with an uncompressed point on P-256; null for anything else. */
        static PublicKey readKey(byte[] der) {
            if (der.length != SPKI_PREFIX.length + 64 || !startsWith(der, SPKI_PREFIX)) return null;
            BigInteger x = new BigInteger(1, Arrays.copyOfRange(der, SPKI_PREFIX.length, SPKI_PREFIX.length + 32));
            BigInteger y = new BigInteger(1, Arrays.copyOfRange(der, SPKI_PREFIX.length + 32, der.length));
            // Not every provider looks whether y² = x³ − 3x + b.
            BigInteger right = x.multiply(x).subtract(BigInteger.valueOf(3)).multiply(x).add(B).mod(P);
            if (x.compareTo(P) >= 0 || y.compareTo(P) >= 0 || !y.multiply(y).mod(P).equals(right)) return null;
            try {
                return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(der));
            } catch (GeneralSecurityException e) {
                return null;
            }
        }

        /** Whether a DER signature that was checked before is this key's over the bytes. */
        boolean isValid(byte[] signature, byte[] bytes) {
            try {
                Signature verifier = Signature.getInstance("SHA256withECDSA");
                verifier.initVerify(publicKey);
                verifier.update(bytes);
                return verifier.verify(signature);
            } catch (GeneralSecurityException | RuntimeException e) {
                // What a provider cannot check is not verified.
                return false;
            }
        }
    }

    /** The keys that an app trusts, oldest first. */
    public static final class KeyRing {
        private final List<TrustedKey> keys;

        private KeyRing(List<TrustedKey> keys) {
            this.keys = Collections.unmodifiableList(keys);
        }

        /**
         * Reads what {@code signet keys export --json} writes, or the constant {@code JSON} of the class that
         * {@code signet keys export --java} writes.
         *
         * @throws KeyRingException when the text has any other form, a key that is not on P-256, or the same id or key
         *     twice
         */
        public static KeyRing parse(String json) throws KeyRingException {
            return parse(json.getBytes(UTF_8));
        }

        /**
         * The same for the bytes of a file.
         *
         * @throws KeyRingException as for a text
         */
        public static KeyRing parse(byte[] json) throws KeyRingException {
            if (json.length > Limits.KEY_RING_BYTES) throw new KeyRingException("the key ring is too large");
            List<TrustedKey> keys = new ArrayList<>();
            Set<String> ids = new HashSet<>();
            Set<String> publicKeys = new HashSet<>();
            try {
                Map<String, Object> ring = object(Json.parse(json), "the key ring");
                List<Object> entries = Json.asList(required(ring, "keys"));
                if (entries == null || ring.size() != 1) {
                    throw new KeyRingException("the key ring is not one list of keys");
                }
                for (Object entry : entries) {
                    TrustedKey key = key(object(entry, "a key"));
                    // A revoked key could live on under another id.
                    if (!ids.add(key.id) || !publicKeys.add(hexadecimal(key.der))) {
                        throw new KeyRingException("the same id or the same public key is on the ring twice");
                    }
                    keys.add(key);
                }
            } catch (JsonException | DocumentException e) {
                throw new KeyRingException(e.getMessage());
            }
            return new KeyRing(keys);
        }

        private static TrustedKey key(Map<String, Object> entry) throws DocumentException, KeyRingException {
            String id = requiredString(entry, "id");
            String name = requiredString(entry, "name");
            String environment = requiredString(entry, "environment");
            String state = requiredString(entry, "state");
            byte[] der = Base64.decode(requiredString(entry, "publicKey"));
            if (entry.size() != 5) throw new KeyRingException("a key has an unknown member");
            if (!isKeyId(id) || !isEnvironmentName(environment)) {
                throw new KeyRingException("\"" + id + "\" or \"" + environment + "\" is not a name");
            }
            if (!Arrays.asList("next", "active", "retired", "revoked").contains(state)) {
                throw new KeyRingException("a key is next, active, retired or revoked");
            }
            PublicKey key = der == null ? null : TrustedKey.readKey(der);
            if (key == null) throw new KeyRingException("not the base64 of a P-256 SubjectPublicKeyInfo");
            return new TrustedKey(id, name, environment, state.equals("revoked"), der, key);
        }

        /** The keys in the order of the ring. */
        public List<TrustedKey> keys() { return keys; }

        /** The key of that id, of which no other is ever tried; null when it is not on the ring. */
        public TrustedKey key(String id) {
            for (TrustedKey key : keys) {
                if (key.id.equals(id)) return key;
            }
            return null;
        }

        /** Whether a key comes before another one on the ring; false unless both are on it. */
        boolean isOlder(TrustedKey key, TrustedKey other) {
            int index = keys.indexOf(key);
            return index >= 0 && index < keys.indexOf(other);
        }
    }

    // --------------------------------------------------------------------------------------------------- Signatures

    /**
     * The DER of {@code SEQUENCE { INTEGER r, INTEGER s }} in its one minimal form; codes are those of its failures.
     */
    private static final class Der {
        private static final byte[] ORDER =
            new BigInteger("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551", 16).toByteArray();
        private static final int INTEGER_BYTES = 32;

        private final byte[] bytes;
        private int index;

        private Der(byte[] bytes) {
            this.bytes = bytes;
        }

        /** The rule that the bytes break; null when they are a signature. */
        static Malformed failure(byte[] bytes) {
            if (bytes.length == 0) return Malformed.EMPTY;
            Malformed failure = new Der(bytes).failure();
            return failure != null && bytes.length == 2 * INTEGER_BYTES ? Malformed.RAW_FORM : failure;
        }

        /** The DER of r‖s, each in 32 bytes, as JOSE writes it. */
        static byte[] ofRaw(byte[] raw) {
            byte[] r = new BigInteger(1, Arrays.copyOf(raw, INTEGER_BYTES)).toByteArray();
            byte[] s = new BigInteger(1, Arrays.copyOfRange(raw, INTEGER_BYTES, raw.length)).toByteArray();
            byte[] start = {0x30, (byte) (r.length + s.length + 4), 0x02, (byte) r.length};
            return concatenate(start, r, new byte[] {0x02, (byte) s.length}, s);
        }

        private Malformed failure() {
            Malformed failure = open(0x30, Malformed.NOT_A_SEQUENCE, bytes.length);
            if (failure != null) return failure;
            if (index + length != bytes.length) return Malformed.TRAILING_BYTES;
            for (int i = 0; i < 2; i++) {
                failure = open(0x02, Malformed.NOT_AN_INTEGER, bytes.length);
                if (failure == null) failure = integerFailure();
                if (failure != null) return failure;
                index += length;
            }
            return index == bytes.length ? null : Malformed.TRAILING_BYTES;
        }

        /** Bytes of the element that was opened last. */
        private int length;

        private Malformed open(int tag, Malformed otherTag, int end) {
            if (index == end) return Malformed.TRUNCATED;
            if ((bytes[index] & 255) != tag) return otherTag;
            if (index + 1 == end) return Malformed.TRUNCATED;
            length = bytes[index + 1] & 255;
            if (length >= 0x80) return Malformed.LENGTH_NOT_MINIMAL;
            index += 2;
            return end - index >= length ? null : Malformed.TRUNCATED;
        }

        private Malformed integerFailure() {
            if (length == 0) return Malformed.INTEGER_NOT_MINIMAL;
            if (bytes[index] < 0) return Malformed.NEGATIVE;
            boolean hasSign = bytes[index] == 0;
            if (hasSign && length == 1) return Malformed.ZERO;
            if (hasSign && bytes[index + 1] >= 0) return Malformed.INTEGER_NOT_MINIMAL;
            if (length - (hasSign ? 1 : 0) > INTEGER_BYTES) return Malformed.OUT_OF_RANGE;
            BigInteger integer = new BigInteger(1, Arrays.copyOfRange(bytes, index, index + length));
            return integer.compareTo(new BigInteger(ORDER)) < 0 ? null : Malformed.OUT_OF_RANGE;
        }
    }

    /** One field of an HTTP message: a name, compared without regard to case, and a value. */
    public static final class Header {
        /** The header that carries the signature. */
        public static final String SIGNATURE = "x-amz-meta-signature";
        /** The header that carries the signed date. */
        public static final String SIGNATURE_DATE = "x-amz-meta-signature-date";

        private final String name;
        private final String value;

        /** A field as received. */
        public Header(String name, String value) {
            this.name = name;
            this.value = value;
        }

        /** The name as received. */
        public String name() { return name; }

        /** The value as received. */
        public String value() { return value; }

        boolean isNamed(String other) { return lowercase(name).equals(other); }
    }

    /** What a signature claims: which key made it and when. None of it is verified yet. */
    private static final class Claim {
        final String keyId;
        final byte[] signature;
        /** Null for headers of profile {@code body}. */
        final SignedDate date;
        /** The bytes that are signed. */
        final byte[] signed;
        final byte[] body;
        /** For a {@code .jws}: where it was signed for. */
        String environment;
        String path;

        Claim(String keyId, byte[] signature, SignedDate date, byte[] signed, byte[] body) {
            this.keyId = keyId;
            this.signature = signature;
            this.date = date;
            this.signed = signed;
            this.body = body;
        }

        /** The headers that carry it, in the one form. */
        List<Header> headers() {
            String value = "keyId=\"" + keyId + "\",signature=\"" + Base64.encode(signature) + "\"";
            List<Header> headers = new ArrayList<>();
            headers.add(new Header(Header.SIGNATURE, value));
            if (date != null) headers.add(new Header(Header.SIGNATURE_DATE, date.headerValue()));
            return headers;
        }
    }

    /** Reads signature headers strictly. */
    private static final class SignatureHeader {
        private SignatureHeader() {}

        /**
         * Reads the claim of a body.
         *
         * @param profile the profile that is expected; null for the one that the headers are of
         */
        static Claim read(byte[] body, List<Header> headers, Profile profile) throws VerificationException {
            boolean isDated = profile == Profile.DATED;
            if (profile == null) {
                for (Header header : headers) isDated |= header.isNamed(Header.SIGNATURE_DATE);
            }
            String value =
                single(Header.SIGNATURE, headers, Malformed.MISSING_SIGNATURE, Malformed.REPEATED_SIGNATURE);
            String dateValue = !isDated ? null
                : single(Header.SIGNATURE_DATE, headers, Malformed.MISSING_DATE, Malformed.REPEATED_DATE);
            int bytes = Header.SIGNATURE.length() + value.getBytes(UTF_8).length;
            if (isDated) bytes += Header.SIGNATURE_DATE.length() + dateValue.getBytes(UTF_8).length;
            if (bytes >= Limits.SIGNATURE_METADATA_BYTES) {
                throw new VerificationException(
                    "too-large",
                    "the signature metadata is larger than " + Limits.SIGNATURE_METADATA_BYTES + " bytes");
            }
            String[] parameters = parameters(value);
            byte[] signature = Base64.decode(parameters[1]);
            if (signature == null || signature.length == 0) {
                throw new VerificationException(Malformed.INVALID_BASE64);
            }
            Malformed failure = Der.failure(signature);
            if (failure != null) throw new VerificationException(failure);
            if (!isDated) return new Claim(parameters[0], signature, null, body, body);
            SignedDate date = SignedDate.ofHeader(dateValue);
            if (date == null) throw new VerificationException(Malformed.INVALID_DATE);
            byte[] signed = concatenate(dateValue.getBytes(UTF_8), new byte[] {':'}, body);
            return new Claim(parameters[0], signature, date, signed, body);
        }

        private static String single(String name, List<Header> headers, Malformed missing, Malformed repeated)
            throws VerificationException {
            String value = null;
            for (Header header : headers) {
                if (!header.isNamed(name)) continue;
                if (value != null) throw new VerificationException(repeated);
                value = header.value;
            }
            if (value == null) throw new VerificationException(missing);
            return value;
        }

        /** The key id and the base64 of {@code keyId="…",signature="…"}; one space after the comma is tolerated. */
        private static String[] parameters(String value) throws VerificationException {
            for (int i = 0; i < value.length(); i++) {
                if (value.charAt(i) < 0x20 || value.charAt(i) > 0x7E) throw new VerificationException(Malformed.NOT_ASCII);
            }
            List<String> names = new ArrayList<>();
            List<String> values = new ArrayList<>();
            int index = 0;
            while (true) {
                int equals = value.indexOf('=', index);
                int close = equals < 0 ? -1 : value.indexOf('"', equals + 2);
                if (equals <= index || !isAll(value, index, equals, true, true) || close < 0
                    || value.charAt(equals + 1) != '"') {
                    throw new VerificationException(Malformed.NOT_NAME_AND_QUOTED_VALUE);
                }
                names.add(value.substring(index, equals));
                values.add(value.substring(equals + 2, close));
                index = close + 1;
                if (index == value.length()) break;
                if (value.charAt(index++) != ',') throw new VerificationException(Malformed.NOT_NAME_AND_QUOTED_VALUE);
                if (index < value.length() && value.charAt(index) == ' ') index++;
            }
            for (int i = 0; i < names.size(); i++) {
                String name = names.get(i);
                if (!name.equals("keyId") && !name.equals("signature")) throw new VerificationException(Malformed.UNKNOWN_PARAMETER);
                if (names.indexOf(name) < i) throw new VerificationException(Malformed.REPEATED_PARAMETER);
            }
            if (names.size() < 2) throw new VerificationException(Malformed.MISSING_PARAMETER);
            if (names.get(0).equals("signature")) throw new VerificationException(Malformed.REORDERED_PARAMETERS);
            if (!isKeyId(values.get(0))) throw new VerificationException(Malformed.INVALID_KEY_ID);
            return new String[] {values.get(0), values.get(1)};
        }
    }

    /** Reads a {@code .jws} strictly: a JSON Web Signature (RFC 7515 §7.1) with ES256 and a header of one form. */
    private static final class JWS {
        /** What is around the four values of the header. */
        private static final String[] FORM = {
            "{\"alg\":\"ES256\",\"kid\":\"", "\",\"typ\":\"signet+jws\",\"environment\":\"", "\",\"path\":\"", "\",\"iat\":",
            "}",
        };
        private static final int RAW_BYTES = 64;

        private JWS() {}

        /** Reads the claim of a file; nothing of the body is looked at. */
        static Claim read(byte[] file) throws VerificationException {
            // Every byte becomes one character, and only ASCII is ever accepted.
            String text = new String(file, StandardCharsets.ISO_8859_1);
            int first = text.indexOf('.');
            int second = first < 0 ? -1 : text.indexOf('.', first + 1);
            if (second < 0 || text.indexOf('.', second + 1) >= 0) throw refusal(Malformed.JWS_PARTS);
            String encoded = text.substring(0, first);
            byte[] header = Base64.decodeUrl(encoded);
            if (header == null) throw refusal(Malformed.JWS_HEADER_ENCODING);
            byte[] body = Base64.decodeUrl(text.substring(first + 1, second));
            if (body == null) throw refusal(Malformed.JWS_BODY_ENCODING);
            byte[] raw = Base64.decodeUrl(text.substring(second + 1));
            if (raw == null) throw refusal(Malformed.JWS_SIGNATURE_ENCODING);
            if (body.length == 0) throw refusal(Malformed.JWS_WITHOUT_BODY);
            String[] values = values(new String(header, StandardCharsets.ISO_8859_1));
            Long seconds = Json.parseLong(values[3]);
            if (seconds == null || !SignedDate.isWithinYears(seconds)) throw refusal(Malformed.JWS_DATE);
            // What was cut out says the same only in this one spelling.
            String form = FORM[0] + values[0] + FORM[1] + values[1] + FORM[2] + values[2] + FORM[3] + seconds + FORM[4];
            if (!Base64.encodeUrl(form.getBytes(UTF_8)).equals(encoded)) throw refusal(Malformed.JWS_HEADER);
            if (raw.length != RAW_BYTES) throw refusal(raw.length == 0 ? Malformed.EMPTY : Malformed.NOT_RAW_FORM);
            byte[] signature = Der.ofRaw(raw);
            Malformed failure = Der.failure(signature);
            if (failure != null) throw refusal(failure);
            Claim claim = new Claim(values[0], signature, SignedDate.of(seconds), Arrays.copyOf(file, second), body);
            claim.environment = values[1];
            claim.path = values[2];
            return claim;
        }

        /** Cuts the values out of the one form, in which only they may differ; the date is any digits. */
        private static String[] values(String header) throws VerificationException {
            String[] values = new String[4];
            int index = 0;
            for (int i = 0; i < values.length; i++) {
                if (!header.startsWith(FORM[i], index)) throw refusal(Malformed.JWS_HEADER);
                int start = index + FORM[i].length();
                index = start;
                while (index < header.length() && (i == 3 ? isDigit(header.charAt(index)) : header.charAt(index) != '"')) {
                    index++;
                }
                values[i] = header.substring(start, index);
            }
            if (!header.substring(index).equals(FORM[4])) throw refusal(Malformed.JWS_HEADER);
            if (!isKeyId(values[0])) throw refusal(Malformed.JWS_KEY_ID);
            if (!isEnvironmentName(values[1])) throw refusal(Malformed.JWS_ENVIRONMENT);
            if (!values[2].equals(PUBLICATION) && !isDocumentPath(values[2])) throw refusal(Malformed.JWS_PATH);
            return values;
        }

        private static VerificationException refusal(Malformed rule) { return new VerificationException(rule); }
    }

    // ------------------------------------------------------------------------------------------------- Verification

    /** What came from the network or a disk, not trusted yet: a body and its headers, or a {@code .jws}. */
    public static final class Download {
        final byte[] bytes;
        final List<Header> headers;
        final Envelope envelope;

        private Download(byte[] bytes, List<Header> headers, Envelope envelope) {
            this.bytes = bytes;
            this.headers = headers;
            this.envelope = envelope;
        }

        /** A body and the response headers that came with it, repeated ones included. */
        public static Download of(byte[] body, List<Header> headers) {
            return new Download(body, new ArrayList<>(headers), Envelope.HEADERS);
        }

        /** The bytes of a {@code .jws}. */
        public static Download ofJws(byte[] jws) {
            return new Download(jws, Collections.<Header>emptyList(), Envelope.JWS);
        }

        /** A body and the {@code .headers} file published beside it, for a document that an app ships. */
        public static Download of(byte[] body, byte[] headersSidecar) {
            List<Header> headers = readSidecar(headersSidecar);
            // Without its headers the body is refused for the one that is missing.
            return of(body, headers == null ? Collections.<Header>emptyList() : headers);
        }

        static Download in(Envelope envelope, byte[] body, List<Header> headers) {
            return envelope == Envelope.JWS ? ofJws(body) : of(body, headers);
        }

        private static final byte[] MARK = "signet-manifest: 1\n".getBytes(StandardCharsets.US_ASCII);
        private static final byte[] JWS_MARK = "signet-jws: 1\n".getBytes(StandardCharsets.US_ASCII);

        /** The bytes to keep. */
        byte[] encode() {
            if (envelope == Envelope.JWS) return concatenate(JWS_MARK, bytes);
            StringBuilder lines = new StringBuilder();
            for (Header header : headers) lines.append(header.name).append(": ").append(header.value).append('\n');
            return concatenate(MARK, lines.append('\n').toString().getBytes(UTF_8), bytes);
        }

        /** What was kept; null for bytes of any other form. */
        static Download decode(byte[] kept) {
            if (startsWith(kept, JWS_MARK)) return ofJws(Arrays.copyOfRange(kept, JWS_MARK.length, kept.length));
            if (!startsWith(kept, MARK)) return null;
            int limit = Math.min(kept.length, MARK.length + Limits.SIDECAR_BYTES);
            for (int i = MARK.length; i + 1 < limit; i++) {
                if (kept[i] != '\n' || kept[i + 1] != '\n') continue;
                List<Header> headers = readSidecar(Arrays.copyOfRange(kept, MARK.length, i + 1));
                return headers == null ? null : of(Arrays.copyOfRange(kept, i + 2, kept.length), headers);
            }
            return null;
        }

        /**
         * Lines of {@code name: value}: lowercase names, each once, values in printable ASCII; null for anything else.
         */
        private static List<Header> readSidecar(byte[] bytes) {
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            if (!text.endsWith("\n")) return null;
            List<Header> headers = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (String line : split(text.substring(0, text.length() - 1), '\n')) {
                int colon = line.indexOf(": ");
                if (colon <= 0 || colon + 2 == line.length()) return null;
                String name = line.substring(0, colon);
                String value = line.substring(colon + 2);
                for (int i = 0; i < name.length(); i++) {
                    char c = name.charAt(i);
                    if (!isDigit(c) && !(c >= 'a' && c <= 'z') && c != '-') return null;
                }
                for (int i = 0; i < value.length(); i++) {
                    if (value.charAt(i) < 0x20 || value.charAt(i) > 0x7E) return null;
                }
                if (value.startsWith(" ") || value.endsWith(" ") || !names.add(name)) return null;
                headers.add(new Header(name, value));
            }
            return headers;
        }
    }

    /** A document whose signature was checked and whose body was read after that; only a {@link Verifier} makes one. */
    public static final class Manifest {
        private final byte[] body;
        private final Document document;
        private final TrustedKey key;
        private final SignedDate date;
        private final Download download;

        private Manifest(byte[] body, Document document, TrustedKey key, SignedDate date, Download download) {
            this.body = body;
            this.document = document;
            this.key = key;
            this.date = date;
            this.download = download;
        }

        /** The bytes of the body, as they were signed. */
        public byte[] body() { return body.clone(); }

        /** What the bytes say. */
        public Document document() { return document; }

        /** The key that signed. */
        public TrustedKey key() { return key; }

        /** The signed date; null for headers of profile {@code body}, which have none. */
        public SignedDate date() { return date; }

        /** The form that can be verified again, with no more headers than that takes. */
        public Download download() { return download; }
    }

    /**
     * Turns downloads of one document into verified manifests, or says why not.
     *
     * <p>Nothing of a body is interpreted before its signature is checked. Then, in this order: the signature names one
     * key, which must be on the ring, not revoked, for the expected environment, and not older than the key of the
     * stored document; the key signed these bytes; the signed date is neither ahead of the clock nor, under the same
     * key, before that of the stored document; the bytes are a document of the expected format.
     */
    public static final class Verifier {
        private final KeyRing keys;
        private final String environment;
        private final Format format;
        private final Profile profile;
        private long clockSkewSeconds = Limits.CLOCK_SKEW_SECONDS;
        private int bodyLimit = Limits.BODY_BYTES;

        /**
         * A verifier for one document.
         *
         * @param keys the keys that the app embeds
         * @param environment the environment that the document must come from
         * @param format the expected document
         * @param profile which bytes signatures in headers must cover; it says nothing of a {@code .jws}
         * @throws IllegalArgumentException when the environment is not a name
         */
        public Verifier(KeyRing keys, String environment, Format format, Profile profile) {
            if (!isEnvironmentName(environment)) {
                throw new IllegalArgumentException("not an environment: " + environment);
            }
            this.keys = keys;
            this.environment = environment;
            this.format = format;
            this.profile = profile;
        }

        private Verifier(Verifier other, Format format) {
            this(other.keys, other.environment, format, other.profile);
            clockSkewSeconds = other.clockSkewSeconds;
            bodyLimit = other.bodyLimit;
        }

        /** The same verifier with another distance, in seconds, that a signed date may be ahead of the clock. */
        public Verifier withClockSkew(long seconds) {
            Verifier copy = new Verifier(this, format);
            copy.clockSkewSeconds = seconds;
            return copy;
        }

        /** The same verifier with another limit of a body, in bytes. */
        public Verifier withBodyLimit(int bytes) {
            Verifier copy = new Verifier(this, format);
            copy.bodyLimit = bytes;
            return copy;
        }

        /**
         * Checks what came over the network.
         *
         * @param download what came, in the envelope that the app is configured for
         * @param path the path of the body, as the app knows it, that a {@code .jws} must be signed for; never taken
         *     from a URL or a response
         * @param stored the newest manifest of this document that is known, stored or embedded; null without one
         * @param nowMillis the clock, in milliseconds since 1970
         * @throws VerificationException when it is not a manifest, or older than the stored one
         */
        public Manifest verify(Download download, String path, Manifest stored, long nowMillis)
            throws VerificationException {
            Claim claim = read(download, profile);
            TrustedKey key = check(claim, path, stored);
            if (claim.date != null && claim.date.seconds > nowMillis / 1_000.0 + clockSkewSeconds) {
                throw new VerificationException(
                    "ahead-of-clock",
                    "the signed date " + claim.date.headerValue() + " is too far ahead of the clock");
            }
            return manifest(download, claim, key, stored);
        }

        /**
         * Checks again what was verified and then kept, or what the app embeds.
         *
         * <p>Its date is not compared with the clock: that was done when the document was accepted, and a clock that
         * was set back since must not lift a block. Nor does it need to be of the expected profile.
         *
         * @param download what was kept
         * @param path as for {@link #verify}
         * @param floor what nothing older may replace; null without it
         * @throws VerificationException as {@link #verify} does
         */
        public Manifest verifyKept(Download download, String path, Manifest floor) throws VerificationException {
            Claim claim = read(download, null);
            return manifest(download, claim, check(claim, path, floor), floor);
        }

        private Claim read(Download download, Profile profile) throws VerificationException {
            if (download.bytes.length > download.envelope.byteLimit(bodyLimit)) throw tooLarge();
            if (download.envelope == Envelope.HEADERS) {
                return SignatureHeader.read(download.bytes, download.headers, profile);
            }
            Claim claim = JWS.read(download.bytes);
            if (claim.body.length > bodyLimit) throw tooLarge();
            return claim;
        }

        private VerificationException tooLarge() {
            return new VerificationException("too-large", "the body is larger than " + bodyLimit + " bytes");
        }

        /** The key that signed, where all about it is right. */
        private TrustedKey check(Claim claim, String path, Manifest stored) throws VerificationException {
            TrustedKey key = keys.key(claim.keyId);
            String named = "key id \"" + claim.keyId + "\" ";
            if (key == null) throw new VerificationException("unknown-key", named + "is not on the key ring");
            if (key.isRevoked) throw new VerificationException("revoked-key", named + "is revoked");
            if (!key.environment.equals(environment)) {
                throw new VerificationException(
                    "other-document", named + "is for environment \"" + key.environment + "\"");
            }
            if (claim.environment != null && !claim.environment.equals(environment)) {
                throw new VerificationException(
                    "other-document", "it was signed for environment \"" + claim.environment + "\"");
            }
            if (claim.path != null && path != null && !claim.path.equals(path)) {
                throw new VerificationException("other-document", "it was signed for the path " + claim.path);
            }
            if (claim.date == null && SignedDate.isPrefix(claim.body)) {
                throw new VerificationException(Malformed.BODY_BEGINS_WITH_DATE);
            }
            if (!key.isValid(claim.signature, claim.signed)) {
                throw new VerificationException(
                    "bad-signature", "the signature is not one of key \"" + key.id + "\" over these bytes", null, true);
            }
            if (stored != null && keys.isOlder(key, stored.key)) {
                throw new VerificationException(
                    "rollback", named + "is older than \"" + stored.key.id + "\", which signed the stored document");
            }
            return key;
        }

        private Manifest manifest(Download download, Claim claim, TrustedKey key, Manifest stored)
            throws VerificationException {
            checkOrder(claim, key, stored);
            if (format.isGate() && claim.date == null) {
                throw new VerificationException(
                    "unreadable", "it has no signed date, and the rules of a gate document are decided by it");
            }
            Document document;
            try {
                document = Document.read(format, claim.body);
            } catch (DocumentException e) {
                if (e.isSyntax) {
                    throw new VerificationException("unreadable", "the body is not strict JSON", e.getMessage(), false);
                }
                Format found = Document.recognize(claim.body);
                if (found == null) throw VerificationException.notOfFormat(format, e);
                throw new VerificationException(
                    "other-document", "the body is a document of another format than " + format.code, found.code, false);
            }
            Download kept =
                download.envelope == Envelope.JWS ? download : Download.of(download.bytes, claim.headers());
            return new Manifest(claim.body, document, key, claim.date, kept);
        }

        private void checkOrder(Claim claim, TrustedKey key, Manifest stored) throws VerificationException {
            // Dates count within one key only: a thief of an older key could otherwise lock out all later documents
            // with a date ahead of the clock. Keys never go back.
            if (stored == null || keys.isOlder(stored.key, key) || stored.date == null) return;
            if (claim.date == null) {
                throw new VerificationException(
                    "rollback",
                    "it has no signed date, and the stored document has one, " + stored.date.headerValue());
            }
            int order = claim.date.compareTo(stored.date);
            if (order < 0) {
                throw new VerificationException(
                    "rollback", "the signed date " + claim.date.headerValue()
                        + " is before that of the stored document, " + stored.date.headerValue());
            }
            if (order == 0 && !Arrays.equals(claim.body, stored.body)) {
                throw new VerificationException(
                    "rollback", "another body with the signed date " + claim.date.headerValue() + " is stored");
            }
        }
    }

    // ---------------------------------------------------------------------------------------------------- Languages

    /** One text in several languages. */
    static final class LocalizedText {
        /** Texts by their tags, ordered by the bytes of the tags. */
        private final List<ChosenText> texts;

        private LocalizedText(List<ChosenText> texts) {
            this.texts = texts;
        }

        /** Reads an object of distinct, well-formed language tags (BCP 47) and texts. */
        static LocalizedText read(Object value, String name) throws DocumentException {
            List<ChosenText> texts = new ArrayList<>();
            Set<String> languages = new HashSet<>();
            for (Map.Entry<String, Object> member : object(value, "\"" + name + "\"").entrySet()) {
                String tag = member.getKey();
                if (!isLanguageTag(tag)) throw new DocumentException("\"" + tag + "\" is not a BCP 47 language tag");
                if (!languages.add(lowercase(tag))) {
                    throw new DocumentException("the same language twice, written differently");
                }
                texts.add(new ChosenText(string(member.getValue(), tag), tag));
            }
            Collections.sort(texts, new Comparator<ChosenText>() {
                @Override public int compare(ChosenText a, ChosenText b) { return a.language.compareTo(b.language); }
            });
            return new LocalizedText(texts);
        }

        static LocalizedText optional(Map<String, Object> object, String name) throws DocumentException {
            Object value = object.get(name);
            return value == null ? null : read(value, name);
        }

        /** Whether a tag is well-formed (RFC 5646 §2.1); irregular grandfathered tags are not. */
        static boolean isLanguageTag(String tag) {
            if (tag.length() > Limits.LANGUAGE_TAG_BYTES) return false;
            List<String> subtags = split(lowercase(tag), '-');
            for (String subtag : subtags) {
                if (subtag.isEmpty() || subtag.length() > 8 || !isAll(subtag, 0, subtag.length(), true, true)) {
                    return false;
                }
            }
            int index = 0;
            if (!subtags.get(0).equals("x")) {
                String language = subtags.get(index++);
                if (language.length() < 2 || !isLetters(language)) return false;
                if (language.length() <= 3) {
                    int limit = Math.min(subtags.size(), 4);
                    while (index < limit && subtags.get(index).length() == 3 && isLetters(subtags.get(index))) index++;
                }
                if (index < subtags.size() && isScript(subtags.get(index))) index++;
                if (index < subtags.size() && isRegion(subtags.get(index))) index++;
                index = afterVariants(subtags, index);
                if (index >= 0) index = afterExtensions(subtags, index);
                if (index < 0) return false;
            }
            boolean isPrivate = index < subtags.size() && subtags.get(index).equals("x");
            return isPrivate ? subtags.size() - index > 1 : index == subtags.size();
        }

        private static int afterVariants(List<String> subtags, int start) {
            Set<String> seen = new HashSet<>();
            int index = start;
            for (; index < subtags.size(); index++) {
                String subtag = subtags.get(index);
                if (subtag.length() < 4 || (subtag.length() == 4 && !isDigit(subtag.charAt(0)))) break;
                if (!seen.add(subtag)) return -1;
            }
            return index;
        }

        private static int afterExtensions(List<String> subtags, int start) {
            Set<String> seen = new HashSet<>();
            int index = start;
            while (index < subtags.size() && subtags.get(index).length() == 1 && !subtags.get(index).equals("x")) {
                if (!seen.add(subtags.get(index++))) return -1;
                int first = index;
                while (index < subtags.size() && subtags.get(index).length() >= 2) index++;
                if (index == first) return -1;
            }
            return index;
        }

        private static boolean isScript(String subtag) { return subtag.length() == 4 && isLetters(subtag); }

        private static boolean isRegion(String subtag) {
            return (subtag.length() == 2 && isLetters(subtag)) || (subtag.length() == 3 && isDigits(subtag));
        }

        /**
         * The text for a user who reads these languages, best first; null when all texts are blank.
         *
         * <p>For each language in turn: the same tag, what lookup of RFC 4647 §3.4 finds, then the same language in the
         * same script for another region. Last come {@code en-GB}, any English with {@code en} first, and any text.
         */
        ChosenText chosen(List<String> languages) {
            List<Candidate> candidates = new ArrayList<>();
            for (ChosenText text : texts) {
                if (!isBlank(text.text)) candidates.add(new Candidate(text));
            }
            if (candidates.isEmpty()) return null;
            for (int i = 0; i < Math.min(languages.size(), Limits.LANGUAGES_TRIED); i++) {
                LanguageIdentifier wanted = new LanguageIdentifier(languages.get(i));
                ChosenText found = lookUp(wanted, candidates);
                if (found == null && wanted.relative() != null) found = lookUp(wanted.relative(), candidates);
                if (found != null) return found;
            }
            for (Candidate candidate : candidates) {
                if (lowercase(candidate.text.language).equals("en-gb")) return candidate.text;
            }
            ChosenText english = lookUp(new LanguageIdentifier("en"), candidates);
            return english == null ? candidates.get(0).text : english;
        }

        static ChosenText choose(LocalizedText text, List<String> languages) {
            return text == null ? null : text.chosen(languages);
        }

        private static ChosenText lookUp(LanguageIdentifier wanted, List<Candidate> candidates) {
            List<Candidate> related = new ArrayList<>();
            for (Candidate candidate : candidates) {
                if (wanted.isSameLanguageAndScript(candidate.identifier)) related.add(candidate);
            }
            if (related.isEmpty()) return null;
            // The tag itself, then ever shorter; without its region it is looked up below.
            List<String> subtags = wanted.subtags;
            while (subtags.size() > 1) {
                for (Candidate candidate : related) {
                    if (candidate.identifier.subtags.equals(subtags)) return candidate.text;
                }
                subtags = subtags.subList(0, subtags.size() - 1);
                // A single letter begins an extension, which has just been cut off.
                if (isSingle(subtags.get(subtags.size() - 1))) subtags = subtags.subList(0, subtags.size() - 1);
            }
            for (String region : wanted.regionsToTry()) {
                for (Candidate candidate : related) {
                    String other = candidate.identifier.region;
                    if (region == null ? other == null : region.equals(other)) return candidate.text;
                }
            }
            return related.get(0).text;
        }

        private static final class Candidate {
            final ChosenText text;
            final LanguageIdentifier identifier;

            Candidate(ChosenText text) {
                this.text = text;
                identifier = new LanguageIdentifier(text.language);
            }
        }

        /** Whether there is nothing but white space (Unicode's property White_Space). */
        private static boolean isBlank(String text) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                boolean isSpace = c == ' ' || (c >= 0x09 && c <= 0x0D) || c == 0x85 || c == 0xA0 || c == 0x1680
                    || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F
                    || c == 0x3000;
                if (!isSpace) return false;
            }
            return true;
        }
    }

    private static boolean isSingle(String subtag) { return subtag.length() == 1 && subtag.charAt(0) < 0x80; }

    /** A language tag or locale identifier, taken apart for lookup; it may be any text. */
    private static final class LanguageIdentifier {
        /** The subtags in lower case, with the current code of the language. */
        final List<String> subtags = new ArrayList<>();
        /** The region in lower case; null when none is named. */
        final String region;
        /** The script, named or likely; null for languages that have only one. */
        private final String script;

        /** Reads {@code pt-BR}, {@code pt_BR}, {@code zh-Hant-TW}, {@code en_GB@calendar=buddhist}, {@code C.UTF-8}. */
        LanguageIdentifier(String identifier) {
            int end = 0;
            while (end < identifier.length() && "@.".indexOf(identifier.charAt(end)) < 0) end++;
            for (String subtag : split(identifier.substring(0, end).replace('_', '-'), '-')) {
                if (!subtag.isEmpty() && subtags.size() < Limits.SUBTAGS_READ) subtags.add(lowercase(subtag));
            }
            String namedScript = null;
            String namedRegion = null;
            // What follows a single letter is an extension: neither script nor region.
            for (int i = 1; i < subtags.size() && !isSingle(subtags.get(i)); i++) {
                String subtag = subtags.get(i);
                if (namedScript == null && LocalizedText.isScript(subtag)) namedScript = subtag;
                if (namedRegion == null && LocalizedText.isRegion(subtag)) namedRegion = subtag;
            }
            String[] current = subtags.isEmpty() ? null : CURRENT_CODES.get(subtags.get(0));
            if (current != null) {
                subtags.set(0, current[0]);
                if (namedScript == null && current.length > 1) namedScript = current[1];
            }
            region = namedRegion;
            script = namedScript != null || subtags.isEmpty() ? namedScript : likelyScript(subtags.get(0), region);
        }

        /** Whether readers of this language read another, regions aside. */
        boolean isSameLanguageAndScript(LanguageIdentifier other) {
            if (subtags.isEmpty() || other.subtags.isEmpty() || !subtags.get(0).equals(other.subtags.get(0))) {
                return false;
            }
            return script == null || other.script == null || script.equals(other.script);
        }

        /** The regions whose texts come next, best first (CLDR, parent locales); null is a text without a region. */
        List<String> regionsToTry() {
            List<String> regions = new ArrayList<>();
            if (region != null) {
                regions.add(region);
                regions.addAll(Arrays.asList(parents(region, subtags.get(0))));
            }
            regions.add(null);
            regions.addAll(Arrays.asList(likelyRegions(subtags.get(0), script)));
            return regions;
        }

        /** Another language that readers of this one read as well (in CLDR Norwegian is the parent of both). */
        LanguageIdentifier relative() {
            if (subtags.isEmpty()) return null;
            if (subtags.get(0).equals("nn")) return new LanguageIdentifier("nb");
            return subtags.get(0).equals("nb") ? new LanguageIdentifier("nn") : null;
        }

        private static String[] parents(String region, String language) {
            switch (language) {
                case "es": return has(LATIN_AMERICA, region) ? new String[] {"419"} : NONE;
                case "pt": return has(EUROPEAN_PORTUGUESE, region) ? new String[] {"pt"} : NONE;
                // Both are spelled alike; a text for the whole world comes first.
                case "en": return has(AMERICAN_ENGLISH, region) ? NONE : new String[] {"001", "gb"};
                case "zh": return region.equals("mo") ? new String[] {"hk"} : NONE;
                default: return NONE;
            }
        }

        private static String[] likelyRegions(String language, String script) {
            switch (language) {
                case "en": return new String[] {"gb", "us"};
                case "pt": return new String[] {"br"};
                case "ar": return new String[] {"001", "eg"};
                case "zh": return new String[] {"hant".equals(script) ? "tw" : "cn"};
                // Many languages have the code of their region: fr-FR, de-DE.
                default: return new String[] {language};
            }
        }

        private static String likelyScript(String language, String region) {
            String scripts = SCRIPTS.get(language);
            if (scripts == null) return null;
            // The usual one, then others with their regions: "latn arab:iq,ir cyrl:ru".
            List<String> parts = split(scripts, ' ');
            for (String part : parts.subList(1, parts.size())) {
                if (region != null && split(part.substring(5), ',').contains(region)) return part.substring(0, 4);
            }
            return parts.get(0);
        }

        private static boolean has(String words, String word) { return split(words, ' ').contains(word); }

        private static final String[] NONE = {};
        private static final String LATIN_AMERICA = "ar bo br bz cl co cr cu do ec gt hn mx ni pa pe pr py sv us uy ve";
        private static final String EUROPEAN_PORTUGUESE = "ao ch cv fr gq gw lu mo mz st tl";
        private static final String AMERICAN_ENGLISH = "as gu mh mp ph pr um us vi";

        /** Codes that older systems and Android still report, and macrolanguages used for one of their languages. */
        private static final Map<String, String[]> CURRENT_CODES = new HashMap<>();
        /** The scripts of languages that have more than one (CLDR, likely subtags). */
        private static final Map<String, String> SCRIPTS = new HashMap<>();

        static {
            String codes = "iw he,in id,ji yi,jw jv,mo ro,tl fil,no nb,sh sr latn,cmn zh,arb ar";
            for (String code : split(codes, ',')) {
                List<String> words = split(code, ' ');
                CURRENT_CODES.put(words.get(0), words.subList(1, words.size()).toArray(NONE));
            }
            String[] scripts = {
                "az latn arab:iq,ir cyrl:ru", "bs latn", "ha latn arab:cm,sd", "hi deva", "iu cans",
                "kk cyrl arab:af,cn,ir,mn", "ks arab", "ku latn arab:lb", "ky cyrl arab:cn latn:tr", "mn cyrl mong:cn",
                "ms latn arab:cc", "pa guru arab:pk", "sd arab deva:in", "shi tfng", "sr cyrl latn:me,ro,tr",
                "tg cyrl arab:pk", "ug arab cyrl:kz,mn", "uz latn arab:af cyrl:cn", "vai vaii", "yue hant hans:cn",
                "zh hans hant:au,bn,gb,gf,hk,id,mo,pa,pf,ph,sr,th,tw,us,vn",
            };
            for (String entry : scripts) {
                int space = entry.indexOf(' ');
                SCRIPTS.put(entry.substring(0, space), entry.substring(space + 1));
            }
        }
    }

    // ---------------------------------------------------------------------------------------------------- Decisions

    /** A text chosen for a user. */
    public static final class ChosenText {
        private final String text;
        private final String language;

        ChosenText(String text, String language) {
            this.text = text;
            this.language = language;
        }

        /** The text, as it was translated. */
        public String text() { return text; }

        /**
         * The language as a BCP 47 tag, for speech and the writing direction; null where the document does not say it,
         * as for the maintenance message of classic documents, which is in the source language of the texts.
         */
        public String language() { return language; }

        @Override public boolean equals(Object other) {
            return other instanceof ChosenText && text.equals(((ChosenText) other).text)
                && areEqual(language, ((ChosenText) other).language);
        }

        @Override public int hashCode() { return text.hashCode(); }

        /** The text. */
        @Override public String toString() { return text; }
    }

    static boolean areEqual(Object a, Object b) { return a == null ? b == null : a.equals(b); }

    /** What a decision needs to know about a device and the app on it. Made by {@link #android} and {@link #ios}. */
    public static final class Device {
        private final Platform platform;
        private final long[] system;
        private final InstalledVersion app;
        private final InstalledVersion build;
        private final List<String> languages;
        private final String channel;
        private final String region;
        private final String model;
        private final String installId;

        private Device(Builder builder) {
            platform = builder.platform;
            system = builder.system;
            app = builder.app == null ? null : new InstalledVersion(builder.app);
            build = builder.build == null ? null : new InstalledVersion(builder.build);
            languages = builder.languages;
            channel = builder.channel;
            region = builder.region;
            model = builder.model;
            installId = builder.installId;
        }

        /** A device with Android; {@code sdk} is {@code Build.VERSION.SDK_INT}. */
        public static Builder android(int sdk) { return new Builder(Platform.ANDROID, new long[] {sdk}); }

        /** A device with iOS. */
        public static Builder ios(Version system) { return new Builder(Platform.IOS, system.numbers); }

        /** The platform of the system. */
        public Platform platform() { return platform; }

        /** The version of the app as reported; null when it is unknown. */
        public String app() { return app == null ? null : app.spelling; }

        /** The build of the app as reported; null when it is unknown. */
        public String build() { return build == null ? null : build.spelling; }

        private Device with(String installId) {
            Builder builder = new Builder(platform, system).app(app()).languages(languages).channel(channel)
                .region(region).model(model).installId(installId);
            builder.build = build();
            return builder.build();
        }

        /** Sets what is known about a device; all of it is optional. Not for several threads at once. */
        public static final class Builder {
            private final Platform platform;
            private final long[] system;
            private String app;
            private String build;
            private List<String> languages = Collections.emptyList();
            private String channel;
            private String region;
            private String model;
            private String installId;

            private Builder(Platform platform, long[] system) {
                this.platform = platform;
                this.system = system;
            }

            /** The version of the app: on Android {@code PackageInfo.versionName}. */
            public Builder app(String version) {
                app = version;
                return this;
            }

            /** The build of the app: on Android the version code. */
            public Builder build(long build) { return build(Long.toString(build)); }

            /** The build of the app as the device reports it. */
            public Builder build(String build) {
                this.build = build;
                return this;
            }

            /** The languages that the user reads, best first, as BCP 47 tags or locale identifiers. */
            public Builder languages(List<String> languages) {
                this.languages = Collections.unmodifiableList(new ArrayList<>(languages));
                return this;
            }

            /** Where the app was installed from, in the team's own words: {@code beta}. */
            public Builder channel(String channel) {
                this.channel = channel;
                return this;
            }

            /** The region, in the team's own words: {@code GB}. */
            public Builder region(String region) {
                this.region = region;
                return this;
            }

            /** The model: {@code Build.MODEL}. */
            public Builder model(String model) {
                this.model = model;
                return this;
            }

            /**
             * The id of this installation for staged roll-outs, 32 lowercase hexadecimal digits; it never leaves the
             * device. A {@link Gate} with a store makes and keeps one where none is set.
             */
            public Builder installId(String installId) {
                this.installId = installId;
                return this;
            }

            /** The device. */
            public Device build() { return new Device(this); }
        }
    }

    /** The newest version of the app in the store. */
    public static final class StoreVersion {
        final Version version;
        final Version minimumSystem;

        /**
         * A version in the store.
         *
         * @param version the version
         * @param minimumSystem the oldest iOS that it runs on; null when that is not known, and on Android
         */
        public StoreVersion(Version version, Version minimumSystem) {
            this.version = version;
            this.minimumSystem = minimumSystem;
        }
    }

    /** What a decision takes beside the document. Not for several threads at once. */
    public static final class Situation {
        final Device device;
        final Decision.Source source;
        SignedDate date;
        long nowMillis;
        Map<String, Long> seen = Collections.emptyMap();
        String scope;
        StoreVersion store;
        private Long maximumAgeSeconds;

        /**
         * A situation without first-seen times, scope and store.
         *
         * @param device the device and the app on it
         * @param source where the document comes from; maintenance counts only from {@code FETCHED}, and for seven
         *     days after its date
         * @param nowMillis the clock, in milliseconds since 1970
         */
        public Situation(Device device, Decision.Source source, long nowMillis) {
            this.device = device;
            this.source = source;
            this.nowMillis = nowMillis;
        }

        /** When rules of a gate document were first seen, in seconds since 1970, by their ids. */
        public Situation seen(Map<String, Long> seen) {
            this.seen = seen;
            return this;
        }

        /** The part of the app that is asked for; null for the whole app. */
        public Situation scope(String scope) {
            this.scope = scope;
            return this;
        }

        /** How old, in seconds, a signed date may be to block anyone anew; null for any age. */
        public Situation maximumAge(Long seconds) {
            maximumAgeSeconds = seconds;
            return this;
        }

        /** The newest version in the store; null when it is not known. Never changes whether a device is blocked. */
        public Situation store(StoreVersion store) {
            this.store = store;
            return this;
        }

        /**
         * The time that rules go by: the later of the signed date and the earlier of the clock and seven days after it.
         * A clock that was set back wins nothing, and one far ahead blocks nobody.
         */
        long ruleTime() {
            long lead = Limits.RULE_TIME_SECONDS;
            // Time alone must not make a document block that may block nobody anew.
            if (maximumAgeSeconds != null) lead = Math.min(lead, Math.max(0, maximumAgeSeconds));
            return Math.max(date.seconds, Math.min(clock(), SignedDate.later(date.seconds, lead)));
        }

        /** By what a rule that blocks ends, so that it ends even if the document is never signed again. */
        long endTime() { return Math.max(ruleTime(), clock()); }

        /** Whether maintenance closes the app: a document that was signed long ago may be a replay. */
        boolean mayClose() {
            return source == Decision.Source.FETCHED
                && (date == null || clock() - date.seconds <= Limits.MAINTENANCE_SECONDS);
        }

        /** The clock in seconds; one that shows no date counts as one that stands at the signed date. */
        private long clock() {
            long now = nowMillis < 0 ? -1 : nowMillis / 1_000;
            return SignedDate.isWithinYears(now) ? now : date.seconds;
        }
    }

    /** What the app should do, and which document says so. */
    public static final class Decision {
        /** What the app should do. */
        public enum Outcome {
            /** Run. */
            AVAILABLE,
            /** Run, and advise an update; {@link PromptThrottle} says how often. */
            RECOMMENDED,
            /** Do not run: an update is needed. */
            REQUIRED,
            /** Do not run: the service is down for maintenance. */
            MAINTENANCE
        }

        /** Which document decided. */
        public enum Source {
            /** A document fetched in this session. */
            FETCHED,
            /** The last document verified in an earlier session. */
            STORED,
            /** The document that the app embeds. */
            EMBEDDED,
            /** None: no document was ever verified, or none may decide. */
            NONE
        }

        private final Outcome outcome;
        private final Source source;
        private final SignedDate asOf;
        String rule;
        Update update;
        ChosenText title;
        ChosenText message;
        /** The rule whose first-seen time is to be recorded, and that time. */
        String seenRule;
        long seenTime;

        Decision(Outcome outcome, Source source, SignedDate asOf) {
            this.outcome = outcome;
            this.source = source;
            this.asOf = asOf;
        }

        /** What the app should do. */
        public Outcome outcome() { return outcome; }

        /** Whether the app must not run. */
        public boolean isBlocked() { return outcome == Outcome.REQUIRED || outcome == Outcome.MAINTENANCE; }

        /** The id of the rule that decided; null when none did, and for classic documents. */
        public String rule() { return rule; }

        /** The update that is required or recommended; null for other outcomes. */
        public Update update() { return update; }

        /** The heading of maintenance; null when the document has none. */
        public ChosenText title() { return title; }

        /** The message of maintenance; null when the document has none. */
        public ChosenText message() { return message; }

        /** Which document decided. */
        public Source source() { return source; }

        /** The signed date of that document; null without a date and without a document. */
        public SignedDate asOf() { return asOf; }

        /**
         * The rule that was seen and whose first-seen time, {@link #seenTime}, is to be kept if there is none or a
         * later one; null when there is nothing to keep. A {@link Gate} keeps it by itself.
         */
        public String seenRule() { return seenRule; }

        /** The time to keep for {@link #seenRule}, in seconds since 1970. */
        public long seenTime() { return seenTime; }

        private List<Object> fields() {
            return Arrays.<Object>asList(outcome, source, asOf, rule, update, title, message);
        }

        @Override public boolean equals(Object other) {
            return other instanceof Decision && fields().equals(((Decision) other).fields());
        }

        @Override public int hashCode() { return fields().hashCode(); }

        /** For logs. */
        @Override public String toString() { return "Decision" + fields(); }
    }

    /** A required or recommended update, with its texts in the language of the user. */
    public static final class Update {
        /** What to update. */
        public enum Subject {
            /** The system; an update of the app would not install. */
            SYSTEM,
            /** The app. */
            APP,
            /** What a rule of a gate document says. */
            RULE
        }

        /** Whether the store has the version. */
        public enum StoreState {
            /** The store was not asked, or the answer does not say. */
            UNKNOWN,
            /** It does. */
            AVAILABLE,
            /** Not yet, or not in this country. */
            MISSING
        }

        final Subject subject;
        String rule;
        Version version;
        Long build;
        Long sdk;
        ChosenText title;
        ChosenText description;
        String url;
        StoreState store = StoreState.UNKNOWN;
        boolean isObtainable = true;
        Long due;

        Update(Subject subject) {
            this.subject = subject;
        }

        /** What to update. */
        public Subject subject() { return subject; }

        /** The id of the rule, for {@link Subject#RULE}; else null. */
        public String rule() { return rule; }

        /**
         * The version of the system or of the app that is asked for or, where {@link #build} decides, shown; null when
         * it is not known.
         */
        public Version version() { return version; }

        /** The build that is asked for; null where a version decides. */
        public Long build() { return build; }

        /** The SDK level that is asked for; null for anything else. */
        public Long sdk() { return sdk; }

        /** The heading; null when the document has none. */
        public ChosenText title() { return title; }

        /** The explanation; null when the document has none. */
        public ChosenText description() { return description; }

        /** Where to get the app; null when that is not known, and for an update of the system. */
        public String url() { return url; }

        /** Whether the store has it. */
        public StoreState store() { return store; }

        /** Whether this device can get a version that is not blocked; never false for classic documents. */
        public boolean isObtainable() { return isObtainable; }

        /** When a recommendation becomes a demand, in seconds since 1970; null when it does not. */
        public Long due() { return due; }

        private List<Object> fields() {
            return Arrays.<Object>asList(
                subject, rule, version, build, sdk, title, description, url, store, isObtainable, due);
        }

        @Override public boolean equals(Object other) {
            return other instanceof Update && fields().equals(((Update) other).fields());
        }

        @Override public int hashCode() { return fields().hashCode(); }

        /** For logs. */
        @Override public String toString() { return "Update" + fields(); }

        /** Whether the store has a version, as far as it is known to run on the device. */
        static StoreState state(Version needed, StoreVersion store, Device device) {
            if (needed == null || store == null) return StoreState.UNKNOWN;
            if (store.version.compareTo(needed) < 0) return StoreState.MISSING;
            // The store offers an older device the last version that it can run, which is not known.
            boolean isTooOld = store.minimumSystem != null && device.platform == Platform.IOS
                && Version.compare(device.system, store.minimumSystem.numbers) < 0;
            return isTooOld ? StoreState.UNKNOWN : StoreState.AVAILABLE;
        }
    }

    // ---------------------------------------------------------------------------------------------------- Documents

    /** The part of a document that is for this app, where the document leaves that open. */
    public static final class Selection {
        final String environment;
        final String force;
        final String optional;

        private Selection(String environment, String force, String optional) {
            this.environment = environment;
            this.force = force;
            this.optional = optional;
        }

        /** For documents of all formats but environment config, with the usual names of remote config. */
        public static final Selection NONE = new Selection(null, "force_update_version", "optional_update_version");

        /** The id of the environment in an environment config: {@code mainnet}. */
        public static Selection ofEnvironment(String id) { return new Selection(id, NONE.force, NONE.optional); }

        /** The names of the two parameters of a remote config; null for the usual one. */
        public static Selection ofParameters(String force, String optional) {
            return new Selection(null, force == null ? NONE.force : force, optional == null ? NONE.optional : optional);
        }
    }

    /** What a verified body says. */
    public abstract static class Document {
        Document() {}

        /** Reads a verified body; fails unless it is a document of this format. */
        static Document read(Format format, byte[] body) throws DocumentException {
            Object value = parseBody(body);
            switch (format) {
                case AVAILABILITY_IOS: return new Availability(object(value, "the body"), Platform.IOS);
                case AVAILABILITY_ANDROID: return new Availability(object(value, "the body"), Platform.ANDROID);
                case APP_CONFIG: return new AppConfig(object(value, "the body"));
                case ENVIRONMENT_CONFIG: return new EnvironmentConfig(object(value, "the body"));
                case REMOTE_CONFIG_IOS: return new RemoteConfig(object(value, "the body"), Platform.IOS);
                case REMOTE_CONFIG_ANDROID: return new RemoteConfig(object(value, "the body"), Platform.ANDROID);
                case GATE_IOS: return new GateDocument(object(value, "the body"), Platform.IOS);
                default: return new GateDocument(object(value, "the body"), Platform.ANDROID);
            }
        }

        /** The format of a verified body by its content; null for anything but the documents that are known here. */
        static Format recognize(byte[] body) {
            for (Format format : Format.values()) {
                try {
                    read(format, body);
                    return format;
                } catch (DocumentException e) {
                    continue;
                }
            }
            return null;
        }

        /**
         * What the document says to a device.
         *
         * @param situation the device, and what is known beside the document; its date is that of the manifest
         * @param selection which part is for this app
         * @param storeUrl where to get the app when a classic document does not say; null when that is not known
         * @throws DocumentException when it says nothing to this app
         */
        abstract Decision decide(Situation situation, Selection selection, String storeUrl) throws DocumentException;

        /**
         * {@code version} or {@code build} when the document compares it and the device's cannot be read; else null.
         */
        abstract String unreadable(Device device, Selection selection) throws DocumentException;

        /** The ids of its rules; empty for classic documents. */
        Set<String> ruleIds() { return Collections.emptySet(); }

        /** The parts of the app that it has rules for, and null for the whole app. */
        Set<String> scopes() { return Collections.singleton(null); }
    }

    /**
     * Decides by a verified manifest.
     *
     * @param manifest what was verified
     * @param situation the device, and what is known beside the document
     * @param selection which part is for this app; {@link Selection#NONE} for most
     * @throws DocumentException when the document says nothing to this app
     */
    public static Decision decide(Manifest manifest, Situation situation, Selection selection)
        throws DocumentException {
        situation.date = manifest.date;
        return manifest.document.decide(situation, selection, null);
    }

    /** A bound of a classic document, and the texts for people below it. */
    private static final class Bound {
        final Update.Subject subject;
        Version version;
        Long build;
        Long sdk;
        LocalizedText title;
        LocalizedText description;

        Bound(Update.Subject subject) {
            this.subject = subject;
        }

        static Bound ofVersion(Update.Subject subject, Version version) {
            Bound bound = new Bound(subject);
            bound.version = version;
            return bound;
        }

        /** Reads a member of an availability document; null when an optional one is absent. */
        static Bound read(Map<String, Object> document, String name, Update.Subject subject, Platform platform,
            boolean isRequired) throws DocumentException {
            if (!isRequired && !document.containsKey(name)) return null;
            Map<String, Object> member = object(required(document, name), "\"" + name + "\"");
            Bound bound = new Bound(subject);
            Object value = required(member, "value");
            if (platform == Platform.IOS) {
                bound.version = version(value, "value");
            } else if (subject == Update.Subject.SYSTEM) {
                bound.sdk = positive(value, "value");
            } else {
                bound.build = positive(value, "value");
            }
            bound.title = LocalizedText.optional(member, "title");
            bound.description = LocalizedText.read(required(member, "description"), "description");
            return bound;
        }

        /** The installed numbers that it is compared with; null when they are unknown or unreadable. */
        private long[] installed(Device device) {
            if (subject == Update.Subject.SYSTEM) return device.system;
            InstalledVersion installed = build != null ? device.build : device.app;
            return installed == null ? null : installed.numbers;
        }

        boolean isBelow(Device device) {
            long[] installed = installed(device);
            long[] needed = build != null ? new long[] {build} : sdk != null ? new long[] {sdk} : version.numbers;
            return installed != null && Version.compare(installed, needed) < 0;
        }

        String unreadable(Device device) {
            if (installed(device) != null) return null;
            return build != null ? "build" : "version";
        }

        Update update(Situation situation, String url) {
            Update update = new Update(subject);
            update.version = version;
            update.build = build;
            update.sdk = sdk;
            update.title = LocalizedText.choose(title, situation.device.languages);
            update.description = LocalizedText.choose(description, situation.device.languages);
            // A store has no update of the system, and would not install one of the app on it.
            if (subject != Update.Subject.APP) return update;
            update.url = url;
            update.store = Update.state(version, situation.store, situation.device);
            return update;
        }
    }

    /** What an app and its system must be, from any classic document. */
    private static final class Requirements {
        boolean isMaintenance;
        String message;
        Bound minimumSystem;
        Bound minimumApp;
        Bound recommendedSystem;
        Bound recommendedApp;
        String url;

        /** The first that holds decides, and equality always passes. */
        Decision decide(Situation situation, String storeUrl) {
            if (isMaintenance && situation.mayClose()) {
                Decision decision = decision(situation, Decision.Outcome.MAINTENANCE);
                decision.message = message == null ? null : new ChosenText(message, null);
                return decision;
            }
            String address = url == null ? storeUrl : url;
            for (Bound minimum : new Bound[] {minimumSystem, minimumApp}) {
                if (minimum == null || !minimum.isBelow(situation.device)) continue;
                Decision decision = decision(situation, Decision.Outcome.REQUIRED);
                decision.update = minimum.update(situation, address);
                return decision;
            }
            for (Bound recommended : new Bound[] {recommendedSystem, recommendedApp}) {
                if (recommended == null || !recommended.isBelow(situation.device)) continue;
                Decision decision = decision(situation, Decision.Outcome.RECOMMENDED);
                decision.update = recommended.update(situation, address);
                if (decision.update.store != Update.StoreState.MISSING) return decision;
            }
            return decision(situation, Decision.Outcome.AVAILABLE);
        }

        private static Decision decision(Situation situation, Decision.Outcome outcome) {
            return new Decision(outcome, situation.source, situation.date);
        }

        String unreadable(Device device) {
            String minimum = minimumApp == null ? null : minimumApp.unreadable(device);
            return minimum != null || recommendedApp == null ? minimum : recommendedApp.unreadable(device);
        }
    }

    /**
     * A document that is no list of rules. Unknown members are ignored, so that later documents still reach older apps.
     */
    private abstract static class ClassicDocument extends Document {
        /** What the document requires of an app; fails when it says nothing to it. */
        abstract Requirements requirements(Platform platform, Selection selection) throws DocumentException;

        @Override Decision decide(Situation situation, Selection selection, String storeUrl) throws DocumentException {
            return requirements(situation.device.platform, selection).decide(situation, storeUrl);
        }

        @Override String unreadable(Device device, Selection selection) throws DocumentException {
            return requirements(device.platform, selection).unreadable(device);
        }

        static void expect(Platform expected, Platform platform) throws DocumentException {
            if (expected != platform) {
                throw new DocumentException("it is for " + expected.code + ", not " + platform.code);
            }
        }

        static Platform platform(Map<String, Object> body) throws DocumentException {
            Platform platform = Platform.of(requiredString(body, "platform"));
            if (platform == null) throw new DocumentException("a platform is ios or android");
            return platform;
        }
    }

    private static final class Availability extends ClassicDocument {
        private final Platform platform;
        private final Requirements requirements = new Requirements();

        Availability(Map<String, Object> body, Platform platform) throws DocumentException {
            this.platform = platform;
            boolean isIos = platform == Platform.IOS;
            String minimumSystem = isIos ? "minimumOSVersion" : "minimumSDKVersion";
            requirements.minimumSystem = Bound.read(body, minimumSystem, Update.Subject.SYSTEM, platform, true);
            if (isIos) {
                requirements.recommendedSystem =
                    Bound.read(body, "recommendedOSVersion", Update.Subject.SYSTEM, platform, false);
            }
            requirements.minimumApp = Bound.read(body, "minimumAppVersion", Update.Subject.APP, platform, true);
            requirements.recommendedApp =
                Bound.read(body, "recommendedAppVersion", Update.Subject.APP, platform, false);
        }

        @Override Requirements requirements(Platform asked, Selection selection) throws DocumentException {
            expect(platform, asked);
            return requirements;
        }
    }

    private static final class AppConfig extends ClassicDocument {
        private final Map<Platform, String> urls = new HashMap<>();
        private final Version minimum;
        private final Version latest;
        private final boolean isMaintenance;
        private final String message;

        AppConfig(Map<String, Object> body) throws DocumentException {
            minimum = threeNumbers(body, "minimumVersion");
            latest = threeNumbers(body, "latestVersion");
            Object url = required(body, "updateUrl");
            Map<String, Object> perPlatform = url instanceof String ? null : object(url, "\"updateUrl\"");
            for (Platform each : Platform.values()) {
                Object value = perPlatform == null ? url : perPlatform.get(each.code);
                if (value != null) urls.put(each, string(value, each.code));
            }
            Object maintenance = required(body, "maintenanceMode");
            if (!(maintenance instanceof Boolean)) {
                throw new DocumentException("\"maintenanceMode\" is not true or false");
            }
            isMaintenance = (Boolean) maintenance;
            Object text = required(body, "maintenanceMessage");
            message = text == Json.NULL ? null : string(text, "maintenanceMessage");
        }

        private static Version threeNumbers(Map<String, Object> body, String name) throws DocumentException {
            Version version = requiredVersion(body, name);
            if (version.numbers.length == 3) return version;
            throw new DocumentException("\"" + name + "\" is not a version of exactly 3 numbers");
        }

        @Override Requirements requirements(Platform asked, Selection selection) throws DocumentException {
            Requirements requirements = new Requirements();
            requirements.isMaintenance = isMaintenance;
            requirements.message = message;
            requirements.minimumApp = Bound.ofVersion(Update.Subject.APP, minimum);
            requirements.recommendedApp = Bound.ofVersion(Update.Subject.APP, latest);
            requirements.url = urls.get(asked);
            return requirements;
        }
    }

    private static final class EnvironmentConfig extends ClassicDocument {
        /** The requirements of each environment's apps, by its id; everything else is left to the team's own code. */
        private final Map<String, Map<Platform, Requirements>> environments = new HashMap<>();

        EnvironmentConfig(Map<String, Object> body) throws DocumentException {
            for (Map.Entry<String, Object> environment
                : object(required(body, "environments"), "\"environments\"").entrySet()) {
                Map<Platform, Requirements> found = new HashMap<>();
                environments.put(environment.getKey(), found);
                Map<String, Object> members = Json.asMap(environment.getValue());
                Object apps = members == null ? null : members.get("apps");
                if (apps == null) continue;
                for (Platform platform : Platform.values()) {
                    Object app = object(apps, "\"apps\"").get(platform.code);
                    if (app != null) found.put(platform, app(object(app, platform.code)));
                }
            }
        }

        private static Requirements app(Map<String, Object> app) throws DocumentException {
            Bound bound = Bound.ofVersion(Update.Subject.APP, Version.parse(requiredString(app, "minimalVersion")));
            bound.build = positive(required(app, "build"), "build");
            Requirements requirements = new Requirements();
            requirements.minimumApp = bound;
            requirements.url = requiredString(app, "url");
            return requirements;
        }

        @Override Requirements requirements(Platform platform, Selection selection) throws DocumentException {
            if (selection.environment == null) throw new DocumentException("it needs the id of an environment");
            Map<Platform, Requirements> found = environments.get(selection.environment);
            if (found == null) throw new DocumentException("it has no environment \"" + selection.environment + "\"");
            Requirements requirements = found.get(platform);
            return requirements == null ? new Requirements() : requirements;
        }
    }

    private static final class RemoteConfig extends ClassicDocument {
        private final Platform platform;
        private final Map<String, Version> parameters = new HashMap<>();

        RemoteConfig(Map<String, Object> body, Platform expected) throws DocumentException {
            platform = platform(body);
            if (body.size() != 3) throw new DocumentException("not a platform and two parameters");
            for (String name : body.keySet()) {
                if (!name.equals("platform")) parameters.put(name, requiredVersion(body, name));
            }
            expect(platform, expected);
        }

        @Override Requirements requirements(Platform asked, Selection selection) throws DocumentException {
            expect(platform, asked);
            if (selection.force.equals(selection.optional)) {
                throw new DocumentException("what is required and what is recommended are the same parameter");
            }
            Requirements requirements = new Requirements();
            requirements.minimumApp = Bound.ofVersion(Update.Subject.APP, parameter(selection.force));
            requirements.recommendedApp = Bound.ofVersion(Update.Subject.APP, parameter(selection.optional));
            return requirements;
        }

        private Version parameter(String name) throws DocumentException {
            Version version = parameters.get(name);
            if (version == null) throw new DocumentException("it has no \"" + name + "\"");
            return version;
        }
    }

    // --------------------------------------------------------------------------------------------------- Gate rules

    /** A gate document: ordered rules, the first of which that matches decides; if none does, the app is available. */
    private static final class GateDocument extends Document {
        private static final List<String> OUTCOMES =
            Arrays.asList("available", "maintenance", "recommended", "required");

        private final Platform platform;
        private final List<Rule> rules = new ArrayList<>();
        /** Null when the document does not say what can be had. */
        private final List<Latest> latest;

        GateDocument(Map<String, Object> body, Platform platform) throws DocumentException {
            this.platform = platform;
            Object version = required(body, "gate");
            Long number = version instanceof Json.Number ? ((Json.Number) version).asInteger() : null;
            if (number == null || number != 1) throw new DocumentException("\"gate\" is not 1");
            if (!platform.code.equals(body.get("platform"))) {
                throw new DocumentException("it is not for " + platform.code);
            }
            List<Object> list = list(required(body, "rules"), "rules", Limits.GATE_RULES);
            List<Object> entries =
                body.containsKey("latest") ? list(body.get("latest"), "latest", Limits.GATE_LATEST) : null;
            for (Object value : list) {
                Rule rule = Rule.read(Json.asMap(value), platform);
                if (rule != null) rules.add(rule);
            }
            latest = entries == null ? null : new ArrayList<Latest>();
            if (entries == null) return;
            for (Object value : entries) {
                Latest entry = Latest.read(Json.asMap(value), platform);
                if (entry != null) latest.add(entry);
            }
        }

        private static List<Object> list(Object value, String name, int limit) throws DocumentException {
            List<Object> list = Json.asList(value);
            if (list == null) throw new DocumentException("\"" + name + "\" is not an array");
            if (list.size() > limit) {
                throw new DocumentException("\"" + name + "\" has more than " + limit + " elements");
            }
            return list;
        }

        @Override Set<String> ruleIds() {
            Set<String> ids = new HashSet<>();
            for (Rule rule : rules) ids.add(rule.id);
            return ids;
        }

        @Override Set<String> scopes() {
            Set<String> scopes = new HashSet<>();
            scopes.add(null);
            for (Rule rule : rules) scopes.add(rule.scope);
            return scopes;
        }

        @Override String unreadable(Device device, Selection selection) throws DocumentException {
            expect(device);
            String unreadable = null;
            for (Rule rule : rules) {
                if (rule.app != null && (device.app == null || device.app.numbers == null)) return "version";
                if (rule.build != null && (device.build == null || device.build.numbers == null)) unreadable = "build";
            }
            return unreadable;
        }

        private void expect(Device device) throws DocumentException {
            if (device.platform != platform) throw new DocumentException("it is for " + platform.code);
        }

        @Override Decision decide(Situation situation, Selection selection, String storeUrl) throws DocumentException {
            expect(situation.device);
            if (situation.date == null) throw new DocumentException("a gate document needs a signed date");
            long time = situation.ruleTime();
            long ends = situation.endTime();
            Facts facts = new Facts(situation.device);
            Latest target = null;
            boolean isTargetKnown = false;
            for (Rule rule : rules) {
                if (rule.scope != null && !rule.scope.equals(situation.scope)) continue;
                if (!rule.matches(facts, situation.seen, time, ends)) continue;
                if (rule.then.equals("available")) return decision(Decision.Outcome.AVAILABLE, rule, situation);
                if (rule.then.equals("maintenance")) {
                    if (!situation.mayClose()) continue;
                    Decision decision = decision(Decision.Outcome.MAINTENANCE, rule, situation);
                    decision.title = LocalizedText.choose(rule.title, situation.device.languages);
                    decision.message = LocalizedText.choose(rule.message, situation.device.languages);
                    return decision;
                }
                Long due = rule.due(situation.seen, time);
                boolean isRequired = rule.blocks(situation.seen, time);
                if (!isTargetKnown) {
                    target = target(facts, situation.seen, time, ends);
                    isTargetKnown = true;
                }
                Update update = update(rule, situation, target);
                if (!isRequired) update.due = due;
                boolean isPointless = update.store == Update.StoreState.MISSING
                    || (!update.isObtainable && LocalizedText.choose(rule.orElse, situation.device.languages) == null);
                if (!isRequired && isPointless) continue;
                Decision decision =
                    decision(isRequired ? Decision.Outcome.REQUIRED : Decision.Outcome.RECOMMENDED, rule, situation);
                decision.update = update;
                if (rule.grace != null && rule.then.equals("recommended")) {
                    Long seen = situation.seen.get(rule.id);
                    if (seen == null || seen > time) {
                        decision.seenRule = rule.id;
                        decision.seenTime = time;
                    }
                }
                return decision;
            }
            return new Decision(Decision.Outcome.AVAILABLE, situation.source, situation.date);
        }

        private static Decision decision(Decision.Outcome outcome, Rule rule, Situation situation) {
            Decision decision = new Decision(outcome, situation.source, situation.date);
            decision.rule = rule.id;
            return decision;
        }

        private Update update(Rule rule, Situation situation, Latest target) {
            List<String> languages = situation.device.languages;
            Update update = new Update(Update.Subject.RULE);
            update.rule = rule.id;
            update.title = LocalizedText.choose(rule.title, languages);
            update.description = LocalizedText.choose(rule.description, languages);
            update.isObtainable = latest == null || target != null;
            if (!update.isObtainable) {
                ChosenText instead = LocalizedText.choose(rule.orElse, languages);
                if (instead != null) update.description = instead;
                return update;
            }
            update.url = rule.url;
            if (target == null) return update;
            update.version = target.app;
            update.store = Update.state(target.app, situation.store, situation.device);
            return update;
        }

        /** The first entry that the device can have and that would not itself be blocked; null when there is none. */
        private Latest target(Facts facts, Map<String, Long> seen, long time, long ends) {
            if (latest == null) return null;
            for (Latest entry : latest) {
                if (entry.system != null && !entry.system.matches(facts.system)) continue;
                if (entry.isAbove(facts) && !isBlocked(facts.with(entry), seen, time, ends)) return entry;
            }
            return null;
        }

        private boolean isBlocked(Facts facts, Map<String, Long> seen, long time, long ends) {
            for (Rule rule : rules) {
                if (rule.scope != null || rule.then.equals("maintenance")) continue;
                if (rule.matches(facts, seen, time, ends)) return rule.blocks(seen, time);
            }
            return false;
        }

        /** What conditions look at. */
        private static final class Facts {
            final long[] app;
            final long[] build;
            final long[] system;
            final String channel;
            final String region;
            final String model;
            final String installId;

            Facts(Device device) {
                app = device.app == null ? null : device.app.numbers;
                build = device.build == null ? null : device.build.numbers;
                system = device.system;
                channel = device.channel;
                region = device.region;
                model = device.model;
                installId = device.installId;
            }

            private Facts(Facts other, Latest entry) {
                app = entry.app.numbers;
                build = entry.build == null ? null : new long[] {entry.build};
                system = other.system;
                channel = other.channel;
                region = other.region;
                model = other.model;
                installId = other.installId;
            }

            Facts with(Latest entry) { return new Facts(this, entry); }
        }

        /** A version of the app that can be had, and for which systems. */
        private static final class Latest {
            final Version app;
            final Long build;
            final VersionCondition system;

            private Latest(Version app, Long build, VersionCondition system) {
                this.app = app;
                this.build = build;
                this.system = system;
            }

            /** Reads an entry; null for one that is skipped. */
            static Latest read(Map<String, Object> entry, Platform platform) {
                if (entry == null || !(entry.get("app") instanceof String)) return null;
                Version app = Version.parse((String) entry.get("app"));
                boolean isIos = platform == Platform.IOS;
                Object bound = entry.get(isIos ? "os" : "sdk");
                VersionCondition system = bound == null ? null : VersionCondition.read(bound);
                Object number = entry.get("build");
                Long build = number instanceof Json.Number ? ((Json.Number) number).asInteger() : null;
                boolean isWrong = app == null || entry.containsKey(isIos ? "sdk" : "os")
                    || (bound != null && system == null)
                    || (number != null && (build == null || build <= 0));
                return isWrong ? null : new Latest(app, build, system);
            }

            boolean isAbove(Facts facts) {
                int order = facts.app == null ? 0 : Version.compare(app.numbers, facts.app);
                if (order != 0) return order > 0;
                if (build != null && facts.build != null) return Version.compare(new long[] {build}, facts.build) > 0;
                return facts.app == null;
            }
        }

        /** One rule: conditions and what follows from them. */
        private static final class Rule {
            String id;
            String then;
            String scope;
            String url;
            LocalizedText title;
            LocalizedText description;
            LocalizedText message;
            LocalizedText orElse;
            private Long requiredFrom;
            private Long requiredBy;
            Long grace;
            /** Whether a condition is unknown or of another form, so that nothing matches. */
            private boolean isNever;
            VersionCondition app;
            VersionCondition build;
            private VersionCondition system;
            private List<String> channels;
            private List<String> regions;
            private List<String> models;
            private Long from;
            private Long until;
            private Share share;

            /** Reads a rule; null for one that is skipped. */
            static Rule read(Map<String, Object> members, Platform platform) {
                if (members == null) return null;
                Object id = members.get("id");
                Object then = members.get("then");
                if (!(id instanceof String) || !isId((String) id) || !OUTCOMES.contains(then)) return null;
                Rule rule = new Rule();
                rule.id = (String) id;
                rule.then = (String) then;
                try {
                    rule.title = LocalizedText.optional(members, "title");
                    rule.description = LocalizedText.optional(members, "description");
                    rule.message = LocalizedText.optional(members, "message");
                    rule.orElse = LocalizedText.optional(members, "orElse");
                    rule.url = optionalString(members, "url");
                    rule.scope = optionalString(members, "scope");
                    if (rule.scope != null && !isId(rule.scope)) return null;
                    rule.requiredFrom = optionalInstant(members, "requiredFrom");
                    rule.requiredBy = optionalInstant(members, "requiredBy");
                    String grace = optionalString(members, "grace");
                    rule.grace = grace == null ? null : parseDuration(grace);
                    if (grace != null && rule.grace == null) return null;
                    if (members.containsKey("when")) {
                        rule.readConditions(object(members.get("when"), "\"when\""), platform);
                    }
                } catch (DocumentException e) {
                    return null;
                }
                return rule;
            }

            private static String optionalString(Map<String, Object> members, String name) throws DocumentException {
                return members.containsKey(name) ? string(members.get(name), name) : null;
            }

            private static Long optionalInstant(Map<String, Object> members, String name) throws DocumentException {
                if (!members.containsKey(name)) return null;
                Long instant = SignedDate.parseInstant(string(members.get(name), name));
                if (instant == null) throw new DocumentException("\"" + name + "\" is not an instant");
                return instant;
            }

            private void readConditions(Map<String, Object> when, Platform platform) {
                for (Map.Entry<String, Object> condition : when.entrySet()) {
                    Object value = condition.getValue();
                    boolean isReadable = false;
                    switch (condition.getKey()) {
                        case "app": isReadable = (app = VersionCondition.read(value)) != null; break;
                        case "build": isReadable = (build = VersionCondition.read(value)) != null; break;
                        case "os": case "sdk":
                            boolean isOwn = condition.getKey().equals(platform == Platform.IOS ? "os" : "sdk");
                            isReadable = isOwn && (system = VersionCondition.read(value)) != null;
                            break;
                        case "channel": isReadable = (channels = words(value)) != null; break;
                        case "region": isReadable = (regions = words(value)) != null; break;
                        case "model": isReadable = (models = words(value)) != null; break;
                        case "from": isReadable = (from = instant(value)) != null; break;
                        case "until": isReadable = (until = instant(value)) != null; break;
                        case "share": isReadable = (share = Share.read(Json.asMap(value))) != null; break;
                        default: break;
                    }
                    if (!isReadable) isNever = true;
                }
            }

            /** A string or a non-empty array of strings; null for anything else. */
            private static List<String> words(Object value) {
                List<Object> values = value instanceof String ? Collections.singletonList(value) : Json.asList(value);
                if (values == null || values.isEmpty()) return null;
                List<String> words = new ArrayList<>();
                for (Object each : values) {
                    if (!(each instanceof String)) return null;
                    words.add((String) each);
                }
                return words;
            }

            static Long instant(Object value) {
                return value instanceof String ? SignedDate.parseInstant((String) value) : null;
            }

            /** Whether all conditions hold; what a condition needs and nobody knows makes it not hold. */
            boolean matches(Facts facts, Map<String, Long> seen, long time, long ends) {
                if (isNever || (from != null && time < from)) return false;
                if (until != null && (blocks(seen, time) ? ends : time) >= until) return false;
                if ((app != null && !app.matches(facts.app)) || (build != null && !build.matches(facts.build))) {
                    return false;
                }
                if (system != null && !system.matches(facts.system)) return false;
                if (channels != null && !channels.contains(facts.channel)) return false;
                if (regions != null && !regions.contains(facts.region)) return false;
                if (models != null && !isModel(facts.model)) return false;
                return share == null || share.includes(facts.installId, time);
            }

            private boolean isModel(String model) {
                if (model == null) return false;
                for (String pattern : models) {
                    int last = pattern.length() - 1;
                    boolean isPrefix = pattern.endsWith("*");
                    if (isPrefix ? model.startsWith(pattern.substring(0, last)) : model.equals(pattern)) return true;
                }
                return false;
            }

            /** Whether it blocks those whom it matches. */
            boolean blocks(Map<String, Long> seen, long time) {
                Long due = due(seen, time);
                return then.equals("required") || then.equals("maintenance") || (due != null && time >= due);
            }

            /** When a recommendation becomes a demand; null for never. */
            Long due(Map<String, Long> seen, long time) {
                if (!then.equals("recommended")) return null;
                Long due = requiredFrom;
                if (grace != null) {
                    Long first = seen.get(id);
                    long end = SignedDate.later(first == null ? time : Math.min(first, time), grace);
                    if (due == null || due < end) due = end;
                }
                if (due == null) return requiredBy;
                return requiredBy == null ? due : Long.valueOf(Math.min(due, requiredBy));
            }
        }
    }

    /** A part of all installations that grows in steps. */
    static final class Share {
        private static final double HUNDREDTHS = 100;
        private static final int ALL = 10_000;

        private final String salt;
        private final List<Long> starts = new ArrayList<>();
        private final List<Integer> hundredths = new ArrayList<>();

        private Share(String salt) {
            this.salt = salt;
        }

        /** Reads {@code { "salt", "steps": [ [instant, percent], … ] }}; null for anything else. */
        static Share read(Map<String, Object> members) {
            if (members == null || !(members.get("salt") instanceof String) || !isId((String) members.get("salt"))) {
                return null;
            }
            List<Object> steps = Json.asList(members.get("steps"));
            if (steps == null || steps.isEmpty() || steps.size() > Limits.SHARE_STEPS) return null;
            Share share = new Share((String) members.get("salt"));
            for (Object value : steps) {
                List<Object> step = Json.asList(value);
                if (step == null || step.size() != 2 || !share.add(step.get(0), step.get(1))) return null;
            }
            return share;
        }

        private boolean add(Object instant, Object percent) {
            Long start = GateDocument.Rule.instant(instant);
            if (start == null || !(percent instanceof Json.Number)) return false;
            double number = Double.parseDouble(((Json.Number) percent).spelling);
            // Most numbers are none of these, and a double is the same in all clients.
            if (!(number >= 0 && number <= ALL / HUNDREDTHS)) return false;
            long part = Math.round(number * HUNDREDTHS);
            if (part / HUNDREDTHS != number) return false;
            if (!starts.isEmpty() && starts.get(starts.size() - 1) >= start) return false;
            starts.add(start);
            hundredths.add((int) part);
            return true;
        }

        /** Whether an installation is in at a time; one without an id never is. */
        boolean includes(String installId, long time) {
            int step = -1;
            while (step + 1 < starts.size() && starts.get(step + 1) <= time) step++;
            return step >= 0 && isInstallId(installId) && isIn(number(salt, installId), hundredths.get(step));
        }

        static boolean isInstallId(String text) {
            if (text == null || text.length() != 32) return false;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (!isDigit(c) && (c < 'a' || c > 'f')) return false;
            }
            return true;
        }

        /** The place of an installation among all, from 0 to 2³² − 1. */
        static long number(String salt, String installId) {
            byte[] hash = sha256(("gate:" + salt + ":" + installId).getBytes(UTF_8));
            return (hash[0] & 255L) << 24 | (hash[1] & 255L) << 16 | (hash[2] & 255L) << 8 | (hash[3] & 255L);
        }

        static boolean isIn(long number, int hundredths) { return number * ALL < ((long) hundredths << 32); }
    }

    // ------------------------------------------------------------------------------------------------------ Keeping

    /** Keeps small files for the next session: the last verified document, first-seen times, what was postponed. */
    public interface Store {
        /**
         * What was saved last under a name.
         *
         * @param name 1 to 80 of {@code a-z 0-9 . -}, never anything else
         * @param byteLimit more than this is not read; a larger file counts as missing
         * @return null when there is nothing
         * @throws IOException when there is something that cannot be read now, as before a device is first unlocked
         */
        byte[] load(String name, int byteLimit) throws IOException;

        /**
         * Replaces what was loaded, in one step (compare and set): other gates and processes may write as well.
         *
         * @param old what {@link #load} has returned
         * @param byteLimit as for {@link #load}
         * @return false when something else is saved by now, which stays
         * @throws IOException when that is not possible; then what was saved before stays
         */
        boolean replace(String name, byte[] old, byte[] content, int byteLimit) throws IOException;
    }

    /** How often something is read again and replaced that others have written meanwhile. */
    private static final int STORE_ATTEMPTS = 100;
    /** How long others who write to a store are waited for, and a store that does not answer. */
    private static final long STORE_MILLIS = 1_000;

    /**
     * Keeps files in a folder, such as {@code new File(context.getNoBackupFilesDir(), "signet")}. Several of them and
     * several processes may share it; they wait for one another for a second at most.
     */
    public static final class FileStore implements Store {
        private static final String LOCK = ".lock";
        private static final long PAUSE_MILLIS = 2;
        /** One for each folder: a lock of a file is one of the whole process. */
        private static final Map<String, ReentrantLock> LOCKS = new HashMap<>();

        private final File folder;
        /** Whether the others were waited for in vain, and are not again until they are done. */
        private volatile boolean wasInVain;

        /** A store in a folder of its own, which need not exist yet. */
        public FileStore(File folder) {
            this.folder = folder;
        }

        @Override public byte[] load(String name, int byteLimit) throws IOException {
            File file = new File(folder, name);
            // Neither a folder nor a pipe, on which reading would wait.
            if (!file.isFile() || file.length() > byteLimit) return null;
            InputStream input = new FileInputStream(file);
            try {
                return readAll(input, byteLimit, Long.MAX_VALUE);
            } finally {
                input.close();
            }
        }

        @Override public boolean replace(String name, byte[] old, byte[] content, int byteLimit) throws IOException {
            if (!folder.isDirectory() && !folder.mkdirs() && !folder.isDirectory()) {
                throw new IOException("the folder " + folder + " cannot be made");
            }
            ReentrantLock within = lock();
            long patience = wasInVain ? 0 : STORE_MILLIS;
            try {
                wasInVain = !within.tryLock(patience, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while others are writing");
            }
            if (wasInVain) throw new IOException("others are writing");
            try {
                RandomAccessFile file = new RandomAccessFile(new File(folder, LOCK), "rw");
                try {
                    wasInVain = !lock(file.getChannel(), patience);
                    if (wasInVain) throw new IOException("another process is writing");
                    if (!Arrays.equals(load(name, byteLimit), old)) return false;
                    write(new File(folder, name), content);
                    return true;
                } finally {
                    // Ends the lock of the file as well.
                    file.close();
                }
            } finally {
                within.unlock();
            }
        }

        private ReentrantLock lock() throws IOException {
            String path = folder.getCanonicalPath();
            synchronized (LOCKS) {
                ReentrantLock lock = LOCKS.get(path);
                if (lock == null) LOCKS.put(path, lock = new ReentrantLock());
                return lock;
            }
        }

        private static boolean lock(FileChannel channel, long patience) throws IOException {
            for (long waited = 0; channel.tryLock() == null; waited += PAUSE_MILLIS) {
                if (waited >= patience) return false;
                try {
                    Thread.sleep(PAUSE_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("interrupted while another process is writing");
                }
            }
            return true;
        }

        private void write(File file, byte[] content) throws IOException {
            // A folder may hold what is not ours, and so is not removed.
            for (int i = 1; file.isDirectory() && i < STORE_ATTEMPTS; i++) {
                File aside = new File(folder, file.getName() + "." + i);
                if (!aside.exists() && !file.renameTo(aside)) throw new IOException(file + " is a folder");
            }
            File temporary = File.createTempFile("signet-", ".new", folder);
            try {
                FileOutputStream output = new FileOutputStream(temporary);
                try {
                    output.write(content);
                    output.getFD().sync();
                } finally {
                    output.close();
                }
                if (!temporary.renameTo(file)) throw new IOException("the file " + file + " cannot be replaced");
            } finally {
                temporary.delete();
            }
        }
    }

    /** A store of the app, which may never answer: a call that takes too long has failed, and so do all until it ends. */
    private static final class PatientStore implements Store {
        private final Store store;
        /** The call that has not ended yet. */
        private FutureTask<?> running;

        private PatientStore(Store store) {
            this.store = store;
        }

        /** A store that answers in time; null for none. */
        static Store of(Store store) {
            return store == null || store instanceof FileStore ? store : new PatientStore(store);
        }

        @Override public byte[] load(final String name, final int byteLimit) throws IOException {
            return call(new Callable<byte[]>() {
                @Override public byte[] call() throws IOException { return store.load(name, byteLimit); }
            });
        }

        @Override public boolean replace(
            final String name, final byte[] old, final byte[] content, final int byteLimit) throws IOException {
            return call(new Callable<Boolean>() {
                @Override public Boolean call() throws IOException {
                    return store.replace(name, old, content, byteLimit);
                }
            });
        }

        private synchronized <T> T call(Callable<T> work) throws IOException {
            if (running != null && !running.isDone()) throw new IOException("the store does not answer");
            FutureTask<T> task = new FutureTask<>(work);
            running = task;
            startThread("signet-keeping", task);
            try {
                return task.get(STORE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while the store works");
            } catch (TimeoutException e) {
                throw new IOException("the store does not answer", e);
            } catch (ExecutionException e) {
                throw new IOException(String.valueOf(e.getCause()), e);
            }
        }
    }

    /** All bytes of a stream; null when there are more than the limit. */
    private static byte[] readAll(InputStream input, long byteLimit, long deadlineNanos) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[8_192];
        int count;
        while ((count = input.read(buffer)) >= 0) {
            bytes.write(buffer, 0, count);
            if (bytes.size() > byteLimit) return null;
            if (deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos > 0) {
                throw new SocketTimeoutException("there was no complete answer in time");
            }
        }
        return bytes.toByteArray();
    }

    /** The clocks of a device. */
    public interface Clock {
        /** Milliseconds since 1970, as the device shows them; the user can set them. */
        long now();

        /** Milliseconds since some moment, which only go forward. */
        long elapsed();

        /** The clocks of the system. */
        Clock SYSTEM = new Clock() {
            @Override public long now() { return System.currentTimeMillis(); }

            @Override public long elapsed() { return System.nanoTime() / 1_000_000; }
        };
    }

    /**
     * Limits how often a recommended update is shown: once per session, not for three days after "Later", and at once
     * when more is recommended.
     *
     * <p>One object is one session. "Later" is kept in the store, separately for updates of the system, of the app and
     * of each rule.
     */
    public static final class PromptThrottle {
        private static final long INTERVAL_SECONDS = 3 * 24 * 3_600;
        private static final String FILE = "prompts";

        private final Store store;
        private final Clock clock;
        private final long intervalSeconds;
        private final Map<String, Update> shown = new HashMap<>();
        private final Map<String, Update> postponed = new LinkedHashMap<>();
        private final Map<String, Long> postponedAt = new HashMap<>();
        /** What this session has postponed and the store does not have. */
        private final Set<String> unkept = new HashSet<>();

        /** A throttle with an interval of three days; without a store, null, "Later" holds for this session. */
        public PromptThrottle(Store store) {
            this(store, Clock.SYSTEM, INTERVAL_SECONDS);
        }

        /** A throttle with a clock and with an interval in seconds. */
        public PromptThrottle(Store store, Clock clock, long intervalSeconds) {
            this.store = PatientStore.of(store);
            this.clock = clock;
            this.intervalSeconds = intervalSeconds;
            try {
                merge(load());
            } catch (IOException | RuntimeException e) {
                // What cannot be read counts as missing: the user is asked once more.
                postponed.clear();
            }
        }

        /** Whether to show this recommendation now; true counts as shown in this session. */
        public synchronized boolean shouldShow(Update update) {
            String slot = slot(update);
            if (shown.containsKey(slot) && !isMore(update, shown.get(slot))) return false;
            if (postponed.containsKey(slot) && !isMore(update, postponed.get(slot)) && isStillPostponed(slot)) {
                return false;
            }
            shown.put(slot, update);
            return true;
        }

        /** The user said "Later". Returns whether that was kept; it holds for this session in any case. */
        public synchronized boolean postpone(Update update) {
            String slot = slot(update);
            // The latest last, so that the oldest can be dropped.
            postponed.remove(slot);
            postponed.put(slot, update);
            return keep(slot);
        }

        private boolean isStillPostponed(String slot) {
            double elapsed = (double) clock.now() - postponedAt.get(slot);
            if (elapsed >= 0) return elapsed < intervalSeconds * 1_000.0;
            // The clock was set back, or was wrong at that time. The interval begins anew, so that it ends.
            keep(slot);
            return true;
        }

        private static String slot(Update update) {
            return update.rule != null ? "rule:" + update.rule : lowercase(update.subject.name());
        }

        /** Whether an update asks for more than another one of its slot; what cannot be compared counts as more. */
        private static boolean isMore(Update update, Update other) {
            boolean isOfVersions =
                update.build == null && other.build == null && update.sdk == null && other.sdk == null;
            boolean haveVersions = isOfVersions && update.version != null && other.version != null;
            if (update.rule != null) return haveVersions && update.version.compareTo(other.version) > 0;
            if (update.build != null && other.build != null) return update.build > other.build;
            if (update.sdk != null && other.sdk != null) return update.sdk > other.sdk;
            return !haveVersions || update.version.compareTo(other.version) > 0;
        }

        /** Postpones from now on, and adds that to what the store has, which other objects write as well. */
        private boolean keep(String slot) {
            postponedAt.put(slot, clock.now());
            unkept.add(slot);
            for (int i = 0; store != null && i < STORE_ATTEMPTS; i++) {
                try {
                    byte[] kept = load();
                    merge(kept);
                    if (store.replace(FILE, kept, text().getBytes(UTF_8), Limits.STATE_BYTES)) {
                        unkept.clear();
                        return true;
                    }
                } catch (IOException | RuntimeException e) {
                    return false;
                }
            }
            return false;
        }

        private byte[] load() throws IOException {
            return store == null ? null : store.load(FILE, Limits.STATE_BYTES);
        }

        private String text() {
            StringBuilder json = new StringBuilder("{");
            for (Map.Entry<String, Update> entry : postponed.entrySet()) {
                Update update = entry.getValue();
                long seconds = postponedAt.get(entry.getKey()) / 1_000;
                json.append(json.length() > 1 ? ",\n  " : "\n  ").append(Json.quote(entry.getKey())).append(": { ");
                if (update.rule != null) json.append("\"rule\": ").append(Json.quote(update.rule)).append(", ");
                if (update.build != null) json.append("\"build\": ").append(update.build).append(", ");
                if (update.sdk != null) json.append("\"sdk\": ").append(update.sdk).append(", ");
                if (update.version != null && update.build == null) {
                    json.append("\"version\": ").append(Json.quote(update.version.toString())).append(", ");
                }
                json.append("\"postponed\": ").append(SignedDate.isWithinYears(seconds) ? seconds : 0).append(" }");
            }
            return json.append("\n}\n").toString();
        }

        private void merge(byte[] kept) {
            for (Map.Entry<String, Object> entry : readObject(kept).entrySet()) {
                Map<String, Object> members = Json.asMap(entry.getValue());
                Long seconds = members == null ? null : integer(members.get("postponed"));
                if (seconds == null || !SignedDate.isWithinYears(seconds)) continue;
                String slot = entry.getKey();
                Object rule = members.get("rule");
                Update update = new Update(
                    rule != null ? Update.Subject.RULE
                        : slot.equals("system") ? Update.Subject.SYSTEM : Update.Subject.APP);
                if (rule instanceof String && isId((String) rule)) update.rule = (String) rule;
                update.build = integer(members.get("build"));
                update.sdk = integer(members.get("sdk"));
                Object version = members.get("version");
                if (version instanceof String) update.version = Version.parse((String) version);
                boolean isEmpty =
                    update.rule == null && update.build == null && update.sdk == null && update.version == null;
                if (isEmpty || !slot.equals(slot(update)) || unkept.contains(slot)) continue;
                postponed.put(slot, update);
                postponedAt.put(slot, seconds * 1_000);
            }
            while (postponed.size() > Limits.POSTPONED) postponed.remove(oldest());
        }

        private String oldest() {
            String oldest = null;
            for (String slot : postponed.keySet()) {
                if (oldest == null || postponedAt.get(slot) < postponedAt.get(oldest)) oldest = slot;
            }
            return oldest;
        }
    }

    private static Long integer(Object value) {
        return value instanceof Json.Number ? ((Json.Number) value).asInteger() : null;
    }

    /** What was saved as a JSON object; an empty one when there is none, or a damaged one. */
    private static Map<String, Object> readObject(byte[] kept) {
        try {
            Map<String, Object> object = kept == null ? null : Json.asMap(Json.parse(kept));
            if (object != null) return object;
        } catch (JsonException e) {
            return Collections.emptyMap();
        }
        return Collections.emptyMap();
    }

    private static Thread startThread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    // ------------------------------------------------------------------------------------------------------ Network

    /**
     * Fetches one URL. {@link UrlTransport} does it without a library; an app may do it with its own.
     *
     * <p>A transport asks for no compression, uses no cache, sends no validators, and follows redirects only to the
     * same host over https. It need not trust what it gets: the gate verifies it.
     */
    public interface Transport {
        /**
         * The response to a GET.
         *
         * @param url where the document is
         * @param byteLimit the largest body in bytes; a larger one is refused as soon as its size is known
         * @param timeLimitMillis for the whole exchange, from the request to the last byte
         * @throws TransportException when there is no complete response
         */
        Response fetch(String url, long byteLimit, long timeLimitMillis) throws TransportException;
    }

    /** What a server answered. */
    public static final class Response {
        final int status;
        final List<Header> headers;
        final byte[] body;

        /** An answer with its HTTP status, with the headers as received, repeated ones included, and with its body. */
        public Response(int status, List<Header> headers, byte[] body) {
            this.status = status;
            this.headers = new ArrayList<>(headers);
            this.body = body;
        }
    }

    /** Why there is no response. */
    public static final class TransportException extends Exception {
        private static final long serialVersionUID = 1;
        final boolean isTransient;

        /**
         * A failure.
         *
         * @param message the reason, for logs
         * @param isTransient whether another attempt may succeed
         */
        public TransportException(String message, boolean isTransient) {
            super(message);
            this.isTransient = isTransient;
        }
    }

    /** Fetches over {@link HttpURLConnection}, from https addresses and, for tests, from this very machine. */
    public static final class UrlTransport implements Transport {
        @Override public Response fetch(String address, long byteLimit, long timeLimitMillis)
            throws TransportException {
            long deadline = System.nanoTime() + timeLimitMillis * 1_000_000;
            Limit limit = new Limit(deadline);
            try {
                return fetch(new URL(address), byteLimit, limit);
            } catch (MalformedURLException e) {
                throw new TransportException("not an address that can be fetched: " + e.getMessage(), false);
            } catch (IOException | RuntimeException e) {
                throw new TransportException(limit.isOver() ? LATE : String.valueOf(e.getMessage()), true);
            } finally {
                limit.end();
            }
        }

        private static final String LATE = "there was no complete answer in time";

        private static Response fetch(URL first, long byteLimit, Limit limit) throws IOException, TransportException {
            URL url = first;
            for (int i = 0; i <= Limits.REDIRECTS; i++) {
                boolean isLocal = Arrays.asList("127.0.0.1", "localhost", "[::1]").contains(url.getHost());
                if (!url.getProtocol().equals("https") && !(isLocal && url.getProtocol().equals("http"))) {
                    throw new TransportException("the address is not https: " + url, false);
                }
                if (!url.getHost().equals(first.getHost())) {
                    throw new TransportException("a redirect to another host", false);
                }
                if (limit.millisLeft() <= 0) throw new SocketTimeoutException(LATE);
                HttpURLConnection connection = (HttpURLConnection) url.openConnection();
                try {
                    limit.closes(connection);
                    Response response = respond(connection, byteLimit, limit);
                    String location = connection.getHeaderField("Location");
                    if (response.status / 100 != 3 || location == null) return response;
                    url = new URL(url, location);
                } finally {
                    connection.disconnect();
                }
            }
            throw new TransportException("too many redirects", false);
        }

        /**
         * Closes a connection that is open at the end of the time. A time limit of the connection is one of each read,
         * and a server that sends a byte at a time would keep a thread and a socket as long as it likes.
         */
        private static final class Limit implements Runnable {
            private static final long PAUSE_MILLIS = 100;

            private final long deadline;
            private HttpURLConnection connection;
            private boolean hasEnded;

            Limit(long deadline) {
                this.deadline = deadline;
                startThread("signet-limit", this);
            }

            long millisLeft() { return (deadline - System.nanoTime()) / 1_000_000; }

            boolean isOver() { return millisLeft() <= 0; }

            synchronized void closes(HttpURLConnection connection) { this.connection = connection; }

            synchronized void end() {
                hasEnded = true;
                notifyAll();
            }

            @Override public void run() {
                while (true) {
                    HttpURLConnection open;
                    synchronized (this) {
                        try {
                            long left;
                            while (!hasEnded && (left = millisLeft()) > 0) wait(left);
                            // Not once only: one that is just being opened cannot be closed yet.
                            if (!hasEnded) wait(PAUSE_MILLIS);
                        } catch (InterruptedException e) {
                            return;
                        }
                        if (hasEnded) return;
                        open = connection;
                    }
                    if (open != null) open.disconnect();
                }
            }
        }

        private static Response respond(HttpURLConnection connection, long byteLimit, Limit limit)
            throws IOException, TransportException {
            int timeLimit = (int) Math.max(1, Math.min(Integer.MAX_VALUE, limit.millisLeft()));
            connection.setConnectTimeout(timeLimit);
            connection.setReadTimeout(timeLimit);
            connection.setInstanceFollowRedirects(false);
            connection.setUseCaches(false);
            connection.setRequestProperty("Accept-Encoding", "identity");
            int status = connection.getResponseCode();
            List<Header> headers = new ArrayList<>();
            for (Map.Entry<String, List<String>> entry : connection.getHeaderFields().entrySet()) {
                // The status line has no name.
                if (entry.getKey() == null) continue;
                for (String value : entry.getValue()) headers.add(new Header(entry.getKey(), value));
            }
            if (status != HttpURLConnection.HTTP_OK) return new Response(status, headers, new byte[0]);
            String encoding = connection.getContentEncoding();
            if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
                throw new TransportException("the body is compressed with " + encoding, false);
            }
            InputStream input = connection.getInputStream();
            try {
                byte[] body = readAll(input, byteLimit, limit.deadline);
                if (body == null) {
                    throw new TransportException("the body is larger than " + byteLimit + " bytes", false);
                }
                String length = connection.getHeaderField("Content-Length");
                Long announced = length == null ? null : Json.parseLong(length);
                if (announced != null && announced != body.length) throw new IOException("the body ends too early");
                return new Response(status, headers, body);
            } finally {
                input.close();
            }
        }
    }

    /** Finds out the newest version of the app in the store: on Android with the library of the store. */
    public interface StoreLookup {
        /**
         * The newest version; null when it cannot be determined. Called on a thread of its own; whatever it throws is
         * null.
         */
        StoreVersion newestVersion() throws Exception;
    }

    // --------------------------------------------------------------------------------------------------------- Gate

    /** What a gate checks, and how long it waits. Not to be changed once a gate has it. */
    public static final class Configuration {
        final String base;
        final String path;
        final Envelope envelope;
        final Verifier verifier;
        /**
         * With a {@code .jws}, the hosts whose 403 may carry the document itself: {@code api.example.com}.
         */
        public Set<String> backends = Collections.emptySet();
        /** Which part of the document is for this app. */
        public Selection selection = Selection.NONE;
        /**
         * Where to get the app when a classic document does not say: the page of the app in its store, so that everyone
         * who is blocked has a button. Rules of gate documents always say it themselves.
         */
        public String storeUrl;
        /** A signed document that the app ships, in either envelope: it decides until another is fetched. */
        public Download embedded;
        /**
         * Whether the app runs while no document can be fetched and verified; otherwise the last verified one decides.
         */
        public boolean allowsWhenUnreachable;
        /**
         * How old, in seconds, a signed date may be before the document can no longer block anyone who is not blocked
         * (freeze); null for any age.
         */
        public Long maximumAgeSeconds;
        /** How long a check waits; after that what is known decides, and the fetch goes on in the background. */
        public long checkTimeLimitMillis = 3_000;
        /** How long one attempt to fetch may take. */
        public long requestTimeLimitMillis = 10_000;
        /** How often a fetch is tried; 1 means no retry. */
        public int attempts = 3;
        /** The longest delay after the first attempt; it doubles with each further one. */
        public long firstDelayMillis = 500;
        /** The longest delay after any attempt. */
        public long maximumDelayMillis = 8_000;
        /** How long after a fetch a return to the foreground starts another. */
        public long foregroundIntervalMillis = 5 * 60_000;
        /** How long after a fetch, successful or not, an observed response does not start another. */
        public long observationIntervalMillis = 10_000;

        /**
         * A configuration with the defaults of everything else.
         *
         * @param base the origin of the environment, {@code https://distribution.example.com}; it may have a path
         * @param path the path of the document in the tree, as in the policy
         * @param envelope how the signature travels; {@code JWS} unless the app must read what deployed apps read
         * @param verifier verifies the document
         * @throws IllegalArgumentException when the path is not one of a document
         */
        public Configuration(String base, String path, Envelope envelope, Verifier verifier) {
            if (!isDocumentPath(path)) throw new IllegalArgumentException("not the path of a document: " + path);
            this.base = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
            this.path = path;
            this.envelope = envelope;
            this.verifier = verifier;
        }

        String url() { return base + "/" + path + (envelope == Envelope.JWS ? ".jws" : ""); }
    }

    /** What is wrong, for logs and reports; no failure decides by itself. */
    public static final class Failure {
        private final String code;
        private final String message;
        private final String phrase;
        final boolean isTransient;
        /**
         * 0 for what may be hidden by other failures, 1 for a network that fails, 2 for a document that was refused.
         */
        final int weight;

        Failure(String code, String message, boolean isTransient, int weight) {
            this(code, message, null, isTransient, weight);
        }

        Failure(String code, String message, String phrase, boolean isTransient, int weight) {
            this.code = code;
            this.message = message;
            this.phrase = phrase;
            this.isTransient = isTransient;
            this.weight = weight;
        }

        static Failure of(VerificationException e) { return new Failure(e.code, e.getMessage(), e.phrase, e.isTransient, 2); }

        static Failure notStored(String message) { return new Failure("not-stored", message, false, 0); }

        /**
         * What went wrong: {@code transport}, {@code status}, {@code not-stored} (the document decides, and could not be
         * kept, or not what its rules need to be remembered),
         * {@code unreadable-app} (the document cannot be compared with the app, so no bound of the app applies),
         * {@code embedded/} and the code of a {@link VerificationException}, or such a code.
         */
        public String code() { return code; }

        /** The reason, for people. */
        public String message() { return message; }

        /** The phrase of a {@link VerificationException}; null where no document was refused. */
        public String phrase() { return phrase; }

        /** For logs. */
        @Override public String toString() { return code + ": " + message; }
    }

    /** Hears of decisions. */
    public interface Listener {
        /** The decision has changed. Called on any thread; it should return soon. */
        void decided(Decision decision);
    }

    /**
     * Checks one document at start and on return to the foreground, and decides what the app should do.
     *
     * <p>One object is one session. There is always a decision: network, HTTP, signature and decoding failures never
     * decide and leave the current one, and nothing is ever thrown. Concurrent calls share one fetch.
     */
    public static final class Gate {
        private final Configuration configuration;
        private final Transport transport;
        private final Store store;
        private final StoreLookup lookup;
        private final Clock clock;
        private final Random random = new SecureRandom();
        private final Object delivery = new Object();
        private final Object lock = new Object();

        // All below is guarded by the lock.
        private final Knowledge knowledge;
        private final Map<String, Long> seen = new HashMap<>();
        /** What the store has of {@link #seen}, as far as is known. */
        private Map<String, Long> keptSeen = Collections.emptyMap();
        private boolean hasReadSeen;
        private boolean hasAdoptedEmbedded;
        private boolean hasReadStore;
        /** Whether the store has what was last accepted, or something newer. */
        private boolean isDocumentKept = true;
        private StoreVersion storeVersion;
        private boolean isRefreshing;
        /** The lookup of the store that counts; null when none is under way. */
        private Object lookingUp;
        /** Counts the fetches; only the latest changes anything. */
        private int generation;
        /** Whether the current fetch has its document. */
        private boolean hasAnswered;
        /** The 403 that was looked at last. */
        private byte[] refusal;
        private long refusalAt;
        /** When a document was last fetched and verified, and when the last fetch ended; null for never. */
        private Long documentAt;
        private Long fetchAt;
        /** Whether the last fetch failed, or is taking longer than a check waits. */
        private boolean isUnreachable;
        private Failure failure;
        private Failure embeddedFailure;
        private Listener listener;
        private Decision published;

        /** A gate for one document, with the clock of the device; the store may be null. */
        public Gate(Configuration configuration, Device device, Transport transport, Store store) {
            this(configuration, device, transport, store, null, Clock.SYSTEM);
        }

        /**
         * A gate for one document.
         *
         * @param configuration what is checked, and how long to wait
         * @param device the device and the app on it
         * @param transport fetches the document
         * @param store where the last verified document is kept; null to begin each session with the embedded one
         * @param lookup finds out whether the store has an update, asked only when there is one; null for none
         * @param clock the clocks of the device
         */
        public Gate(
            Configuration configuration, Device device, Transport transport, Store store,
                StoreLookup lookup, Clock clock) {
            this.configuration = configuration;
            this.transport = transport;
            this.store = PatientStore.of(store);
            this.lookup = lookup;
            this.clock = clock;
            knowledge = new Knowledge(configuration, device);
        }

        // For the app.

        /**
         * Fetches the document and decides what the app should do: at start, before anything else is shown.
         *
         * <p>Returns within {@link Configuration#checkTimeLimitMillis}, or at once when the thread is interrupted, with
         * what is known then. Not for the main thread, which may not wait; there, set a listener and call
         * {@link #start}.
         */
        public Decision check() {
            Decision decision;
            synchronized (lock) {
                load();
                startRefresh();
                int mine = generation;
                boolean wasInterrupted = !waitUntilSettled(clock.elapsed() + configuration.checkTimeLimitMillis);
                if (wasInterrupted) Thread.currentThread().interrupt();
                if (!wasInterrupted && mine == generation && isRefreshing && !hasAnswered) isUnreachable = true;
                decision = current(null);
            }
            deliver();
            return decision;
        }

        /** Begins the same without waiting; the listener hears what comes of it. */
        public void start() {
            synchronized (lock) {
                load();
                startRefresh();
            }
            deliver();
        }

        /**
         * The same as {@link #check} on return to the foreground, once the last document was fetched some minutes ago.
         */
        public Decision enterForeground() {
            synchronized (lock) {
                load();
                boolean isRecent =
                    documentAt != null && clock.elapsed() - documentAt < configuration.foregroundIntervalMillis;
                if (!isUnreachable && isRecent) return current(null);
            }
            return check();
        }

        /**
         * Examines a response of the backend that refuses a request in mid-session.
         *
         * <p>A 403 of one of the {@link Configuration#backends} whose body is the {@code .jws} of the document itself is
         * one more way for it to arrive: it is checked and kept like one that was fetched, but maintenance in it counts
         * only once a fetch confirms it. Unless that blocks the app, a response proves nothing and only starts a fetch in
         * the background. The same body is looked at once a minute, and no response of another host is.
         *
         * @param host the host that answered
         */
        public Decision observe(String host, int status, byte[] body) {
            Decision decision;
            synchronized (lock) {
                load();
                if (isBackend(host)) look(status, body);
                decision = current(null);
            }
            deliver();
            return decision;
        }

        /** What the app should do by what is known now, without waiting. */
        public Decision decision() { return decision(null); }

        /**
         * What the app should do about a part of it, {@code payments}: as {@link #decision()}, with the rules of a gate
         * document that are only for this part.
         */
        public Decision decision(String scope) {
            synchronized (lock) {
                load();
                return current(scope);
            }
        }

        /** What is wrong; null when all went well. */
        public Failure lastFailure() {
            synchronized (lock) {
                load();
                if (failure != null && failure.weight == 2) return failure;
                if (embeddedFailure != null) return embeddedFailure;
                if (failure != null && failure.weight == 1) return failure;
                // Without a readable version no document ever blocks the app, which is worse than one that is not
                // stored.
                String unreadable = knowledge.unreadable(isAllowed());
                if (unreadable != null) {
                    return new Failure(
                        "unreadable-app", "the app's " + unreadable + " does not begin with a number", false, 0);
                }
                if (failure != null) return failure;
                if (!isDocumentKept) return Failure.notStored("the document could not be kept");
                if (store == null || !knowledge.hasRules()) return null;
                return knowledge.device.installId != null && seen.equals(keptSeen)
                    ? null : Failure.notStored("what the rules need to be remembered could not be kept");
            }
        }

        /** Sets who hears of every change of the decision, beginning with the current one; null for nobody. */
        public void setListener(Listener listener) {
            synchronized (lock) {
                load();
                this.listener = listener;
                published = null;
            }
            deliver();
        }

        /** Ends the current fetch; what is known stays. */
        public void cancel() {
            synchronized (lock) {
                generation++;
                isRefreshing = false;
                lookingUp = null;
                lock.notifyAll();
            }
        }

        // What is kept. Everything below is called with the lock held unless it says otherwise.

        private void load() {
            // Whether a document blocks more than another one depends on what was seen.
            loadSeen();
            if (!hasAdoptedEmbedded && configuration.embedded != null) {
                try {
                    knowledge.adoptEmbedded(configuration.embedded, clock.now(), seen);
                } catch (VerificationException e) {
                    embeddedFailure = new Failure("embedded/" + e.code, e.getMessage(), e.phrase, false, 0);
                }
            }
            hasAdoptedEmbedded = true;
            if (!isDocumentKept) {
                keepDocument();
            } else if (!hasReadStore) {
                readStore();
            }
        }

        private String fileName() {
            // A path may be longer than the name of a file.
            return hexadecimal(sha256((configuration.verifier.environment + "/" + configuration.path).getBytes(UTF_8)));
        }

        private int documentLimit() {
            return (int) Math.min(
                Integer.MAX_VALUE, Envelope.JWS.byteLimit(configuration.verifier.bodyLimit) + Limits.SIDECAR_BYTES);
        }

        /**
         * Another gate may have written to it, or it could not be read before the device was unlocked.
         *
         * @return what it has, or null
         */
        private byte[] readStore() {
            hasReadStore = false;
            try {
                byte[] kept = store == null ? null : store.load(fileName(), documentLimit());
                Download stored = kept == null ? null : Download.decode(kept);
                if (stored != null) knowledge.adoptStored(stored);
                hasReadStore = true;
                return kept;
            } catch (IOException | RuntimeException e) {
                return null;
            }
        }

        /** Keeps the newest document, unless another gate has written a newer one since, which is taken over. */
        private void keepDocument() {
            isDocumentKept = store == null;
            for (int i = 0; !isDocumentKept && i < STORE_ATTEMPTS; i++) {
                byte[] kept = readStore();
                if (!hasReadStore) return;
                byte[] newest = knowledge.newest.download.encode();
                if (Arrays.equals(kept, newest)) {
                    isDocumentKept = true;
                    return;
                }
                if (!knowledge.mayReplace(kept == null ? null : Download.decode(kept))) return;
                try {
                    isDocumentKept = store.replace(fileName(), kept, newest, documentLimit());
                } catch (IOException | RuntimeException e) {
                    return;
                }
            }
        }

        private static final String SEEN_SUFFIX = ".seen";
        private static final String INSTALL_ID = "install-id";
        private static final int INSTALL_ID_BYTES = 16;

        private void loadSeen() {
            if (!configuration.verifier.format.isGate()) return;
            if (!hasReadSeen) readSeen();
            if (knowledge.device.installId == null) knowledge.device = knowledge.device.with(installId());
        }

        /**
         * Takes over what was seen earlier, unless it cannot be read now.
         *
         * @return what the store has, or null
         */
        private byte[] readSeen() {
            Map<String, Long> kept = new HashMap<>();
            byte[] bytes;
            hasReadSeen = false;
            try {
                bytes = store == null ? null : store.load(fileName() + SEEN_SUFFIX, Limits.STATE_BYTES);
            } catch (IOException | RuntimeException e) {
                return null;
            }
            hasReadSeen = true;
            for (Map.Entry<String, Object> entry : readObject(bytes).entrySet()) {
                Object value = entry.getValue();
                Long instant = value instanceof String ? SignedDate.parseInstant((String) value) : null;
                if (instant != null && isId(entry.getKey())) kept.put(entry.getKey(), instant);
            }
            keptSeen = kept;
            for (Map.Entry<String, Long> entry : kept.entrySet()) {
                Long known = seen.get(entry.getKey());
                seen.put(entry.getKey(), known == null ? entry.getValue() : Math.min(known, entry.getValue()));
            }
            return bytes;
        }

        /**
         * The id of this installation, made when there is none; null when it cannot be kept: it must not change.
         * Without a store it lasts for the session.
         */
        private String installId() {
            byte[] bytes = new byte[INSTALL_ID_BYTES];
            random.nextBytes(bytes);
            String made = hexadecimal(bytes);
            if (store == null) return made;
            try {
                for (int i = 0; i < STORE_ATTEMPTS; i++) {
                    byte[] kept = store.load(INSTALL_ID, Limits.NAME_BYTES);
                    String id = kept == null ? null : new String(kept, StandardCharsets.US_ASCII).trim();
                    if (Share.isInstallId(id)) return id;
                    byte[] content = (made + "\n").getBytes(StandardCharsets.US_ASCII);
                    if (store.replace(INSTALL_ID, kept, content, Limits.NAME_BYTES)) return made;
                }
                return null;
            } catch (IOException | RuntimeException e) {
                return null;
            }
        }

        /** Keeps when a rule was first seen, with those of the rules that the document still has. */
        private void record(Decision decision) {
            if (decision.seenRule != null) seen.put(decision.seenRule, decision.seenTime);
            if (!knowledge.hasRules()) return;
            for (int i = 0; !seen.equals(keptSeen) && i < STORE_ATTEMPTS; i++) {
                // Another gate may have written since.
                byte[] kept = readSeen();
                if (!hasReadSeen) return;
                seen.keySet().retainAll(knowledge.ruleIds());
                if (seen.equals(keptSeen)) return;
                try {
                    boolean isKept = store == null || store.replace(
                        fileName() + SEEN_SUFFIX, kept, seenText().getBytes(UTF_8), Limits.STATE_BYTES);
                    if (isKept) keptSeen = new HashMap<>(seen);
                } catch (IOException | RuntimeException e) {
                    return;
                }
            }
        }

        private String seenText() {
            StringBuilder json = new StringBuilder("{");
            for (Map.Entry<String, Long> entry : seen.entrySet()) {
                json.append(json.length() > 1 ? ",\n  " : "\n  ").append(Json.quote(entry.getKey())).append(": \"")
                    .append(SignedDate.of(entry.getValue())).append('"');
            }
            return json.append("\n}\n").toString();
        }

        // Fetching.

        private void startRefresh() {
            if (isRefreshing) return;
            isRefreshing = true;
            generation++;
            hasAnswered = false;
            final int mine = generation;
            startThread("signet-gate", new Runnable() {
                @Override public void run() {
                    try {
                        fetch(mine);
                    } finally {
                        synchronized (lock) {
                            if (mine == generation) {
                                isRefreshing = false;
                                fetchAt = clock.elapsed();
                                lock.notifyAll();
                            }
                        }
                        deliver();
                    }
                }
            });
        }

        /**
         * Waits for what a check needs: the document, and for a recommendation also the store, which may lack the
         * version.
         *
         * @return false when the thread was interrupted
         */
        private boolean waitUntilSettled(long deadline) {
            while (isRefreshing
                || (lookingUp != null && decision(null, null).outcome == Decision.Outcome.RECOMMENDED)) {
                long left = deadline - clock.elapsed();
                if (left <= 0) return true;
                try {
                    lock.wait(left);
                } catch (InterruptedException e) {
                    return false;
                }
            }
            return true;
        }

        /**
         * Fetches until there is a document, an answer that no other attempt changes, or no attempt left; without the
         * lock.
         */
        private void fetch(int mine) {
            for (int attempt = 1; attempt <= Math.max(1, configuration.attempts); attempt++) {
                Object answer = attempt();
                synchronized (lock) {
                    if (mine != generation) return;
                    Failure problem;
                    if (answer instanceof Response) {
                        problem = accept((Response) answer);
                        if (problem == null) return;
                    } else {
                        problem = (Failure) answer;
                    }
                    isUnreachable = true;
                    failure = problem;
                    if (!problem.isTransient || attempt >= configuration.attempts) return;
                }
                deliver();
                synchronized (lock) {
                    long end = clock.elapsed() + delayAfter(attempt);
                    long left;
                    while (mine == generation && (left = end - clock.elapsed()) > 0) {
                        try {
                            lock.wait(left);
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                    if (mine != generation) return;
                }
            }
        }

        private long delayAfter(int attempt) {
            long delay = Math.min(configuration.firstDelayMillis, configuration.maximumDelayMillis);
            for (int i = 1; i < attempt && delay < configuration.maximumDelayMillis; i++) {
                delay = Math.min(2 * delay, configuration.maximumDelayMillis);
            }
            return delay / 2 + (long) (delay / 2 * random.nextDouble());
        }

        /** A response, or why there is none; without the lock. A transport that ignores its limit blocks nothing. */
        private Object attempt() {
            final Object[] answer = {null};
            final long timeLimit = configuration.requestTimeLimitMillis;
            Thread thread = startThread("signet-request", new Runnable() {
                @Override public void run() {
                    Object result;
                    try {
                        long byteLimit = configuration.envelope.byteLimit(configuration.verifier.bodyLimit);
                        result = transport.fetch(configuration.url(), byteLimit, timeLimit);
                        if (result == null) result = new Failure("transport", "there was no answer", false, 1);
                    } catch (TransportException e) {
                        result = new Failure("transport", e.getMessage(), e.isTransient, 1);
                    } catch (RuntimeException e) {
                        result = new Failure("transport", String.valueOf(e), false, 1);
                    }
                    synchronized (answer) {
                        answer[0] = result;
                        answer.notifyAll();
                    }
                }
            });
            long deadline = System.nanoTime() + timeLimit * 1_000_000;
            synchronized (answer) {
                long left;
                while (answer[0] == null && (left = (deadline - System.nanoTime()) / 1_000_000) > 0) {
                    try {
                        answer.wait(left);
                    } catch (InterruptedException e) {
                        break;
                    }
                }
                if (answer[0] != null) return answer[0];
            }
            thread.interrupt();
            return new Failure("transport", "there was no complete answer in time", true, 1);
        }

        /** Accepts a response and stores its document; returns why not, or null. */
        private Failure accept(Response response) {
            readStore();
            hasReadSeen = false;
            loadSeen();
            if (response.status != HttpURLConnection.HTTP_OK) {
                int status = response.status;
                boolean isTransient = status == 408 || status == 425 || status == 429 || status >= 500;
                return new Failure("status", "the server answered " + status, isTransient, 1);
            }
            Download download = Download.in(configuration.envelope, response.body, response.headers);
            try {
                knowledge.accept(download, Decision.Source.FETCHED, clock.now(), seen);
            } catch (VerificationException e) {
                return Failure.of(e);
            }
            hasAnswered = true;
            documentAt = clock.elapsed();
            failure = null;
            keepArrived();
            return null;
        }

        /** Stores a document that has arrived. */
        private void keepArrived() {
            isUnreachable = false;
            keepDocument();
            startLookup();
        }

        private static final long REFUSAL_INTERVAL_MILLIS = 60_000;

        private boolean isBackend(String host) {
            for (String backend : configuration.backends) {
                if (host != null && lowercase(backend).equals(lowercase(host))) return true;
            }
            return false;
        }

        /** Looks at a response of the backend. */
        private void look(int status, byte[] body) {
            boolean mayBeDocument = configuration.envelope == Envelope.JWS && body != null
                && body.length <= Envelope.JWS.byteLimit(configuration.verifier.bodyLimit);
            if (status == HttpURLConnection.HTTP_FORBIDDEN && mayBeDocument) {
                boolean isRecent = refusal != null && clock.elapsed() - refusalAt < REFUSAL_INTERVAL_MILLIS;
                if (isRecent && Arrays.equals(refusal, body)) return;
                refusal = body.clone();
                refusalAt = clock.elapsed();
                if (acceptRefusal(Download.ofJws(refusal)) && decision(storeVersion, null).isBlocked()) return;
            }
            if (fetchAt == null || clock.elapsed() - fetchAt >= configuration.observationIntervalMillis) startRefresh();
        }

        /** Accepts the document from a 403, and returns whether it was accepted. */
        private boolean acceptRefusal(Download download) {
            readStore();
            hasReadSeen = false;
            loadSeen();
            try {
                knowledge.accept(download, Decision.Source.STORED, clock.now(), seen);
            } catch (VerificationException e) {
                return false;
            }
            keepArrived();
            return true;
        }

        private void startLookup() {
            lookingUp = null;
            Update update = knowledge.decision(null, false, null, clock.now(), seen).update;
            boolean isForApp = update != null && (update.subject == Update.Subject.APP || update.version != null);
            if (lookup == null || !isForApp) return;
            final Object token = new Object();
            lookingUp = token;
            startThread("signet-store", new Runnable() {
                @Override public void run() {
                    StoreVersion found = null;
                    try {
                        found = lookup.newestVersion();
                    } catch (Exception e) {
                        // An unknown version is what there is without a lookup, too.
                        found = null;
                    }
                    synchronized (lock) {
                        if (lookingUp != token) return;
                        storeVersion = found;
                        lookingUp = null;
                        lock.notifyAll();
                    }
                    deliver();
                }
            });
        }

        // Deciding.

        /** Whether the app runs regardless of what was verified before a failure. */
        private boolean isAllowed() { return isUnreachable && configuration.allowsWhenUnreachable; }

        private Decision decision(StoreVersion store, String scope) {
            return knowledge.decision(store, isAllowed(), scope, clock.now(), seen);
        }

        private Decision current(String scope) {
            Decision decision = decision(storeVersion, scope);
            record(decision);
            return decision;
        }

        /** Tells the listener when the decision has changed; without the lock. */
        private void deliver() {
            synchronized (delivery) {
                Listener told;
                Decision decision;
                synchronized (lock) {
                    told = listener;
                    if (told == null) return;
                    decision = current(null);
                    if (decision.equals(published)) return;
                    published = decision;
                }
                try {
                    told.decided(decision);
                } catch (RuntimeException e) {
                    // What a listener does with a decision cannot be undone here, and must not end the fetch.
                    return;
                }
            }
        }
    }

    /** What is known about one document, and what follows from it; nothing here waits. */
    private static final class Knowledge {
        private final Configuration configuration;
        Device device;
        /** The newest known manifest; nothing older is accepted. */
        private Manifest newest;
        /** What decides; null while nothing is known. */
        private Standing standing;

        Knowledge(Configuration configuration, Device device) {
            this.configuration = configuration;
            this.device = device;
        }

        /** A manifest that decides. */
        private static final class Standing {
            final Manifest manifest;
            final Decision.Source source;

            Standing(Manifest manifest, Decision.Source source) {
                this.manifest = manifest;
                this.source = source;
            }
        }

        /** A document that says something to this app. */
        private Standing standing(Manifest manifest, Decision.Source source) throws DocumentException {
            manifest.document.unreadable(device, configuration.selection);
            return new Standing(manifest, source);
        }

        /** What the app is to do; {@code isAllowed} when what was verified before a failure does not decide. */
        Decision decision(StoreVersion store, boolean isAllowed, String scope, long now, Map<String, Long> seen) {
            return decision(deciding(isAllowed), store, scope, now, seen);
        }

        private Decision decision(
            Standing standing, StoreVersion store, String scope, long now, Map<String, Long> seen) {
            if (standing == null) return new Decision(Decision.Outcome.AVAILABLE, Decision.Source.NONE, null);
            Situation situation = new Situation(device, standing.source, now).seen(seen).scope(scope).store(store)
                .maximumAge(configuration.maximumAgeSeconds);
            situation.date = standing.manifest.date;
            try {
                return standing.manifest.document.decide(situation, configuration.selection, configuration.storeUrl);
            } catch (DocumentException e) {
                throw new AssertionError("what stands says something to this app", e);
            }
        }

        private Standing deciding(boolean isAllowed) { return isAllowed ? null : standing; }

        String unreadable(boolean isAllowed) {
            Standing deciding = deciding(isAllowed);
            try {
                return deciding == null ? null : deciding.manifest.document.unreadable(device, configuration.selection);
            } catch (DocumentException e) {
                throw new AssertionError("what stands says something to this app", e);
            }
        }

        /** Whether there is a document with rules, whatever decides now. */
        boolean hasRules() { return standing != null && configuration.verifier.format.isGate(); }

        /** The ids of the rules of that document. */
        Set<String> ruleIds() { return standing.manifest.document.ruleIds(); }

        /** Starts with the document that the app embeds. */
        void adoptEmbedded(Download embedded, long now, Map<String, Long> seen) throws VerificationException {
            Manifest manifest = configuration.verifier.verifyKept(embedded, configuration.path, null);
            newest = manifest;
            try {
                standing = standing(manifest, Decision.Source.EMBEDDED);
            } catch (DocumentException e) {
                throw VerificationException.notOfFormat(configuration.verifier.format, e);
            }
            // It was never current on this device.
            if (isFrozen(manifest, now) && blocksMore(standing, null, now, seen)) standing = null;
        }

        /** Accepts the stored document, unless it does not verify or what is known is newer. */
        void adoptStored(Download stored) {
            Manifest manifest;
            try {
                manifest = configuration.verifier.verifyKept(stored, configuration.path, newest);
            } catch (VerificationException e) {
                return;
            }
            if (standing != null && standing.source == Decision.Source.FETCHED) {
                // What was fetched without a date does not outrank what another gate has stored with one.
                boolean isNewer = newest.date == null
                    || (manifest.date != null && manifest.date.compareTo(newest.date) > 0);
                if (manifest.date == null || !isNewer) return;
            }
            newest = manifest;
            try {
                standing = standing(manifest, Decision.Source.STORED);
            } catch (DocumentException e) {
                standing = null;
            }
        }

        /** Whether what is known may replace what a store has: that does not verify, or nothing of it would go back. */
        boolean mayReplace(Download stored) {
            Manifest kept;
            try {
                kept = stored == null ? null : configuration.verifier.verifyKept(stored, configuration.path, null);
            } catch (VerificationException e) {
                return true;
            }
            try {
                if (kept != null) configuration.verifier.verifyKept(newest.download, configuration.path, kept);
                return true;
            } catch (VerificationException e) {
                return false;
            }
        }

        /** Accepts a document that has arrived. */
        void accept(Download download, Decision.Source source, long now, Map<String, Long> seen)
            throws VerificationException {
            Manifest manifest = configuration.verifier.verify(download, configuration.path, newest, now);
            Standing arrived;
            try {
                arrived = standing(manifest, source);
            } catch (DocumentException e) {
                throw VerificationException.notOfFormat(configuration.verifier.format, e);
            }
            if (isFrozen(manifest, now) && blocksMore(arrived, standing, now, seen)) {
                throw new VerificationException(
                    "frozen", "it would newly block this device, and the signed date " + manifest.date.headerValue()
                        + " is too old for that");
            }
            newest = manifest;
            // What was fetched in this session stays so.
            boolean isKnown = source != Decision.Source.FETCHED && standing != null
                && standing.source == Decision.Source.FETCHED && standing.manifest.key == manifest.key
                && standing.manifest.date != null && standing.manifest.date.compareTo(manifest.date) == 0;
            if (!isKnown) standing = arrived;
        }

        /** Whether the app, or a part of it, is blocked that another document does not block. */
        private boolean blocksMore(Standing standing, Standing other, long now, Map<String, Long> seen) {
            for (String scope : standing.manifest.document.scopes()) {
                if (!decision(standing, null, scope, now, seen).isBlocked()) continue;
                if (!decision(other, null, scope, now, seen).isBlocked()) return true;
            }
            return false;
        }

        private boolean isFrozen(Manifest manifest, long now) {
            if (configuration.maximumAgeSeconds == null || manifest.date == null) return false;
            return now / 1_000.0 - manifest.date.seconds > configuration.maximumAgeSeconds;
        }
    }
}
