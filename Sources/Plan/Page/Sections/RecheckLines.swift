import Diagnostics
import ManifestVerifier

/// The lines with which a person checks a signature again, in a shell in the folder in which `signet` was run.
///
/// Everything in them is ours or has a strict grammar: paths of documents, base64, dates, headers of a `.jws`. The folder of
/// the tree is quoted.
struct RecheckLines {
    /// The number of the key.
    let key: Int
    /// The file that the lines of `saving` write the key to.
    private var keyFile: String { "key-\(key).pem" }

    /// Saves a public key and prints its fingerprint.
    func saving(_ key: PublicKey) -> String {
        """
        cat > \(keyFile) <<'END'
        \(key.pemRepresentation)END
        openssl pkey -pubin -in \(keyFile) -outform DER | openssl dgst -sha256

        """
    }

    func openssl(_ body: String, _ signature: PageSignature) -> String {
        let file = Self.quoted(body)
        var lines = ["openssl dgst -sha256 \(file)"]
        if let header = signature.header {
            lines.append("printf %s '\(Base64.encode(header))' | openssl base64 -d -A > signature.der")
            let verify = "openssl dgst -sha256 -verify \(keyFile) -signature signature.der"
            lines.append(
                signature.date.map { "{ printf '%s:' '\($0.headerValue)'; cat \(file); } | \(verify)" }
                    ?? "\(verify) \(file)")
        }
        if let web = signature.web {
            lines += [
                "{ printf %s '\(web.headerText)' | openssl base64 -A; printf .; openssl base64 -A -in \(file); }"
                    + " | tr '/+' '_-' | tr -d '=' > signed",
                "printf %s '\(Base64.encode(web.signature.derRepresentation))' | openssl base64 -d -A > signature.der",
                "openssl dgst -sha256 -verify \(keyFile) -signature signature.der signed",
                "{ cat signed; printf %s '\(web.end)'; } | cmp - \(Self.quoted(body + DocumentPath.jwsSuffix))",
            ]
        }
        lines.append("base64 -d \(Self.quoted(body + ".sig")) > signature.der")
        lines.append("openssl dgst -sha256 -verify \(keyFile) -signature signature.der \(file)")
        return lines.map { $0 + "\n" }.joined()
    }

    private static func quoted(_ path: String) -> String { "'" + path.replacingScalars("'", with: #"'\''"#) + "'" }
}

extension PageSignature.Web {
    var headerText: String { String(decoding: header.bytes, as: UTF8.self) }

    /// What follows the signed part of the file.
    fileprivate var end: String {
        "." + String(decoding: Base64URL.encode(signature.rawRepresentation), as: UTF8.self)
    }
}
