import Foundation
import ManifestVerifier
import TestSupport
import WebBundles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A web server on the loopback interface, as small as can be.
final class LoopbackServer: Sendable {
    /// `http://127.0.0.1:PORT`.
    let origin: String
    private let listener: CInt

    struct Answer {
        let status: Int
        let headers: [HeaderField]
        /// The bytes from an offset on, as many as are read at once; none at the end.
        let piece: (Int) -> [UInt8]
    }

    convenience init(_ responder: BundleResponder) throws {
        try self.init { Answer(responder.response(method: $0, path: $1, headers: $2)) }
    }

    /// - Parameter answer: what a method, a path and headers get.
    init(_ answer: @escaping @Sendable (String, String, [HeaderField]) -> Answer) throws {
        listener = Self.stream()
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard listener >= 0, isListening else { throw CannotRun(description: "no port is free") }
        origin = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread {
            // Here, so that nobody else's socket can have the number meanwhile.
            defer { close(listener) }
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { Self.serve(connection, answer) }
            }
        }
    }

    deinit { shutdown(listener, CInt(SHUT_RDWR)) }

    private static func stream() -> CInt {
        #if canImport(Glibc)
            socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #else
            socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    /// One request a connection.
    private static func serve(_ connection: CInt, _ answer: (String, String, [HeaderField]) -> Answer) {
        defer { close(connection) }
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            var byte: UInt8 = 0
            guard unsafe recv(connection, &byte, 1, 0) == 1 else { return }
            bytes.append(byte)
        }
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].components(separatedBy: " ")
        guard words.count == 3 else { return }
        let headers = lines.dropFirst().compactMap { line in
            line.firstIndex(of: ":").flatMap {
                HeaderField(
                    name: String(line[..<$0]),
                    value: line[line.index(after: $0)...].trimmingCharacters(in: .whitespaces))
            }
        }
        let answer = answer(words[0], words[1], headers)
        let fields = answer.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        guard send("HTTP/1.1 \(answer.status) X\r\n\(fields)connection: close\r\n\r\n".utf8, to: connection) else {
            return
        }
        var offset = 0
        while case let piece = answer.piece(offset), !piece.isEmpty {
            guard send(piece, to: connection) else { return }
            offset += piece.count
        }
        shutdown(connection, CInt(SHUT_WR))
    }

    private static func send(_ bytes: some Sequence<UInt8>, to connection: CInt) -> Bool {
        #if canImport(Glibc)
            let flags = CInt(MSG_NOSIGNAL)
        #else
            let flags: CInt = 0
        #endif
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    unsafe Glibc.send(connection, buffer.baseAddress, buffer.count, flags)
                #else
                    unsafe Darwin.send(connection, buffer.baseAddress, buffer.count, flags)
                #endif
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }
}

extension LoopbackServer.Answer {
    init(_ response: BundleResponse) {
        self.init(status: response.status, headers: response.headers) { offset in
            (try? response.body?.bytes(at: offset, count: 64 << 10)) ?? []
        }
    }
}
