"""A registry of npm packages on a port of the loopback interface: each folder that is named becomes a package."""
import base64, gzip, hashlib, http.server, io, json, os, sys, tarfile, threading, urllib.parse
packages = {}
def tarball(folder):
    data = io.BytesIO()
    with gzip.GzipFile(fileobj=data, mode="wb", mtime=0) as zipped, tarfile.open(fileobj=zipped, mode="w") as archive:
        for name in sorted(os.listdir(folder)):
            archive.add(f"{folder}/{name}", f"package/{name}")
    return data.getvalue()
for folder in sys.argv[1:]:
    own = json.load(open(f"{folder}/package.json"))
    packages[own["name"]] = (own, tarball(folder))
class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_): pass
    def do_GET(self):
        name, _, rest = urllib.parse.unquote(self.path).lstrip("/").partition("/-/")
        own, data = packages.get(name, (None, None))
        if own is None: return self.send_error(404)
        if not rest:
            url = f"http://{self.headers['Host']}/{name}/-/{own['version']}.tgz"
            dist = {"tarball": url, "shasum": hashlib.sha1(data).hexdigest(),
                    "integrity": "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode()}
            data = json.dumps({"name": name, "dist-tags": {"latest": own["version"]},
                               "versions": {own["version"]: {**own, "dist": dist}}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
