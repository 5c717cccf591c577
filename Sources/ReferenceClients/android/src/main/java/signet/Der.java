package signet;

import static signet.VerificationException.malformed;

import java.math.BigInteger;
import java.util.Arrays;

/*
 * Own: the grammar, since providers differ in what they take (BER lengths, padded or negative integers, bytes behind
 * the end). Proved by verification-headers.json ("a length in long form", "r is negative", "a byte after the
 * SEQUENCE").
 */

/**
 * The DER of {@code SEQUENCE { INTEGER r, INTEGER s }} in its one minimal form; for readers of other formats, and of no
 * use to apps.
 */
public final class Der {
    private static final BigInteger ORDER =
        new BigInteger("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551", 16);
    private static final int INTEGER_BYTES = 32;
    private static final String RAW = "the signature is 64 bytes that look like raw r||s; it must be ASN.1 DER";

    private final byte[] bytes;
    private int index;
    /** Bytes of the element that was opened last. */
    private int length;

    private Der(byte[] bytes) { this.bytes = bytes; }

    /** Refuses what is no signature. */
    public static void check(byte[] bytes) throws VerificationException {
        String failure = new Der(bytes).failure();
        if (failure == null) return;
        boolean isRaw = bytes.length == 2 * INTEGER_BYTES;
        throw malformed(isRaw ? RAW : failure, false);
    }

    private String failure() {
        String failure = open(0x30, "the DER of the signature is not a SEQUENCE");
        if (failure != null) return failure;
        if (index + length != bytes.length) return "bytes follow after the DER of the signature";
        for (int i = 0; i < 2; i++) {
            failure = open(0x02, "r or s of the signature is not an INTEGER");
            if (failure == null) failure = integerFailure();
            if (failure != null) return failure;
            index += length;
        }
        return index == bytes.length ? null : "bytes follow after the DER of the signature";
    }

    private String open(int tag, String otherTag) {
        if (index == bytes.length) return "the DER of the signature ends too early";
        if ((bytes[index] & 255) != tag) return otherTag;
        if (index + 1 == bytes.length) return "the DER of the signature ends too early";
        length = bytes[index + 1] & 255;
        if (length >= 0x80) return "a DER length in the signature is not in its shortest form";
        index += 2;
        return bytes.length - index >= length ? null : "the DER of the signature ends too early";
    }

    private String integerFailure() {
        if (length == 0) return "r or s of the signature is not in its shortest form";
        if (bytes[index] < 0) return "r or s of the signature is negative";
        boolean hasSign = bytes[index] == 0;
        if (hasSign && length == 1) return "r or s of the signature is zero";
        if (hasSign && bytes[index + 1] >= 0) return "r or s of the signature is not in its shortest form";
        BigInteger integer = new BigInteger(1, Arrays.copyOfRange(bytes, index, index + length));
        return integer.compareTo(ORDER) < 0 ? null : "r or s of the signature is not below the order of the curve";
    }
}
