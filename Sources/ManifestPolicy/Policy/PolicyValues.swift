import Diagnostics
import ManifestVerifier

// The values of a policy, checked where they are read and never again.

extension JSONValue {
    func asPolicyPath() throws(JSONShapeError) -> Located<PolicyPath> {
        let spelling = try asString()
        guard let path = PolicyPath(spelling) else {
            throw unacceptable(
                "\"\(spelling)\" is not a path inside the policy's folder (segments of A-Z a-z 0-9 . _ - without a "
                    + "leading dot, and not the folder keys)")
        }
        return Located(value: path, position: position)
    }

    func asLocatedString() throws(JSONShapeError) -> Located<String> {
        Located(value: try asString(), position: position)
    }

    /// Names in Latin letters that texts of other scripts may hold.
    func asNames() throws(JSONShapeError) -> [String] {
        let elements = try asArray()
        guard elements.count <= Limits.allowedNames else {
            throw unacceptable("there are more than \(Limits.allowedNames) names")
        }
        return try elements.map { (element) throws(JSONShapeError) in
            let name = try element.asString()
            guard (1...Limits.nameBytes).contains(name.utf8.count) else {
                throw element.unacceptable("a name is 1 to \(Limits.nameBytes) bytes long")
            }
            return name
        }
    }

    func asProfile() throws(JSONShapeError) -> SignatureProfile {
        let name = try asString()
        guard let profile = SignatureProfile(rawValue: name) else {
            throw unacceptable("\"\(name)\" is no profile; there are \"body\" and \"dated\"")
        }
        return profile
    }

    /// A span of time: a whole number and `s`, `m`, `h` or `d`.
    func asSeconds() throws(JSONShapeError) -> Int64 {
        let spelling = try asString()
        guard let span = TimeSpan(spelling) else {
            throw unacceptable("\"\(spelling)\" is no span of time like 90s, 30m, 12h or 2d")
        }
        return span.seconds
    }

    func asHeaderValue() throws(JSONShapeError) -> String {
        let value = try asString()
        guard !value.isEmpty, value.utf8.count <= 256,
            value.utf8.allSatisfy({ $0.isPrintableASCII && $0 != UInt8(ascii: "\"") }), !value.hasPrefix(" "),
            !value.hasSuffix(" ")
        else {
            throw unacceptable(
                "a header value is 1 to 256 characters of printable ASCII without quotes or spaces around it")
        }
        return value
    }

    /// An https URL without credentials; an origin is only a scheme, a host and perhaps a port.
    func asURL(isOrigin: Bool = false) throws(JSONShapeError) -> String {
        let spelling = try asString()
        let address: WebAddress
        do throws(WebAddress.Failure) {
            address = try WebAddress(spelling)
        } catch {
            throw unacceptable(
                error == .credentials ? "a URL must not hold credentials" : "\"\(spelling)\" is not an https URL")
        }
        guard !isOrigin || (address.path.isEmpty && !address.hasQueryOrFragment) else {
            throw unacceptable("an origin is https:// and a host, without a path or a \"/\" at the end")
        }
        return spelling
    }

    /// An https URL that a file's name is appended to: letters, digits and `._-~/:`, with a `/` at its end.
    func asURLPrefix() throws(JSONShapeError) -> String {
        let spelling = try asURL()
        guard spelling.hasSuffix("/"), spelling.utf8.count <= Limits.pathBytes / 2,
            spelling.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "._-~/:".utf8.contains($0) })
        else {
            throw unacceptable("\"\(spelling)\" is not an https URL of A-Z a-z 0-9 . _ - ~ / that ends in \"/\"")
        }
        return spelling
    }
}
