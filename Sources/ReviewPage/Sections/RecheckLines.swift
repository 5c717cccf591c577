import ManifestVerifier

/// The lines with which a person checks a signature again, in a shell in the folder in which `signet` was run.
///
/// Everything in them is ours or has a strict grammar: paths of documents, base64, dates. The folder of the tree is quoted.
struct RecheckLines {
    /// The file that the lines of `saving` write the key to.
    let keyFile: String

    /// - Parameter number: that of the key on the page.
    init(key number: Int) { keyFile = "key-\(number).pem" }

    /// Saves a public key and prints its fingerprint.
    func saving(_ key: PublicKey) -> String {
        """
        cat > \(keyFile) <<'END'
        \(key.pemRepresentation)END
        openssl pkey -pubin -in \(keyFile) -outform DER | openssl dgst -sha256

        """
    }

    /// Checks the signatures of a document by openssl.
    func openssl(_ body: String, _ signature: ReviewedSignature) -> String {
        let file = Self.quoted(body)
        var lines = ["openssl dgst -sha256 \(file)"]
        if let header = signature.header {
            lines.append("printf %s '\(Base64.encode(header))' | openssl base64 -d -A > signature.der")
            let verify = "openssl dgst -sha256 -verify \(keyFile) -signature signature.der"
            lines.append(
                signature.date.map { "{ printf '%s:' '\($0.headerValue)'; cat \(file); } | \(verify)" }
                    ?? "\(verify) \(file)")
        }
        lines.append("base64 -d \(Self.quoted(body + ".sig")) > signature.der")
        lines.append("openssl dgst -sha256 -verify \(keyFile) -signature signature.der \(file)")
        return lines.map { $0 + "\n" }.joined()
    }

    /// Checks the signatures of a document by Python's package `cryptography`.
    func python(_ body: String, _ signature: ReviewedSignature) -> String {
        var lines = [
            "python3 - \(Self.quoted(body)) <<'END'", "import base64, sys", "from pathlib import Path",
            "from cryptography.hazmat.primitives import hashes, serialization",
            "from cryptography.hazmat.primitives.asymmetric import ec", "",
            "key = serialization.load_pem_public_key(Path(\"\(keyFile)\").read_bytes())",
            "body = Path(sys.argv[1]).read_bytes()",
        ]
        func verify(_ der: [UInt8], _ signed: String) {
            lines.append(
                "key.verify(base64.b64decode(\"\(Base64.encode(der))\"), \(signed), ec.ECDSA(hashes.SHA256()))")
        }
        if let header = signature.header {
            verify(header, signature.date.map { "b\"\($0.headerValue):\" + body" } ?? "body")
        }
        if signature.header != signature.sidecar { verify(signature.sidecar, "body") }
        lines += ["print(\"verified\")", "END"]
        return lines.map { $0 + "\n" }.joined()
    }

    private static func quoted(_ path: String) -> String { "'" + path.replacing("'", with: #"'\''"#) + "'" }
}
