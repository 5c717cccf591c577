import Diagnostics
import ManifestVerifier

/// Where a service of AWS, or one that speaks like it, listens: `https://host[:port][/path]`.
///
/// `http` is for the loopback addresses of this machine alone.
package struct AWSEndpoint: Sendable, Equatable {
    /// `https://host[:port]`.
    package let origin: String
    /// The field `host` of requests: the port is left out where it is the usual one.
    package let host: String
    /// What follows, without a `/` at its end.
    package let path: String
    /// Whether it is reached without TLS.
    package var isPlain: Bool { origin.hasPrefix("http://") }

    /// Reads an address as people write it; fails for one that may not be asked.
    package init(_ text: String) throws {
        func refused(_ reason: String) -> ErrorReport {
            ErrorReport(
                .usage, "the endpoint \"\(text.printable)\" \(reason)",
                hint: "it looks like https://s3.example.com; http:// is only for this machine (http://127.0.0.1:8333)")
        }
        let isPlain = text.hasPrefix("http://")
        let address: WebAddress
        do throws(WebAddress.Failure) {
            address = try WebAddress(isPlain ? "https://" + text.dropFirst("http://".count) : text)
        } catch {
            throw refused("is not an https:// address without user and password")
        }
        guard !address.hasQueryOrFragment else { throw refused("has a query or a fragment") }
        if isPlain, !Self.isOfThisMachine(address.host) { throw refused("is reached without TLS") }
        let usualPort = isPlain ? "80" : "443"
        let port = address.port.flatMap { $0 == usualPort ? nil : ":\($0)" } ?? ""
        let name = address.isBracketed ? "[\(address.host)]" : address.host
        host = name.asciiLowercased + port
        origin = (isPlain ? "http://" : "https://") + name.asciiLowercased + port
        var path = address.path[...]
        while path.hasSuffix("/") { path = path.dropLast() }
        self.path = String(path)
    }

    /// The endpoint that `AWS_ENDPOINT_URL_SERVICE` or `AWS_ENDPOINT_URL` names; nil without one.
    ///
    /// - Parameter service: as the variable has it: `KMS`.
    package static func configured(for service: String, variables: [String: String]) throws -> AWSEndpoint? {
        guard variables["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"]?.asciiLowercased != "true" else { return nil }
        for name in ["AWS_ENDPOINT_URL_\(service)", "AWS_ENDPOINT_URL"] {
            guard let text = variables.nonEmpty(name) else { continue }
            do {
                return try AWSEndpoint(text)
            } catch {
                throw ErrorReport(error).at(name)
            }
        }
        return nil
    }

    /// The usual endpoint of a service.
    package init(host: String) {
        origin = "https://\(host)"
        self.host = host
        path = ""
    }

    /// The endpoint of a bucket that is named in front of the host.
    func withBucket(_ bucket: String) -> AWSEndpoint {
        AWSEndpoint(
            origin: origin.replacing("://", with: "://\(bucket).", maxReplacements: 1), host: "\(bucket).\(host)",
            path: path)
    }

    private init(origin: String, host: String, path: String) {
        (self.origin, self.host, self.path) = (origin, host, path)
    }

    private static func isOfThisMachine(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        // Digits after a zero are octal to curl, which then means another address.
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            .map { part in UInt8(part).flatMap { String($0) == part ? $0 : nil } }
        return parts.count == 4 && !parts.contains(nil) && parts[0] == 127
    }
}
