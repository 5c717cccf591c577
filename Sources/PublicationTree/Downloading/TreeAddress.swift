import Diagnostics
import ManifestVerifier
import Programs

/// Where a tree is published: `https://host[:port][/path]`, or `s3://bucket[/prefix]`, which is read with credentials.
package struct TreeAddress: Equatable, Sendable, CustomStringConvertible {
    /// The address without a `/` at its end.
    package let rawValue: String
    /// What follows the host, without a `/` at its end; empty for a tree at the top.
    package let path: String
    /// The place in a bucket; nil for an `https` address.
    package let bucket: BucketAddress?

    /// Fails for anything but an `https` URL in ASCII that names only a host, perhaps a port, and perhaps a path.
    package init(_ text: String) throws {
        func refused(_ reason: String, hint: String = "it looks like https://distribution.example.com") -> ErrorReport {
            ErrorReport(.usage, "\"\(text)\" \(reason)", hint: hint)
        }
        guard !text.hasPrefix(BucketAddress.scheme) else {
            guard let bucket = BucketAddress(text) else {
                throw refused(
                    "is not s3://BUCKET or s3://BUCKET/PREFIX",
                    hint: "a prefix has letters, digits, '.', '_', '-' and '/'")
            }
            (rawValue, path, self.bucket) = (bucket.description.withoutSlashesAtEnd, "", bucket)
            return
        }
        let wrongHost = refused(
            "names no host",
            hint: "it looks like https://distribution.example.com; a name in other letters is written as xn--…")
        let wrongPort = refused("has a port that is not a number from 1 to 65535")
        let wrongCharacter = refused(
            "has a character that a URL must escape", hint: "write it as % and two hexadecimal digits, a space as %20")
        let address: WebAddress
        do throws(WebAddress.Failure) {
            address = try WebAddress(text)
        } catch {
            switch error {
            case .tooLong: throw refused("is longer than \(WebAddress.byteLimit) bytes")
            case .notHTTPS: throw refused("is not an https:// address")
            // Not shown: it would end up in a log.
            case .credentials:
                throw ErrorReport(
                    .usage, "the address must not hold credentials",
                    hint: "a published tree is public; give its address without user and password")
            case .host: throw wrongHost
            case .port: throw wrongPort
            case .character: throw wrongCharacter
            }
        }
        // Names as the DNS has them, which no program and no file of a host's rules reads as anything else.
        guard address.isBracketed || Self.isHostName(address.host) else { throw wrongHost }
        if let port = address.port {
            guard port.utf8.count <= 5, (1...65_535).contains(Int(port) ?? 0) else { throw wrongPort }
        }
        guard !address.hasQueryOrFragment else {
            throw refused("has a query or a fragment, after which no path can be added")
        }
        // RFC 3986 §3.3: what may stand in a path, with `%` before two hexadecimal digits.
        guard address.path.utf8.allSatisfy({ $0.isASCIIAlphanumeric || Self.pathMarks.contains($0) }),
            address.path.utf8.percentDecoded != nil
        else { throw wrongCharacter }
        rawValue = text.withoutSlashesAtEnd
        path = address.path.withoutSlashesAtEnd
        bucket = nil
    }

    private static func isHostName(_ host: String) -> Bool {
        host.utf8.first?.isASCIIAlphanumeric == true
            && host.utf8.allSatisfy { $0.isASCIIAlphanumeric || ".-".utf8.contains($0) }
    }

    /// Whether a word of a command line is meant as an address and not as a path.
    package static func isMeant(by word: String) -> Bool { word.contains("://") }

    /// The URL of a file of the tree; paths of trees have no character that a URL would escape.
    package func url(of path: String) -> String { "\(rawValue)/\(path)" }

    package var description: String { rawValue }

    private static let pathMarks = Set("/-._~!$&'()*+,;=:@%".utf8)
}

extension String {
    fileprivate var withoutSlashesAtEnd: String {
        var text = self
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }
}
