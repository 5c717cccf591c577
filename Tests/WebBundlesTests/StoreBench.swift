import AppGate
import Foundation
import LocalFiles
import ManifestVerifier
import SigningKeys
import Testing
import TestPublisher
import TestSupport
import WebBundles

/// A publisher of bundles, a server, and the device of somebody who uses the app.
struct StoreBench: Sendable {
    let folder: TemporaryFolder
    let publisher: Publisher
    let site = Site()
    let clock = ManualClock()

    init() throws {
        folder = try TemporaryFolder()
        publisher = try Publisher()
        for (name, bytes) in Self.files("1.4.0") { try folder.write("site/embedded/\(name)", bytes) }
    }

    static func version(_ spelling: String) throws -> SemanticVersion { try #require(SemanticVersion(spelling)) }
    static func bundle(_ name: String) throws -> BundleVersion { try #require(BundleVersion(name)) }

    // MARK: Publishing

    /// The files of a version, each of which begins with a line that says it.
    static func files(_ version: String) -> [String: [UInt8]] {
        var files = [
            "index.html": Array("\(version)\n<!doctype html><title>\(version)</title>\n".utf8),
            "assets/data.txt": Array("\(version)\n\(String(repeating: "\(version) ", count: 5_000))".utf8),
        ]
        for index in 0..<6 { files["assets/parts/\(index).js"] = Array("\(version)\n// \(index)\n".utf8) }
        return files
    }

    /// An archive of files.
    func archive(_ files: [String: [UInt8]]) throws -> [UInt8] {
        let name = "work-\(UUID().uuidString)"
        for (path, bytes) in files { try folder.write("\(name)/files/\(path)", bytes) }
        let work = try Folder(path: folder.path(name))
        let file = try work.create("archive.zip")
        var writer = ArchiveWriter(file)
        for path in files.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            let (parent, last) = "\(folder.path(name))/files/\(path)".parentAndName
            try writer.add(ArchiveName(path), from: try Folder(path: parent).file(last))
        }
        try writer.finish()
        try file.close()
        let bytes = try folder.read("\(name)/archive.zip")
        try folder.remove(name)
        return bytes
    }

    /// What an index says of a bundle; its archive is put on the server.
    ///
    /// - Parameters:
    ///   - archive: nil for an archive of the version's files.
    ///   - signing: what is signed; nil for the archive.
    func offer(
        _ version: String, shell: String = "2.0.0", upTo maximum: String? = nil, url: String? = nil,
        archive: [UInt8]? = nil, sha256: String? = nil, signing: [UInt8]? = nil
    ) throws -> WebBundleIndex.Entry {
        let bytes = try archive ?? self.archive(Self.files(version))
        site.set("v\(version).zip", .file(bytes))
        let signature = try publisher.key.sign(SHA256.hash(signing ?? bytes))
        let bundle = WebBundle(
            version: try Self.version(version), url: url ?? "v\(version).zip",
            sha256: sha256 ?? SHA256.hash(bytes).hexadecimal, signature: signature.derRepresentation,
            minimumShell: try #require(NumericVersion(shell)),
            maximumShell: try maximum.map { try #require(NumericVersion($0)) })
        return WebBundleIndex.Entry(bundle: bundle, byteCount: bytes.count)
    }

    /// Publishes an index, and a manifest of the newest bundle, in both envelopes.
    ///
    /// - Parameter last: what the manifest names, for no shell, when nothing is offered.
    func publish(
        _ offered: [WebBundleIndex.Entry], withdrawn: [String] = [], retired: [String] = [],
        last: WebBundleIndex.Entry? = nil, minutesLater minutes: Int = 0, by publisher: Publisher? = nil
    ) async throws {
        let publisher = publisher ?? self.publisher
        let first = try #require(SignedDate(headerValue: Publisher.date))
        let date = try #require(SignedDate(secondsSince1970: first.secondsSince1970 + Int64(minutes) * 60))
        let index = WebBundleIndex(
            offered: offered, withdrawn: try withdrawn.map(Self.version), retired: try retired.map(Self.version))
        try await publish(JSONWriter.bytes(of: index.json), as: "index.json", at: date, by: publisher)
        if let bundle = index.offered.first?.bundle ?? last?.bundle.forNoShell {
            let body = JSONWriter.bytes(of: WebBundleManifest(bundle: bundle, withdrawn: index.withdrawn).json)
            try await publish(body, as: "manifest.json", at: date, by: publisher)
        }
    }

    private func publish(
        _ body: [UInt8], as name: String, at date: SignedDate, by publisher: Publisher
    ) async throws {
        let date = date.headerValue
        site.set(name, .document(try await publisher.download(.dated, body: body, date: date)))
        let jws = try publisher.jws(path: "builds/\(name)", body: body, date: date)
        site.set("\(name).jws", .document(Download(jws: jws)))
    }

    /// Publishes bundles of these versions.
    func publish(_ versions: String..., withdrawn: [String] = [], minutesLater minutes: Int = 0) async throws {
        try await publish(versions.map { try offer($0) }, withdrawn: withdrawn, minutesLater: minutes)
    }

    // MARK: The device

    func store(
        _ root: String = "store", shell: String = "2.0.0", embedded: String = "1.4.0",
        health: HealthPolicy = HealthPolicy(), keeping: Int = 3
    ) throws -> BundleStore {
        let embedded = EmbeddedBundle(
            version: try Self.version(embedded), folder: URL(fileURLWithPath: folder.path("site/embedded")))
        var store = BundleStore(
            root: URL(fileURLWithPath: folder.path(root)), embedded: embedded,
            shell: try #require(NumericVersion(shell)), health: health, keeping: keeping, clock: clock,
            now: { Publisher.now })
        store.patience = .hours
        return store
    }

    func updater(
        _ store: BundleStore? = nil, document: String = "index.json", byteLimit: Int = Limits.webBundleBytes,
        envelope: Envelope = .headers, trusting others: [TrustedKey] = []
    ) throws -> BundleUpdater {
        let configuration = UpdateConfiguration(
            base: try #require(URL(string: "https://example.com")),
            source: document == "index.json" ? .index : .manifest, envelope: envelope,
            keyRing: try #require(TrustedKeys([try publisher.trusted()] + others)),
            environment: try #require(EnvironmentName("production")), byteLimit: byteLimit)
        return BundleUpdater(configuration, store: try store ?? self.store(), transport: site)
    }

    /// Looks for a new bundle.
    func update(
        _ store: BundleStore? = nil, document: String = "index.json", envelope: Envelope = .headers
    ) async throws -> UpdateOutcome {
        try await updater(store, document: document, envelope: envelope).update()
    }

    /// Starts, and ends at once without confirming.
    @discardableResult
    func crash(_ store: BundleStore? = nil) async throws -> String {
        try await (store ?? self.store()).start().version.description
    }

    /// Starts and confirms.
    @discardableResult
    func confirm(_ store: BundleStore? = nil) async throws -> String {
        let bundle = try await (store ?? self.store()).start()
        try await bundle.confirm()
        return bundle.version.description
    }

    /// Publishes, installs and confirms versions one after the other.
    func reach(_ versions: String..., store: BundleStore? = nil, document: String = "index.json") async throws {
        for (index, version) in versions.enumerated() {
            try await publish(version, minutesLater: index - versions.count)
            #expect(try await update(store, document: document) == .installed(try Self.version(version)))
            #expect(try await confirm(store) == "v\(version)")
        }
    }

    /// The names in the store's folder.
    func names(_ root: String = "store") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(root)).sorted()
    }

    /// Expects that a start shows a bundle that is whole, and gives its name.
    @discardableResult
    func expectWhole(
        _ store: BundleStore? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let bundle = try await (store ?? self.store()).start()
        let name = String(bundle.folder.path.dropFirst(folder.root.count + 1))
        let isWhole = try folder.snapshot(name) == Self.files(bundle.semanticVersion.spelling)
        #expect(isWhole, "\(bundle.version) is not whole", sourceLocation: sourceLocation)
        return bundle.version.description
    }
}

/// A server in memory.
final class Site: DocumentTransport, FileTransport {
    /// What the server has at a path.
    enum Resource: Sendable {
        case document(Download)
        case file([UInt8])
        case status(Int)
        case failure(TransportError)
        /// So many bytes of a file, and then no more.
        case broken([UInt8])
        /// A file that comes as a whole, whatever the limit is.
        case generous([UInt8])
        /// A file that comes byte for byte until whoever waits is cancelled.
        case endless
    }

    private struct State {
        var resources: [String: Resource] = [:]
        var requests: [String] = []
        var events: [String: @Sendable () async -> Void] = [:]
    }

    private let state = Locked(State())

    /// The last parts of the paths that were asked for, in order.
    var requests: [String] { state.withLock { $0.requests } }

    /// Everything that the server has, by the last parts of the paths.
    var resources: [String: Resource] { state.withLock { $0.resources } }

    func set(_ name: String, _ resource: Resource) { state.withLock { $0.resources[name] = resource } }
    /// Has something happen once, while a file is on its way.
    func during(_ name: String, _ event: @escaping @Sendable () async -> Void) {
        state.withLock { $0.events[name] = event }
    }
    func resource(_ name: String) -> Resource? { state.withLock { $0.resources[name] } }

    private func ask(_ url: URL) -> Resource {
        state.withLock { state in
            state.requests.append(url.lastPathComponent)
            return state.resources[url.lastPathComponent] ?? .status(404)
        }
    }

    func response(
        for url: URL, byteLimit: Int, timeLimit: Duration
    ) async throws(TransportError) -> DocumentResponse {
        switch ask(url) {
        case .document(let download):
            return DocumentResponse(status: 200, headers: download.headers, body: download.body)
        case .status(let status): return DocumentResponse(status: status, headers: [], body: [])
        case .failure(let error): throw error
        case .file, .generous, .broken, .endless: throw .unreachable("no document")
        }
    }

    func download(
        _ url: URL, byteLimit: Int, timeLimit: Duration, receive: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws(TransportError) -> Int {
        let resource = ask(url)
        await state.withLock { $0.events.removeValue(forKey: url.lastPathComponent) }?()
        switch resource {
        case .generous(let bytes):
            try send(bytes, to: receive)
            return 200
        case .file(let bytes):
            guard bytes.count <= byteLimit else { throw .bodyTooLarge(limit: byteLimit) }
            try send(bytes, to: receive)
            return 200
        case .status(let status): return status
        case .failure(let error): throw error
        case .broken(let bytes):
            try send(bytes, to: receive)
            throw .unreachable("the body ended early")
        case .endless:
            try send([0x50], to: receive)
            while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
            throw .cancelled
        case .document: throw .unreachable("no file")
        }
    }

    private func send(_ bytes: [UInt8], to receive: ([UInt8]) throws -> Void) throws(TransportError) {
        for start in stride(from: 0, to: bytes.count, by: 1_000) {
            do {
                try receive(Array(bytes[start..<min(start + 1_000, bytes.count)]))
            } catch {
                throw .rejected("\(error)")
            }
        }
    }
}
