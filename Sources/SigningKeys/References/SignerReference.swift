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

    /// Reads a reference of any of the four kinds.
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
package enum SignerReferenceError: Error, Equatable, Sendable {
    case unknownKind
    case fileName
    case variableName
    case kmsKey
    /// The text does not follow the grammar of PKCS#11 URIs.
    case malformedURI
    /// The URI would put a PIN, or the place of one, into the key ring.
    case namesPIN
    /// The URI would say which program is loaded.
    case namesModule
    /// An attribute that the RFC does not have, or a query.
    case unknownAttribute
    case repeatedAttribute
    /// The URI is for an object other than a private key.
    case otherType
    /// Neither a label nor an id says which key.
    case namesNoKey

    package var message: String {
        switch self {
        case .unknownKind: "a signer is file:NAME, env:NAME, pkcs11:… or awskms:…"
        case .fileName: "a signer file:NAME names a file beside the key ring"
        case .variableName: "a signer env:NAME names an environment variable, of A-Z a-z 0-9 _ without a leading digit"
        case .kmsKey: "a signer awskms:… is a key id, alias/NAME, or the ARN of one of them"
        case .malformedURI: "a signer pkcs11:… is a URI like pkcs11:token=NAME;object=NAME (RFC 7512)"
        case .namesPIN:
            "a signer pkcs11:… may not name a PIN; it comes from the variable \(SignerSecrets.pinVariable) or the file "
                + SignerSecrets.pinFileVariable
        case .namesModule:
            "a signer pkcs11:… may not name a module; the machine that signs decides which one is loaded"
        case .unknownAttribute: "a signer pkcs11:… has only attributes of RFC 7512, and no query"
        case .repeatedAttribute: "a signer pkcs11:… has an attribute twice"
        case .otherType: "a signer pkcs11:… is a private key, so its type is private"
        case .namesNoKey: "a signer pkcs11:… needs object=LABEL or id=ID, so that it names one key"
        }
    }
}
