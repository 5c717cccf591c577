import Foundation

/// A real process that speaks Amazon's protocols on the loopback interface: moto, with faults where a test wants them.
package final class MotoServer: Sendable {
    /// What happens to some requests instead of what they ask for.
    package struct Fault: Sendable {
        /// The method of the requests: `PUT`.
        package let method: String
        /// What their path holds.
        package let path: String
        /// Which of them, the first being 1.
        package let numbers: ClosedRange<Int>
        /// The HTTP status and the code of the error; nil for no answer at all.
        package let answer: (status: Int, code: String)?

        package init(
            _ method: String, path: String = "", numbers: ClosedRange<Int> = 1...Int(Int32.max),
            answer: (status: Int, code: String)?
        ) {
            self.method = method
            self.path = path
            self.numbers = numbers
            self.answer = answer
        }
    }

    /// `http://127.0.0.1:PORT`.
    package let origin: String
    private let folder: TemporaryFolder
    private let process: ServerProcess

    package init() throws {
        folder = try TemporaryFolder()
        try folder.write("faults.json", "[]")
        try folder.write("requests.log", "")
        process = try ServerProcess(Self.script, in: folder)
        origin = "http://127.0.0.1:\(process.port)"
    }

    /// What leads `aws` here.
    package var environment: [String: String] { awsEnvironment(origin: origin) }

    /// Runs `aws`, which must succeed.
    @discardableResult
    package func aws(_ arguments: String...) throws -> String {
        let patience = ["--cli-connect-timeout", "0", "--cli-read-timeout", "0"]
        return try check("aws", arguments + patience, environment: environment)
    }

    /// Asks S3 with `curl`, which must succeed; it starts in a tenth of the time of `aws`.
    @discardableResult
    package func curl(_ resource: String, _ options: String...) throws -> String {
        let user = "\(environment["AWS_ACCESS_KEY_ID"] ?? ""):\(environment["AWS_SECRET_ACCESS_KEY"] ?? "")"
        let signing = ["--aws-sigv4", "aws:amz:eu-west-2:s3", "--user", user]
        return try check("curl", ["-sSf"] + signing + options + ["\(origin)/\(resource)"])
    }

    /// Sets what goes wrong from now on; counting begins anew.
    package func fail(_ faults: Fault...) throws {
        let plan = faults.map { fault -> [String: Any] in
            [
                "method": fault.method, "path": fault.path, "first": fault.numbers.lowerBound,
                "last": fault.numbers.upperBound, "status": fault.answer?.status ?? 0,
                "code": fault.answer?.code ?? "",
            ]
        }
        let file = URL(fileURLWithPath: folder.path("faults.json"))
        try JSONSerialization.data(withJSONObject: plan).write(to: file, options: .atomic)
    }

    /// Whether the server says, as S3 does and moto does not, which checksum it has got.
    package func confirmChecksums(_ doesConfirm: Bool) throws {
        if doesConfirm { try folder.remove("silent") } else { try folder.write("silent", "") }
    }

    /// All requests so far, as method and path.
    package func requests() throws -> [String] {
        try folder.text("requests.log").split(separator: "\n").map(String.init)
    }

    private static let script = #"""
        import json, os, sys, threading, time
        from moto.server import DomainDispatcherApplication, create_backend_app
        from werkzeug.serving import WSGIRequestHandler, make_server

        moto = DomainDispatcherApplication(create_backend_app)
        lock = threading.Lock()
        log = open("requests.log", "a", buffering=1)
        state = {"stamp": None, "faults": []}

        def fault(method, path):
            stamp = (os.stat("faults.json").st_ino, os.stat("faults.json").st_mtime_ns)
            if state["stamp"] != stamp:
                state["stamp"] = stamp
                state["faults"] = [dict(f, count=0) for f in json.load(open("faults.json"))]
            for f in state["faults"]:
                if f["method"] == method and f["path"] in path:
                    f["count"] += 1
                    if f["first"] <= f["count"] <= f["last"]:
                        return f
            return None

        def app(environ, start_response):
            method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
            with lock:
                log.write(f"{method} {path}\n")
                found = fault(method, path)
            if found is None:
                checksum = environ.get("HTTP_X_AMZ_CHECKSUM_SHA256")
                def start(status, headers, *rest):
                    if method == "PUT" and checksum and status.startswith("200") and not os.path.exists("silent"):
                        headers = list(headers) + [("x-amz-checksum-sha256", checksum)]
                    return start_response(status, headers, *rest)
                return moto(environ, start)
            if found["status"] == 0:
                time.sleep(3600)
            body = f"<Error><Code>{found['code']}</Code><Message>as the test wants it</Message></Error>".encode()
            start_response(f"{found['status']} X", [("Content-Type", "application/xml"), ("Content-Length", str(len(body)))])
            return [body]

        class Quiet(WSGIRequestHandler):
            protocol_version = "HTTP/1.1"
            # Else each answer waits 40 ms for the acknowledgement of its headers.
            disable_nagle_algorithm = True
            def log(self, *words): pass

        server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
        print(server.socket.getsockname()[1], flush=True)
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        server.serve_forever()

        """#
}
