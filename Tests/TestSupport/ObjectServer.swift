/// A server on the loopback interface that answers `GET` for objects as a bucket does: the ETag is the MD5 of the body, whatever
/// the headers are, and a 304 has no `x-amz-meta-*` header.
package final class ObjectServer: Sendable {
    /// `http://127.0.0.1:PORT`.
    package let origin: String
    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// - Parameter root: the folder of the objects; what stands in a file's headers sidecar is sent with it.
    package init(serving root: String) throws {
        folder = try TemporaryFolder()
        process = try ServerProcess(Self.script, [root], in: folder)
        origin = "http://127.0.0.1:\(process.port)"
    }

    /// The statuses of the answers with their paths, in order: `304 /a`.
    package func answers() throws -> [String] {
        try folder.text("answers.log").split(separator: "\n").map(String.init)
    }

    private static let script = #"""
        import hashlib, http.server, os, sys, threading

        root = sys.argv[1]
        log = open("answers.log", "a", buffering=1)
        lock = threading.Lock()


        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def log_message(self, *words):
                pass

            def answer(self, status, body=b"", headers=()):
                with lock:
                    log.write("%d %s\n" % (status, self.path))
                self.send_response(status)
                for line in headers:
                    self.send_header(*line.split(": ", 1))
                if status != 304:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):
                path = root + self.path
                if not os.path.isfile(path):
                    return self.answer(404, b"NoSuchKey")
                body = open(path, "rb").read()
                etag = '"%s"' % hashlib.md5(body).hexdigest()
                headers = ["cache-control: public, max-age=1"]
                if os.path.isfile(path + ".headers"):
                    headers = open(path + ".headers").read().splitlines()
                if self.headers.get("If-None-Match") == etag:
                    headers = [line for line in headers if not line.startswith("x-amz-meta-")]
                    return self.answer(304, headers=headers + ["ETag: " + etag])
                self.answer(200, body, headers + ["ETag: " + etag])


        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        print(server.server_address[1], flush=True)
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        server.serve_forever()

        """#
}
