/// An `https` URL in ASCII without credentials, taken apart (RFC 3986 §3).
///
/// A host is a registered name or an address in brackets; a port is digits or nothing. What follows is any text without
/// spaces and the characters that a URL must escape.
package struct WebAddress: Hashable, Sendable {
    /// Why a text is refused.
    package enum Failure: Error, Equatable, Sendable {
        case tooLong
        case notHTTPS
        case credentials
        case host
        case port
        case character
    }

    /// The host without its brackets.
    package let host: String
    /// Whether the host is an IP address in brackets.
    package let isBracketed: Bool
    /// What follows the colon after the host; nil without a colon.
    package let port: String?
    /// From the first `/` to a query or fragment; empty when there is none.
    package let path: String
    /// Whether a `?` or `#` follows the path.
    package let hasQueryOrFragment: Bool

    /// Bytes that an address may have.
    package static let byteLimit = 2_048

    /// Whether a host always means the machine itself.
    package static func isThisMachine(_ host: String) -> Bool { ["127.0.0.1", "localhost", "::1"].contains(host) }

    /// Checks an address.
    ///
    /// - Parameter allowsLocalHTTP: whether `http` will do for this very machine.
    package init(_ text: String, allowsLocalHTTP: Bool = false) throws(Failure) {
        let bytes = text.utf8
        guard bytes.count <= Self.byteLimit else { throw .tooLong }
        let scheme = text.hasPrefix("https://") ? "https://" : "http://"
        guard text.hasPrefix(scheme), allowsLocalHTTP || scheme == "https://" else { throw .notHTTPS }
        let rest = bytes.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        let path = rest[authority.endIndex...].prefix { !"?#".utf8.contains($0) }
        guard !authority.contains(UInt8(ascii: "@")) else { throw .credentials }

        let host: Substring.UTF8View
        let afterHost: Substring.UTF8View
        isBracketed = authority.first == UInt8(ascii: "[")
        if isBracketed {
            guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else { throw .host }
            host = authority[..<bracket].dropFirst()
            afterHost = authority[bracket...].dropFirst()
            guard host.allSatisfy({ $0.hexDigitValue != nil || ":.".utf8.contains($0) }) else { throw .host }
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
            afterHost = authority[host.endIndex...]
            guard host.allSatisfy({ $0.isASCIIAlphanumeric || Self.hostMarks.contains($0) }),
                host.percentDecoded != nil
            else { throw .host }
        }
        guard !host.isEmpty else { throw .host }
        let port = afterHost.dropFirst()
        guard afterHost.isEmpty || afterHost.first == UInt8(ascii: ":"), port.allSatisfy(\.isASCIIDigit) else {
            throw .port
        }
        guard rest[path.startIndex...].allSatisfy({ (0x21...0x7E).contains($0) && !Self.escaped.contains($0) }) else {
            throw .character
        }
        self.host = String(Substring(host))
        self.port = afterHost.isEmpty ? nil : String(Substring(port))
        self.path = String(Substring(path))
        hasQueryOrFragment = path.endIndex < rest.endIndex
        guard scheme == "https://" || Self.isThisMachine(self.host) else { throw .notHTTPS }
    }

    /// What a registered name may hold beside letters and digits: `unreserved`, `sub-delims` and `%` (RFC 3986 §3.2.2).
    private static let hostMarks = Set("-._~!$&'()*+,;=%".utf8)
    /// The printable characters that no URL holds as they are.
    private static let escaped = Set("\"<>\\^`{|}".utf8)
}
