"""Moto with faults where a test wants them, and, with a policy, with identities. Prints its port; ends with its input.

    moto-server.py [policy.json]

Without a policy it verifies nothing. With one it verifies signatures (by botocore), session tokens, hashes of S3's bodies,
and that the actions are allowed, and KMS signs digests as they are; it verifies neither dates, nor the region, nor conditions
of policies. The user `publisher` and the role `publisher` have that policy, the user `admin` may do everything; `keys.json`
has their keys.
"""

import hashlib
import io
import json
import os
import re
import sys
import threading
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from moto import settings
from moto.core.authorization import ActionAuthenticatorMixin
from moto.iam.access_control import IAMRequest
from moto.iam.models import iam_backends
from moto.kms.utils import ECDSAPrivateKey
from moto.moto_api._internal import mock_random
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.datastructures import Headers
from werkzeug.serving import WSGIRequestHandler, make_server

ACCOUNT = "123456789012"
EVERYTHING = '{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}'
UNSIGNED = ("AssumeRoleWithWebIdentity",)
KMS_CODES = {
    "AccessDenied": "AccessDeniedException", "SignatureDoesNotMatch": "InvalidSignatureException",
    "InvalidClientTokenId": "UnrecognizedClientException"}

# Ids of its own, also where another process has imported moto for several.
mock_random.seed()
moto = DomainDispatcherApplication(create_backend_app)
lock = threading.Lock()
log = open("requests.log", "a", buffering=1)
state = {"stamp": None, "faults": []}
current = threading.local()
plain_sign = ECDSAPrivateKey.sign


def make_identities(policy):
    backend = iam_backends[ACCOUNT]["aws"]
    keys = {}
    for name, text in [("publisher", policy), ("admin", EVERYTHING)]:
        backend.create_user("us-east-1", name)
        backend.put_user_policy(name, "policy", text)
        key = backend.create_access_key(name)
        keys[name] = [key.access_key_id, key.secret_access_key]
    trust = {"Version": "2012-10-17", "Statement": {
        "Effect": "Allow", "Action": "sts:AssumeRoleWithWebIdentity", "Principal": {"Federated": "tests"}}}
    backend.create_role("publisher", json.dumps(trust), "/", None, "", [], None)
    backend.put_role_policy("publisher", "policy", policy)
    with open("keys.json", "w") as file:
        json.dump(keys, file)
    settings.INITIAL_NO_AUTH_ACTION_COUNT = 0
    ActionAuthenticatorMixin._authenticate_and_authorize_action = verify
    ECDSAPrivateKey.sign = sign_as_kms


def verify(response, kind, resource="*"):
    """What moto does, by the path as it was sent: it would take the decoded one, and refuse keys that need encoding."""
    action = response._get_action()
    headers = Headers(list(response.headers.items()))
    if "Authorization" not in headers:
        if action in UNSIGNED:
            return
        headers["Authorization"] = "Credential=nobody/1/us-east-1/s3/x,"
    identity = kind(
        account_id=response.current_account, method=response.method, path=current.target, data=response.data,
        body=response.raw_body, headers=headers, action=action)
    identity.check_signature()
    if kind is not IAMRequest:
        digest = headers.get("X-Amz-Content-SHA256", "")
        if re.fullmatch("[0-9a-f]{64}", digest) and digest != hashlib.sha256(current.body).hexdigest():
            identity._raise_signature_does_not_match()
        bucket, slash, key = current.path.lstrip("/").partition("/")
        resource = "arn:aws:s3:::" + bucket + slash * bool(key) + key
    identity.check_action_permitted(resource)


def sign_as_kms(key, message, algorithm):
    """What KMS does with a digest, which moto would hash once more."""
    if json.loads(current.body).get("MessageType") == "DIGEST":
        return key.private_key.sign(message, ec.ECDSA(Prehashed(hashes.SHA256())))
    return plain_sign(key, message, algorithm)


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


def moto_with_identities(environ, start_response):
    """Moto, whose refusals have one form for all services: here each has its own."""
    current.body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    environ["wsgi.input"] = io.BytesIO(current.body)
    status, headers = "", []

    def start(*answer):
        nonlocal status, headers
        status, headers = answer[:2]

    body = b"".join(moto(environ, start))
    code = re.search(b"<Errors><Error><Code>(.*?)</Code><Message>(.*?)</Message>", body)
    if code and status.startswith("403"):
        headers = [field for field in headers if field[0].lower() not in ("content-type", "content-length")]
        name, message = (part.decode() for part in code.groups())
        if "HTTP_X_AMZ_TARGET" in environ:
            status, body = "400 X", json.dumps({"__type": KMS_CODES.get(name, name), "message": message}).encode()
            headers.append(("Content-Type", "application/x-amz-json-1.1"))
        else:
            body = body.replace(b"<Errors>", b"").replace(b"</Errors>", b"")
            headers.append(("Content-Type", "text/xml"))
        headers.append(("Content-Length", str(len(body))))
    start_response(status, headers)
    return [body]


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
        current.target, current.path = environ["RAW_URI"], path.encode("latin-1").decode(errors="replace")
        return moto_with_identities(environ, start) if len(sys.argv) > 1 else moto(environ, start)
    if found["status"] == 0:
        time.sleep(3600)
    body = f"<Error><Code>{found['code']}</Code><Message>as the test wants it</Message></Error>".encode()
    start_response(f"{found['status']} X", [("Content-Type", "application/xml"), ("Content-Length", str(len(body)))])
    return [body]


class Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"
    # Else each answer waits 40 ms for the acknowledgement of its headers.
    disable_nagle_algorithm = True

    def log(self, *words):
        pass


if len(sys.argv) > 1:
    make_identities(open(sys.argv[1]).read())
server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
print(server.socket.getsockname()[1], flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
server.serve_forever()
