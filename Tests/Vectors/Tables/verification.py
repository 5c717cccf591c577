"""What a verifier accepts, and why it refuses, by hand. Where two things are wrong the first of the rules counts."""

import base64

import p256
import refusals
import signing
from signing import ACTIVE, DATE, NEXT, NOW, OLD, PATH, REVOKED, STAGING, STRANGER, header_date

CONFIG = """{
  "minimumVersion": "1.2.0",
  "latestVersion": "1.5.0",
  "updateUrl": "https://example.com/app",
  "maintenanceMode": false,
  "maintenanceMessage": null
}
"""
AVAILABILITY = """{
  "minimumOSVersion": { "value": "13.5.0", "description": { "en": "system" } },
  "minimumAppVersion": { "value": "3.0.0", "description": { "en": "app" } }
}
"""
ANDROID = """{
  "minimumSDKVersion": { "value": 23, "description": { "en": "system" } },
  "minimumAppVersion": { "value": 8, "description": { "en": "app" } }
}
"""
GATE = """{
  "gate": 1,
  "platform": "ios",
  "rules": [
    { "id": "a", "when": { "app": "<3.2.0" }, "then": "required", "description": { "en": "update" } }
  ]
}
"""


def nested(depth):
    return CONFIG.replace("null\n}", 'null,\n  "more": ' + "[" * (depth - 1) + "]" * (depth - 1) + "\n}")


DOCUMENTS = {
    "config": CONFIG,
    "config, later": CONFIG.replace("1.2.0", "1.3.0"),
    "config, one byte changed": CONFIG.replace("1.2.0", "1.2.1"),
    "config, other line ends": CONFIG.replace("\n", "\r\n"),
    "config, unknown members": CONFIG.replace("null\n}", 'null,\n  "later": { "minimumVersion": [] }\n}'),
    "config, 64 containers deep": nested(64),
    "config, 65 containers deep": nested(65),
    "config, escaped": CONFIG.replace("minimumVersion", r"minimum\u0056ersion"),
    "config, trailing comma": CONFIG.replace("null\n}", "null,\n}"),
    "config, comment": "// reviewed\n" + CONFIG,
    "config, single quotes": CONFIG.replace('"1.2.0"', "'1.2.0'"),
    "config, byte order mark": "\ufeff" + CONFIG,
    "config, repeated member": CONFIG.replace('"latest', '"minimumVersion": "9.0.0",\n  "latest'),
    "config, repeated member in another spelling": CONFIG.replace('"latest', '"minimum\\u0056ersion": "9.0.0",\n  "latest'),
    "config, repeated unknown member": CONFIG.replace("null\n}", 'null,\n  "a": { "b": 1, "b": 1 }\n}'),
    "config, two members that are one after normalization":
        CONFIG.replace("null\n}", 'null,\n  "caf\u00e9": 1,\n  "cafe\u0301": 2\n}'),
    "config, lone surrogate": CONFIG.replace("null\n}", r'"\ud800"' + "\n}"),
    "config, surrogate pair": CONFIG.replace("null\n}", r'"\ud83d\ude00"' + "\n}"),
    "config, control character": CONFIG.replace("null\n}", '"a\tb"\n}'),
    "config, leading zero": CONFIG.replace("null\n}", 'null,\n  "n": 01\n}'),
    "config, NaN": CONFIG.replace("null\n}", 'null,\n  "n": NaN\n}'),
    "config, no digit after the period": CONFIG.replace("null\n}", 'null,\n  "n": 1.\n}'),
    "config, something after it": CONFIG + "{}",
    "config, cut short": CONFIG[:-3],
    "config, a zero byte after it": CONFIG + "\0",
    "config, overlong UTF-8": {"base64": base64.b64encode(
        CONFIG.encode().replace(b"null\n}", b'"\xc0\xaf"\n}')).decode()},
    "config, a surrogate in UTF-8": {"base64": base64.b64encode(
        CONFIG.encode().replace(b"null\n}", b'"\xed\xa0\x80"\n}')).decode()},
    "config, in UTF-16": {"base64": base64.b64encode(CONFIG.encode("utf-16-le")).decode()},
    "config, no latest version": CONFIG.replace('  "latestVersion": "1.5.0",\n', ""),
    "config, a version of two numbers": CONFIG.replace("1.2.0", "1.2"),
    "config, a version with a letter": CONFIG.replace("1.2.0", "1.2.0b"),
    "config, a number of 18 digits": CONFIG.replace("1.2.0", "1.2." + "9" * 18),
    "config, a number of 19 digits": CONFIG.replace("1.2.0", "1.2." + "9" * 19),
    "config, maintenance as a string": CONFIG.replace("false", '"false"'),
    "config, maintenance without a message": CONFIG.replace('  "maintenanceMode": false,\n  "maintenanceMessage": null',
                                                            '  "maintenanceMode": true'),
    "empty": "",
    "null": "null\n",
    "an array": "[]\n",
    "an object": "{}\n",
    "availability-ios": AVAILABILITY,
    "availability-android": ANDROID,
    "availability-ios, a version as a number": AVAILABILITY.replace('"3.0.0"', "3"),
    "availability-ios, a language that is none": AVAILABILITY.replace('"en": "app"', '"en_GB": "app"'),
    "availability-ios, the same language twice": AVAILABILITY.replace('"en": "app"', '"en-gb": "app", "en-GB": "App"'),
    "availability-android, spelled with a fraction": ANDROID.replace(": 8,", ": 8.0,"),
    "availability-android, spelled with an exponent": ANDROID.replace(": 23,", ": 2.3e1,"),
    "availability-android, negative": ANDROID.replace(": 8,", ": -8,"),
    "availability-android, zero": ANDROID.replace(": 8,", ": 0,"),
    "availability-android, the largest integer": ANDROID.replace(": 8,", ": 9223372036854775807,"),
    "availability-android, beyond the largest integer": ANDROID.replace(": 8,", ": 9223372036854775808,"),
    "gate-ios": GATE,
    "gate-android": GATE.replace('"ios"', '"android"'),
    "gate-ios, number 2": GATE.replace('"gate": 1', '"gate": 2'),
    "gate-ios, rules that no client knows": GATE.replace('"then"', '"later": [], "then"').replace('"required"', '"later"'),
    "gate-ios, trailing comma": GATE.replace("} }\n  ]", "} },\n  ]"),
    "remote-config-ios":
        '{\n  "platform": "ios",\n  "force_update_version": "3.0.0",\n  "optional_update_version": "3.2.0"\n}\n',
    "environment-config": """{
  "environments": {
    "mainnet": { "apps": { "ios": { "minimalVersion": "1.0", "build": 40000, "url": "https://example.com" } } }
  }
}
""",
    "environment-config, no url": """{
  "environments": { "mainnet": { "apps": { "ios": { "minimalVersion": "1.0", "build": 40000 } } } }
}
""",
    "a date, a colon and a config": header_date(DATE) + ":" + CONFIG,
    "a file that begins with a date": header_date(DATE) + ":{}",
    "a file that begins with what only looks like a date": "xyz, 99 abc 0000 99:99:99 qqq:{}",
    "a file that begins with a date and no colon": header_date(DATE) + ";{}",
    "a file": "any bytes\n",
    "a file for a DSSE envelope": "DSSEv1 29 http://example.com/HelloWorld 5 hello",
    "a file for a token": signing.base64url(b'{"alg":"ES256"}') + ".e30",
    "a file of update metadata": '{"_type":"root","version":1}',
    "a file that is an index": '{ "environment": "production", "profile": "body", "documents": [] }',
    "a file that is a key ring": '{ "keys": [ { "publicKey": "MFkw" } ] }',
    "a file that is a config behind a comment": "\ufeff// a file\n/* { */" + CONFIG,
    "a file with a comment": "// a file\nlet x = {};\n",
    "a file with a control character": "a bell\n\a",
    "a file with a control character of the second set": "a next line\u0085",
    "a file in Latin-1": {"base64": base64.b64encode("é".encode("latin-1")).decode()},
    "a file for a certificate": {"base64": base64.b64encode(
        bytes.fromhex("303aa003020102020101300a06082a8648ce3d040302") + bytes(37)).decode()},
    "a file for a token of COSE": {"base64": base64.b64encode(b"\x84jSignature1C\xa1\x01&@A\xa0").decode()},
    "a file for a signature of SSH": "SSHSIG\0\0\0\3git\0\0\0\0\0\0\0\6sha256\0\0\0\x20" + 32 * "h",
    "a file for a signed HTTP message": '"@method": DELETE\n"@signature-params": ("@method");keyid="1"',
    "a file for a signature of XML": '<x:SignedInfo xmlns:x="&#x68;ttp://www.w3.org/2000/09/xmldsig#"></x:SignedInfo>',
    "a file for a checkpoint": "log.example.com\n5\nfTNv1tF/dcADLVrnTQYsCYD3Vm1cWVDlmJNpStiI7NI=\n",
    "a PNG": {"base64": base64.b64encode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").decode()},
    "a ZIP": {"base64": base64.b64encode(b"PK\5\6" + bytes(18)).decode()},
    "a file that is a config to a lenient reader": CONFIG.replace("{\n", "{ // a file\n", 1).replace("null\n", "null,\n"),
}


def hex_signature(text):
    """A signature of these bytes whatever r and s are."""
    data = bytes.fromhex(text)
    return lambda r, s: data


def field(value, date=DATE):
    fields = [["x-amz-meta-signature", value]]
    return fields + ([["x-amz-meta-signature-date", header_date(date)]] if date else [])


B64 = "MAYCAQECAQE="  # r = 1, s = 1


class Cases:
    def __init__(self, envelope):
        self.envelope = envelope
        self.cases = []

    def add(self, name, verdict, download, profile="dated", stored=None, format="app-config", now=NOW,
            environment="production", path=PATH, **more):
        case = {"name": name, "ring": "ring", "environment": environment, "format": format, "profile": profile,
                "envelope": self.envelope, "path": path, **more, "now": now}
        if stored:
            case["stored"] = stored
        case["download"] = download
        if isinstance(verdict, tuple):
            case["verdict"], case["keyId"] = "accepted", verdict[0]
            if verdict[1]:
                case["date"] = verdict[1]
        else:
            environments = {id: environment for id, environment, _ in signing.RING}
            case["verdict"], case["phrase"] = refusals.refusal(
                verdict, download, stored, format=format, limit=more.get("bodyLimit"),
                key_environment=environments.get(refusals.claims(download).get("key")))
        self.cases.append(case)


def with_headers(fields, body="config"):
    return {"body": body, "headers": fields}


def header_cases():
    cases = Cases("headers")
    add = cases.add
    D = DOCUMENTS

    def dated(body="config", **more):
        return signing.headers(D, body, **more)

    def undated(body="config", **more):
        return signing.headers(D, body, date=None, **more)

    # What is accepted.
    add("profile dated", (ACTIVE, DATE), dated())
    add("profile body", (ACTIVE, None), undated(), profile="body")
    add("profile body ignores a date header, which is not signed", (ACTIVE, None),
        with_headers(undated()["headers"] + [["x-amz-meta-signature-date", "yesterday"]]), profile="body")
    add("profile body ignores two date headers", (ACTIVE, None),
        with_headers(undated()["headers"] + [["x-amz-meta-signature-date", header_date(DATE)]] * 2), profile="body")
    good = dated()
    (_, value), (_, date) = good["headers"]
    add("names of headers in any case, other headers, another order", (ACTIVE, DATE), with_headers(
        [["Content-Type", "application/json"], ["X-Amz-Meta-Signature-Date", date], ["X-AMZ-META-SIGNATURE", value]]))
    add("a space after the comma", (ACTIVE, DATE), with_headers(
        [["x-amz-meta-signature", value.replace(",sig", ", sig")], good["headers"][1]]))
    add("r and n - s instead of s", (ACTIVE, DATE), dated(der=lambda r, s: p256.der(r, p256.N - s)))
    add("a retired key", (OLD, DATE), dated(key=OLD))
    add("a key that is next", (NEXT, DATE), dated(key=NEXT))
    add("a key of staging, in staging", (STAGING, DATE), dated(key=STAGING), environment="staging")
    add("a date of 1970", (ACTIVE, "1970-01-01T00:00:00Z"), dated(date="1970-01-01T00:00:00Z"))
    add("a leap day", (ACTIVE, "2024-02-29T23:59:59Z"), dated(date="2024-02-29T23:59:59Z"))
    add("a date of 9999, when it is time", (ACTIVE, "9999-12-31T23:59:59Z"), dated(date="9999-12-31T23:59:59Z"),
        now="9999-12-31T00:00:00Z")
    add("headers bind no path", (ACTIVE, DATE), dated(), path="somewhere/else")

    # 1: size.
    size = len(DOCUMENTS["config"])
    add("a body of just the limit", (ACTIVE, DATE), dated(), bodyLimit=size)
    add("a body of one byte more", "body-too-large", dated(), bodyLimit=size - 1)
    add("too large comes before a missing header", "body-too-large", with_headers([]), bodyLimit=10)

    # 2: the headers are there once.
    add("no headers", "missing-signature", with_headers([]))
    add("only a date", "missing-signature", with_headers(good["headers"][1:]))
    add("no date", "missing-date", undated())
    add("two signature headers", "repeated-signature", with_headers(good["headers"] + good["headers"][:1]))
    add("two signature headers in different case", "repeated-signature",
        with_headers(good["headers"] + [["X-Amz-Meta-Signature", value]]))
    add("two dates", "repeated-date", with_headers(good["headers"] + good["headers"][1:]))
    add("an empty date is there, and no date", "invalid-date",
        with_headers([good["headers"][0], ["x-amz-meta-signature-date", ""]]))
    add("a missing date comes before a malformed signature", "missing-date", with_headers(field("nothing", date=None)))
    add("profile body also needs the signature header once", "repeated-signature",
        with_headers(undated()["headers"] * 2), profile="body")

    # 3: their size. The names have 20 and 25 bytes.
    filler = 2047 - 20 - len('keyId="",signature=""')
    add("2,047 bytes of metadata are read", "invalid-key-id",
        with_headers(field('keyId="' + "a" * filler + '",signature=""', date=None)), profile="body")
    add("2,048 bytes of metadata", "metadata-too-large",
        with_headers(field('keyId="' + "a" * (filler + 1) + '",signature=""', date=None)), profile="body")
    add("2,048 bytes of metadata, the date's among them", "metadata-too-large",
        with_headers(field('keyId="' + "a" * (filler + 1 - 25 - 29) + '",signature=""')))
    add("the size comes before the grammar", "metadata-too-large", with_headers(field("é" * 1100)))

    # 4: the grammar of the header, then the DER, then the date.
    for name, failure, text in [
        ("an empty header", "not-name-and-quoted-value", ""),
        ("not ASCII", "not-ascii", f'keyId="ké",signature="{B64}"'),
        ("a tab", "not-ascii", f'keyId="k",\tsignature="{B64}"'),
        ("no quotes", "not-name-and-quoted-value", f"keyId={ACTIVE},signature={B64}"),
        ("a space before the first name", "not-name-and-quoted-value", f' keyId="{ACTIVE}",signature="{B64}"'),
        ("a space after the last quote", "not-name-and-quoted-value", f'keyId="{ACTIVE}",signature="{B64}" '),
        ("two spaces after the comma", "not-name-and-quoted-value", f'keyId="{ACTIVE}",  signature="{B64}"'),
        ("a space before the comma", "not-name-and-quoted-value", f'keyId="{ACTIVE}" ,signature="{B64}"'),
        ("spaces around the equals sign", "not-name-and-quoted-value", f'keyId = "{ACTIVE}",signature="{B64}"'),
        ("a comma at the end", "not-name-and-quoted-value", f'keyId="{ACTIVE}",signature="{B64}",'),
        ("a semicolon", "not-name-and-quoted-value", f'keyId="{ACTIVE}";signature="{B64}"'),
        ("a quote that never ends", "not-name-and-quoted-value", f'keyId="{ACTIVE}",signature="{B64}'),
        ("two values joined as some libraries join repeated headers", "repeated-parameter",
         f'keyId="{ACTIVE}",signature="{B64}", keyId="{ACTIVE}",signature="{B64}"'),
        ("an unknown parameter", "unknown-parameter", f'keyId="{ACTIVE}",algorithm="hs2019",signature="{B64}"'),
        ("a parameter in other letters", "unknown-parameter", f'keyid="{ACTIVE}",signature="{B64}"'),
        ("a repeated key id", "repeated-parameter", f'keyId="{ACTIVE}",keyId="{ACTIVE}",signature="{B64}"'),
        ("no key id", "missing-parameter", f'signature="{B64}"'),
        ("no signature", "missing-parameter", f'keyId="{ACTIVE}"'),
        ("the signature first", "reordered-parameters", f'signature="{B64}",keyId="{ACTIVE}"'),
        ("an empty key id", "invalid-key-id", f'keyId="",signature="{B64}"'),
        ("a key id with a space", "invalid-key-id", f'keyId="a b",signature="{B64}"'),
        ("a key id of 257 bytes", "invalid-key-id", f'keyId="{"k" * 257}",signature="{B64}"'),
        ("an empty signature", "invalid-base64", f'keyId="{ACTIVE}",signature=""'),
        ("base64 without padding", "invalid-base64", f'keyId="{ACTIVE}",signature="{B64.rstrip("=")}"'),
        ("base64 with bits after the last byte", "invalid-base64", f'keyId="{ACTIVE}",signature="MAYCAQECAQF="'),
        ("base64 with a line feed's escape", "invalid-base64", f'keyId="{ACTIVE}",signature="MAYC\\nAQECAQE="'),
        ("base64 with a space", "invalid-base64", f'keyId="{ACTIVE}",signature="MAYC AQECAQE="'),
        ("the alphabet of URLs", "invalid-base64", f'keyId="{ACTIVE}",signature="-_-_"'),
        ("base64 with characters after the padding", "invalid-base64", f'keyId="{ACTIVE}",signature="MAYCAQECAQE=AAAA"'),
        ("an invalid key id comes before invalid base64", "invalid-key-id", 'keyId="",signature="="'),
    ]:
        add(name, failure, with_headers(field(text)))
    add("a key id of 256 bytes is read", "unknown-key", with_headers(field(f'keyId="{"k" * 256}",signature="{B64}"')))
    add("a malformed header comes before a malformed date", "missing-parameter",
        with_headers([["x-amz-meta-signature", 'keyId="k"'], ["x-amz-meta-signature-date", "yesterday"]]))

    r33 = "00" + "ff" * 32
    n = f"{p256.N:064x}"
    for name, failure, data in [
        ("64 bytes, r and s as JOSE and WebCrypto write them", "raw-form", "11" * 64),
        ("not a SEQUENCE", "not-a-sequence", "3106020101020101"),
        ("a length in long form", "length-not-minimal", "308106020101020101"),
        ("an indefinite length", "length-not-minimal", "30800201010201010000"),
        ("an integer's length in long form", "length-not-minimal", "3007" + "02810101" + "020101"),
        ("one byte", "truncated", "30"),
        ("a SEQUENCE that goes beyond the end", "truncated", "3007020101020101"),
        ("an INTEGER that goes beyond the end", "truncated", "3006020101020201"),
        ("an empty SEQUENCE", "truncated", "3000"),
        ("no s", "truncated", "3003020101"),
        ("a byte after the SEQUENCE", "trailing-bytes", "300602010102010100"),
        ("a byte after s", "trailing-bytes", "300702010102010100"),
        ("a third INTEGER", "trailing-bytes", "3009020101020101020101"),
        ("r is an OCTET STRING", "not-an-integer", "3006040101020101"),
        ("s is a BOOLEAN", "not-an-integer", "3006020101010101"),
        ("r has no bytes", "integer-not-minimal", "30050200020101"),
        ("r has a redundant zero", "integer-not-minimal", "300702020001020101"),
        ("s has a redundant zero", "integer-not-minimal", "300702010102020001"),
        ("r is negative", "negative", "3006020180020101"),
        ("s is negative", "negative", "30060201010201ff"),
        ("r is zero", "zero", "3006020100020101"),
        ("s is zero", "zero", "3006020101020100"),
        ("r is the order of the curve", "out-of-range", "3026022100" + n + "020101"),
        ("s is the order of the curve", "out-of-range", "3026020101022100" + n),
        ("r has 33 bytes", "out-of-range", "3026022101" + "00" * 32 + "020101"),
        ("r is above the order of the curve", "out-of-range", "30260221" + r33 + "020101"),
    ]:
        add(name, failure, dated(der=hex_signature(data)))
    add("r and s are 1, which is well-formed", "bad-signature", dated(der=hex_signature("3006020101020101")))
    largest = f"{p256.N - 1:064x}"
    add("r and s below the order by one, which is well-formed", "bad-signature",
        dated(der=hex_signature("3046022100" + largest + "022100" + largest)))
    add("a malformed signature comes before an unknown key", "zero",
        dated(key=STRANGER, der=hex_signature("3006020100020101")))

    signature = good["headers"][0]
    for name, text in [
        ("GMT instead of UTC", "Fri, 20 Nov 2026 08:00:00 GMT"),
        ("another weekday", "Thu, 20 Nov 2026 08:00:00 UTC"),
        ("a day of one digit", "Sun, 1 Nov 2026 08:00:00 UTC"),
        ("a day that the month does not have", "Tue, 31 Nov 2026 08:00:00 UTC"),
        ("the 29th of February of 2026", "Sun, 29 Feb 2026 08:00:00 UTC"),
        ("lowercase letters", "fri, 20 nov 2026 08:00:00 utc"),
        ("a month of another language", "Fre, 20 Okt 2026 08:00:00 UTC"),
        ("the 24th hour", "Fri, 20 Nov 2026 24:00:00 UTC"),
        ("a leap second", "Fri, 20 Nov 2026 07:59:60 UTC"),
        ("before 1970", "Wed, 31 Dec 1969 23:59:59 UTC"),
        ("RFC 3339", "2026-11-20T08:00:00Z"),
        ("RFC 850", "Friday, 20-Nov-26 08:00:00 UTC"),
        ("two spaces", "Fri,  20 Nov 2026 08:00:00 UTC"),
        ("a space at the end", "Fri, 20 Nov 2026 08:00:00 UTC "),
        ("Arabic digits", "Fri, ٢٠ Nov 2026 08:00:00 UTC"),
    ]:
        add("a date: " + name, "invalid-date", with_headers([signature, ["x-amz-meta-signature-date", text]]))
    add("a malformed date comes before an unknown key", "invalid-date",
        with_headers([signing.signature_header("nobody", bytes.fromhex("3006020101020101")),
                      ["x-amz-meta-signature-date", "yesterday"]]))

    # 6, 7: the key.
    add("a key that is not on the ring", "unknown-key", dated(key=STRANGER))
    add("the id of a key in other letters", "unknown-key", with_headers([
        ["x-amz-meta-signature", value.replace(ACTIVE, ACTIVE.upper())], good["headers"][1]]))
    add("a signature of a known key under an unknown id: no other key is tried", "unknown-key",
        with_headers([["x-amz-meta-signature", value.replace(ACTIVE, "other")], good["headers"][1]]))
    add("a revoked key", "revoked-key", dated(key=REVOKED))
    add("a revoked key in staging: that it is revoked comes first", "revoked-key", dated(key=REVOKED),
        environment="staging")
    add("a key of another environment", "key-of-another-environment", dated(key=STAGING))
    add("a key of another environment comes before a bad signature", "key-of-another-environment",
        dated(key=STAGING, by=STRANGER))

    # 9: profiles.
    add("a dated document with its date moved into the body", "body-begins-with-date",
        signing.headers(D, "a date, a colon and a config", date=None), profile="body")
    add("what only looks like a date", "body-begins-with-date",
        signing.headers(D, "a file that begins with what only looks like a date", date=None), profile="body",
        format="file")
    add("a date in the body comes before a bad signature", "body-begins-with-date",
        signing.headers(D, "a date, a colon and a config", date=None, by=STRANGER), profile="body")
    add("an unknown key comes before a date in the body", "unknown-key",
        signing.headers(D, "a date, a colon and a config", date=None, key=STRANGER), profile="body")
    add("a date without a colon", (ACTIVE, None),
        signing.headers(D, "a file that begins with a date and no colon", date=None), profile="body", format="file")
    add("profile dated does not mind a date in a body of another format than file", "not-json",
        dated("a date, a colon and a config"))

    # 10: the signature.
    add("another key signed", "bad-signature", dated(by=NEXT))
    add("one byte of the body was changed", "bad-signature", dated("config, one byte changed", over="config"))
    add("line ends were changed", "bad-signature", dated("config, other line ends", over="config"))
    add("the body is gone", "bad-signature", dated("empty", over="config"))
    add("another date than the signed one", "bad-signature",
        with_headers([signature, ["x-amz-meta-signature-date", header_date("2026-11-20T08:00:01Z")]]))
    add("a signature of profile body with a date beside it", "bad-signature",
        with_headers(undated()["headers"] + [["x-amz-meta-signature-date", header_date(DATE)]]))
    add("a signature of profile dated, read as profile body", "bad-signature", dated(), profile="body")
    add("a bad signature comes before the key of the stored document", "bad-signature", dated(key=OLD, by=STRANGER),
        stored=dated())

    # 11: keys never go back.
    add("an older key than the stored document's", "key-older-than-stored", dated(key=OLD, date=NOW), stored=dated())
    add("an older key, profile body", "key-older-than-stored", undated(key=OLD), profile="body", stored=undated())
    add("an older key comes before a date in the future", "key-older-than-stored",
        dated(key=OLD, date="2026-12-22T12:00:00Z"), stored=dated())
    add("a newer key than the stored document's", (NEXT, DATE), dated(key=NEXT), stored=dated())
    add("a newer key, with an earlier date", (NEXT, "2020-01-01T00:00:00Z"),
        dated(key=NEXT, date="2020-01-01T00:00:00Z"), stored=dated())
    add("a newer key, after a date far ahead of the clock", (ACTIVE, DATE), dated(),
        stored=dated(key=OLD, date="2099-01-01T00:00:00Z"))

    # 12: the clock.
    add("24 hours ahead", (ACTIVE, "2026-11-23T12:00:00Z"), dated(date="2026-11-23T12:00:00Z"))
    add("24 hours and a second ahead", "signed-in-future", dated(date="2026-11-23T12:00:01Z"))
    add("an hour ahead where ten minutes are allowed", "signed-in-future", dated(date="2026-11-22T13:00:00Z"),
        clockSkew=600)
    add("ten minutes ahead where ten minutes are allowed", (ACTIVE, "2026-11-22T12:10:00Z"),
        dated(date="2026-11-22T12:10:00Z"), clockSkew=600)
    add("a clock in 1970", "signed-in-future", dated(), now="1970-01-01T00:00:00Z")
    add("profile body has no date that the clock could refuse", (ACTIVE, None), undated(), profile="body",
        now="1970-01-01T00:00:00Z")
    add("the future comes before rollback", "signed-in-future", dated(date="2026-12-01T00:00:00Z"),
        stored=dated(date="2026-12-02T00:00:00Z"))
    add("the future comes before the content", "signed-in-future", dated("null", date="2026-12-01T00:00:00Z"))

    # 13: dates never go back.
    add("the same document again", (ACTIVE, DATE), dated(), stored=dated())
    add("the same body, signed anew with the same date", (ACTIVE, DATE), dated(), stored=dated())
    add("a later one", (ACTIVE, NOW), dated("config, later", date=NOW), stored=dated())
    add("an earlier one", "signed-before-stored", dated(), stored=dated("config, later", date=NOW))
    add("the same body with an earlier date", "signed-before-stored", dated(), stored=dated(date=NOW))
    add("a second earlier", "signed-before-stored", dated(date="2026-11-20T07:59:59Z"), stored=dated())
    add("another body with the same date", "another-body-of-same-date", dated("config, later"), stored=dated())
    add("rollback comes before the content", "signed-before-stored", dated("null"), stored=dated(date=NOW))
    add("no date after a date", "undated-after-dated", undated(), profile="body", stored=dated())
    add("no date after a date, under a newer key", (NEXT, None), undated(key=NEXT), profile="body", stored=dated())
    add("a date after none", (ACTIVE, DATE), dated(), stored=undated("config, later"))
    add("none after none", (ACTIVE, None), undated(), profile="body", stored=undated("config, later"))
    add("what is stored is not compared with the clock", "signed-before-stored", dated(),
        stored=dated("config, later", date="2026-12-24T00:00:00Z"))

    # Gate documents have a date, always.
    undated_gate = undated("gate-ios")
    for name, verdict, download, more in [
        ("a gate document", (ACTIVE, DATE), dated("gate-ios"), {}),
        ("a gate document without a date", "gate-undated", undated_gate, {"profile": "body"}),
        ("a gate document without a date, after one with a date", "undated-after-dated", undated_gate,
         {"profile": "body", "stored": dated("gate-ios")}),
        ("a gate document without a date, under a newer key", "gate-undated", undated("gate-ios", key=NEXT),
         {"profile": "body", "stored": dated("gate-ios")}),
        ("no date comes before the content", "gate-undated", undated("a file"), {"profile": "body"}),
        ("a bad signature comes before no date", "bad-signature", undated("gate-ios", by=NEXT), {"profile": "body"}),
        ("a gate document with a member and an outcome of a later client", (ACTIVE, DATE),
         dated("gate-ios, rules that no client knows"), {}),
        ("a gate document of number 2", "not-a-document", dated("gate-ios, number 2"), {}),
        ("a gate document with a trailing comma", "not-json", dated("gate-ios, trailing comma"), {}),
        ("a gate document of the other platform", "wrong-kind", dated("gate-android"), {}),
        ("an availability document where a gate document is expected", "wrong-kind", dated("availability-ios"), {}),
    ]:
        add(name, verdict, download, format="gate-ios", **more)
    add("a gate document where an app config is expected", "wrong-kind", dated("gate-ios"))
    add("as a file: a gate document", "other-meaning", dated("gate-ios"), format="file")

    # 14: the content.
    add("unknown members are ignored", (ACTIVE, DATE), dated("config, unknown members"))
    add("64 containers inside one another", (ACTIVE, DATE), dated("config, 64 containers deep"))
    add("a name with an escape", (ACTIVE, DATE), dated("config, escaped"))
    add("names that normalization would make one", (ACTIVE, DATE),
        dated("config, two members that are one after normalization"))
    add("a surrogate pair", (ACTIVE, DATE), dated("config, surrogate pair"))
    add("a version with a number of 18 digits", (ACTIVE, DATE), dated("config, a number of 18 digits"))
    add("other line ends, signed so", (ACTIVE, DATE), dated("config, other line ends"))
    for name in [
        "config, 65 containers deep", "config, trailing comma", "config, comment", "config, single quotes",
        "config, byte order mark", "config, repeated member", "config, repeated member in another spelling",
        "config, repeated unknown member", "config, lone surrogate", "config, control character",
        "config, leading zero", "config, NaN", "config, no digit after the period", "config, something after it",
        "config, cut short", "config, a zero byte after it", "config, overlong UTF-8", "config, a surrogate in UTF-8",
        "config, in UTF-16", "empty", "a file",
    ]:
        add("signed, but not strict JSON: " + name, "not-json", dated(name))
    for name in [
        "null", "an array", "an object", "config, no latest version", "config, a version of two numbers",
        "config, a version with a letter", "config, a number of 19 digits", "config, maintenance as a string",
        "config, maintenance without a message",
    ]:
        add("signed, but not an app-config document: " + name, "not-a-document", dated(name))
    for format, name in [
        ("availability-ios", "availability-ios, a version as a number"),
        ("availability-ios", "availability-ios, a language that is none"),
        ("availability-ios", "availability-ios, the same language twice"),
        ("availability-android", "availability-android, spelled with a fraction"),
        ("availability-android", "availability-android, spelled with an exponent"),
        ("availability-android", "availability-android, negative"),
        ("availability-android", "availability-android, zero"),
        ("availability-android", "availability-android, beyond the largest integer"),
        ("environment-config", "environment-config, no url"),
        ("environment-config", "an object"),
    ]:
        add(f"signed, but not an {format} document: {name}", "not-a-document", dated(name), format=format)
    add("the largest integer", (ACTIVE, DATE), dated("availability-android, the largest integer"),
        format="availability-android")
    for format, name in [
        ("availability-ios", "availability-android"), ("availability-android", "availability-ios"),
        ("app-config", "availability-ios"), ("remote-config-android", "remote-config-ios"),
        ("availability-ios", "environment-config"),
    ]:
        add(f"{name} where {format} is expected", "wrong-kind", dated(name), format=format)
    for format in ["availability-ios", "availability-android", "remote-config-ios", "environment-config"]:
        add(f"{format}, as expected", (ACTIVE, DATE), dated(format), format=format)

    # 15: a file is nothing else.
    add("a file", (ACTIVE, DATE), dated("a file"), format="file")
    add("a file with a comment", (ACTIVE, DATE), dated("a file with a comment"), format="file")
    for name in ["a PNG", "a ZIP"]:
        add(f"as a file: {name}", (ACTIVE, DATE), dated(name), format="file")
    add("an empty file", (ACTIVE, DATE), dated("empty"), format="file")
    for name in [
        "a file that begins with a date", "a file for a DSSE envelope", "a file for a token",
        "a file of update metadata", "a file that is an index", "a file that is a key ring", "config",
        "availability-ios", "remote-config-ios", "environment-config", "a file that is a config to a lenient reader",
        "a file that is a config behind a comment", "a file with a control character",
        "a file with a control character of the second set", "a file in Latin-1", "a file for a certificate",
        "a file for a token of COSE", "a file for a signature of SSH", "a file for a signed HTTP message",
        "a file for a signature of XML", "a file for a checkpoint",
    ]:
        add("as a file: " + name, "other-meaning", dated(name), format="file")
    return cases.cases


def jws_cases():
    cases = Cases("jws")
    add = cases.add
    D = DOCUMENTS

    def jws(body="config", **more):
        return signing.jws(D, body, **more)

    def header(text):
        return jws(header=text)

    good = signing.compact(signing.protected())

    add("a .jws", (ACTIVE, DATE), jws())
    add("profile body has no meaning here", (ACTIVE, DATE), jws(), profile="body")
    add("headers beside a .jws say nothing", (ACTIVE, DATE), jws(), profile="body")
    add("a retired key", (OLD, DATE), jws(key=OLD))
    add("a key id with colons and a slash", (NEXT, DATE), jws(key=NEXT))
    add("staging", (STAGING, DATE), jws(key=STAGING, environment="staging"), environment="staging")
    add("a date of 1970", (ACTIVE, "1970-01-01T00:00:00Z"), jws(date="1970-01-01T00:00:00Z"))
    add("r and n - s instead of s", (ACTIVE, DATE), jws(raw=lambda r, s: p256.raw(r, p256.N - s)))

    # 1: size.
    size = len(DOCUMENTS["config"])
    add("a body of just the limit", (ACTIVE, DATE), jws(), bodyLimit=size)
    add("a body of one byte more", "body-too-large", jws(), bodyLimit=size - 1)
    add("a file longer than any with a body of the limit", "body-too-large", {"jws": "x" * 2225}, bodyLimit=64)
    add("a file of that length", "jws-parts", {"jws": "x" * 2224}, bodyLimit=64)

    # 5: the parts, the header, the signature.
    whole = jws()["jws"]
    first, middle, last = whole.split(".")
    for name, failure, text in [
        ("nothing", "jws-parts", ""),
        ("one part", "jws-parts", first),
        ("two parts", "jws-parts", f"{first}.{middle}"),
        ("four parts", "jws-parts", whole + "."),
        ("the body itself", "jws-parts", "{}\n"),
        ("a line feed at the end", "jws-signature-encoding", whole + "\n"),
        ("a byte order mark", "jws-header-encoding", "\ufeff" + whole),
        ("padding", "jws-signature-encoding", f"{first}.{middle}.{last}=="),
        ("padding of the body", "jws-body-encoding", f"{first}.{middle}=.{last}"),
        ("the alphabet of plain base64", "jws-signature-encoding", f"{first}.{middle}.{'+/' * 43}"),
        ("a space in the body", "jws-body-encoding", f"{first}.{middle[:8]} {middle[8:]}.{last}"),
        ("bits after the last byte of the signature", "jws-signature-encoding", f"{first}.{middle}.{last[:-1]}B"),
        ("a body of one character", "jws-body-encoding", f"{first}.e.{last}"),
        ("an empty header", "jws-header", f".{middle}.{last}"),
        ("a header of 1,537 bytes", "jws-header-encoding", f"{'e' * 2049}.{middle}.{last}"),
        ("a header of 1,539 bytes", "jws-header", f"{'e' * 2052}.{middle}.{last}"),
        ("the parts in another order", "jws-header", f"{last}.{middle}.{first}"),
        ("detached content", "jws-without-body", f"{first}..{last}"),
        ("no signature", "empty", f"{first}.{middle}."),
        ("a signature of 63 bytes", "not-raw-form", f"{first}.{middle}.{'A' * 84}"),
        ("a signature of zeros", "zero", f"{first}.{middle}.{'A' * 86}"),
        ("no body comes before no signature", "jws-without-body", f"{first}.."),
    ]:
        add(name, failure, {"jws": text})
    add("not UTF-8", "jws-header-encoding",
        {"jws": {"base64": base64.b64encode(b"\xff" + whole.encode()).decode()}})
    add("a signature in DER", "not-raw-form", jws(raw=p256.der))
    add("r is the order of the curve", "out-of-range", jws(raw=lambda r, s: p256.raw(p256.N, s)))
    add("s is zero", "zero", jws(raw=lambda r, s: p256.raw(r, 0)))

    for name, failure, text in [
        ("not an object", "jws-header", "[]"),
        ("a trailing comma", "jws-header", good[:-1] + ",}"),
        ("a comment", "jws-header", good + "//"),
        ("two objects", "jws-header", good + good),
        ("a lone surrogate", "jws-key-id", good.replace(ACTIVE, r"\ud800")),
        ("a member twice", "jws-header", good[:-1] + ',"alg":"ES256"}'),
        ("a member twice in another spelling", "jws-header", good[:-1] + r',"\u0061lg":"none"}'),
        ("crit", "jws-header", good[:-1] + ',"crit":["exp"]}'),
        ("b64", "jws-header", good[:-1] + ',"b64":false}'),
        ("jwk: a key that the file brings along", "jws-header", good[:-1] + ',"jwk":{}}'),
        ("a name in other letters", "jws-header", good.replace('"alg"', '"Alg"')),
        ("no algorithm", "jws-header", good.replace('"alg":"ES256",', "")),
        ("no date", "jws-header", good[: good.index(',"iat"')] + "}"),
        ("no path", "jws-header", good.replace(f'"path":"{PATH}",', "")),
        ("another order", "jws-header",
         '{"kid":"%s","alg":"ES256",%s' % (ACTIVE, good[good.index('"typ"'):])),
        ("algorithm none", "jws-header", good.replace("ES256", "none")),
        ("algorithm HS256", "jws-header", good.replace("ES256", "HS256")),
        ("algorithm in lowercase", "jws-header", good.replace("ES256", "es256")),
        ("the algorithm is a number", "jws-header", good.replace('"ES256"', "256")),
        ("type JWT: signed for another use", "jws-header", good.replace("signet+jws", "JWT")),
        ("the type in uppercase", "jws-header", good.replace("signet+jws", "SIGNET+JWS")),
        ("the algorithm comes before the type", "jws-header", good.replace("ES256", "none").replace("signet+jws", "JWT")),
        ("an empty key id", "jws-key-id", good.replace(ACTIVE, "")),
        ("a key id with a space", "jws-key-id", good.replace(ACTIVE, "a b")),
        ("an environment with a leading dot", "jws-environment", good.replace('"production"', '".production"')),
        ("an environment with a slash", "jws-environment", good.replace('"production"', '"a/b"')),
        ("a path with a leading slash", "jws-path", good.replace(PATH, "/" + PATH)),
        ("a path with two dots", "jws-path", good.replace(PATH, "distribution/../app-config")),
        ("an empty path", "jws-path", good.replace(PATH, "")),
        ("the path of the .jws", "jws-path", good.replace(PATH, PATH + ".jws")),
        ("the date is a string", "jws-header", good.replace('"iat":', '"iat":"').replace("}", '"}')),
        ("the date has a fraction", "jws-header", good.replace("}", ".5}")),
        ("the date has an exponent", "jws-header", good.replace("}", "e0}")),
        ("the date is negative", "jws-header", good[: good.index('"iat"')] + '"iat":-1}'),
        ("the date is after 9999", "jws-date", good[: good.index('"iat"')] + '"iat":253402300800}'),
        ("the date is minus zero", "jws-header", good[: good.index('"iat"')] + '"iat":-0}'),
        ("no date where one must be", "jws-date", good[: good.index('"iat"')] + '"iat":}'),
        ("a date beyond 64 bits", "jws-date", good[: good.index('"iat"')] + '"iat":9223372036854775808}'),
        ("the date has a leading zero", "jws-header", good.replace('"iat":', '"iat":0')),
        ("the date has a sign", "jws-header", good.replace('"iat":', '"iat":+')),
        ("a quote in the path", "jws-header", good.replace(PATH, PATH + '"')),
        ("a key id of 257 bytes", "jws-key-id", good.replace(ACTIVE, "k" * 257)),
        ("an environment of 65 bytes", "jws-environment", good.replace('"production"', '"' + "e" * 65 + '"')),
        ("more than ASCII in the path", "jws-path", good.replace(PATH, "caf\u00e9")),
        ("a zero after it", "jws-header", good + "\0"),
        ("a space", "jws-header", good.replace(",", ", ")),
        ("an escape", "jws-key-id", good.replace("production-2025", r"production\u002d2025")),
        ("an escaped slash", "jws-path", good.replace(PATH, PATH.replace("/", r"\/"))),
        ("a line feed after it", "jws-header", good + "\n"),
    ]:
        add("the header: " + name, failure, header(text))
    add("a malformed body comes before a malformed header", "jws-body-encoding",
        jws(header=good.replace("ES256", "none"), payload="="))
    add("a malformed header comes before a malformed signature", "jws-header",
        jws(header=good.replace("ES256", "none"), raw=lambda r, s: p256.raw(r, 0)))
    add("the form of the header comes before a key id", "jws-header",
        jws(header=good.replace(ACTIVE, "").replace("signet+jws", "JWT")))
    add("a malformed key id comes before a malformed environment", "jws-key-id",
        jws(header=good.replace(ACTIVE, "").replace("production", "")))
    add("a malformed environment comes before a malformed path", "jws-environment",
        jws(header=good.replace('"production"', '""').replace(PATH, "")))
    add("a malformed path comes before a malformed date", "jws-path",
        jws(header=good[: good.index('"iat"')].replace(PATH, "") + '"iat":}'))
    add("a malformed signature comes before an unknown key", "zero",
        jws(key=STRANGER, raw=lambda r, s: p256.raw(r, 0)))

    # 6 to 8: key, environment, path.
    add("a key that is not on the ring", "unknown-key", jws(key=STRANGER))
    add("an unknown key comes before another environment", "unknown-key", jws(key=STRANGER, environment="staging"))
    add("a revoked key", "revoked-key", jws(key=REVOKED))
    add("a key of another environment, which the header names", "key-of-another-environment",
        jws(key=STAGING, environment="staging"))
    add("a key of another environment, and the expected one in the header", "key-of-another-environment",
        jws(key=STAGING))
    add("signed for another environment", "of-another-environment", jws(environment="staging"))
    add("signed for an environment in other letters", "of-another-environment", jws(environment="Production"))
    add("signed for another path", "at-another-path", jws(path="distribution/availability-ios"))
    add("signed for a path in other letters", "at-another-path", jws(path="distribution/App-Config"))
    add("signed for the index of a tree", "at-another-path", jws(path="publication"))
    add("another environment comes before another path", "of-another-environment",
        jws(environment="staging", path="elsewhere"))
    add("another path comes before a bad signature", "at-another-path", jws(path="elsewhere", by=STRANGER))

    # 10: the signature.
    add("another key signed", "bad-signature", jws(by=NEXT))
    later = signing.base64url(DOCUMENTS["config, later"].encode())
    add("another body than the signed one", "bad-signature", jws(payload=later, signed_payload=middle))
    other = signing.base64url(signing.compact(signing.protected(date=NOW)).encode())
    add("another header than the signed one", "bad-signature", {"jws": f"{other}.{middle}.{last}"})
    add("a signature over the body alone", "bad-signature", {"jws": f"{first}.{middle}." + signing.base64url(
        p256.raw(*signing.KEYS[ACTIVE].sign(DOCUMENTS["config"].encode())))})
    add("a bad signature comes before the key of the stored document", "bad-signature", jws(key=OLD, by=STRANGER),
        stored=jws())

    # 11 to 13: order.
    add("an older key than the stored document's", "key-older-than-stored", jws(key=OLD, date=NOW), stored=jws())
    add("a newer key, with an earlier date", (NEXT, "2020-01-01T00:00:00Z"),
        jws(key=NEXT, date="2020-01-01T00:00:00Z"), stored=jws())
    add("24 hours ahead", (ACTIVE, "2026-11-23T12:00:00Z"), jws(date="2026-11-23T12:00:00Z"))
    add("24 hours and a second ahead", "signed-in-future", jws(date="2026-11-23T12:00:01Z"))
    add("the last second of 9999", "signed-in-future", jws(date="9999-12-31T23:59:59Z"))
    add("the same document again", (ACTIVE, DATE), jws(), stored=jws())
    add("a later one", (ACTIVE, NOW), jws("config, later", date=NOW), stored=jws())
    add("an earlier one", "signed-before-stored", jws(), stored=jws("config, later", date=NOW))
    add("another body with the same date", "another-body-of-same-date", jws("config, later"), stored=jws())

    # What is stored may have come in the other envelope.
    dated = signing.headers(D, "config, later", date=NOW)
    undated = signing.headers(D, "config, later", date=None)
    add("an earlier one, after headers of profile dated", "signed-before-stored", jws(), stored=dated)
    add("the date and body of headers of profile dated", (ACTIVE, NOW), jws("config, later", date=NOW), stored=dated)
    add("after headers of profile body", (ACTIVE, DATE), jws(), stored=undated)
    add("an older key, after headers", "key-older-than-stored", jws(key=OLD), stored=undated)

    # 14, 15: the content.
    for name, verdict in [
        ("config, repeated member", "not-json"), ("config, byte order mark", "not-json"),
        ("config, overlong UTF-8", "not-json"), ("config, no latest version", "not-a-document"),
        ("availability-ios", "wrong-kind"),
    ]:
        add("signed: " + name, verdict, jws(name))
    add("a gate document", (ACTIVE, DATE), jws("gate-ios"), profile="body", format="gate-ios")
    add("a gate document of the other platform", "wrong-kind", jws("gate-android"), format="gate-ios")
    add("a file", (ACTIVE, DATE), jws("a file"), format="file")
    add("a file that begins with a date", "other-meaning", jws("a file that begins with a date"), format="file")
    add("as a file: config", "other-meaning", jws("config"), format="file")
    cases.cases = [case for case in cases.cases if case["name"] != "headers beside a .jws say nothing"]
    return cases.cases


def files():
    documents = DOCUMENTS

    def file(about, cases):
        used = {download["body"] for case in cases for download in (case["download"], case.get("stored") or {})
                if "body" in download}
        return {"about": about, "rings": {"ring": signing.ring()},
                "documents": {name: text for name, text in documents.items() if name in used}, "cases": cases}

    yield "verification-headers.json", file("Documents with their signature in response headers.", header_cases())
    yield "verification-jws.json", file("Documents that carry their own signature.", jws_cases())
