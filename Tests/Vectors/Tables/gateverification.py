"""A .jws with a gate document, by hand: what is accepted, what comes after what is stored, and what the body must be. For
clients that read no other format; what is refused before a body is read, verification.py has."""

import base64

import p256
import signing
from gatesequences import gate, required
from signing import ACTIVE, DATE, NEXT, NOW, OLD, STAGING
from verification import Cases

GOOD = gate(required("3.0.0"))
DOCUMENTS = {
    "gate": GOOD, "gate, later": gate(required("4.0.0")), "no rules": gate(),
    "android": GOOD.replace('"ios"', '"android"'), "of no platform": GOOD.replace('"ios"', '"tvos"'),
    "gate 2": GOOD.replace('"gate": 1', '"gate": 2'), "gate 1.0": GOOD.replace('"gate": 1', '"gate": 1.0'),
    "rules that are no array": gate().replace("[]", "{}"), "an array": "[]\n",
    "repeated member": GOOD.replace('"gate": 1', '"gate": 1,\n  "platform": "ios"'),
    "repeated in another spelling": GOOD.replace('"gate": 1', '"gate": 1,\n  "\\u0067ate": 1'),
    "byte order mark": "\ufeff" + GOOD, "a lone surrogate": GOOD.replace("minimum", "\\ud83d"),
    "overlong UTF-8": {"base64": base64.b64encode(GOOD.encode().replace(b"minimum", b"min\xc1\xadmum")).decode()},
    "a surrogate in UTF-8": {"base64": base64.b64encode(GOOD.encode().replace(b"minimum", b"min\xed\xa0\x80mum")).decode()},
    "cut UTF-8": {"base64": base64.b64encode(GOOD.encode().replace(b"minimum", b"min\xe2\x82")).decode()},
    "beyond Unicode": {"base64": base64.b64encode(GOOD.encode().replace(b"minimum", b"min\xf4\x90\x80\x80mum")).decode()},
    "a comment": "// rules\n" + GOOD, "a comma at the end": GOOD.replace("\n}\n", ",\n}\n"), "a second value": GOOD + "{}\n",
    "65 containers": "[" * 65 + "]" * 65,
}


def cases():
    cases = Cases("jws")

    def jws(body="gate", **more):
        return signing.jws(DOCUMENTS, body, **more)

    def add(name, verdict, download, **more):
        cases.add(name, verdict, download, format="gate-ios", **more)

    add("a .jws", (ACTIVE, DATE), jws())
    add("no rules", (ACTIVE, DATE), jws("no rules"))
    add("a retired key", (OLD, DATE), jws(key=OLD))
    add("a key id with colons and a slash", (NEXT, DATE), jws(key=NEXT))
    add("staging", (STAGING, DATE), jws(key=STAGING, environment="staging"), environment="staging")
    add("a date of 1970", (ACTIVE, "1970-01-01T00:00:00Z"), jws(date="1970-01-01T00:00:00Z"))
    add("r and n - s instead of s", (ACTIVE, DATE), jws(raw=lambda r, s: p256.raw(r, p256.N - s)))
    add("a body of just the limit", (ACTIVE, DATE), jws(), bodyLimit=len(GOOD))
    add("a body of one byte more", "body-too-large", jws(), bodyLimit=len(GOOD) - 1)

    add("an older key than the stored document's", "key-older-than-stored", jws(key=OLD, date=NOW), stored=jws())
    add("a newer key, with an earlier date", (NEXT, "2020-01-01T00:00:00Z"),
        jws(key=NEXT, date="2020-01-01T00:00:00Z"), stored=jws())
    add("a bad signature comes before the key of the stored document", "bad-signature", jws(key=OLD, by=NEXT), stored=jws())
    add("24 hours ahead", (ACTIVE, "2026-11-23T12:00:00Z"), jws(date="2026-11-23T12:00:00Z"))
    add("24 hours and a second ahead", "signed-in-future", jws(date="2026-11-23T12:00:01Z"))
    add("the same document again", (ACTIVE, DATE), jws(), stored=jws())
    add("a later one", (ACTIVE, NOW), jws("gate, later", date=NOW), stored=jws())
    add("an earlier one", "signed-before-stored", jws(), stored=jws("gate, later", date=NOW))
    add("another body with the same date", "another-body-of-same-date", jws("gate, later"), stored=jws())

    for name, verdict in [
        ("android", "wrong-kind"), ("of no platform", "not-a-document"), ("gate 2", "not-a-document"),
        ("gate 1.0", "not-a-document"), ("rules that are no array", "not-a-document"), ("an array", "not-a-document"),
        ("repeated member", "not-json"), ("repeated in another spelling", "not-json"), ("byte order mark", "not-json"),
        ("a lone surrogate", "not-json"), ("overlong UTF-8", "not-json"), ("a surrogate in UTF-8", "not-json"),
        ("cut UTF-8", "not-json"), ("beyond Unicode", "not-json"), ("a comment", "not-json"),
        ("a comma at the end", "not-json"), ("a second value", "not-json"), ("65 containers", "not-json"),
    ]:
        add("signed: " + name, verdict, jws(name))
    return cases.cases


def files():
    yield "verification-gates.json", {
        "about": "Gate documents that carry their own signature.", "rings": {"ring": signing.ring()}, "documents": {},
        "cases": cases()}
