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
    /// What the device has learned since the app started.
    var session = IndexSession()
    /// What its stores have told.
    let events = Guarded<[BundleEvent]>([])

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
    ///   - size: what is said of it; nil for the size of the archive.
    ///   - files: what is said of them; nil for those of the version.
    ///   - signing: what is signed; nil for the archive.
    func offer(
        _ version: String, shell: String = "2.0.0", upTo maximum: String? = nil, url: String? = nil,
        archive: [UInt8]? = nil, sha256: String? = nil, signing: [UInt8]? = nil, size: Int? = nil,
        files: String? = nil, when conditions: BundleConditions? = nil
    ) throws -> WebBundleIndex.Entry {
        let bytes = try archive ?? self.archive(Self.files(version))
        site.set("v\(version).zip", .file(bytes))
        let signature = try publisher.key.sign(SHA256.hash(signing ?? bytes))
        let bundle = WebBundle(
            version: try Self.version(version), url: url ?? "v\(version).zip",
            sha256: sha256 ?? SHA256.hash(bytes).hexadecimal, signature: signature.derRepresentation)
        let shells = try Self.range(shell, maximum)
        return WebBundleIndex.Entry(
            bundle: bundle, byteCount: size ?? bytes.count, shells: [.ios: shells],
            files: files ?? Self.list(Self.files(version)).digest, conditions: conditions)
    }

    static func range(_ minimum: String, _ maximum: String?) throws -> ShellRange {
        let minimum = try #require(NumericVersion(minimum))
        let maximum = try maximum.map { try #require(NumericVersion($0)) }
        return try #require(ShellRange(minimum, maximum))
    }

    /// The list of files.
    static func list(_ files: [String: [UInt8]]) -> FileList {
        var list = FileList()
        for (path, bytes) in files { list.add(path, digest: SHA256.hash(bytes), byteCount: bytes.count) }
        return list
    }

    /// Publishes an index.
    func publish(
        _ offered: [WebBundleIndex.Entry], halted: [String] = [], withdrawn: [String] = [], retired: [String] = [],
        minutesLater minutes: Int = 0, by publisher: Publisher? = nil
    ) async throws {
        let publisher = publisher ?? self.publisher
        let first = try #require(SignedDate(headerValue: Publisher.date))
        let date = try #require(SignedDate(secondsSince1970: first.secondsSince1970 + Int64(minutes) * 60))
        let index = WebBundleIndex(
            offered, halted: try halted.map(Self.version), withdrawn: try withdrawn.map(Self.version),
            retired: try retired.map(Self.version))
        try await publish(JSONWriter.bytes(of: index.json), as: "index.json", at: date, by: publisher)
    }

    func publish(
        _ body: [UInt8], as name: String, at date: SignedDate, by publisher: Publisher
    ) async throws {
        let jws = try publisher.jws(path: "builds/\(name)", body: body, date: date.headerValue)
        site.set("\(name).jws", .document(Download(jws: jws)))
    }

    /// Publishes bundles of these versions.
    func publish(_ versions: String..., withdrawn: [String] = [], minutesLater minutes: Int = 0) async throws {
        try await publish(versions.map { try offer($0) }, withdrawn: withdrawn, minutesLater: minutes)
    }

    // MARK: The device

    static func ring(_ keys: TrustedKey...) throws -> TrustedKeys { try #require(TrustedKeys(keys)) }

    func store(
        _ root: String = "store", shell: String = "2.0.0", embedded: String = "1.4.0",
        health: HealthPolicy = HealthPolicy(), keeping: Int = 3, channel: String? = nil, ring: TrustedKeys? = nil
    ) throws -> BundleStore {
        let embedded = EmbeddedBundle(
            version: try Self.version(embedded), folder: URL(fileURLWithPath: folder.path("site/embedded")))
        var store = BundleStore(
            root: URL(fileURLWithPath: folder.path(root)), embedded: embedded,
            shell: try #require(NumericVersion(shell)),
            keyRing: try ring ?? Self.ring(publisher.trusted()),
            environment: try #require(EnvironmentName("production")), health: health, keeping: keeping,
            channel: channel, events: { [events] event in events.with { $0.append(event) } }, clock: clock,
            now: { Publisher.now })
        store.patience = .hours
        store.wakefulClock = clock
        store.session = session
        return store
    }

    func updater(
        _ store: BundleStore? = nil, byteLimit: Int = Limits.webBundleBytes
    ) throws -> BundleUpdater {
        var configuration = UpdateConfiguration(
            base: try #require(URL(string: "https://example.com")), byteLimit: byteLimit)
        configuration.download.pause = { _ in .zero }
        return BundleUpdater(configuration, store: try store ?? self.store(), transport: site)
    }

    /// Looks for a new bundle.
    func update(_ store: BundleStore? = nil) async throws -> UpdateOutcome {
        try await updater(store).update()
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
    func reach(_ versions: String..., store: BundleStore? = nil) async throws {
        for (index, version) in versions.enumerated() {
            try await publish(version, minutesLater: index - versions.count)
            #expect(try await update(store) == .installed(try Self.version(version)))
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
