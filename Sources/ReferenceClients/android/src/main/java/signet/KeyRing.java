package signet;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import signet.DocumentReader.DocumentException;

// Own: which keys count. Whether a point is on its curve is left to the platform, as signatures are. Proved by
// verification-jws.json and verification-headers.json ("a key that is next", "a key of another environment").

/** The keys that an app trusts, oldest first. */
public final class KeyRing {
    /** A SubjectPublicKeyInfo (RFC 5480) with an uncompressed point on P-256, up to the point. */
    private static final byte[] KEY_PREFIX = {
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A,
        (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    };

    private final List<Key> keys;

    private KeyRing(List<Key> keys) { this.keys = Collections.unmodifiableList(keys); }

    /** Why an exported key ring cannot be read. */
    public static final class KeyRingException extends Exception {
        private static final long serialVersionUID = 1;

        KeyRingException(String message) { super(message); }
    }

    /**
     * Reads what {@code signet keys export --json} writes, or {@code JSON} of the class that {@code --java} writes; no
     * other form, no key that is not on P-256, and no id or key twice.
     */
    public static KeyRing parse(String json) throws KeyRingException {
        return parse(json.getBytes(StandardCharsets.UTF_8));
    }

    /** The same for the bytes of a file. */
    public static KeyRing parse(byte[] json) throws KeyRingException {
        if (json.length > Limits.KEY_RING_BYTES) throw new KeyRingException("the key ring is too large");
        List<Key> keys = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        Set<String> publicKeys = new HashSet<>();
        try {
            JsonObject ring = JsonObject.of(JsonObject.parse(json), "the key ring");
            List<?> entries = ring.array("keys", Integer.MAX_VALUE);
            if (ring.names().size() != 1) throw new KeyRingException("the key ring is not one list of keys");
            for (Object entry : entries) {
                JsonObject members = JsonObject.of(entry, "a key");
                Key key = new Key(members);
                // A revoked key could live on under another id.
                if (!ids.add(key.id) || !publicKeys.add(members.string("publicKey"))) {
                    throw new KeyRingException("the same id or the same public key is on the ring twice");
                }
                keys.add(key);
            }
        } catch (DocumentException e) {
            throw new KeyRingException(e.getMessage());
        }
        return new KeyRing(keys);
    }

    /** In the order of the ring. */
    public List<Key> keys() { return keys; }

    /** The key of that id, of which no other is ever tried; null when it is not on the ring. */
    @Nullable public Key key(String id) {
        for (Key key : keys) {
            if (key.id.equals(id)) return key;
        }
        return null;
    }

    /** Whether a key comes before another one on the ring; false unless both are on it. */
    boolean isOlder(Key key, Key other) {
        int place = place(key.id);
        return place >= 0 && place < place(other.id);
    }

    /** The place on the ring, by which keys of another reading of it are found as well; -1 for none. */
    private int place(String id) {
        for (int place = 0; place < keys.size(); place++) {
            if (keys.get(place).id.equals(id)) return place;
        }
        return -1;
    }

    /** A public key and what the key ring says about it. */
    public static final class Key {
        private final String id;
        private final String environment;
        private final boolean isRevoked;
        private final PublicKey publicKey;

        private Key(JsonObject entry) throws DocumentException, KeyRingException {
            id = entry.string("id");
            // For people.
            entry.string("name");
            environment = entry.string("environment");
            String state = entry.string("state");
            byte[] der = Bytes.ofBase64(entry.string("publicKey"));
            if (entry.names().size() != 5) throw new KeyRingException("a key has an unknown member");
            if (!Names.isKeyId(id) || !Names.isEnvironment(environment)) {
                throw new KeyRingException("\"" + id + "\" or \"" + environment + "\" is not a name");
            }
            if (!Arrays.asList("next", "active", "retired", "revoked").contains(state)) {
                throw new KeyRingException("a key is next, active, retired or revoked");
            }
            isRevoked = state.equals("revoked");
            publicKey = decode(der);
        }

        private static PublicKey decode(@Nullable byte[] der) throws KeyRingException {
            try {
                if (der != null && der.length == KEY_PREFIX.length + 64 && Bytes.startsWith(der, KEY_PREFIX)) {
                    return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(der));
                }
            } catch (GeneralSecurityException e) {
                // What the platform does not take is refused as what it is not.
            }
            throw new KeyRingException("not the base64 of a P-256 SubjectPublicKeyInfo");
        }

        /** As signatures name it. */
        public String id() { return id; }
        /** The only one that the key signs for. */
        public String environment() { return environment; }
        /** Whether the key is on the ring only to be refused by name. */
        public boolean isRevoked() { return isRevoked; }
        /** On the curve P-256. */
        public PublicKey publicKey() { return publicKey; }

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
}
