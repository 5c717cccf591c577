package signet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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

    /** What was kept in one of these envelopes; null for bytes of any other form. */
    @Nullable static Download decode(byte[] kept, List<Envelope> envelopes) {
        for (Envelope envelope : envelopes) {
            Download download = envelope.decode(kept);
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
}
