package signet;

import static signet.Verifier.VerificationException.malformed;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.SocketTimeoutException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import signet.Verifier.VerificationException;

// Own: base64url. java.util.Base64 is there from API 26 on, and like android.util.Base64 takes other spellings of the
// same bytes. Proved by verification-jws.json ("the alphabet of plain base64"), and byte for byte by the driver's "jws".

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

    /** How many bytes the scalar beyond ASCII has that begins there (Unicode §3.9, table 3-7); 0 for anything else. */
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
                throw new SocketTimeoutException(Transport.UrlTransport.LATE);
            }
        }
        return bytes.toByteArray();
    }

    // Own: the grammar. Providers differ in what they take, and some of Java 15 to 18 accepted zeros (CVE-2022-21449).
    // Proved by verification-jws.json and verification-headers.json ("a length in long form", "r is negative").
    /** The minimal DER of {@code SEQUENCE { INTEGER r, INTEGER s }}, in which a signature is kept. */
    public static final class Der {
        private static final BigInteger ORDER =
            new BigInteger("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551", 16);
        private static final int INTEGER_BYTES = 32;

        private final byte[] bytes;
        private int index;

        private Der(byte[] bytes) { this.bytes = bytes; }

        /** Refuses what is no signature. */
        public static void check(byte[] bytes) throws VerificationException {
            try {
                new Der(bytes).check();
            } catch (VerificationException e) {
                if (bytes.length != 2 * INTEGER_BYTES) throw e;
                throw malformed("the signature is 64 bytes that look like raw r||s; it must be ASN.1 DER", false);
            }
        }

        private void check() throws VerificationException {
            boolean isWhole = open(0x30, "the DER of the signature is not a SEQUENCE") == bytes.length - index;
            for (int i = 0; i < 2 && isWhole; i++) {
                int length = open(0x02, "r or s of the signature is not an INTEGER");
                checkInteger(Arrays.copyOfRange(bytes, index, index + length));
                index += length;
            }
            if (isWhole && index == bytes.length) return;
            throw malformed("bytes follow after the DER of the signature", false);
        }

        /** Steps into an element; returns how many bytes are in it. */
        private int open(int tag, String otherTag) throws VerificationException {
            if (index < bytes.length && (bytes[index] & 255) != tag) throw malformed(otherTag, false);
            int length = index + 1 < bytes.length ? bytes[index + 1] & 255 : 0;
            if (length >= 0x80) throw malformed("a DER length in the signature is not in its shortest form", false);
            index += 2;
            if (bytes.length - index < length) throw malformed("the DER of the signature ends too early", false);
            return length;
        }

        private static void checkInteger(byte[] integer) throws VerificationException {
            int length = integer.length;
            if (length > 0 && integer[0] < 0) throw malformed("r or s of the signature is negative", false);
            if (length == 0 || (length > 1 && integer[0] == 0 && integer[1] >= 0)) {
                throw malformed("r or s of the signature is not in its shortest form", false);
            }
            checkRange(new BigInteger(integer));
        }

        private static void checkRange(BigInteger integer) throws VerificationException {
            if (integer.signum() == 0) throw malformed("r or s of the signature is zero", false);
            if (integer.compareTo(ORDER) < 0) return;
            throw malformed("r or s of the signature is not below the order of the curve", false);
        }

        /** The DER of r‖s, each in 32 bytes and in its range. */
        static byte[] ofRaw(byte[] raw) throws VerificationException {
            if (raw.length == 0) throw malformed("the signature is empty", true);
            if (raw.length != 2 * INTEGER_BYTES) throw malformed("the signature is not the 64 bytes of r||s", true);
            byte[][] parts = new byte[2][];
            for (int i = 0; i < 2; i++) {
                int start = i * INTEGER_BYTES;
                BigInteger integer = new BigInteger(1, Arrays.copyOfRange(raw, start, start + INTEGER_BYTES));
                checkRange(integer);
                parts[i] = integer.toByteArray();
            }
            byte[] start = {0x30, (byte) (parts[0].length + parts[1].length + 4), 0x02, (byte) parts[0].length};
            return Bytes.concatenate(start, parts[0], new byte[] {0x02, (byte) parts[1].length}, parts[1]);
        }
    }
}
