import LocalFiles
import ManifestVerifier

/// A bundle's answer to a request.
public struct BundleResponse: Sendable {
    /// The HTTP status: 200, 206, 400, 404, 405, 416 or 500.
    public let status: Int
    /// The headers, each once.
    public let headers: [HeaderField]
    /// What to send; nil for a HEAD and without a file.
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
        self.headers = headers + [HeaderField(unchecked: "content-length", value: "0")]
        body = nil
        self.problem = problem
    }

    /// The refusal of a method that reads nothing; nil for GET and HEAD.
    init?(refusing method: String) {
        guard method != "GET", method != "HEAD" else { return nil }
        self.init(
            405, "\(method) is neither GET nor HEAD", more: [HeaderField(unchecked: "allow", value: "GET, HEAD")])
    }

    /// The headers by their names, as `HTTPURLResponse` takes them.
    public var headerFields: [String: String] {
        Dictionary(headers.map { ($0.name, $0.value) }) { first, _ in first }
    }
}

/// The bytes of a file or of a part of it, read on demand.
///
/// The file was opened when the response was made: if it is replaced or removed meanwhile, it is still served to its end.
public struct BundleBody: AsyncSequence, Sendable {
    /// The next bytes of a body.
    public typealias Element = [UInt8]

    /// How many bytes there are.
    public let byteCount: Int
    /// The path of the file, for messages.
    let path: String
    private let content: Content
    private let start: Int

    private enum Content: Sendable {
        case file(ReadableFile)
        /// All of it, which was checked.
        case bytes([UInt8])
    }

    /// A part of an open file.
    init(_ file: ReadableFile, _ range: Range<Int>) { self.init(.file(file), file.path, range) }

    /// The content of the file at a path.
    init(_ bytes: [UInt8], of path: String) { self.init(.bytes(bytes), path, 0..<bytes.count) }

    private init(_ content: Content, _ path: String, _ range: Range<Int>) {
        self.content = content
        self.path = path
        start = range.lowerBound
        byteCount = range.count
    }

    /// A part of a whole body.
    func part(_ range: Range<Int>) -> BundleBody { BundleBody(content, path, range) }

    /// Up to `count` bytes from `offset` on; fewer only at the end of the body.
    ///
    /// This reads from the disk: on the main actor, iterate over the body instead, which reads elsewhere.
    public func bytes(at offset: Int, count: Int) throws(ServingError) -> [UInt8] {
        precondition(offset >= 0 && count >= 0, "an offset and a count are not negative")
        let wanted = Swift.min(count, byteCount - offset)
        guard wanted > 0 else { return [] }
        let from = start + offset
        switch content {
        case .bytes(let bytes): return wanted == bytes.count ? bytes : Array(bytes[from..<from + wanted])
        case .file(let file):
            let bytes = try translating(file.bytes(at: from, count: wanted), to: ServingError.init)
            guard bytes.count == wanted else { throw .fileCutShort(path) }
            return bytes
        }
    }

    /// Reads the body in pieces of 256 KiB.
    public func makeAsyncIterator() -> Iterator { Iterator(body: self) }

    /// Reads a body piece by piece.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private let body: BundleBody
        private var offset = 0

        /// Starts at the beginning.
        init(body: BundleBody) { self.body = body }

        /// The next piece, which is not empty; nil at the end.
        ///
        /// It is read off the caller's actor.
        ///
        /// - Throws: ``ServingError``.
        @concurrent
        public mutating func next() async throws -> [UInt8]? {
            let piece = try body.bytes(at: offset, count: 256 << 10)
            offset += piece.count
            return piece.isEmpty ? nil : piece
        }
    }
}

/// Why a bundle cannot be served.
public enum ServingError: Error, Equatable, Sendable {
    /// The folder or a file in it cannot be read, for this reason.
    case unreadable(String)
    /// A file was truncated while it was served.
    case fileCutShort(String)
    /// The prefix is not a path.
    case malformedPrefix(String)
    /// The fallback is not the path of a file.
    case malformedFallback(String)
    /// The Content-Security-Policy is not printable ASCII.
    case malformedPolicy(String)

    init(_ error: FileError) {
        self = .unreadable(error.message)
    }
}
