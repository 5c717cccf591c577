import Diagnostics
import ManifestVerifier
import Programs

/// Where a tree is published: `https://host[:port][/path]`, or `s3://bucket[/prefix]`, which is read with credentials.
package struct TreeAddress: Equatable, Sendable, CustomStringConvertible {
    package enum Failure: Equatable, Sendable {
        case notHTTPS
        case bucket
        case host
        case port
        case credentials
        case queryOrFragment
        case character
        case tooLong
    }

    /// The address without a `/` at its end.
    package let rawValue: String
    /// What follows the host, without a `/` at its end; empty for a tree at the top.
    package let path: String
    /// The place in a bucket; nil for an `https` address.
    package let bucket: BucketAddress?

    /// Fails for anything but an `https` URL in ASCII that names only a host, perhaps a port, and perhaps a path.
    package init(_ text: String) throws {
        func refused(_ failure: Failure) -> TreeAddressError { TreeAddressError(text: text, failure: failure) }
        guard !text.hasPrefix(BucketAddress.scheme) else {
            guard let bucket = BucketAddress(text) else { throw refused(.bucket) }
            (rawValue, path, self.bucket) = (bucket.description.withoutSlashesAtEnd, "", bucket)
            return
        }
        let address: WebAddress
        do throws(WebAddress.Failure) {
            address = try WebAddress(text)
        } catch {
            throw refused(Failure(error))
        }
        // Names as the DNS has them, which no program and no file of a host's rules reads as anything else.
        guard address.isBracketed || Self.isHostName(address.host) else { throw refused(.host) }
        if let port = address.port {
            guard port.utf8.count <= 5, (1...65_535).contains(Int(port) ?? 0) else { throw refused(.port) }
        }
        guard !address.hasQueryOrFragment else { throw refused(.queryOrFragment) }
        // RFC 3986 §3.3: what may stand in a path, with `%` before two hexadecimal digits.
        guard address.path.utf8.allSatisfy({ $0.isASCIIAlphanumeric || Self.pathMarks.contains($0) }),
            address.path.utf8.percentDecoded != nil
        else { throw refused(.character) }
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

extension TreeAddress.Failure {
    fileprivate init(_ failure: WebAddress.Failure) {
        self =
            switch failure {
            case .tooLong: .tooLong
            case .notHTTPS: .notHTTPS
            case .credentials: .credentials
            case .host: .host
            case .port: .port
            case .character: .character
            }
    }
}

extension String {
    fileprivate var withoutSlashesAtEnd: String {
        var text = self
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }
}

/// A text that is no address of a tree.
package struct TreeAddressError: ReportableError, Equatable {
    package let text: String
    package let failure: TreeAddress.Failure

    package init(text: String, failure: TreeAddress.Failure) {
        self.text = text
        self.failure = failure
    }

    package var report: ErrorReport {
        // A text with credentials is not shown: it would end up in a log.
        let shown = failure == .credentials ? "the address" : "\"\(text)\""
        return ErrorReport(.usage, "\(shown) \(reason)", hint: hint)
    }

    private var reason: String {
        switch failure {
        case .notHTTPS: "is not an https:// address"
        case .bucket: "is not s3://BUCKET or s3://BUCKET/PREFIX"
        case .host: "names no host"
        case .port: "has a port that is not a number from 1 to 65535"
        case .credentials: "must not hold credentials"
        case .queryOrFragment: "has a query or a fragment, after which no path can be added"
        case .character: "has a character that a URL must escape"
        case .tooLong: "is longer than \(WebAddress.byteLimit) bytes"
        }
    }

    private var hint: String? {
        switch failure {
        case .credentials: "a published tree is public; give its address without user and password"
        case .bucket: "a prefix has letters, digits, '.', '_', '-' and '/'"
        case .character: "write it as % and two hexadecimal digits, a space as %20"
        case .host: "it looks like https://distribution.example.com; a name in other letters is written as xn--…"
        default: "it looks like https://distribution.example.com"
        }
    }
}
