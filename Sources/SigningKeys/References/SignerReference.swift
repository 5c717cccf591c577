import Diagnostics
import ManifestVerifier

/// Where the private half of a key is, as the key ring says it.
package enum SignerReference: Hashable, Sendable, CustomStringConvertible {
    /// `file:NAME`: a PEM file beside the ring.
    case file(FileName)
    /// `env:NAME`: a PEM in an environment variable.
    case environment(VariableName)
    /// `pkcs11:…`: a key on a hardware token (RFC 7512).
    case pkcs11(PKCS11URI)
    /// `awskms:…`: a key in AWS KMS.
    case awsKMS(KMSKeyReference)

    /// The name of a file in the ring's own folder.
    package struct FileName: Hashable, Sendable {
        package let rawValue: String

        package init?(_ name: String) {
            guard KeyRing.isFileName(name) else { return nil }
            rawValue = name
        }
    }

    /// The name of an environment variable: `[A-Za-z_][A-Za-z0-9_]*`.
    package struct VariableName: Hashable, Sendable {
        package let rawValue: String

        package init?(_ name: String) {
            guard (1...Limits.signerBytes).contains(name.utf8.count), name.utf8.first?.isASCIIDigit == false,
                name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") })
            else { return nil }
            rawValue = name
        }
    }

    package init(_ text: String) throws(SignerReferenceError) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw .unknownKind }
        let rest = String(text[text.index(after: colon)...])
        switch text[..<colon] {
        case "file":
            guard let name = FileName(rest) else { throw .fileName }
            self = .file(name)
        case "env":
            guard let name = VariableName(rest) else { throw .variableName }
            self = .environment(name)
        case "pkcs11":
            self = .pkcs11(try PKCS11URI(text))
        case "awskms":
            guard let key = KMSKeyReference(rest) else { throw .kmsKey }
            self = .awsKMS(key)
        default:
            throw .unknownKind
        }
    }

    package var description: String {
        switch self {
        case .file(let name): "file:\(name.rawValue)"
        case .environment(let name): "env:\(name.rawValue)"
        case .pkcs11(let uri): uri.rawValue
        case .awsKMS(let key): "awskms:\(key.rawValue)"
        }
    }
}

/// Why a text is not a signer reference. Messages never repeat the text: it may hold a secret by mistake.
package struct SignerReferenceError: Error, Equatable {
    package let message: String

    private init(_ message: String) { self.message = message }

    package static let unknownKind = Self("a signer is file:NAME, env:NAME, pkcs11:… or awskms:…")
    package static let fileName = Self("a signer file:NAME names a file beside the key ring")
    package static let variableName = Self(
        "a signer env:NAME names an environment variable, of A-Z a-z 0-9 _ without a leading digit")
    package static let kmsKey = Self("a signer awskms:… is a key id, alias/NAME, or the ARN of one of them")
    package static let malformedURI = Self(
        "a signer pkcs11:… is a URI like pkcs11:token=NAME;object=NAME (RFC 7512)")
    package static let namesPIN = Self(
        "a signer pkcs11:… may not name a PIN; it comes from the variable \(SignerSecrets.pinVariable) or the file "
            + SignerSecrets.pinFileVariable)
    package static let namesModule = Self(
        "a signer pkcs11:… may not name a module; the machine that signs decides which one is loaded")
    package static let unknownAttribute = Self("a signer pkcs11:… has only attributes of RFC 7512, and no query")
    package static let repeatedAttribute = Self("a signer pkcs11:… has an attribute twice")
    package static let otherType = Self("a signer pkcs11:… is a private key, so its type is private")
    package static let namesNoKey = Self("a signer pkcs11:… needs object=LABEL or id=ID, so that it names one key")
}
