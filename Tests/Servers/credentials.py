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
