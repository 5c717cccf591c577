import AppGate
import Foundation
import ManifestVerifier

/// A server that is a folder: documents with their `.headers`, and archives.
struct FolderTransport: DocumentTransport, FileTransport {
    let path: String

    func response(
        for url: URL, byteLimit: Int, timeLimit: Duration
    ) async throws(TransportError) -> DocumentResponse {
        let name = url.lastPathComponent
        guard let headers = try? [HeaderField](sidecarBytes: try bytes("\(name).headers")) else {
            return DocumentResponse(status: 404, headers: [], body: [])
        }
        return DocumentResponse(status: 200, headers: headers, body: try bytes(name))
    }

    func download(
        _ url: URL, byteLimit: Int, timeLimit: Duration, receive: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws(TransportError) -> Int {
        var rest = try bytes(url.lastPathComponent)[...]
        while !rest.isEmpty {
            do { try receive(Array(rest.prefix(4_096))) } catch { throw .rejected("\(error)") }
            rest = rest.dropFirst(4_096)
        }
        return 200
    }

    private func bytes(_ name: String) throws(TransportError) -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
        } catch {
            throw .unreachable("\(error)")
        }
    }
}
