import Diagnostics
import ManifestVerifier

/// The URI of a private key on a PKCS#11 token (RFC 7512 §2.3), with standard attributes only and no query.
///
/// The key ring is reviewed and shared: it says which key, never which program is loaded for it or what its PIN is.
package struct PKCS11URI: Hashable, Sendable {
    /// The URI as it was written.
    package let rawValue: String

    /// Why a text is no such URI.
    package enum Failure: Error, Equatable, Sendable {
        /// It does not follow the grammar.
        case malformed
        /// It would put a PIN, or the place of one, into the key ring.
        case namesPIN
        /// It would say which program is loaded.
        case namesModule
        /// An attribute that the RFC does not have, or a query.
        case unknownAttribute
        case repeatedAttribute
        /// It says that the object is something else than a private key.
        case otherType
        /// Neither a label nor an id says which key.
        case namesNoKey

        /// The reason as a phrase.
        package var message: String {
            switch self {
            case .malformed: "a signer pkcs11:… is a URI like pkcs11:token=NAME;object=NAME (RFC 7512)"
            case .namesPIN:
                "a signer pkcs11:… may not name a PIN; it comes from the variable SIGNET_PIN or the file SIGNET_PIN_FILE"
            case .namesModule:
                "a signer pkcs11:… may not name a module; which one is loaded is for the machine that signs to say"
            case .unknownAttribute: "a signer pkcs11:… has only attributes of RFC 7512, and no query"
            case .repeatedAttribute: "a signer pkcs11:… has an attribute twice"
            case .otherType: "a signer pkcs11:… is a private key, so its type is private"
            case .namesNoKey: "a signer pkcs11:… needs object=LABEL or id=ID, so that it names one key"
            }
        }
    }

    /// Reads a URI strictly.
    package init(_ text: String) throws(Failure) {
        guard text.hasPrefix(Self.scheme), text.utf8.count <= Limits.signerBytes else { throw .malformed }
        let rest = text.utf8.dropFirst(Self.scheme.utf8.count)
        // OpenSSL's engine also ends an attribute at "&" and "?", so the names are looked for behind those, too.
        let separators = [UInt8(ascii: ";"), UInt8(ascii: "?"), UInt8(ascii: "&")]
        let names = rest.split(whereSeparator: separators.contains).map { attribute in
            String(decoding: attribute.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).asciiLowercased
        }
        guard !names.contains(where: { $0.hasPrefix("pin-") }) else { throw .namesPIN }
        guard !names.contains(where: { $0.hasPrefix("module-") }) else { throw .namesModule }
        guard !rest.contains(UInt8(ascii: "?")) else { throw .unknownAttribute }

        var seen: Set<String> = []
        for attribute in rest.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            guard let equals = attribute.firstIndex(of: UInt8(ascii: "=")) else { throw .malformed }
            let name = String(decoding: attribute[..<equals], as: UTF8.self)
            let value = attribute[attribute.index(after: equals)...]
            guard Self.attributes.contains(name) else { throw .unknownAttribute }
            guard seen.insert(name).inserted else { throw .repeatedAttribute }
            guard let bytes = Self.decoded(value), name == "id" || !bytes.contains(0) else { throw .malformed }
            guard name != "type" || bytes == Array("private".utf8) else { throw .otherType }
        }
        guard !seen.isDisjoint(with: ["object", "id"]) else { throw .namesNoKey }
        rawValue = text
    }

    /// The bytes of a value; nil when it is empty, has a character that must be encoded, or a broken encoding.
    private static func decoded(_ value: some Collection<UInt8>) -> [UInt8]? {
        guard !value.isEmpty,
            value.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "%") || plain.contains($0) })
        else { return nil }
        return value.percentDecoded
    }

    private static let scheme = "pkcs11:"
    private static let attributes: Set<String> = [
        "token", "manufacturer", "serial", "model", "library-manufacturer", "library-version", "library-description",
        "object", "type", "id", "slot-manufacturer", "slot-description", "slot-id",
    ]
    /// `unreserved` and `pk11-res-avail`, without `&`.
    private static let plain = Set("-._~:[]@!$'()*+,=".utf8)
}
