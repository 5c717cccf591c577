"""Plays the vectors of signatures in response headers, as a third voice beside Swift and Java: up to the body, not into it.

    python3 headers.py verification-headers.json

Prints one line for each case whose verdict is another one, then the number of cases. Exit code 1 when there is such a case.
An unknown member is an error. Where a body is refused for what it says, all that comes before must accept it.
"""

import base64
import datetime
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "Tables"))

import p256
import refusals
import signing

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

MEMBERS = {
    "name", "verdict", "ring", "environment", "format", "profile", "envelope", "path", "bodyLimit", "clockSkew", "now", "stored",
    "download", "keyId", "date", "phrase"}
# Why a body is refused that was signed as it should be.
OF_THE_BODY = {"wrong-kind", "other-meaning", "gate-undated", "not-json", "not-a-document"}
NAMES = ("x-amz-meta-signature", "x-amz-meta-signature-date")
DAYS, MONTHS = "Mon Tue Wed Thu Fri Sat Sun".split(), "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


class Refused(Exception):
    """With the name of the check that failed."""


def expect(holds, check):
    if not holds:
        raise Refused(check)


def single(headers, name, what):
    values = [value for given, value in headers if given.lower() == name]
    expect(values, f"missing-{what}")
    expect(len(values) == 1, f"repeated-{what}")
    return values[0]


def read_header(value):
    """The key id and the DER; one space after the comma is tolerated."""
    expect(re.fullmatch("[\x20-\x7e]*", value), "not-ascii")
    expect(re.fullmatch('[A-Za-z0-9]+="[^"]*"(, ?[A-Za-z0-9]+="[^"]*")*', value), "not-name-and-quoted-value")
    parameters = re.findall('([A-Za-z0-9]+)="([^"]*)"', value)
    names = [name for name, _ in parameters]
    for index, name in enumerate(names):
        expect(name in ("keyId", "signature"), "unknown-parameter")
        expect(name not in names[:index], "repeated-parameter")
    expect(len(names) == 2, "missing-parameter")
    expect(names[0] == "keyId", "reordered-parameters")
    key_id, text = parameters[0][1], parameters[1][1]
    expect(re.fullmatch("[A-Za-z0-9._:/-]{1,256}", key_id), "invalid-key-id")
    form = re.fullmatch("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", text)
    der = base64.b64decode(text) if form and text else None
    expect(der is not None and base64.b64encode(der).decode() == text, "invalid-base64")
    return key_id, der


def element(data, tag, other):
    expect(data, "truncated")
    expect(data[0] == tag, other)
    expect(len(data) > 1, "truncated")
    expect(data[1] < 0x80, "length-not-minimal")
    end = 2 + data[1]
    expect(len(data) >= end, "truncated")
    return data[2:end], data[end:]


def check_der(der):
    expect(der, "empty")
    try:
        content, rest = element(der, 0x30, "not-a-sequence")
        expect(not rest, "trailing-bytes")
        for _ in "rs":
            integer, content = element(content, 0x02, "not-an-integer")
            expect(integer, "integer-not-minimal")
            expect(integer[0] < 0x80, "negative")
            expect(integer != b"\0", "zero")
            expect(integer[0] or integer[1] >= 0x80, "integer-not-minimal")
            expect(int.from_bytes(integer, "big") < p256.N, "out-of-range")
        expect(not content, "trailing-bytes")
    except Refused:
        expect(len(der) != 64, "raw-form")
        raise


def read_date(text):
    """Seconds since 1970 of a date that is written again in the same bytes, by no locale."""
    parts = re.fullmatch("([A-Z][a-z]{2}), ([0-9]{2}) ([A-Z][a-z]{2}) ([0-9]{4}) ([0-9]{2}):([0-9]{2}):([0-9]{2}) UTC", text)
    try:
        day, month, year, *time = parts[2], MONTHS.index(parts[3]) + 1, parts[4], parts[5], parts[6], parts[7]
        date = datetime.datetime(int(year), month, int(day), *map(int, time), tzinfo=datetime.timezone.utc)
    except (TypeError, ValueError):
        raise Refused("invalid-date") from None
    expect(DAYS[date.weekday()] == parts[1] and date.year >= 1970, "invalid-date")
    return int(date.timestamp())


class Client:
    def __init__(self, case, file):
        ring = file["rings"][case["ring"]]["keys"]
        self.case, self.documents = case, file["documents"]
        self.order = [key["id"] for key in ring]
        self.keys = {key["id"]: key for key in ring}

    def is_older(self, key, other):
        return self.order.index(key) < self.order.index(other)

    def receive(self, download, profile):
        """The key, the date and the body of what one of the keys signed; profile None is either."""
        if "jws" in download:
            # What is stored may have come so; it was verified at that time.
            header, body, _ = [base64.urlsafe_b64decode(part + "==") for part in download["jws"].split(".")]
            header = json.loads(header)
            return header["kid"], header["iat"], body
        body, headers = download["body"], download["headers"]
        body = signing.bytes_of(self.documents[body] if isinstance(body, str) else body)
        expect(len(body) <= self.case.get("bodyLimit", 1 << 20), "body-too-large")
        profile = profile or ("dated" if any(name.lower() == NAMES[1] for name, _ in headers) else "body")
        fields = [(NAMES[0], single(headers, NAMES[0], "signature"))]
        if profile == "dated":
            fields.append((NAMES[1], single(headers, NAMES[1], "date")))
        expect(sum(len(name) + len(value.encode()) for name, value in fields) < 2_048, "metadata-too-large")
        key_id, der = read_header(fields[0][1])
        check_der(der)
        date = read_date(fields[1][1]) if profile == "dated" else None
        key = self.keys.get(key_id)
        expect(key, "unknown-key")
        expect(key["state"] != "revoked", "revoked-key")
        expect(key["environment"] == self.case["environment"], "key-of-another-environment")
        shape = rb"[A-Za-z]{3}, [0-9]{2} [A-Za-z]{3} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} [A-Za-z]{3}:"
        expect(profile == "dated" or not re.match(shape, body), "body-begins-with-date")
        prefix = (fields[1][1] + ":").encode() if profile == "dated" else b""
        try:
            load_der_public_key(base64.b64decode(key["publicKey"])).verify(der, prefix + body, ec.ECDSA(SHA256()))
        except InvalidSignature:
            raise Refused("bad-signature") from None
        return key_id, date, body

    def judge(self):
        """The name of the check that fails; None where all up to the body holds."""
        case, stored = self.case, None
        if "stored" in case:
            stored = self.receive(case["stored"], None)
        try:
            key, date, body = self.receive(case["download"], case["profile"])
            expect(not stored or not self.is_older(key, stored[0]), "key-older-than-stored")
            now = signing.moment(case["now"]).timestamp()
            expect(date is None or date <= now + case.get("clockSkew", 86_400), "signed-in-future")
            if stored and stored[1] is not None and not self.is_older(stored[0], key):
                expect(date is not None, "undated-after-dated")
                expect(date >= stored[1], "signed-before-stored")
                expect(date > stored[1] or body == stored[2], "another-body-of-same-date")
        except Refused as refusal:
            return str(refusal)
        return None


def said(check, case):
    environments = {id: environment for id, environment, _ in signing.RING}
    code, phrase = refusals.refusal(
        check, case["download"], case.get("stored"), format=case["format"], limit=case.get("bodyLimit", 1 << 20),
        key_environment=environments.get(refusals.claims(case["download"]).get("key")))
    return f"{code}: {phrase}"


def main():
    wrong, count = 0, 0
    file = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    for case in file["cases"]:
        if set(case) - MEMBERS:
            sys.exit(f"unknown members {sorted(set(case) - MEMBERS)} in {case['name']}")
        expected = f"{case['verdict']}: {case['phrase']}" if "phrase" in case else "accepted"
        if any(expected == said(check, case) for check in OF_THE_BODY):
            expected = "accepted"
        check = Client(case, file).judge()
        found = "accepted" if check is None else said(check, case)
        count += 1
        if found != expected:
            wrong += 1
            print(f"{case['name']}\n  expected {expected}\n  found    {found}")
    print(f"{count} cases, {wrong} with another verdict")
    sys.exit(1 if wrong else 0)


main()
