package signet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

// Own: base64url. java.util.Base64 is there from API 26 on, and like android.util.Base64 it takes other spellings of
// the same bytes. Proved by verification-jws.json ("the alphabet of plain base64", "a line feed at the end") and, byte
// for byte, by the driver's "jws".

/** Bytes as text, and their digests; for readers of other formats, and of no use to apps. */
public final class Bytes {
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final byte[] VALUES = new byte[128];

    static {
        Arrays.fill(VALUES, (byte) -1);
        for (int i = 0; i < DIGITS.length(); i++) VALUES[DIGITS.charAt(i)] = (byte) i;
    }

    private Bytes() {}

    /** The bytes of base64url without padding (RFC 7515 §2) in its one canonical spelling; null for any other text. */
    @Nullable public static byte[] ofBase64Url(String text) {
        if (text.length() % 4 == 1) return null;
        byte[] bytes = new byte[(int) (text.length() * 3L / 4)];
        int bits = 0;
        int bitCount = 0;
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= VALUES.length || VALUES[c] < 0) return null;
            bits = (bits << 6 | VALUES[c]) & 0xFFFF;
            bitCount += 6;
            if (bitCount >= 8) bytes[count++] = (byte) (bits >> (bitCount -= 8));
        }
        // What follows the last whole byte says nothing, and is zero in the canonical form.
        return (bits & ((1 << bitCount) - 1)) == 0 ? bytes : null;
    }

    /** The bytes of standard padded base64 (RFC 4648 §4) in its one canonical spelling; null for any other text. */
    @Nullable public static byte[] ofBase64(String text) {
        int end = text.length();
        while (end > 0 && text.length() - end < 2 && text.charAt(end - 1) == '=') end--;
        if (text.length() % 4 != 0 || text.indexOf('-') >= 0 || text.indexOf('_') >= 0) return null;
        return ofBase64Url(text.substring(0, end).replace('+', '-').replace('/', '_'));
    }

    /** Lowercase hexadecimal digits. */
    public static String hexadecimal(byte[] bytes) {
        StringBuilder text = new StringBuilder(2 * bytes.length);
        for (byte b : bytes) text.append(Character.forDigit((b >> 4) & 15, 16)).append(Character.forDigit(b & 15, 16));
        return text.toString();
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    public static byte[] concatenate(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) all.write(part, 0, part.length);
        return all.toByteArray();
    }

    public static boolean startsWith(byte[] bytes, byte[] start) {
        return bytes.length >= start.length && Arrays.equals(Arrays.copyOf(bytes, start.length), start);
    }

    /**
     * How many bytes the scalar beyond ASCII has that begins there, by the table of well-formed UTF-8 (Unicode §3.9, table
     * 3-7); 0 for anything else.
     */
    public static int scalarLength(byte[] bytes, int index) {
        int lead = bytes[index] & 255;
        int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        int low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        boolean isValid = lead >= 0xC2 && lead <= 0xF4 && index + length <= bytes.length;
        for (int i = 1; isValid && i < length; i++) {
            int c = bytes[index + i] & 255;
            isValid = i == 1 ? c >= low && c <= high : c >= 0x80 && c <= 0xBF;
        }
        return isValid ? length : 0;
    }

    /** All bytes of a stream; null when there are more than the limit. */
    @Nullable static byte[] readAll(InputStream input, long byteLimit, long deadlineNanos) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[8_192];
        int count;
        while ((count = input.read(buffer)) >= 0) {
            bytes.write(buffer, 0, count);
            if (bytes.size() > byteLimit) return null;
            if (deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos > 0) {
                throw new SocketTimeoutException(UrlTransport.LATE);
            }
        }
        return bytes.toByteArray();
    }
}
