import TestSupport

/// A program of somebody else that makes a P-256 key and signs with it.
///
/// Each signs the files `body` and `dated` of its folder, and writes `body.der` and `dated.der` with the signatures in
/// DER, `key.pem` with the public key, and `other.pem` with one that signed nothing.
enum SigningPeer: String, CaseIterable {
    case openssl, python, java, webCrypto, nodeCrypto

    /// Runs the program in a folder that holds what it shall sign.
    func sign(in folder: TemporaryFolder) throws {
        switch self {
        case .openssl:
            try check("sh", ["-euc", Self.opensslProgram], in: folder.root)
        case .python:
            try check("python3", ["-c", Self.pythonProgram], in: folder.root)
        case .java:
            try folder.write("Sign.java", Self.javaProgram)
            try check("java", ["Sign.java"], in: folder.root)
        case .webCrypto:
            try check("node", ["--input-type=module", "--eval", Self.webCryptoProgram], in: folder.root)
        case .nodeCrypto:
            try check("node", ["--input-type=module", "--eval", Self.nodeCryptoProgram], in: folder.root)
        }
    }

    private static let opensslProgram = """
        for name in other key; do
            openssl ecparam -name prime256v1 -genkey -noout -out secret.pem
            openssl pkey -in secret.pem -pubout -out $name.pem
        done
        openssl dgst -sha256 -sign secret.pem -out body.der body
        openssl dgst -sha256 -sign secret.pem -out dated.der dated
        """

    private static let pythonProgram = """
        from pathlib import Path
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec

        for name in "other", "key":
            key = ec.generate_private_key(ec.SECP256R1())
            Path(name + ".pem").write_bytes(key.public_key().public_bytes(
                serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
        for name in "body", "dated":
            signature = key.sign(Path(name).read_bytes(), ec.ECDSA(hashes.SHA256()))
            Path(name + ".der").write_bytes(signature)
        """

    private static let javaProgram = #"""
        import java.nio.file.*;
        import java.security.*;
        import java.security.spec.ECGenParameterSpec;
        import java.util.Base64;

        class Sign {
            public static void main(String[] arguments) throws Exception {
                KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
                generator.initialize(new ECGenParameterSpec("secp256r1"));
                KeyPair pair = null;
                for (String name : new String[] {"other", "key"}) {
                    pair = generator.generateKeyPair();
                    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(
                        pair.getPublic().getEncoded());
                    Files.writeString(Path.of(name + ".pem"),
                        "-----BEGIN PUBLIC KEY-----\n" + base64 + "\n-----END PUBLIC KEY-----\n");
                }
                for (String name : new String[] {"body", "dated"}) {
                    Signature signature = Signature.getInstance("SHA256withECDSA");
                    signature.initSign(pair.getPrivate());
                    signature.update(Files.readAllBytes(Path.of(name)));
                    Files.write(Path.of(name + ".der"), signature.sign());
                }
            }
        }
        """#

    private static let webCryptoProgram = #"""
        import { readFileSync, writeFileSync } from 'node:fs'
        import { webcrypto } from 'node:crypto'

        const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

        // 32 bytes → INTEGER: no zero bytes in front, but one where the first bit is set
        function integer(bytes) {
          const start = bytes.findIndex((byte) => byte !== 0)
          const magnitude = [...bytes.subarray(start)]
          const content = magnitude[0] >= 0x80 ? [0, ...magnitude] : magnitude
          return [0x02, content.length, ...content]
        }
        function der(raw) {
          const content = [...integer(raw.subarray(0, 32)), ...integer(raw.subarray(32))]
          return Uint8Array.from([0x30, content.length, ...content])
        }

        let pair
        for (const name of ['other', 'key']) {
          pair = await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
          const spki = Buffer.from(await webcrypto.subtle.exportKey('spki', pair.publicKey)).toString('base64')
          const lines = spki.match(/.{1,64}/g).join('\n')
          writeFileSync(`${name}.pem`, `-----BEGIN PUBLIC KEY-----\n${lines}\n-----END PUBLIC KEY-----\n`)
        }
        for (const name of ['body', 'dated']) {
          const raw = new Uint8Array(await webcrypto.subtle.sign(algorithm, pair.privateKey, readFileSync(name)))
          writeFileSync(`${name}.raw`, raw)
          writeFileSync(`${name}.der`, der(raw))
        }
        """#

    private static let nodeCryptoProgram = """
        import { readFileSync, writeFileSync } from 'node:fs'
        import { generateKeyPairSync, sign } from 'node:crypto'

        let pair
        for (const name of ['other', 'key']) {
          pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
          writeFileSync(`${name}.pem`, pair.publicKey.export({ type: 'spki', format: 'pem' }))
        }
        for (const name of ['body', 'dated']) {
          writeFileSync(`${name}.der`, sign('sha256', readFileSync(name), { key: pair.privateKey, dsaEncoding: 'der' }))
        }
        """
}
