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
        /// The name.
        package let rawValue: String

        /// Fails when `name` is no such name.
        package init?(_ name: String) {
            guard KeyRing.isFileName(name) else { return nil }
            rawValue = name
        }
    }

    /// The name of an environment variable: `[A-Za-z_][A-Za-z0-9_]*`.
    package struct VariableName: Hashable, Sendable {
        /// The name.
        package let rawValue: String

        /// Fails when `name` has another form.
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
            do throws(PKCS11URI.Failure) {
                self = .pkcs11(try PKCS11URI(text))
            } catch {
                throw .pkcs11(error)
            }
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

/// Why a text says of no private key where it is. Messages never repeat the text: it may hold a secret by mistake.
package enum SignerReferenceError: Error, Equatable, Sendable {
    case unknownKind
    case fileName
    case variableName
    case pkcs11(PKCS11URI.Failure)
    case kmsKey

    /// The reason as a phrase.
    package var message: String {
        switch self {
        case .unknownKind: "a signer is file:NAME, env:NAME, pkcs11:… or awskms:…"
        case .fileName: "a signer file:NAME names a file beside the key ring"
        case .variableName: "a signer env:NAME names an environment variable, of A-Z a-z 0-9 _ without a leading digit"
        case .pkcs11(let failure): failure.message
        case .kmsKey: "a signer awskms:… is a key id, alias/NAME, or the ARN of one of them"
        }
    }
}
