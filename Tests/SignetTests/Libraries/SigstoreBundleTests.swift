import ManifestVerifier
import PublicationTree
import SigningKeys
import TestSupport
import Testing

@Suite struct SigstoreBundleTests {
    @Test(.peers(.node, .sigstoreVerify))
    func `a Sigstore library accepts the bundle of a body and nothing that was made of it`() throws {
        let key = try PrivateKey.generate()
        let id = try #require(KeyID(key.publicKey.fingerprint.hexadecimal))
        let cases = try BundleCase.all(body: Array("{\"value\": \"14\"}\n".utf8), key: key, id: id)
        #expect(cases.filter { !$0.isAccepted }.count >= 20)
        try show(cases.filter { !$0.isTheirs || Peer.areRequired }, key: key.publicKey, id: id)
    }

    @Test(.peers(.node, .sigstoreVerify))
    func `a Sigstore library accepts every bundle of a tree`() throws {
        let tree = try SignedWebTree()
        let cases = try tree.bundles.map { path, bundle in
            BundleCase(
                name: path.rawValue, isAccepted: true, bundle: String(decoding: bundle, as: UTF8.self),
                body: try #require(tree.bodies[path]))
        }
        let key = try #require(tree.keys.first)
        try show(cases, key: key.publicKey, id: key.id)
    }

    /// Shows the library bundles, all in one process.
    private func show(_ cases: [BundleCase], key: PublicKey, id: KeyID) throws {
        let folder = try TemporaryFolder()
        try folder.write("files/key.pem", key.pemRepresentation)
        for (index, shown) in cases.enumerated() {
            try folder.write("files/\(100 + index).sigstore.json", shown.bundle)
            try folder.write("files/\(100 + index).body", shown.body)
        }
        let output = try check(
            "node", [JWSLibrary.server("sigstore-bundles.mjs"), Peer.sigstoreModules, "files", id.rawValue],
            in: folder.root)
        let lines = output.split(separator: "\n")
        try #require(lines.count == cases.count, "\(output)")
        for (shown, line) in zip(cases, lines) {
            #expect(line.hasSuffix("\tok") == shown.isAccepted, "\(shown.name): \(line)")
            #expect(shown.isAccepted || line.contains("\trefused "), "\(shown.name): \(line)")
        }
    }
}

/// A bundle and a body that are shown to the library.
private struct BundleCase {
    let name: String
    var isAccepted = false
    /// Whether another version of the library may say otherwise.
    var isTheirs = false
    let bundle: String
    let body: [UInt8]

    static func all(body: [UInt8], key: PrivateKey, id: KeyID) throws -> [BundleCase] {
        let digest = SHA256.hash(body)
        let signature = try key.sign(digest)
        let der = signature.derRepresentation
        let genuine = String(decoding: SigstoreBundle.bytes(signature, over: digest, keyID: id), as: UTF8.self)
        func changed(
            _ name: String, _ old: String, _ new: String, isAccepted: Bool = false, isTheirs: Bool = false
        ) throws -> BundleCase {
            try #require(genuine.contains(old), "\(name)")
            return BundleCase(
                name: name, isAccepted: isAccepted, isTheirs: isTheirs, bundle: genuine.replacing(old, with: new),
                body: body)
        }
        func signed(_ name: String, _ bytes: [UInt8], isAccepted: Bool = false) throws -> BundleCase {
            try changed(name, Base64.encode(der), Base64.encode(bytes), isAccepted: isAccepted)
        }
        let thief = try PrivateKey.generate()
        let twin = SignatureParts(der: der).twin.der
        let zero: [UInt8] = [0x30, 0x06, 0x02, 0x01, 0x00, 0x02, 0x01, 0x00]
        return try [
            BundleCase(name: "as it was written", isAccepted: true, bundle: genuine, body: body),
            BundleCase(name: "one bit of the body", bundle: genuine, body: flippingOneBit(body)),
            BundleCase(name: "a body one byte longer", bundle: genuine, body: body + [0x0A]),
            BundleCase(name: "a body one byte shorter", bundle: genuine, body: body.dropLast()),
            BundleCase(name: "no body", bundle: genuine, body: []),
            BundleCase(name: "not JSON", bundle: String(genuine.dropLast(4)), body: body),
            // ECDSA has two signatures for each, of which everybody can compute one from the other.
            signed("r and n - s", twin, isAccepted: true),
            signed("one bit of the signature", der.flipping(bit: 8 * der.count - 1)),
            signed("the signature of another body", try key.sign(SHA256.hash(body, body)).derRepresentation),
            signed("the signature of another key", try thief.sign(digest).derRepresentation),
            signed("r and s in place of DER", signature.rawRepresentation),
            signed("DER cut short", der.dropLast()),
            signed("no signature", []),
            signed("r and s of zero", zero),
            signed("s and r", SignatureParts(der: der).swapped.der),
            signed("the digest in place of the signature", digest.bytes),
            changed("a signature that is not text", "\"signature\": \"\(Base64.encode(der))\"", "\"signature\": 1"),
            changed("an unknown key", "\"hint\": \"", "\"hint\": \"x"),
            changed("no key", "\"publicKey\"", "\"noKey\""),
            changed("no material", "\"verificationMaterial\"", "\"material\""),
            changed("no message signature", "\"messageSignature\"", "\"message\""),
            changed("a DSSE envelope", "\"messageSignature\"", "\"dsseEnvelope\""),
            changed("another media type", "vnd.dev.sigstore.bundle", "json"),
            // What it knows of the form is the same from 0.3 on.
            changed("another version", "bundle.v0.3", "bundle.v0.9", isAccepted: true, isTheirs: true),
            changed("no media type", "\"mediaType\"", "\"type\""),
            changed(
                "a certificate that is none", "\"publicKey\": {",
                "\"certificate\": { \"rawBytes\": \"MA==\" }, \"k\": {"),
            changed("SHA-512", "SHA2_256", "SHA2_512", isTheirs: true),
            // It hashes the body itself and looks at no digest that is not signed.
            changed(
                "another digest", Base64.encode(digest.bytes), Base64.encode(SHA256.hash([]).bytes), isAccepted: true,
                isTheirs: true),
        ]
    }
}
