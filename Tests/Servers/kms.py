import base64, json, os, sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed

ACCOUNT = "arn:aws:kms:eu-west-2:111122223333:"
TAIL = "234abcd-12ab-34cd-56ef-1234567890ab"
KEYS = {
    "1" + TAIL: (ec.generate_private_key(ec.SECP256R1()), "ECC_NIST_P256", "SIGN_VERIFY"),
    "2" + TAIL: (ec.generate_private_key(ec.SECP256R1()), "ECC_NIST_P256", "SIGN_VERIFY"),
    "3" + TAIL: (ec.generate_private_key(ec.SECP384R1()), "ECC_NIST_P384", "SIGN_VERIFY"),
    "4" + TAIL: (rsa.generate_private_key(65537, 2048), "RSA_2048", "SIGN_VERIFY"),
    "5" + TAIL: (ec.generate_private_key(ec.SECP256R1()), "ECC_NIST_P256", "KEY_AGREEMENT"),
}
ALIASES = {"alias/production": "1" + TAIL}
lock = threading.Condition()
log = open("requests.log", "a", buffering=1)
made, running, most = 0, 0, 0


class Failure(Exception):
    pass


def plan():
    try:
        return json.load(open("trouble.json"))
    except FileNotFoundError:
        return {"operation": "", "together": 0}


def answer(operation, request):
    global made
    trouble = plan()
    meets = trouble["operation"] == operation
    if meets and trouble["code"]:
        with lock:
            made += 1
            if made <= trouble["count"]:
                raise Failure(trouble["code"])
    if meets and trouble["body"]:
        return trouble["body"].encode()
    name = request["KeyId"].removeprefix(ACCOUNT).removeprefix("key/")
    name = ALIASES.get(name, name)
    if name not in KEYS:
        raise Failure("NotFoundException")
    key, spec, usage = KEYS[name]
    result = {"KeyId": ACCOUNT + "key/" + name}
    if operation == "GetPublicKey":
        der = key.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        result |= {"PublicKey": base64.b64encode(der).decode(), "KeySpec": spec, "KeyUsage": usage,
                   "CustomerMasterKeySpec": spec, "SigningAlgorithms": ["ECDSA_SHA_256"]}
    else:
        message = base64.b64decode(request["Message"], validate=True)
        if request["MessageType"] != "DIGEST" or len(message) != 32:
            raise Failure("ValidationException")
        if request["SigningAlgorithm"] != "ECDSA_SHA_256" or spec != "ECC_NIST_P256":
            raise Failure("InvalidKeyUsageException")
        if meets and trouble["signWith"]:
            key = KEYS[trouble["signWith"]][0]
        signature = key.sign(message, ec.ECDSA(Prehashed(hashes.SHA256())))
        result |= {"Signature": base64.b64encode(signature).decode(), "SigningAlgorithm": "ECDSA_SHA_256"}
    return json.dumps(result).encode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Else each answer waits 40 ms for the acknowledgement of its headers.
    disable_nagle_algorithm = True

    def do_POST(self):
        global running, most
        operation = self.headers["x-amz-target"].removeprefix("TrentService.")
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        together = plan()["together"] if operation == "Sign" else 0
        with lock:
            running += 1
            most = max(most, running)
            log.write(f"{operation} {running} {self.headers['authorization'].split('/')[2]}\n")
            lock.notify_all()
            # Less than an answer is waited for before it is asked for again.
            lock.wait_for(lambda: most >= together, timeout=45)
        status = 200
        try:
            body = answer(operation, request)
        except Failure as failure:
            status, body = 400, json.dumps({"__type": str(failure), "message": "it is so"}).encode()
        with lock:
            running -= 1
        self.send_response(status)
        self.send_header("content-type", "application/x-amz-json-1.1")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
server.serve_forever()
