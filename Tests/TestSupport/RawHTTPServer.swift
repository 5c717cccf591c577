import Foundation

/// A real web server on the loopback interface that sends, byte for byte, what a test tells it to.
package final class RawHTTPServer: Sendable {
    /// What the server sends for a path.
    package struct Answer: Sendable {
        /// Status line, headers and body, as they go over the wire.
        package var bytes: [UInt8]
        /// The body is sent one byte at a time with this pause, in seconds.
        package var pause = 0.0
        /// Whether the connection stays open when everything is sent.
        package var staysOpen = false
        /// Whether the last chunk of the body is sent again and again.
        package var isEndless = false

        /// A whole answer with a length; `headers` are lines without their ends.
        package init(status: Int = 200, headers: [String] = [], body: [UInt8] = []) {
            bytes = Self.head(status: status, headers: headers + ["Content-Length: \(body.count)"]) + body
        }

        /// Any bytes.
        package init(bytes: [UInt8]) { self.bytes = bytes }

        /// A status line and headers.
        package static func head(status: Int = 200, headers: [String]) -> [UInt8] {
            Array("HTTP/1.1 \(status) X\r\n\(headers.map { $0 + "\r\n" }.joined())Connection: close\r\n\r\n".utf8)
        }
    }

    /// `http://127.0.0.1:PORT`.
    package let origin: String
    private let folder: TemporaryFolder
    private let process: ServerProcess

    package init() throws {
        folder = try TemporaryFolder()
        try folder.write("requests.log", "")
        process = try ServerProcess(Self.script, in: folder)
        origin = "http://127.0.0.1:\(process.port)"
    }

    /// The address of a path.
    package func url(_ path: String) throws -> URL {
        guard let url = URL(string: origin + path) else { throw CannotRun(description: "\(path) is no path") }
        return url
    }

    /// Sets what is sent for a path from now on.
    package func answer(_ path: String, with answer: Answer) throws {
        let plan: [String: Any] = [
            "bytes": Data(answer.bytes).base64EncodedString(), "pause": answer.pause, "open": answer.staysOpen,
            "endless": answer.isEndless,
        ]
        // In one step: the server may be reading.
        let file = URL(fileURLWithPath: folder.path("plan\(path.replacingOccurrences(of: "/", with: "_")).json"))
        try JSONSerialization.data(withJSONObject: plan).write(to: file, options: .atomic)
    }

    /// All requests so far, in order, with their headers.
    package func requests() throws -> [String] {
        try folder.text("requests.log").components(separatedBy: "\u{1E}").filter { !$0.isEmpty }
    }

    private static let script = #"""
        import base64, json, os, socket, sys, threading, time

        lock = threading.Lock()
        log = open("requests.log", "a", buffering=1)

        def serve(connection):
            try:
                request = b""
                while b"\r\n\r\n" not in request:
                    part = connection.recv(65536)
                    if not part:
                        return
                    request += part
                with lock:
                    log.write(request.decode("latin-1") + "\x1e")
                    log.flush()
                path = request.split(b" ")[1].decode("latin-1").split("?")[0]
                try:
                    plan = json.load(open("plan" + path.replace("/", "_") + ".json"))
                except FileNotFoundError:
                    connection.sendall(b"HTTP/1.1 404 X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                    return
                answer = base64.b64decode(plan["bytes"])
                end = answer.find(b"\r\n\r\n") + 4
                if plan["pause"]:
                    connection.sendall(answer[:end])
                    for byte in answer[end:]:
                        time.sleep(plan["pause"])
                        connection.sendall(bytes([byte]))
                else:
                    connection.sendall(answer)
                while plan["endless"]:
                    # Loopback is faster than any network, and than a program under a sanitizer reads.
                    time.sleep(0.005)
                    connection.sendall(answer[end:])
                if plan["open"]:
                    time.sleep(6000)
                connection.shutdown(socket.SHUT_WR)
                connection.recv(1)
            except OSError:
                pass
            finally:
                connection.close()

        server = socket.create_server(("127.0.0.1", 0), backlog=64)
        print(server.getsockname()[1], flush=True)
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        while True:
            connection, _ = server.accept()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

        """#
}
