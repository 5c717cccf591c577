import base64, http.server, json, os, ssl, sys, threading, time

identity, root, mode, kind = sys.argv[1:]
faults = json.load(open("faults.json"))
log = open("requests.log", "a", buffering=1)
lock = threading.Lock()

def own_headers(path):
    try:
        body = open(path).read().split(".")[1]
        index = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        return ["content-type: application/jose", "cache-control: " + index["cacheControl"]]
    except (IndexError, KeyError, ValueError):
        return []

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Else each answer waits 40 ms for the acknowledgement of its headers.
    disable_nagle_algorithm = True

    def log_message(self, *words):
        pass

    def date_time_string(self, timestamp=None):
        return faults.get(self.path, {}).get("date") or super().date_time_string(timestamp)

    def answer(self, status, body=b"", headers=[]):
        self.send_response(status)
        for line in headers:
            self.send_header(*line.split(": ", 1))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        with lock:
            log.write(("HEAD " if self.command == "HEAD" else "") + self.path + "\n")
        fault = faults.get(self.path, {})
        if "location" in fault:
            return self.answer(fault["status"], b"elsewhere", ["Location: " + fault["location"]])
        if "status" in fault:
            return self.answer(fault["status"], b"" if fault["status"] == 304 else b"no")
        if "silence" in fault:
            threading.Event().wait()
        if "endless" in fault:
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            while True:
                self.wfile.write(b"40000\r\n" + b"x" * 0x40000 + b"\r\n")
        base = root
        with lock:
            if fault.get("times", 0) > 0:
                fault["times"] -= 1
                base = fault["root"]
        path = base + self.path
        if not os.path.isfile(path):
            return self.answer(404, b"not here")
        headers = fault.get("headers", [])
        if kind == "headers" and "headers" not in fault and os.path.isfile(path + ".headers"):
            headers = open(path + ".headers").read().splitlines()
        elif kind == "headers" and "headers" not in fault and path.endswith("/publication.jws"):
            headers = own_headers(path)
        elif kind == "headers" and "headers" not in fault and os.path.isfile(path.removesuffix(".jws") + ".headers"):
            # As a bucket has it: the cache-control of the document.
            lines = open(path.removesuffix(".jws") + ".headers").read().splitlines()
            headers = ["content-type: application/jose"] + [l for l in lines if l.startswith("cache-control:")]
        self.answer(200, open(path, "rb").read(), headers)

class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, address):
        pass

    def finish_request(self, request, address):
        if mode == "mute":
            threading.Event().wait()
        super().finish_request(request, address)

server = Server(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(identity + "/certificate.pem", identity + "/key.pem")
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_address[1], flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
server.serve_forever()
