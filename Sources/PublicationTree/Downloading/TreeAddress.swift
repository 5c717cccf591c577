import Diagnostics
import ManifestVerifier

/// Where a tree is published: `https://host[:port][/path]`.
package struct TreeAddress: Equatable, Sendable, CustomStringConvertible {
    /// Why an address is refused.
    package enum Failure: Equatable, Sendable {
        case notHTTPS
        case host
        case port
        case credentials
        case queryOrFragment
        case character
        case tooLong
    }

    /// The address without a `/` at its end.
    package let rawValue: String

    /// Fails for anything but an `https` URL in ASCII that names only a host, perhaps a port, and perhaps a path.
    package init(_ text: String) throws {
        func refused(_ failure: Failure) -> TreeAddressError { TreeAddressError(text: text, failure: failure) }
        guard text.utf8.count <= Self.byteLimit else { throw refused(.tooLong) }
        guard text.hasPrefix(Self.scheme) else { throw refused(.notHTTPS) }
        let rest = text.utf8.dropFirst(Self.scheme.utf8.count)
        let end = rest.firstIndex { Array("/?#".utf8).contains($0) } ?? rest.endIndex
        let (authority, path) = (rest[..<end], rest[end...])
        guard !authority.contains(UInt8(ascii: "@")) else { throw refused(.credentials) }

        let isBracketed = authority.first == UInt8(ascii: "[")
        let hostEnd: Substring.UTF8View.Index
        if isBracketed {
            guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else { throw refused(.host) }
            hostEnd = authority.index(after: bracket)
            let inside = authority[..<bracket].dropFirst()
            guard !inside.isEmpty, inside.allSatisfy({ hexDigitValue($0) != nil || Array(":.".utf8).contains($0) })
            else { throw refused(.host) }
        } else {
            hostEnd = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
            let host = authority[..<hostEnd]
            guard let first = host.first, first.isASCIIAlphanumeric,
                host.allSatisfy({ $0.isASCIIAlphanumeric || Array(".-".utf8).contains($0) })
            else { throw refused(.host) }
        }
        let port = authority[hostEnd...]
        if !port.isEmpty {
            let digits = port.dropFirst()
            guard port.first == UInt8(ascii: ":"), (1...5).contains(digits.count),
                digits.allSatisfy(\.isASCIIDigit),
                (1...65_535).contains(digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
            else { throw refused(.port) }
        }

        guard !path.contains(where: { Array("?#".utf8).contains($0) }) else { throw refused(.queryOrFragment) }
        // RFC 3986 §3.3: what may stand in a path, with `%` before two hexadecimal digits.
        var characters = Array(path)[...]
        while let byte = characters.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard characters.count >= 2, characters.prefix(2).allSatisfy({ hexDigitValue($0) != nil }) else {
                    throw refused(.character)
                }
            } else if !byte.isASCIIAlphanumeric, !Self.pathMarks.contains(byte) {
                throw refused(.character)
            }
        }
        var trimmed = text
        while trimmed.hasSuffix("/") { trimmed.removeLast() }
        rawValue = trimmed
    }

    /// Whether a word of a command line is meant as an address and not as a path.
    package static func isMeant(by word: String) -> Bool { word.contains("://") }

    /// The URL of a file of the tree; paths of trees have no character that a URL would escape.
    package func url(of path: String) -> String { "\(rawValue)/\(path)" }

    package var description: String { rawValue }

    fileprivate static let byteLimit = 2_048
    private static let scheme = "https://"
    private static let pathMarks = Set("/-._~!$&'()*+,;=:@".utf8)
}

/// A text that is no address of a tree.
package struct TreeAddressError: ReportableError, Equatable {
    /// The text as it was given.
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
        case .host: "names no host"
        case .port: "has a port that is not a number from 1 to 65535"
        case .credentials: "must not hold credentials"
        case .queryOrFragment: "has a query or a fragment, after which no path can be added"
        case .character: "has a character that a URL must escape"
        case .tooLong: "is longer than \(TreeAddress.byteLimit) bytes"
        }
    }

    private var hint: String? {
        switch failure {
        case .credentials: "a published tree is public; give its address without user and password"
        case .character: "write it as % and two hexadecimal digits, a space as %20"
        case .host: "it looks like https://distribution.example.com; a name in other letters is written as xn--…"
        default: "it looks like https://distribution.example.com"
        }
    }
}
