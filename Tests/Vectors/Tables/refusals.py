"""Why a download is refused: for each check its code and its phrase, by hand. What is in braces, the download says."""

import base64
import datetime
import json
import re

HEADER = "header x-amz-meta-signature"
DATE_HEADER = "header x-amz-meta-signature-date"
JWS = "this is not a .jws of Signet: its"

MALFORMED = {
    "missing-signature": f"{HEADER} is missing",
    "missing-date": f"{DATE_HEADER} is missing",
    "repeated-signature": f"{HEADER} appears more than once",
    "repeated-date": f"{DATE_HEADER} appears more than once",
    "not-ascii": f"{HEADER} is not printable ASCII",
    "not-name-and-quoted-value": f'{HEADER} is not keyId="ID",signature="BASE64"',
    "unknown-parameter": f"{HEADER} has an unknown parameter",
    "repeated-parameter": f"{HEADER} has a parameter twice",
    "missing-parameter": f"{HEADER} lacks a parameter",
    "reordered-parameters": f"{HEADER} has signature before keyId",
    "invalid-key-id": "the key id is not 1 to 256 of A-Z a-z 0-9 . _ : / -",
    "invalid-base64": "the signature is not standard padded base64 in canonical form",
    "invalid-date": f'{DATE_HEADER} is not a date like "Mon, 03 Aug 2020 22:59:35 UTC"',
    "body-begins-with-date": "the body begins with a date and a colon, which profile body does not allow",
    "empty": "the signature is empty",
    "raw-form": "the signature is 64 bytes that look like raw r||s; it must be ASN.1 DER",
    "not-raw-form": "the signature is not the 64 bytes of r||s",
    "not-a-sequence": "the DER of the signature is not a SEQUENCE",
    "length-not-minimal": "a DER length in the signature is not in its shortest form",
    "truncated": "the DER of the signature ends too early",
    "trailing-bytes": "bytes follow after the DER of the signature",
    "not-an-integer": "r or s of the signature is not an INTEGER",
    "integer-not-minimal": "r or s of the signature is not in its shortest form",
    "negative": "r or s of the signature is negative",
    "zero": "r or s of the signature is zero",
    "out-of-range": "r or s of the signature is not below the order of the curve",
    "jws-parts": "this is not a .jws of Signet: it is not three parts joined by periods",
    "jws-header-encoding": f"{JWS} header is not canonical base64url",
    "jws-body-encoding": f"{JWS} body is not canonical base64url",
    "jws-signature-encoding": f"{JWS} signature is not canonical base64url",
    "jws-without-body": "this is not a .jws of Signet: it has no body",
    "jws-header": f"{JWS} header is not of the one form",
    "jws-key-id": f"{JWS} kid is not a key id",
    "jws-environment": f"{JWS} environment is not a name",
    "jws-path": f"{JWS} path is not the path of a document",
    "jws-date": f"{JWS} iat is not a date",
}

OTHERS = {
    "unknown-key": ("unknown-key", 'key id "{key}" is not on the key ring'),
    "revoked-key": ("revoked-key", 'key id "{key}" is revoked'),
    "bad-signature": ("bad-signature", 'the signature is not one of key "{key}" over these bytes'),
    "key-of-another-environment": ("other-document", 'key id "{key}" is for environment "{key_environment}"'),
    "of-another-environment": ("other-document", 'it was signed for environment "{environment}"'),
    "at-another-path": ("other-document", "it was signed for the path {path}"),
    "wrong-kind": ("other-document", "the body is a document of another format than {format}"),
    "other-meaning": ("other-document", "as a file it is refused"),
    "key-older-than-stored":
        ("rollback", 'key id "{key}" is older than "{stored_key}", which signed the stored document'),
    "signed-before-stored":
        ("rollback", "the signed date {date} is before that of the stored document, {stored_date}"),
    "undated-after-dated":
        ("rollback", "it has no signed date, and the stored document has one, {stored_date}"),
    "another-body-of-same-date": ("rollback", "another body with the signed date {date} is stored"),
    "signed-in-future": ("ahead-of-clock", "the signed date {date} is too far ahead of the clock"),
    "frozen": ("frozen", "it would newly block this device, and the signed date {date} is too old for that"),
    "gate-undated": ("unreadable", "it has no signed date, and the rules of a gate document are decided by it"),
    "not-json": ("unreadable", "the body is not strict JSON"),
    "not-a-document": ("unreadable", "the body is not a document of format {format}"),
    "body-too-large": ("too-large", "the body is larger than {limit} bytes"),
    "metadata-too-large": ("too-large", "the signature metadata is larger than 2048 bytes"),
}

# What a file could be beside a document that Signet itself acts on, for which the members say more.
MEANINGS = {
    "date": "the content begins with a date and a colon; its signature could be replayed as a dated document",
    "dsse": 'the content begins with "DSSEv1 "; its signature could be used in a DSSE envelope',
    "jws": "the content begins with the header of a JSON Web Signature; its signature could be used as a token's",
    "tuf": "the content is metadata of The Update Framework; its signature could be used as that",
    "http": "the content ends like the signature base of an HTTP message; its signature could be used for that",
    "xml": "the content is XML that names SignedInfo; its signature could be used as that of XML",
    "note": "the content is a checkpoint or a signed note; its signature could be used for a log",
    "utf16": "the text is UTF-16 instead of UTF-8",
}


def claims(download):
    """What a download says of itself, as far as the phrases name it."""
    if "jws" in download:
        text = download["jws"] if isinstance(download["jws"], str) else ""
        first = text.split(".")[0]
        try:
            header = json.loads(base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)))
            when = datetime.datetime.fromtimestamp(header["iat"], datetime.timezone.utc)
            return {"key": header["kid"], "environment": header["environment"], "path": header["path"],
                    "date": when.strftime("%a, %d %b %Y %H:%M:%S UTC")}
        except (ValueError, TypeError, KeyError, OverflowError):
            return {}
    fields = {name.lower(): value for name, value in download["headers"]}
    found = re.match('keyId="([^"]*)"', fields.get("x-amz-meta-signature", ""))
    return {"key": found[1] if found else None, "date": fields.get("x-amz-meta-signature-date")}


def refusal(check, download=None, stored=None, **more):
    """The code and the phrase of a check; a check that is none of these has only its name."""
    if check in MALFORMED:
        return "malformed", MALFORMED[check]
    if check not in OTHERS:
        return check, None
    said = claims(download) if download else {}
    said.update({"stored_" + name: value for name, value in (claims(stored) if stored else {}).items()})
    code, phrase = OTHERS[check]
    return code, phrase.format(**{**said, **more})
