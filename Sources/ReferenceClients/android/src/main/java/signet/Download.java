package signet;

import static signet.Verifier.VerificationException.malformed;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import signet.Verifier.VerificationException;

/** What came from the network or a disk, not trusted yet, in the envelope that the app is configured for. */
public final class Download {
    final Envelope envelope;
    final byte[] bytes;
    final List<Transport.Header> headers;

    /** The bytes of a response, and its headers as received, repeated ones included. */
    public Download(Envelope envelope, byte[] bytes, List<Transport.Header> headers) {
        this.envelope = envelope;
        this.bytes = bytes;
        this.headers = new ArrayList<>(headers);
    }

    /** The bytes of a {@code .jws}. */
    public static Download ofJws(byte[] jws) {
        return new Download(Envelope.JWS, jws, Collections.<Transport.Header>emptyList());
    }

    /** The bytes to keep. */
    byte[] encode() { return envelope.encode(bytes, headers); }

    /** What was kept in one of these envelopes; null for nothing, and for any other form. */
    @Nullable static Download decode(@Nullable byte[] kept, List<Envelope> envelopes) {
        for (Envelope envelope : envelopes) {
            Download download = kept == null ? null : envelope.decode(kept);
            if (download != null) return download;
        }
        return null;
    }

    /** The form in which a signature travels. Apps are configured for one; no response chooses it. */
    public interface Envelope {
        /** Around the body, in a {@code .jws} file beside the body's path: any host can serve it. */
        Envelope JWS = new Jws();

        /** What follows the path of the body: {@code .jws}. */
        String suffix();
        /** The most bytes of what an app fetches for a body of so many. */
        long byteLimit(long bodyBytes);

        /**
         * Reads strictly what is claimed; nothing of the body is looked at.
         *
         * @param isKept whether it was verified before; then any kind of signature will do
         * @throws VerificationException when it is malformed
         */
        Claim read(byte[] bytes, List<Transport.Header> headers, boolean isKept) throws VerificationException;
        /** The bytes to keep, in a form that no other envelope reads. */
        byte[] encode(byte[] bytes, List<Transport.Header> headers);
        /** What {@link #encode} has written; null for any other bytes. */
        @Nullable Download decode(byte[] kept);
    }

    /** What a signature claims: which key made it and when. None of it is verified yet. */
    public static final class Claim {
        final String keyId;
        final byte[] signature;
        /** Null when none is signed. */
        @Nullable final SignedDate date;
        final byte[] signed;
        final byte[] body;
        final List<Transport.Header> headers;
        /** Where it was signed for, by a {@code .jws}; response headers say nothing of that. */
        @Nullable String environment;
        @Nullable String path;

        /** What every envelope says: a signature in DER, the bytes it signs, and no headers but those that carry it. */
        public Claim(
            String keyId, byte[] signature, @Nullable SignedDate date, byte[] signed, byte[] body,
            List<Transport.Header> headers) {
            this.keyId = keyId;
            this.signature = signature;
            this.date = date;
            this.signed = signed;
            this.body = body;
            this.headers = headers;
        }
    }

    // Own: the whole form. A library of JOSE reads the header to find out how to check it, and there is one form only,
    // out of which the values are cut. Proved by verification-jws.json, and byte for byte by the driver's "jws".
    /** Reads a {@code .jws} strictly: a JSON Web Signature (RFC 7515 §7.1) with ES256 and a header of one form. */
    private static final class Jws implements Envelope {
        private static final Pattern HEADER = Pattern.compile(
            "\\{\"alg\":\"ES256\",\"kid\":\"([^\"]*)\",\"typ\":\"signet\\+jws\",\"environment\":\"([^\"]*)\","
                + "\"path\":\"([^\"]*)\",\"iat\":([0-9]*)\\}");
        private static final byte[] MARK = "signet-jws: 1\n".getBytes(StandardCharsets.US_ASCII);
        private static final String NOT_ONE = "this is not a .jws of Signet: ";
        private static final String OTHER_HEADER = "its header is not of the one form";

        @Override public String suffix() { return ".jws"; }

        @Override public long byteLimit(long bodyBytes) {
            // Two periods, and 64 bytes in 86 characters.
            return (Limits.JWS_HEADER_BYTES + bodyBytes + 2) / 3 * 4 + 2 + 86;
        }

        @Override public Claim read(byte[] file, List<Transport.Header> headers, boolean isKept)
            throws VerificationException {
            // Every byte becomes one character, and only ASCII is ever accepted.
            String text = new String(file, StandardCharsets.ISO_8859_1);
            int first = text.indexOf('.');
            int second = first < 0 ? -1 : text.indexOf('.', first + 1);
            if (second < 0 || text.indexOf('.', second + 1) >= 0) {
                throw malformed(NOT_ONE + "it is not three parts joined by periods", true);
            }
            byte[] header = decode(text.substring(0, first), "header", false);
            byte[] body = decode(text.substring(first + 1, second), "body", false);
            byte[] raw = decode(text.substring(second + 1), "signature", true);
            if (body.length == 0) throw refusal("it has no body");
            Matcher values = HEADER.matcher(new String(header, StandardCharsets.ISO_8859_1));
            if (!values.matches()) throw refusal(OTHER_HEADER);
            String keyId = values.group(1);
            String environment = values.group(2);
            String path = values.group(3);
            if (!Names.isKeyId(keyId)) throw refusal("its kid is not a key id");
            if (!Names.isEnvironment(environment)) throw refusal("its environment is not a name");
            if (!Names.isSignedPath(path)) throw refusal("its path is not the path of a document");
            Long seconds = Names.parseInteger(values.group(4));
            SignedDate date = seconds == null ? null : SignedDate.of(seconds);
            if (date == null) throw refusal("its iat is not a date");
            // The names have one spelling, and so has the base64 around them.
            if (!seconds.toString().equals(values.group(4))) throw refusal(OTHER_HEADER);
            List<Transport.Header> none = Collections.emptyList();
            Claim claim = new Claim(keyId, Bytes.Der.ofRaw(raw), date, Arrays.copyOf(file, second), body, none);
            claim.environment = environment;
            claim.path = path;
            return claim;
        }

        private static VerificationException refusal(String rule) { return malformed(NOT_ONE + rule, false); }

        private static byte[] decode(String part, String name, boolean mayBeTruncation) throws VerificationException {
            byte[] bytes = Bytes.ofBase64Url(part);
            if (bytes != null) return bytes;
            throw malformed(NOT_ONE + "its " + name + " is not canonical base64url", mayBeTruncation);
        }

        @Override public byte[] encode(byte[] bytes, List<Transport.Header> headers) {
            return Bytes.concatenate(MARK, bytes);
        }

        @Override @Nullable public Download decode(byte[] kept) {
            return Bytes.startsWith(kept, MARK) ? ofJws(Arrays.copyOfRange(kept, MARK.length, kept.length)) : null;
        }
    }
}
