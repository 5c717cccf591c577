import AppGate
import Foundation
import LocalFiles
import ManifestVerifier
import SigningKeys
import Synchronization
import Testing
import WebBundles

/// The team that publishes bundles, and the network between it and the device.
///
/// Archives, documents and signatures are real ones; only the network is not.
final class SimulatedPublisher: DocumentTransport, FileTransport {
    static let origin = "https://simulation.example"
    static let environment = "simulation"

    private struct State {
        var offered: [WebBundleIndex.Entry] = []
        var withdrawn: [SemanticVersion] = []
        var retired: [SemanticVersion] = []
        var archives: [String: [UInt8]] = [:]
        var index: DocumentResponse?
        var isCut = false
    }

    private let signer: LocalSigner
    private let folder: Folder
    private let state = Mutex(State())

    /// - Parameter folder: a folder for archives while they are made.
    init(in folder: Folder) throws {
        self.folder = folder
        let key = try PrivateKey.generate()
        signer = LocalSigner(keyID: key.publicKey.defaultKeyID, key: key)
    }

    func keyRing(isRevoked: Bool) throws -> TrustedKeys {
        let key = TrustedKey(
            id: signer.keyID, name: Self.environment, environment: try #require(EnvironmentName(Self.environment)),
            isRevoked: isRevoked, publicKey: signer.publicKey)
        return try #require(TrustedKeys([key]))
    }

    /// The ring as `signet keys export --json` writes it.
    func exportedRing(_ environment: String = SimulatedPublisher.environment) -> String {
        let key = Base64.encode(signer.publicKey.derRepresentation)
        return """
            { "keys": [ { "id": "\(signer.keyID)", "name": "test", "publicKey": "\(key)",
              "environment": "\(environment)", "state": "active" } ] }
            """
    }

    // MARK: Publishing

    func offer(
        _ version: SemanticVersion, from minimum: NumericVersion, to maximum: NumericVersion?,
        channel: String? = nil, at date: SignedDate
    ) async throws {
        let name = DocumentPath.webBundleName(version)
        let archive = try archive(of: version, named: name)
        let signature = try await signer.sign(SHA256.hash(archive))
        let bundle = WebBundle(
            version: version, url: name, sha256: SHA256.hash(archive).hexadecimal,
            signature: signature.derRepresentation)
        let shells = try #require(ShellRange(minimum, maximum))
        var files = FileList()
        let page = Self.page(version)
        files.add("index.html", digest: SHA256.hash(page), byteCount: page.count)
        files.add("assets/data.txt", digest: SHA256.hash(Self.data), byteCount: Self.data.count)
        let entry = WebBundleIndex.Entry(
            bundle: bundle, byteCount: archive.count, shells: [.ios: shells], files: files.digest,
            conditions: channel.map { BundleConditions(share: nil, channels: [$0]) })
        state.withLock { state in
            state.offered.removeAll { $0.bundle.version == version }
            state.retired.removeAll { $0 == version }
            state.offered.append(entry)
            state.archives[name] = archive
        }
        try await publish(at: date)
    }

    /// Offers a bundle no longer; devices that have it keep it.
    func retire(_ version: SemanticVersion, at date: SignedDate) async throws {
        state.withLock { state in
            state.offered.removeAll { $0.bundle.version == version }
            state.retired.append(version)
        }
        try await publish(at: date)
    }

    func withdraw(_ version: SemanticVersion, at date: SignedDate) async throws {
        state.withLock { state in
            state.offered.removeAll { $0.bundle.version == version }
            state.retired.removeAll { $0 == version }
            if !state.withdrawn.contains(version) { state.withdrawn.append(version) }
        }
        try await publish(at: date)
    }

    /// Lets the network go away in the middle of what is missing of an archive, each time.
    func cutArchives(_ isCut: Bool) { state.withLock { $0.isCut = isCut } }

    private func publish(at date: SignedDate) async throws {
        let index = state.withLock { WebBundleIndex($0.offered, withdrawn: $0.withdrawn, retired: $0.retired) }
        let body = JSONWriter.bytes(of: index.json)
        let environment = try #require(EnvironmentName(Self.environment))
        let header = JWS.Header(keyID: signer.keyID, environment: environment, path: .webBundleIndex, date: date)
        let wanted = WantedSignatures(hasHeader: false, headerDate: nil, jws: header)
        let jws = try await signer.sign([SignableBody(body, as: .webBundleIndex, wanted)])[0].jws
        state.withLock {
            $0.index = jws.map { DocumentResponse(status: 200, headers: [], body: $0.file(around: body)) }
        }
    }

    private static func page(_ version: SemanticVersion) -> [UInt8] {
        Array("<!doctype html><title>\(version)</title>\n".utf8)
    }

    private static let data = Array("data\n".utf8)

    private func archive(of version: SemanticVersion, named name: String) throws -> [UInt8] {
        try folder.write("index.html", Self.page(version))
        let assets = try folder.folder(creating: "assets")
        try assets.write("data.txt", Self.data)
        let file = try folder.create(name)
        var writer = ArchiveWriter(file)
        try writer.add(ArchiveName("assets/data.txt"), from: assets.file("data.txt"))
        try writer.add(ArchiveName("index.html"), from: folder.file("index.html"))
        try writer.finish()
        try file.close()
        let bytes = try folder.read(name, limit: Limits.manifestBytes)
        for name in [name, "index.html", "assets"] { try folder.remove(name) }
        return bytes
    }

    // MARK: The network

    func response(
        for url: URL, byteLimit: Int, timeLimit: TimeInterval
    ) async throws(TransportError) -> DocumentResponse {
        state.withLock { $0.index } ?? DocumentResponse(status: 404, headers: [], body: [])
    }

    func download(_ request: FileRequest, to receiver: any FileReceiver) async throws(TransportError) {
        let name = request.url.lastPathComponent
        let (archive, isCut) = state.withLock { ($0.archives[name], $0.isCut) }
        let tag = archive.map { "\"\(SHA256.hash($0).hexadecimal)\"" }
        do {
            guard let archive, let tag else {
                _ = try receiver.begin(status: 404, headers: [])
                return
            }
            let start = request.receivedCount
            guard start == 0 || request.entityTag == tag else {
                _ = try receiver.begin(status: 412, headers: [])
                return
            }
            let range = HeaderField(
                name: "Content-Range", value: "bytes \(start)-\(archive.count - 1)/\(archive.count)")
            let headers = [HeaderField(name: "ETag", value: tag), start > 0 ? range : nil].compactMap(\.self)
            guard try receiver.begin(status: start > 0 ? 206 : 200, headers: headers) else { return }
            let rest = archive.dropFirst(start)
            try receiver.receive(Array(rest.prefix(rest.count / 2)))
            if !isCut { try receiver.receive(Array(rest.dropFirst(rest.count / 2))) }
        } catch {
            throw .rejected("\(error)")
        }
        if isCut { throw .unreachable("the connection broke") }
    }
}
