import Diagnostics
import ManifestVerifier

/// The URI of a private key on a PKCS#11 token (RFC 7512 §2.3), with standard attributes only and no query.
///
/// The key ring is reviewed and shared: it says which key, and neither which program is loaded for it nor its PIN.
package struct PKCS11URI: Hashable, Sendable {
    package let rawValue: String

    package init(_ text: String) throws(SignerReferenceError) {
        guard text.hasPrefix(Self.scheme), text.utf8.count <= Limits.signerBytes else { throw .malformedURI }
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
            guard let equals = attribute.firstIndex(of: UInt8(ascii: "=")) else { throw .malformedURI }
            let name = String(decoding: attribute[..<equals], as: UTF8.self)
            let value = attribute[attribute.index(after: equals)...]
            guard Self.attributes.contains(name) else { throw .unknownAttribute }
            guard seen.insert(name).inserted else { throw .repeatedAttribute }
            guard let bytes = Self.decoded(value), name == "id" || !bytes.contains(0) else { throw .malformedURI }
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
