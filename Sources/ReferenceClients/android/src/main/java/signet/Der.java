package signet;

import static signet.VerificationException.malformed;

import java.math.BigInteger;
import java.util.Arrays;

// Own: the grammar, since providers differ in what they take (BER lengths, padded or negative integers, bytes behind
// the end), and some of Java 15 to 18 accepted zeros (CVE-2022-21449). Proved by verification-jws.json and
// verification-headers.json ("a length in long form", "r is negative", "a byte after the SEQUENCE").

/** The minimal DER of {@code SEQUENCE { INTEGER r, INTEGER s }}; for readers of other formats, of no use to apps. */
public final class Der {
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
        if (!isWhole || index != bytes.length) throw malformed("bytes follow after the DER of the signature", false);
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
            BigInteger integer = new BigInteger(1, Arrays.copyOfRange(raw, i * INTEGER_BYTES, (i + 1) * INTEGER_BYTES));
            checkRange(integer);
            parts[i] = integer.toByteArray();
        }
        byte[] start = {0x30, (byte) (parts[0].length + parts[1].length + 4), 0x02, (byte) parts[0].length};
        return Bytes.concatenate(start, parts[0], new byte[] {0x02, (byte) parts[1].length}, parts[1]);
    }
}
