import Classic
import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

@Suite struct PeerSignatureTests {
    @Test(.peers(.openssl)) func `signatures of openssl are accepted, and refused when something is wrong`() throws {
        try hold(against: .openssl, isThorough: true)
    }

    @Test(.peers(.python3, .cryptography))
    func `signatures of Python are accepted, and refused when something is wrong`() throws {
        try hold(against: .python)
    }

    @Test(.peers(.java)) func `signatures of Java are accepted, and refused when something is wrong`() throws {
        try hold(against: .java)
    }

    @Test(.peers(.node), arguments: [SigningPeer.webCrypto, .nodeCrypto])
    func `signatures of Node are accepted, and refused when something is wrong`(peer: SigningPeer) throws {
        try hold(against: peer)
    }

    private static let date = "Mon, 03 Aug 2020 22:59:35 UTC"

    /// Lets a program sign, and `signet verify` judge the signatures.
    ///
    /// - Parameter isThorough: whether all is tried that can be wrong with them, whoever has signed.
    private func hold(against peer: SigningPeer, isThorough: Bool = false) throws {
        let folder = try TemporaryFolder()
        let body = Array("{ \"from\": \"\(peer)\" }\n".utf8) + Array(0...255)
        try folder.write("body", body)
        try folder.write("dated", Array("\(Self.date):".utf8) + body)
        try peer.sign(in: folder)
        let (der, dated) = (try folder.read("body.der"), try folder.read("dated.der"))
        let raw = folder.exists("body.raw") ? try folder.read("body.raw") : rawForm(der)
        try folder.write("changed", flippingOneBit(body))
        try folder.write("body.base64", Base64.encode(der) + "\n")
        try folder.write("raw", raw)
        try folder.write("raw.base64", Base64.encode(raw) + "\n")

        let bodyHeader = header(der)
        let datedHeaders = header(dated) + ["--header", "\(SignatureHeader.dateName): \(Self.date)"]
        let evidences = [
            (["--signature", "body.der"], "signature over the body alone"),
            (["--signature", "body.base64"], "signature over the body alone"),
            (bodyHeader, "profile body: the signature covers the body"),
            (datedHeaders, "profile dated: signed \(Self.date)"),
        ]
        for (evidence, words) in evidences {
            let isHeader = evidence[0] == "--header"
            try expectAccepted(["body", "--key", "key.pem"] + evidence, in: folder, words)
            guard isThorough else { continue }
            let reason =
                isHeader
                ? "the signature is not one of key \"team-1\" over these bytes"
                : "the signature is not a signature of this key over the body"
            try expectRefused(["changed", "--key", "key.pem"] + evidence, in: folder, "changed: \(reason)")
            try expectRefused(["body", "--key", "other.pem"] + evidence, in: folder, "body: \(reason)")
        }
        guard isThorough else { return }
        let isRaw = "the signature is 64 bytes that look like raw r||s; it must be ASN.1 DER"
        for evidence in [["--signature", "raw"], ["--signature", "raw.base64"], header(raw)] {
            try expectRefused(["body", "--key", "key.pem"] + evidence, in: folder, isRaw)
        }
        // A signature of one profile is none of the other.
        let overBody = header(der) + ["--header", "\(SignatureHeader.dateName): \(Self.date)"]
        try expectRefused(["body", "--key", "key.pem"] + overBody, in: folder, "over these bytes")
        try expectRefused(["body", "--key", "key.pem"] + header(dated), in: folder, "over these bytes")
        try expectRefused(
            ["dated", "--key", "key.pem"] + header(dated), in: folder, "begins with a date and a colon")
    }

    private func header(_ signature: [UInt8]) -> [String] {
        let value = "keyId=\"team-1\",signature=\"\(Base64.encode(signature))\""
        return ["--header", "\(SignatureHeader.name): \(value)"]
    }

    private func expectAccepted(
        _ arguments: [String], in folder: TemporaryFolder, _ words: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try signet(["verify"] + arguments, in: folder)
        let isAccepted = result.status == 0 && result.errors.isEmpty && result.output.contains(words)
        #expect(isAccepted, "\(arguments): \(result)", sourceLocation: sourceLocation)
    }

    private func expectRefused(
        _ arguments: [String], in folder: TemporaryFolder, _ reason: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try signet(["verify"] + arguments, in: folder)
        let isRefused =
            result.status == 1 && result.output.isEmpty && result.errors.hasPrefix("signet: error: ")
            && result.errors.contains(reason)
        #expect(isRefused, "\(arguments): \(result)", sourceLocation: sourceLocation)
    }
}
