import Foundation
import TestSupport

/// A real web server on the loopback interface that hands out credentials as a Security Token Service does (`/sts/`).
final class CredentialServer: Sendable {
    /// What it answers in place of what it would.
    struct Answer {
        var status = 200
        var body = ""
        /// How many requests get it.
        var count = Int(Int32.max)
    }

    struct Request {
        /// `POST /sts/`.
        let line: String
        let headers: [String: String]
        let body: String
    }

    let origin: String
    private let folder: TemporaryFolder
    private let process: ServerProcess

    static let keyID = "ASIAEXAMPLE"
    static let secretKey = "secret/key+of/the/server"
    static let sessionToken = "secret//session==token"
    /// 2026-08-04T12:00:00Z.
    static let expiration: Int64 = 1_785_844_800

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("requests.log", "")
        process = try ServerProcess(Self.script, in: folder)
        origin = "http://127.0.0.1:\(process.port)"
    }

    /// Sets what a path answers from now on.
    func answer(_ path: String, _ answer: Answer) throws {
        let plan: [String: Any] = ["status": answer.status, "body": answer.body, "count": answer.count]
        let file = URL(fileURLWithPath: folder.path("plan\(path.replacingOccurrences(of: "/", with: "_")).json"))
        try JSONSerialization.data(withJSONObject: plan).write(to: file, options: .atomic)
    }

    /// All requests so far.
    func requests() throws -> [Request] {
        try folder.text("requests.log").split(separator: "\n").map { line in
            let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            return Request(
                line: fields["line"] as? String ?? "", headers: fields["headers"] as? [String: String] ?? [:],
                body: fields["body"] as? String ?? "")
        }
    }

    private static let script = #"""
        import json, os, sys, threading
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        KEYS = {"AccessKeyId": "ASIAEXAMPLE", "SecretAccessKey": "secret/key+of/the/server",
                "SessionToken": "secret//session==token", "Expiration": "2026-08-04T12:00:00Z"}
        lock = threading.Lock()
        log = open("requests.log", "a", buffering=1)
        counts = {}


        def answer(method, path):
            if path == "/sts/":
                text = "".join(f"<{name}>{value}</{name}>" for name, value in KEYS.items())
                return (200 if method == "POST" else 405), f"<R><Credentials>{text}</Credentials></R>"
            return 404, ""


        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def serve(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
                headers = {n.lower(): v for n, v in self.headers.items()}
                status, text = answer(self.command, self.path)
                with lock:
                    log.write(json.dumps({"line": f"{self.command} {self.path}", "headers": headers, "body": body}) + "\n")
                    try:
                        plan = json.load(open("plan" + self.path.replace("/", "_") + ".json"))
                        counts[self.path] = counts.get(self.path, 0) + 1
                        if counts[self.path] <= plan["count"]:
                            status, text = plan["status"], plan["body"]
                    except FileNotFoundError:
                        pass
                self.send_response(status)
                self.send_header("content-length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())

            do_GET = do_PUT = do_POST = serve

            def log_message(self, *arguments):
                pass


        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        print(server.server_address[1], flush=True)
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        server.serve_forever()

        """#
}
