import AppGate
import Foundation
import ManifestVerifier

/// A server that is a folder: documents and archives.
struct FolderTransport: DocumentTransport, FileTransport {
    let path: String

    func response(
        for url: URL, byteLimit: Int, timeLimit: TimeInterval
    ) async throws(TransportError) -> DocumentResponse {
        let name = url.lastPathComponent
        guard let body = try? bytes(name) else { return DocumentResponse(status: 404, headers: [], body: []) }
        return DocumentResponse(status: 200, headers: [], body: body)
    }

    func download(_ request: FileRequest, to receiver: any FileReceiver) async throws(TransportError) {
        var rest = try bytes(request.url.lastPathComponent)[...]
        do {
            guard try receiver.begin(status: 200, headers: []) else { return }
            while !rest.isEmpty {
                try receiver.receive(Array(rest.prefix(4_096)))
                rest = rest.dropFirst(4_096)
            }
        } catch {
            throw .rejected("\(error)")
        }
    }

    private func bytes(_ name: String) throws(TransportError) -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
        } catch {
            throw .unreachable("\(error)")
        }
    }
}
