import Diagnostics
import ManifestVerifier

/// What AWS KMS calls a key: a key id, `alias/NAME`, or the ARN of one of them.
package struct KMSKeyReference: Hashable, Sendable {
    /// The name, as KMS takes it.
    package let rawValue: String

    /// Fails when `text` has another form.
    package init?(_ text: String) {
        guard text.utf8.count <= Limits.signerBytes else { return nil }
        guard text.hasPrefix("arn:") else {
            guard Self.isKeyID(text) || Self.isAlias(text) else { return nil }
            rawValue = text
            return
        }
        // arn:PARTITION:kms:REGION:ACCOUNT:RESOURCE
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, Self.isWord(parts[1]), parts[1].hasPrefix("aws"), parts[2] == "kms",
            Self.isWord(parts[3]), parts[4].utf8.count == 12, parts[4].utf8.allSatisfy(\.isASCIIDigit),
            Self.isAlias(parts[5]) || Self.keyID(ofResource: parts[5]) != nil
        else { return nil }
        rawValue = text
    }

    /// The key's own id: the last part of a key's ARN; nil for an alias.
    package var keyID: String? {
        Self.isKeyID(rawValue)
            ? rawValue : rawValue.split(separator: ":").last.flatMap { Self.keyID(ofResource: String($0)) }
    }

    /// The region that an ARN names; nil for other names.
    package var region: String? {
        let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 6 ? String(parts[3]) : nil
    }

    private static func keyID(ofResource resource: String) -> String? {
        guard resource.hasPrefix("key/") else { return nil }
        let id = String(resource.dropFirst("key/".count))
        return isKeyID(id) ? id : nil
    }

    /// A UUID, or `mrk-` and 32 digits for a key of several regions.
    private static func isKeyID(_ text: String) -> Bool {
        if text.hasPrefix("mrk-") { return isHexadecimal(text.dropFirst("mrk-".count), count: 32) }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 5 && zip(parts, [8, 4, 4, 4, 12]).allSatisfy { isHexadecimal($0, count: $1) }
    }

    private static func isAlias(_ text: String) -> Bool {
        let name = text.utf8.dropFirst("alias/".utf8.count)
        return text.hasPrefix("alias/") && (1...250).contains(name.count)
            && name.allSatisfy {
                $0.isASCIIAlphanumeric || [UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-")].contains($0)
            }
    }

    private static func isHexadecimal(_ text: Substring, count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy(\.isLowercaseHexDigit)
    }

    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
            }
    }
}
