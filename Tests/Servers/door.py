"""A way into an S3 server for tests, at which nothing is to be signed: what comes in is signed by botocore and passed on."""

import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials


def sign(method, url, headers, body, key, secret, region):
    """The headers with which S3 takes the request."""
    request = AWSRequest(method=method, url=url, headers=headers, data=body)
    # Else botocore leaves the hash out over https.
    request.context["payload_signing_enabled"] = True
    S3SigV4Auth(Credentials(key, secret), "s3", region).add_auth(request)
    return dict(request.headers.items())


def open_door(origin, key, secret, region):
    """Serves in a thread, and gives the port."""
    host = origin.removeprefix("http://")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Else each answer waits 40 ms for the acknowledgement of its headers.
        disable_nagle_algorithm = True

        def log_message(self, *words):
            pass

        def pass_on(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            own = {"host", "content-length", "connection", "accept", "user-agent", "expect"}
            headers = {name: value for name, value in self.headers.items() if name.lower() not in own}
            signed = sign(self.command, origin + self.path, headers, body, key, secret, region)
            line = http.client.HTTPConnection(host)
            try:
                line.request(self.command, self.path, body=body or None, headers=signed)
                answer = line.getresponse()
                content = answer.read()
            finally:
                line.close()
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("transfer-encoding", "connection", "content-length"):
                    self.send_header(name, value)
            length = answer.getheader("content-length") if self.command == "HEAD" else len(content)
            if length is not None:
                self.send_header("content-length", str(length))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = pass_on

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 64

        def handle_error(self, request, address):
            pass

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]
