import ManifestVerifier

/// What a bundle answers to a request.
public struct BundleResponse: Sendable {
    /// The HTTP status: 200, 206, 400, 404, 405, 416 or 500.
    public let status: Int
    /// The headers, each once.
    public let headers: [HeaderField]
    /// What to send; nil for a HEAD and when there is no file.
    public let body: BundleBody?
    /// Why there is no file, for a log; nil when there is one.
    public let problem: String?

    /// A file or a part of it, or its headers only.
    init(_ status: Int, headers: [HeaderField], body: BundleBody?) {
        self.status = status
        self.headers = headers
        self.body = body
        problem = nil
    }

    /// No file.
    init(_ status: Int, _ problem: String, more headers: [HeaderField] = []) {
        self.status = status
        self.headers = headers + [HeaderField(name: "content-length", value: "0")]
        body = nil
        self.problem = problem
    }

    /// The headers by their names, as `HTTPURLResponse` takes them.
    public var headerFields: [String: String] {
        Dictionary(headers.map { ($0.name, $0.value) }) { first, _ in first }
    }
}
