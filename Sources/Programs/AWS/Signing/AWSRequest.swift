import ManifestVerifier

/// A request to a service of AWS, before it is signed.
package struct AWSRequest: Sendable {
    /// What is sent, with its SHA-256, which is signed.
    package enum Body: Sendable {
        case none
        /// A short text, which is never on a disk.
        case text(String)
        /// The file at a path, whose bytes must have this digest: the service refuses others.
        case file(path: String, byteCount: Int, sha256: [UInt8])
    }

    package var method: Curl.Transfer.Method
    /// What follows the endpoint, not yet encoded; begins with a `/`.
    package var path: String
    /// The names and values of the query, not yet encoded.
    package var query: [(name: String, value: String)] = []
    /// Further fields, in printable ASCII. All are signed.
    package var headers: [HeaderField] = []
    package var body = Body.none
    /// Where the body of an answer without an error goes; nil for one that is small.
    package var destination: Curl.Transfer.Destination?

    package init(_ method: Curl.Transfer.Method, _ path: String) {
        self.method = method
        self.path = path
    }

    /// The SHA-256 of the body, in lowercase hexadecimal digits.
    var payloadHash: String {
        switch body {
        case .none: Self.emptyHash
        case .text(let text): SHA256.hash(Array(text.utf8)).hexadecimal
        case .file(_, _, let sha256): sha256.hexadecimal
        }
    }

    private static let emptyHash = SHA256.hash([]).hexadecimal
}
