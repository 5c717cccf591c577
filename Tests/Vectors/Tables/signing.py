"""The keys of the vectors, and documents signed with them: rightly, and wrongly in one way at a time."""

import base64
import datetime
import json

import p256

PATH = "distribution/app-config"
DATE = "2026-11-20T08:00:00Z"
NOW = "2026-11-22T12:00:00Z"

# Oldest first; the second member is the environment, the third the state.
RING = [
    ("production-2023", "production", "revoked"),
    ("production-2024", "production", "retired"),
    ("production-2025", "production", "active"),
    ("staging-2025", "staging", "active"),
    ("arn:aws:kms:eu-west-1:111122223333:key/0b4f", "production", "next"),
]
REVOKED, OLD, ACTIVE, STAGING, NEXT = [id for id, _, _ in RING]
STRANGER = "production-2099"
KEYS = {}


def make_keys(pretend):
    for id in [id for id, _, _ in RING] + [STRANGER]:
        KEYS[id] = p256.Key(pretend)


def ring():
    return {
        "keys": [
            {"id": id, "name": id.rsplit("/")[-1], "environment": environment, "state": state,
             "publicKey": KEYS[id].public}
            for id, environment, state in RING
        ]
    }


def moment(instant):
    return datetime.datetime.strptime(instant, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc)


def header_date(instant):
    """`Mon, 03 Aug 2020 22:59:35 UTC`; the locale of this process is C."""
    return moment(instant).strftime("%a, %d %b %Y %H:%M:%S UTC")


def parse_date(text):
    return datetime.datetime.strptime(text, "%a, %d %b %Y %H:%M:%S UTC")


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signature_header(id, signature):
    return ["x-amz-meta-signature", f'keyId="{id}",signature="{base64.b64encode(signature).decode()}"']


def headers(documents, body, key=ACTIVE, date=DATE, by=None, over=None, der=None):
    """A download with its signature in headers; profile `body` when date is None.

    by: the key that really signs; over: the name of the document that it signs; der: what becomes of the signature.
    """
    signed = bytes_of(documents[over or body])
    prefix = (header_date(date) + ":").encode() if date else b""
    r, s = KEYS[by or key].sign(prefix + signed)
    fields = [signature_header(key, (der or p256.der)(r, s))]
    if date:
        fields.append(["x-amz-meta-signature-date", header_date(date)])
    return {"body": body, "headers": fields}


def bytes_of(document):
    if isinstance(document, dict):
        return base64.b64decode(document["base64"])
    return document.encode()


def protected(key=ACTIVE, environment="production", path=PATH, date=DATE, **changed):
    members = {"alg": "ES256", "kid": key, "typ": "signet+jws", "environment": environment, "path": path,
               "iat": int(moment(date).timestamp())}
    members.update(changed)
    return members


def compact(members):
    return json.dumps(members, separators=(",", ":"), ensure_ascii=False)


def jws(documents, body, key=ACTIVE, by=None, header=None, environment="production", path=PATH, date=DATE,
        payload=None, raw=p256.raw, signed_payload=None):
    """A `.jws`. header: its text, where that is not the one form; payload: the middle part as it is written."""
    header = header if header is not None else compact(protected(key, environment, path, date))
    first = base64url(header.encode())
    middle = payload if payload is not None else base64url(bytes_of(documents[body]))
    signed = f"{first}.{signed_payload if signed_payload is not None else middle}"
    r, s = KEYS[by or key].sign(signed.encode())
    return {"jws": f"{first}.{middle}.{base64url(raw(r, s))}"}
