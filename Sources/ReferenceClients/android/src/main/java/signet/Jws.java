package signet;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import signet.Nullable;

/*
 * Own: the whole form. A library of JOSE reads the header to find out how to check it, and there is one form only,
 * which is cut apart, written again and compared. Android's provider takes signatures in DER, and some of Java 15 to
 * 18 accepted zeros (CVE-2022-21449), so r and s are looked at before. Proved by verification-jws.json, and byte for
 * byte by the driver's "jws".
 */

/** Reads a {@code .jws} strictly: a JSON Web Signature (RFC 7515 §7.1) with ES256 and a header of one form. */
final class Jws implements Download.Envelope {
    /** What is around the four values of the header. */
    private static final String[] FORM = {
        "{\"alg\":\"ES256\",\"kid\":\"", "\",\"typ\":\"signet+jws\",\"environment\":\"", "\",\"path\":\"",
        "\",\"iat\":", "}",
    };
    private static final byte[] MARK = "signet-jws: 1\n".getBytes(StandardCharsets.US_ASCII);
    private static final BigInteger ORDER =
        new BigInteger("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551", 16);
    private static final int INTEGER_BYTES = 32;

    @Override public String suffix() { return ".jws"; }

    @Override public long byteLimit(long bodyBytes) {
        // Two periods, and 64 bytes in 86 characters.
        return (Limits.JWS_HEADER_BYTES + bodyBytes + 2) / 3 * 4 + 2 + 86;
    }

    @Override public Download.Claim read(byte[] file, List<Transport.Header> headers, boolean isKept)
        throws VerificationException {
        // Every byte becomes one character, and only ASCII is ever accepted.
        String text = new String(file, StandardCharsets.ISO_8859_1);
        int first = text.indexOf('.');
        int second = first < 0 ? -1 : text.indexOf('.', first + 1);
        if (second < 0 || text.indexOf('.', second + 1) >= 0) {
            throw VerificationException.malformed(NOT_ONE + "it is not three parts joined by periods", true);
        }
        String encoded = text.substring(0, first);
        byte[] header = decode(encoded, "header", false);
        byte[] body = decode(text.substring(first + 1, second), "body", false);
        byte[] raw = decode(text.substring(second + 1), "signature", true);
        if (body.length == 0) throw refusal("it has no body");
        String[] values = values(new String(header, StandardCharsets.ISO_8859_1));
        Long seconds = Json.parseLong(values[3]);
        SignedDate date = seconds == null ? null : SignedDate.of(seconds);
        if (date == null) throw refusal("its iat is not a date");
        // What was cut out says the same only in this one spelling.
        String form = FORM[0] + values[0] + FORM[1] + values[1] + FORM[2] + values[2] + FORM[3] + seconds + FORM[4];
        if (!Bytes.toBase64Url(form.getBytes(StandardCharsets.UTF_8)).equals(encoded)) throw refusal(OTHER_HEADER);
        return new Download.Claim(
            values[0], der(raw), date, Arrays.copyOf(file, second), body, Collections.<Transport.Header>emptyList(),
            values[1], values[2]);
    }

    private static final String NOT_ONE = "this is not a .jws of Signet: ";
    private static final String OTHER_HEADER = "its header is not of the one form";

    private static VerificationException refusal(String rule) {
        return VerificationException.malformed(NOT_ONE + rule, false);
    }

    private static byte[] decode(String part, String name, boolean mayBeTruncation) throws VerificationException {
        byte[] bytes = Bytes.ofBase64Url(part);
        if (bytes != null) return bytes;
        throw VerificationException.malformed(
            NOT_ONE + "its " + name + " is not canonical base64url", mayBeTruncation);
    }

    /** Cuts the values out of the one form, in which only they may differ; the date is any digits. */
    private static String[] values(String header) throws VerificationException {
        String[] values = new String[4];
        int index = 0;
        for (int i = 0; i < values.length; i++) {
            if (!header.startsWith(FORM[i], index)) throw refusal(OTHER_HEADER);
            int start = index + FORM[i].length();
            index = start;
            while (index < header.length()
                && (i == 3 ? Names.isDigit(header.charAt(index)) : header.charAt(index) != '"')) {
                index++;
            }
            values[i] = header.substring(start, index);
        }
        if (!header.substring(index).equals(FORM[4])) throw refusal(OTHER_HEADER);
        if (!Names.isKeyId(values[0])) throw refusal("its kid is not a key id");
        if (!Names.isEnvironment(values[1])) throw refusal("its environment is not a name");
        if (!Names.isSignedPath(values[2])) throw refusal("its path is not the path of a document");
        return values;
    }

    /** The DER of r‖s, each in 32 bytes and in its range. */
    private static byte[] der(byte[] raw) throws VerificationException {
        if (raw.length == 0) throw VerificationException.malformed("the signature is empty", true);
        if (raw.length != 2 * INTEGER_BYTES) {
            throw VerificationException.malformed("the signature is not the 64 bytes of r||s", true);
        }
        byte[][] parts = new byte[2][];
        for (int i = 0; i < 2; i++) {
            byte[] part = Arrays.copyOfRange(raw, i * INTEGER_BYTES, (i + 1) * INTEGER_BYTES);
            BigInteger integer = new BigInteger(1, part);
            if (integer.signum() == 0) {
                throw VerificationException.malformed("r or s of the signature is zero", false);
            }
            if (integer.compareTo(ORDER) >= 0) {
                throw VerificationException.malformed(
                    "r or s of the signature is not below the order of the curve", false);
            }
            parts[i] = integer.toByteArray();
        }
        byte[] start = {0x30, (byte) (parts[0].length + parts[1].length + 4), 0x02, (byte) parts[0].length};
        return Bytes.concatenate(start, parts[0], new byte[] {0x02, (byte) parts[1].length}, parts[1]);
    }

    @Override public byte[] encode(byte[] bytes, List<Transport.Header> headers) {
        return Bytes.concatenate(MARK, bytes);
    }

    @Override @Nullable public Download decode(byte[] kept) {
        return Bytes.startsWith(kept, MARK) ? Download.ofJws(Arrays.copyOfRange(kept, MARK.length, kept.length)) : null;
    }
}
