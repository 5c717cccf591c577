package signet;

import java.util.Arrays;
import java.util.List;
import signet.DocumentReader.DocumentException;
import signet.DocumentReader.GateDocument;

// Own: the order of the checks, and what may replace what. Proved by verification-jws.json and
// verification-headers.json, where each rule is broken by itself and together with a later one.

/**
 * Turns downloads of one document into verified manifests, or says why not.
 *
 * <p>Nothing of a body is interpreted before its signature is checked. Then, in this order: the signature names one
 * key, which must be on the ring, not revoked, for the expected environment, and not older than the key of the
 * stored document; the key signed these bytes; the signed date is neither ahead of the clock nor, under the same
 * key, before that of the stored document; the bytes are a document of the expected format.
 */
public final class Verifier {
    private final KeyRing keys;
    final String environment;
    private final DocumentReader reader;
    private final long clockSkewSeconds;
    final int bodyLimit;
    private final List<DocumentReader> others;

    /** For one document, which must come from an environment; throws only when that is not a name. */
    public Verifier(KeyRing keys, String environment, DocumentReader reader) {
        this(keys, environment, reader, Limits.CLOCK_SKEW_SECONDS, Limits.BODY_BYTES, GateDocument.READERS);
    }

    /** With other limits than usual, and with the readers of which a refusal names the format. */
    Verifier(
        KeyRing keys, String environment, DocumentReader reader, long clockSkewSeconds, int bodyLimit,
        List<DocumentReader> others) {
        if (!Names.isEnvironment(environment)) throw new IllegalArgumentException("not an environment: " + environment);
        this.keys = keys;
        this.environment = environment;
        this.reader = reader;
        this.clockSkewSeconds = clockSkewSeconds;
        this.bodyLimit = bodyLimit;
        this.others = others;
    }

    /**
     * Checks what came over the network.
     *
     * @param path as the app knows it, that a {@code .jws} must be signed for; never taken from a URL or a response
     * @param stored the newest manifest of this document that is known, stored or embedded; null without one
     */
    public Manifest verify(Download download, @Nullable String path, @Nullable Manifest stored, long nowMillis)
        throws VerificationException {
        Download.Claim claim = read(download, false);
        KeyRing.Key key = check(claim, path, stored);
        if (claim.date != null && claim.date.seconds() > nowMillis / 1_000.0 + clockSkewSeconds) {
            throw new VerificationException(
                "ahead-of-clock", "the signed date " + claim.date.headerValue() + " is too far ahead of the clock");
        }
        return manifest(download, claim, key, stored);
    }

    /**
     * Checks again what was verified and then kept, or what the app embeds; nothing older may replace the floor.
     *
     * <p>Its date was compared with the clock before, and one that was set back must not lift a block. Nor need headers
     * be of the expected profile.
     */
    public Manifest verifyKept(Download download, @Nullable String path, @Nullable Manifest floor)
        throws VerificationException {
        Download.Claim claim = read(download, true);
        return manifest(download, claim, check(claim, path, floor), floor);
    }

    private Download.Claim read(Download download, boolean isKept) throws VerificationException {
        if (download.bytes.length <= download.envelope.byteLimit(bodyLimit)) {
            Download.Claim claim = download.envelope.read(download.bytes, download.headers, isKept);
            if (claim.body.length <= bodyLimit) return claim;
        }
        throw VerificationException.tooLarge("the body", bodyLimit);
    }

    /** The key that signed, where all about it is right. */
    private KeyRing.Key check(Download.Claim claim, @Nullable String path, @Nullable Manifest stored)
        throws VerificationException {
        KeyRing.Key key = keys.key(claim.keyId);
        String named = "key id \"" + claim.keyId + "\" ";
        if (key == null) throw new VerificationException("unknown-key", named + "is not on the key ring");
        if (key.isRevoked()) throw new VerificationException("revoked-key", named + "is revoked");
        String other = null;
        if (!key.environment().equals(environment)) {
            other = named + "is for environment \"" + key.environment() + "\"";
        } else if (claim.environment != null && !claim.environment.equals(environment)) {
            other = "it was signed for environment \"" + claim.environment + "\"";
        } else if (claim.path != null && path != null && !claim.path.equals(path)) {
            other = "it was signed for the path " + claim.path;
        }
        if (other != null) throw new VerificationException("other-document", other);
        if (claim.date == null && SignedDate.isPrefix(claim.body)) {
            // One signature would have two meanings.
            throw VerificationException.malformed(
                "the body begins with a date and a colon, which profile body does not allow", false);
        }
        if (!key.isValid(claim.signature, claim.signed)) {
            throw new VerificationException(
                "bad-signature", "the signature is not one of key \"" + key.id() + "\" over these bytes", null, true);
        }
        if (stored != null && keys.isOlder(key, stored.key)) {
            throw new VerificationException(
                "rollback", named + "is older than \"" + stored.key.id() + "\", which signed the stored document");
        }
        return key;
    }

    private Manifest manifest(
        Download download, Download.Claim claim, KeyRing.Key key, @Nullable Manifest stored)
        throws VerificationException {
        String rollback = rollback(claim, key, stored);
        if (rollback != null) throw new VerificationException("rollback", rollback);
        if (reader.goesByDate() && claim.date == null) {
            throw new VerificationException(
                "unreadable", "it has no signed date, and the rules of a gate document are decided by it");
        }
        try {
            return new Manifest(claim, reader.read(claim.body.clone()), key, download);
        } catch (DocumentException e) {
            throw refusal(claim.body, e);
        } catch (RuntimeException e) {
            throw VerificationException.notOfFormat(reader.format(), e);
        }
    }

    /** Why a document is before the stored one; null when it is not. */
    @Nullable private String rollback(Download.Claim claim, KeyRing.Key key, @Nullable Manifest stored) {
        // A thief of an older key could otherwise lock out all later documents with a date ahead of the clock.
        if (stored == null || keys.isOlder(stored.key, key) || stored.date == null) return null;
        String date = stored.date.headerValue();
        if (claim.date == null) return "it has no signed date, and the stored document has one, " + date;
        int order = claim.date.compareTo(stored.date);
        if (order < 0) {
            return "the signed date " + claim.date.headerValue() + " is before that of the stored document, " + date;
        }
        boolean isSame = order > 0 || Arrays.equals(claim.body, stored.body);
        return isSame ? null : "another body with the signed date " + date + " is stored";
    }

    private VerificationException refusal(byte[] body, DocumentException e) {
        if (e.kind == DocumentException.Kind.SYNTAX) {
            return new VerificationException("unreadable", "the body is not strict JSON", e.getMessage(), false);
        }
        if (e.kind == DocumentException.Kind.OTHER_MEANING) {
            return new VerificationException("other-document", "as a file it is refused", e.getMessage(), false);
        }
        for (DocumentReader other : others) {
            try {
                other.read(body);
            } catch (DocumentException | RuntimeException again) {
                continue;
            }
            String phrase = "the body is a document of another format than " + reader.format();
            return new VerificationException("other-document", phrase, other.format(), false);
        }
        return VerificationException.notOfFormat(reader.format(), e);
    }

    /** A document whose signature was checked and whose body was read after that; only a {@link Verifier} makes one. */
    public static final class Manifest {
        private final byte[] body;
        @Nullable private final SignedDate date;
        private final DocumentReader.Document document;
        private final KeyRing.Key key;
        private final Download download;

        private Manifest(Download.Claim claim, DocumentReader.Document document, KeyRing.Key key, Download download) {
            body = claim.body;
            date = claim.date;
            this.document = document;
            this.key = key;
            this.download = new Download(download.envelope, download.bytes, claim.headers);
        }

        /** The bytes of the body, as they were signed. */
        public byte[] body() { return body.clone(); }
        public DocumentReader.Document document() { return document; }
        /** The key that signed. */
        public KeyRing.Key key() { return key; }
        /** The signed date; null for response headers without one. */
        @Nullable public SignedDate date() { return date; }
        /** The form that can be verified again, with no more headers than that takes. */
        public Download download() { return download; }
    }

    /** Why a download is not a manifest. */
    public static final class VerificationException extends Exception {
        private static final long serialVersionUID = 1;
        private final String code;
        private final String phrase;
        /** Whether bytes that were cut short, or a host in the middle of an update, can be the reason. */
        final boolean isTransient;

        VerificationException(String code, String phrase) { this(code, phrase, null, false); }

        VerificationException(String code, String phrase, @Nullable String detail, boolean isTransient) {
            super(detail == null ? phrase : phrase + ": " + detail);
            this.code = code;
            this.phrase = phrase;
            this.isTransient = isTransient;
        }

        /** A form that is broken, perhaps by bytes that were cut short; another attempt may bring the whole ones. */
        public static VerificationException malformed(String phrase, boolean mayBeTruncation) {
            return new VerificationException("malformed", phrase, null, mayBeTruncation);
        }

        public static VerificationException tooLarge(String what, long limit) {
            return new VerificationException("too-large", what + " is larger than " + limit + " bytes");
        }

        /** What a reader has thrown, which may be one of the app's own and throw anything. */
        static VerificationException notOfFormat(String format, Exception e) {
            String detail = e instanceof DocumentException ? e.getMessage() : String.valueOf(e);
            String phrase = "the body is not a document of format " + format;
            return new VerificationException("unreadable", phrase, detail, false);
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
}
