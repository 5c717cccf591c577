import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Answers requests for the files of one bundle, for the handler of a custom scheme.
///
/// The bundle's folder stays open. No request reads anything outside it: every segment of a path is one name in one
/// folder, and links are never followed. Of a downloaded bundle, only what was signed is served: each file is hashed when
/// it is opened, and the same open file is sent. One that is not what was signed is status 500, and the bundle steps aside:
/// the store says so in an event, and the next start shows another one. An embedded archive counts as what was signed, and is
/// unpacked anew.
public struct BundleResponder: Sendable {
    private let files: Files
    private let prefix: RequestPath
    private let policy: String?
    private let fallback: RequestPath?

    /// The default Content-Security-Policy of a bundle's pages.
    ///
    /// Everything comes from the bundle, which was signed: no inline or foreign scripts, no `eval`, no plug-ins, no requests
    /// to anywhere else, and no frames, neither in the page nor around it. `data:` and `blob:` are allowed for images, fonts
    /// and media, where bundlers put small files and nothing runs. `base-uri` is `'self'` and not `'none'`, since routers
    /// in a page need `<base>`, and what it then names is still in the bundle.
    ///
    /// An app that needs more appends a further directive:
    /// `BundleResponder.defaultPolicy + "; connect-src 'self' https://api.example.com"`, or `style-src 'self' 'unsafe-inline'`
    /// for libraries that write style elements. When a directive appears twice, browsers ignore the second.
    public static let defaultPolicy = [
        "default-src 'self'", "img-src 'self' data: blob:", "font-src 'self' data:", "media-src 'self' data: blob:",
        "object-src 'none'", "base-uri 'self'", "form-action 'self'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    /// Where the files are.
    private enum Files: Sendable {
        /// A folder of the app itself.
        case shipped(Folder)
        /// One that was downloaded or unpacked.
        case checked(CheckedFolder)
    }

    /// Answers for a bundle that was started.
    ///
    /// - Parameters:
    ///   - bundle: keep it as long as it is served.
    ///   - prefix: the part before the bundle's own paths, host included: `builds/mobile/v1.5.1` for
    ///     `sila://builds/mobile/v1.5.1/index.html`.
    ///   - policy: the Content-Security-Policy of every response; nil for none, when the pages have their own.
    ///   - fallback: for pages with a router, the file to serve for a path that names no file and whose last segment has
    ///     no dot: `index.html`. Without one, such a path is 404.
    public init(
        _ bundle: StartedBundle, prefix: String = "", policy: String? = BundleResponder.defaultPolicy,
        fallback: String? = nil
    ) throws(ServingError) {
        guard let checked = bundle.files else {
            try self.init(folder: bundle.folder, prefix: prefix, policy: policy, fallback: fallback)
            return
        }
        try self.init(.checked(checked), prefix, policy, fallback)
    }

    /// Answers for a folder that no other process can change.
    package init(
        folder: URL, prefix: String = "", policy: String? = BundleResponder.defaultPolicy, fallback: String? = nil
    ) throws(ServingError) {
        let opened = try translating(Folder(path: folder.path), to: ServingError.init)
        try self.init(.shipped(opened), prefix, policy, fallback)
    }

    private init(_ files: Files, _ prefix: String, _ policy: String?, _ fallback: String?) throws(ServingError) {
        guard let path = RequestPath(prefix) else { throw .malformedPrefix(prefix) }
        if let policy, policy.isEmpty || !policy.utf8.allSatisfy(\.isPrintableASCII) { throw .malformedPolicy(policy) }
        self.fallback = fallback.flatMap { RequestPath($0) }
        if let fallback, self.fallback?.isFolder != false { throw .malformedFallback(fallback) }
        self.files = files
        self.policy = policy
        self.prefix = path
    }

    /// Answers a request for a URL, whose host counts as the first segment of the path.
    public func response(method: String, url: URL, headers: [HeaderField]) -> BundleResponse {
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let path = (parts?.percentEncodedHost ?? "") + (parts?.percentEncodedPath ?? "")
        return response(method: method, path: path, headers: headers)
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - method: `GET` or `HEAD`; anything else is 405.
    ///   - path: the host and the path as in the URL, percent-encoded: `builds/mobile/v1.5.1/a%20b.png`. A query and a
    ///     fragment are ignored. A folder means its `index.html`; end its path with a `/`, or the relative links of that
    ///     page lead elsewhere.
    ///   - headers: the headers of the request, of which a GET uses `range`.
    public func response(method: String, path: String, headers: [HeaderField]) -> BundleResponse {
        if let refusal = BundleResponse(refusing: method) { return refusal }
        guard let request = RequestPath(path) else { return BundleResponse(400, "\(path) is not the path of a file") }
        guard let names = request.names(below: prefix) else {
            return BundleResponse(404, "\(path) is not below this bundle's prefix")
        }
        do throws(FileError) {
            let (body, name) = try body(names, isFolder: request.isFolder)
            return response(with: body, named: name, isHead: method == "HEAD", headers: headers)
        } catch {
            return BundleResponse(error.isAbsence ? 404 : 500, error.message)
        }
    }

    // MARK: Finding the file

    private func body(_ names: ArraySlice<String>, isFolder: Bool) throws(FileError) -> (BundleBody, String) {
        do throws(FileError) {
            return try open(names, isFolder: isFolder)
        } catch {
            guard let fallback, error.reason == .notFound || error.reason == .notAFolder,
                names.last?.utf8.contains(UInt8(ascii: ".")) != true
            else { throw error }
            return try open(fallback.names[...], isFolder: false)
        }
    }

    private func open(_ names: ArraySlice<String>, isFolder: Bool) throws(FileError) -> (BundleBody, String) {
        switch files {
        case .checked(let checked): return try checked.body(names, isFolder: isFolder)
        case .shipped(var folder):
            for name in names.dropLast() { folder = try folder.folder(name) }
            guard let last = names.last else { return try Self.page(of: folder) }
            if isFolder || folder.kind(of: last) == .folder { return try Self.page(of: folder.folder(last)) }
            let file = try folder.file(last)
            return (BundleBody(file, 0..<file.size), last)
        }
    }

    private static func page(of folder: Folder) throws(FileError) -> (BundleBody, String) {
        let file = try folder.file(BundleStore.startPage)
        return (BundleBody(file, 0..<file.size), BundleStore.startPage)
    }

    // MARK: The response

    private func response(
        with body: BundleBody, named name: String, isHead: Bool, headers: [HeaderField]
    ) -> BundleResponse {
        var status = 200
        var range = 0..<body.byteCount
        var fields: [HeaderField] = []
        // A range is defined for GET only (RFC 9110 §14.2).
        switch isHead ? .whole : ByteRange(headers: headers, size: body.byteCount) {
        case .whole: break
        case .part(let part):
            status = 206
            range = part
            let value = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(body.byteCount)"
            fields.append(HeaderField(unchecked: "content-range", value: value))
        case .unsatisfiable:
            return BundleResponse(
                416, "\(body.path) has only \(body.byteCount) bytes",
                more: [HeaderField(unchecked: "content-range", value: "bytes */\(body.byteCount)")])
        }
        fields += Self.fields(MediaType.of(fileName: name), byteCount: range.count)
        fields.append(HeaderField(unchecked: "accept-ranges", value: "bytes"))
        if let policy { fields.append(HeaderField(unchecked: "content-security-policy", value: policy)) }
        return BundleResponse(status, headers: fields, body: isHead ? nil : body.part(range))
    }

    private static func fields(_ type: String, byteCount: Int) -> [HeaderField] {
        [
            HeaderField(unchecked: HeaderField.contentType, value: type),
            HeaderField(unchecked: "content-length", value: "\(byteCount)"),
            HeaderField(unchecked: "x-content-type-options", value: "nosniff"),
            // What is sent is on this device: a cached copy gains nothing and could outlive a switch to another version.
            HeaderField(unchecked: HeaderField.cacheControl, value: "no-store"),
        ]
    }

    /// Answers a request for the folder of all versions, such as `sila://builds/mobile/`, with the list of those that could
    /// be shown: `{ "versions": ["embedded", "v1.5.0"] }`. A store that cannot be read is 500.
    public static func list(of store: BundleStore, method: String) async -> BundleResponse {
        if let refusal = BundleResponse(refusing: method) { return refusal }
        do throws(BundleStoreError) {
            let body = BundleBody(Array(try await store.list().json.utf8), of: "list")
            return BundleResponse(
                200, headers: fields(MediaType.json, byteCount: body.byteCount), body: method == "HEAD" ? nil : body)
        } catch {
            return BundleResponse(500, "\(error)")
        }
    }
}

extension FileError {
    /// Whether the bundle lacks the file, as opposed to a file that cannot be read.
    fileprivate var isAbsence: Bool {
        switch reason {
        case .notFound, .notAFolder, .notAFile, .symbolicLink: true
        default: false
        }
    }
}
