"""A second opinion about SigV4: what botocore makes of requests.

    botocore-signatures.py <REQUESTS >ANSWERS        one line of JSON each, for each of them
    botocore-signatures.py generate [COUNT [SEED]]   random requests, always the same for a seed

A request: {"method", "scheme", "host", "path": [segments], "query": [[name, value]…], "headers": [[name, value]…],
"payloadHash", "date", "region", "service", "accessKey", "secretKey", "sessionToken"}. The segments of the path (joined by
"/"), names and values of the query are base64 of raw bytes, which nobody has encoded yet; the rest is text. "payloadHash"
is the lower-case hex SHA-256 of the body or UNSIGNED-PAYLOAD; "date" is 20261122T082900Z; "sessionToken" may be "".

An answer: {"canonicalRequest", "authorization", "headers": {…all others that are sent, names in lower case}}. For s3 the
signer is S3SigV4Auth, which adds x-amz-content-sha256, for others SigV4Auth, which does not; both add x-amz-date, and
x-amz-security-token if there is one.
"""

import base64
import contextlib
import datetime
import hashlib
import json
import random
import sys
import unittest.mock
from urllib.parse import quote

import botocore.auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials


def encoded(text, safe="-._~"):
    return quote(base64.b64decode(text), safe=safe)


def answer(request):
    url = f"{request['scheme']}://{request['host']}/" + "/".join(encoded(segment) for segment in request["path"])
    if request["query"]:
        url += "?" + "&".join(f"{encoded(name)}={encoded(value)}" for name, value in request["query"])
    own = AWSRequest(method=request["method"], url=url)
    for name, value in request["headers"]:
        own.headers[name] = value
    credentials = Credentials(request["accessKey"], request["secretKey"], request["sessionToken"] or None)
    kind = botocore.auth.S3SigV4Auth if request["service"] == "s3" else botocore.auth.SigV4Auth
    signer = kind(credentials, request["service"], request["region"])
    # It would hash a body, of which there is none here.
    signer.payload = lambda _: request["payloadHash"]
    signer._should_sha256_sign_payload = lambda _: True
    canonical = []
    plain = signer.canonical_request

    def kept(own):
        canonical.append(plain(own))
        return canonical[-1]

    signer.canonical_request = kept
    moment = datetime.datetime.strptime(request["date"], "%Y%m%dT%H%M%SZ")
    with at(moment):
        signer.add_auth(own)
    headers = {}
    for name, value in own.headers.items():
        headers.setdefault(name.lower(), value)
    return {
        "canonicalRequest": canonical[0], "authorization": own.headers["Authorization"],
        "headers": {name: value for name, value in headers.items() if name != "authorization"}}


@contextlib.contextmanager
def at(moment):
    """Botocore's clock, whose name depends on its version."""
    with contextlib.ExitStack() as stack:
        if hasattr(botocore.auth, "get_current_datetime"):
            stack.enter_context(unittest.mock.patch("botocore.auth.get_current_datetime", lambda *_, **__: moment))
        else:
            fake = unittest.mock.Mock(wraps=datetime.datetime)
            fake.utcnow.return_value = moment
            stack.enter_context(unittest.mock.patch("botocore.auth.datetime.datetime", fake))
        yield


def generate(count, seed):
    chance = random.Random(seed)
    text = "abcdefghijklmnopqrstuvwxyz0123456789"

    def word(least=1, most=12, letters=text):
        return "".join(chance.choice(letters) for _ in range(chance.randint(least, most)))

    def raw(least, most, without=b""):
        if chance.random() < 0.5:
            return word(max(1, least), most, text + text.upper() + "-._~ +%&=/?#'()*!:@$,;".translate(
                {byte: None for byte in without})).encode()
        # Every byte; a URL cannot hold a key with one 0, and no client sends such.
        return bytes(b for b in chance.randbytes(chance.randint(least, most)) if b and b not in without)

    def field():
        letters = text + "-_.:/\"=;,()<>@[]{}?!"
        value = "".join(chance.choice(["", " ", "  ", "   "]) + word(0, 6, letters) for _ in range(5))
        return chance.choice(["", " "]) + value + chance.choice(["", "  "])

    def segment():
        # Keys may hold what would lead elsewhere in a path; S3 takes it as it is.
        return chance.choice([b"", b".", b".."]) if chance.random() < 0.03 else raw(1, 16, b"/")

    for number in range(count):
        service = chance.choice(["s3", "s3", "s3", "s3", "kms", "sts", "cloudfront"])
        is_s3 = service == "s3"
        path = [segment() for _ in range(chance.randint(0, 4))] if is_s3 else [word().encode() for _ in range(chance.randint(0, 3))]
        if is_s3 and path:
            # Every byte is there, whatever chance says.
            path[-1] += bytes([number % 255 + 1]).replace(b"/", b"")
        # Names that are there once, in any order.
        query = list({raw(1, 8) or b"n": chance.choice([b"", raw(0, 12)]) for _ in range(chance.randint(0, 4))}.items())
        headers = {"x-amz-meta-" + word(): field() for _ in range(chance.randint(0, 3))}
        headers |= {"content-type": "application/json"} if chance.random() < 0.5 else {}
        headers |= {"if-match": f'"{word()}"'} if chance.random() < 0.2 else {}
        headers |= {"Cache-Control": "public,  max-age=300"} if chance.random() < 0.3 else {}
        start = datetime.datetime(2015, 8, 30)
        moment = start + datetime.timedelta(seconds=chance.randrange(10**9))
        host = chance.choice(["bucket.s3.eu-west-2.amazonaws.com", "127.0.0.1:8333", "[::1]:9000", "kms.us-east-1.api.aws"])
        b64 = lambda value: base64.b64encode(value).decode()
        yield {
            "method": chance.choice(["GET", "PUT", "HEAD", "DELETE", "POST"]),
            "scheme": chance.choice(["http", "https"]), "host": host, "path": [b64(part) for part in path],
            "query": [[b64(name), b64(value)] for name, value in query],
            "headers": [[name, value] for name, value in headers.items()],
            "payloadHash": "UNSIGNED-PAYLOAD" if is_s3 and chance.random() < 0.1
            else hashlib.sha256(chance.randbytes(8)).hexdigest(),
            "date": moment.strftime("%Y%m%dT%H%M%SZ"), "region": chance.choice(["eu-west-2", "us-east-1", "auto"]),
            "service": service, "accessKey": "AKIA" + word(16, 16, text.upper()),
            "secretKey": word(40, 40, text + "/+"), "sessionToken": chance.choice(["", word(20, 200, text + "/+=")])}


if sys.argv[1:2] == ["generate"]:
    count, seed = (sys.argv[2:] + ["10000", "20261122"][len(sys.argv[2:]):])[:2]
    for request in generate(int(count), int(seed)):
        print(json.dumps(request))
else:
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))))
