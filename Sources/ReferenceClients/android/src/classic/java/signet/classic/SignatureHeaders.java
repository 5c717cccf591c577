package signet.classic;

import static signet.Verifier.VerificationException.malformed;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import signet.Bytes.Der;
import signet.Bytes;
import signet.Download;
import signet.Names;
import signet.Nullable;
import signet.SignedDate;
import signet.Transport.Header;
import signet.Verifier.VerificationException;

// Own: the whole form, of which no library knows. HTTP clients join repeated headers or give the last one; the grammar
// refuses what comes of it. Proved by verification-headers.json, in which each rule is broken by itself.

/**
 * The signature in response headers, beside the body: {@code x-amz-meta-signature} and, with profile {@code DATED},
 * {@code x-amz-meta-signature-date}.
 */
public final class SignatureHeaders implements Download.Envelope {
    /** The header that carries the signature. */
    public static final String SIGNATURE = "x-amz-meta-signature";
    /** The header that carries the signed date. */
    public static final String SIGNATURE_DATE = "x-amz-meta-signature-date";

    /** Which bytes a signature covers. */
    public enum Profile {
        /** The body alone. No protection against an older document being served again. */
        BODY,
        /** The value of the date header, a {@code :}, and the body; gives a client a signed date. */
        DATED
    }

    private static final int METADATA_BYTES = 2_048;
    private static final int SIDECAR_BYTES = 16 << 10;
    private static final byte[] MARK = "signet-manifest: 1\n".getBytes(StandardCharsets.US_ASCII);

    private final Profile profile;

    /** Signatures of the profile that the app is configured for. */
    public SignatureHeaders(Profile profile) { this.profile = profile; }

    /** A body and the {@code .headers} file published beside it, for a document that an app ships. */
    public Download withSidecar(byte[] body, byte[] headersSidecar) {
        List<Header> headers = readSidecar(headersSidecar);
        // Without its headers the body is refused for the one that is missing.
        return new Download(this, body, headers == null ? Collections.<Header>emptyList() : headers);
    }

    @Override public String suffix() { return ""; }

    @Override public long byteLimit(long bodyBytes) { return bodyBytes; }

    @Override public Download.Claim read(byte[] body, List<Header> headers, boolean isKept)
        throws VerificationException {
        boolean isDated = !isKept && profile == Profile.DATED;
        if (isKept) {
            for (Header header : headers) isDated |= isNamed(header, SIGNATURE_DATE);
        }
        String value = single(SIGNATURE, headers);
        String dateValue = isDated ? single(SIGNATURE_DATE, headers) : null;
        int bytes = SIGNATURE.length() + length(value);
        if (isDated) bytes += SIGNATURE_DATE.length() + length(dateValue);
        if (bytes >= METADATA_BYTES) throw VerificationException.tooLarge("the signature metadata", METADATA_BYTES);
        String[] parameters = parameters(value);
        byte[] signature = Bytes.ofBase64(parameters[1]);
        if (signature == null || signature.length == 0) {
            throw malformed("the signature is not standard padded base64 in canonical form", false);
        }
        Der.check(signature);
        SignedDate date = isDated ? SignedDate.ofHeader(dateValue) : null;
        if (isDated && date == null) {
            throw malformed(
                "header x-amz-meta-signature-date is not a date like \"Mon, 03 Aug 2020 22:59:35 UTC\"", false);
        }
        List<Header> own = new ArrayList<>();
        own.add(new Header(SIGNATURE, "keyId=\"" + parameters[0] + "\",signature=\"" + parameters[1] + "\""));
        if (isDated) own.add(new Header(SIGNATURE_DATE, dateValue));
        byte[] signed = isDated ? Bytes.concatenate((dateValue + ":").getBytes(StandardCharsets.UTF_8), body) : body;
        return new Download.Claim(parameters[0], signature, date, signed, body, own);
    }

    private static int length(String text) { return text.getBytes(StandardCharsets.UTF_8).length; }

    private static boolean isNamed(Header header, String name) { return Names.lowercase(header.name()).equals(name); }

    private static String single(String name, List<Header> headers) throws VerificationException {
        String value = null;
        for (Header header : headers) {
            if (!isNamed(header, name)) continue;
            if (value != null) throw malformed("header " + name + " appears more than once", false);
            value = header.value();
        }
        if (value == null) throw malformed("header " + name + " is missing", false);
        return value;
    }

    private static VerificationException refusal(String rule) {
        return malformed("header " + SIGNATURE + " " + rule, false);
    }

    /**
     * The key id and the base64 of {@code keyId="…",signature="…"}; one space after the comma is tolerated. Not by a
     * pattern: those of Java recurse for each parameter, and a hostile header has hundreds.
     */
    private static String[] parameters(String value) throws VerificationException {
        if (!isPrintable(value)) throw refusal("is not printable ASCII");
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        int index = 0;
        while (true) {
            int equals = value.indexOf('=', index);
            int close = equals < 0 ? -1 : value.indexOf('"', equals + 2);
            boolean isPair = equals > index && Names.isAlphanumeric(value.substring(index, equals)) && close >= 0
                && value.charAt(equals + 1) == '"';
            if (!isPair) throw refusal("is not keyId=\"ID\",signature=\"BASE64\"");
            names.add(value.substring(index, equals));
            values.add(value.substring(equals + 2, close));
            index = close + 1;
            if (index == value.length()) break;
            if (value.charAt(index++) != ',') throw refusal("is not keyId=\"ID\",signature=\"BASE64\"");
            if (index < value.length() && value.charAt(index) == ' ') index++;
        }
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (!name.equals("keyId") && !name.equals("signature")) throw refusal("has an unknown parameter");
            if (names.indexOf(name) < i) throw refusal("has a parameter twice");
        }
        if (names.size() < 2) throw refusal("lacks a parameter");
        if (names.get(0).equals("signature")) throw refusal("has signature before keyId");
        if (!Names.isKeyId(values.get(0))) {
            throw malformed("the key id is not 1 to 256 of A-Z a-z 0-9 . _ : / -", false);
        }
        return new String[] {values.get(0), values.get(1)};
    }

    private static boolean isPrintable(String text) { return text.matches("[ -~]*"); }

    @Override public byte[] encode(byte[] body, List<Header> headers) {
        StringBuilder lines = new StringBuilder();
        for (Header header : headers) lines.append(header.name()).append(": ").append(header.value()).append('\n');
        return Bytes.concatenate(MARK, lines.append('\n').toString().getBytes(StandardCharsets.UTF_8), body);
    }

    @Override @Nullable public Download decode(byte[] kept) {
        if (!Bytes.startsWith(kept, MARK)) return null;
        int limit = Math.min(kept.length, MARK.length + SIDECAR_BYTES);
        for (int i = MARK.length; i + 1 < limit; i++) {
            if (kept[i] != '\n' || kept[i + 1] != '\n') continue;
            List<Header> headers = readSidecar(Arrays.copyOfRange(kept, MARK.length, i + 1));
            return headers == null ? null : new Download(this, Arrays.copyOfRange(kept, i + 2, kept.length), headers);
        }
        return null;
    }

    /** Lines of {@code name: value}: lowercase names, each once, values in printable ASCII; null for anything else. */
    @Nullable private static List<Header> readSidecar(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        if (!text.endsWith("\n")) return null;
        List<Header> headers = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String line : Names.split(text.substring(0, text.length() - 1), '\n')) {
            int colon = line.indexOf(": ");
            if (colon <= 0 || colon + 2 == line.length()) return null;
            String name = line.substring(0, colon);
            String value = line.substring(colon + 2);
            if (!Names.isAlphanumeric(name.replace("-", "")) || !Names.lowercase(name).equals(name)) return null;
            if (!isPrintable(value) || value.startsWith(" ") || value.endsWith(" ") || !names.add(name)) return null;
            headers.add(new Header(name, value));
        }
        return headers;
    }
}
