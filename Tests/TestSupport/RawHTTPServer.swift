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
        process = try ServerProcess(named: "raw-http.py", in: folder)
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
}
