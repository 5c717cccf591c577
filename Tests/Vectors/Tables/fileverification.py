"""A file that only an app reads, by hand: which bytes are accepted, and what others could be taken for."""

import base64

import refusals
import signing
from signing import ACTIVE, DATE, base64url
from verification import ANDROID, AVAILABILITY, CONFIG, GATE, Cases

HASH = "fTNv1tF/dcADLVrnTQYsCYD3Vm1cWVDlmJNpStiI7NI="
SIGNATURE = "A" * 96
ES256 = '{"alg":"ES256"}'
SSH = "SSHSIG\0\0\0\3git\0\0\0\0\0\0\0\6sha256\0\0\0\x20" + 32 * "h"
# A TBSCertificate and a CertificationRequestInfo, as far as their first members.
CERTIFICATE = bytes.fromhex("303aa003020102020101300a06082a8648ce3d040302") + bytes(37)
REQUEST = bytes.fromhex("3081a2020100300c310a300806035504030c0161") + bytes(145)

# As bytes where they are not text.
BINARY = {
    "PNG": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "JPEG": b"\xff\xd8\xff\xe0\0\x10JFIF\0", "GIF of 1987": b"GIF87a\1\0\1\0\0\0\0",
    "GIF of 1989": b"GIF89a\1\0\1\0\x80\0\0", "WebP": b"RIFF\x1a\0\0\0WEBPVP8L", "PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    "ZIP": b"PK\3\4\x14\0\0\0\x08\0", "an empty ZIP": b"PK\5\6" + bytes(18), "gzip": b"\x1f\x8b\x08\0\0\0\0\0\0\3\3\0",
    "gzip with all flags": b"\x1f\x8b\x08\x1f\0\0\0\0\0\3", "WOFF": b"wOFF\0\1\0\0", "WOFF2": b"wOF2\0\1\0\0",
    "TrueType": b"\0\1\0\0\0\x0d\0\x80", "OpenType": b"OTTO\0\x0a\0\x80", "WebAssembly": b"\0asm\1\0\0\0",
    "AVIF": b"\0\0\0\x1cftypavif\0\0\0\0mif1", "MP4": b"\0\0\0\x20ftypisom\0\0\2\0isommp41",
    "MP4 for Apple": b"\0\0\0\x18ftypM4V \0\0\0\1", "nothing but the beginning of a JPEG": b"\xff\xd8\xff",
    "WebP with a line feed in its length": b"RIFF\n\0\0\0WEBPVP8L", "text with a byte order mark": b"\xef\xbb\xbftext",
    "text beyond ASCII": "Ünïcode ☂ \U0001f600 \u00a0\u2028\ud7ff\ue000\U0010ffff".encode(),
}
TEXTS = {
    "empty": "", "text": "a\tb\r\nc\n", "HTML": "<html></html>", "an object": "{}", "an array": "[]", "an object without an end": "{",
    "JSON with a DELETE": '{"raw": "\x7f\u0085"}', "a string of JSON with a DELETE": '"\x7f"',
    # Next to documents: what a team has of its own.
    "a set of keys": '{"keys": [{"kty": "EC", "crv": "P-256", "x": "", "y": ""}]}', "an empty ring": '{"keys": []}',
    "environments without a build": '{"environments": {"main": {"rpc": "x", "apps": {}}}}',
    "environments with a build for the web": '{"environments": {"main": {"apps": {"web": {"build": 1}}}}}',
    "environments with a build one level too deep": '{"environments": {"main": {"apps": {"x": {"ios": {"build": 1}}}}}}',
    "environments in an array": '{"environments": [{"apps": {"ios": {"build": 1}}}]}',
    "a list of bundles": '{"bundles": [{"version": "1.0.0"}]}', "one of two members": '{"minimumAppVersion": "3"}',
    "a platform and numbers": '{"platform": "ios", "a": 1, "b": 2}', "a platform and texts": '{"platform": "ios", "a": "Shop"}',
    "another platform": '{"platform": "web", "a": "1", "b": "2"}', "a document inside an object": '{"inner": ' + GATE + "}",
    "a document inside an array": "[" + GATE + "]", "a document in a text of its own": "text " + GATE,
    "a document behind 64 containers": '{"a": ' + "[" * 64 + "]" * 64 + ", " + GATE[1:],
    "a document with a comma missing": '{"a": 1 "gate": 1, "platform": "ios", "rules": []}',
    "a document in wide letters": '{"\uff47ate": 1, "platform": "ios", "rules": []}',
    # Next to what other standards sign.
    "signatures alone": '{"signatures": []}', "update metadata with a space": '{"_type": "root"}',
    "update metadata inside": '{"a":{"_type":"root"}}', "update metadata in a text": '{"a":"{\\"_type\\":1}"}',
    "a header of a JWS and no period": base64url(ES256.encode()), "a word and a period": "exactly.", "an empty header": "e30.x",
    "a header without an algorithm": base64url(b'{"typ":"alg"}') + ".e30", "a period": ".", "base64 of a text that names alg": base64url(b"text on alg") + ".e30", "an address": "https://example.com",
    "DSSE without a space": "DSSEv1", "DSSE of version 2": "DSSEv2 1 ", "a space before DSSE": " DSSEv1 ",
    "words on signature bases": '"@signature-params": are explained here\n\nand so on', "a word of XML-DSig": "SignedInfo",
    "a number in the second line": "Sales\n2024\nin all countries\n", "dashes": "\u2014 Oui.\n\n\u2014 Non, monsieur.\n",
    "a checkpoint with a shorter hash": f"log\n5\n{HASH[1:]}\n", "a note with a short signature": f"a\n\n\u2014 key {'A' * 39}\n",
    "a note with a third word": f"a\n\n\u2014 key {SIGNATURE} more\n",
    "a date without a colon": "Mon, 03 Aug 2020 22:59:35 UTC;{}",
}


def members(kind, *names):
    makes = "makes" if len(names) == 1 else "make"
    return ", ".join(f'"{name}"' for name in names) + f" {makes} it {kind}, which it is not published as"


def line(number):
    return f"line {number} is not plain text, and the content begins like no binary file that may be signed"


CONFIG_MEMBERS = ("minimumVersion", "latestVersion", "updateUrl", "maintenanceMode", "maintenanceMessage")
A_CONFIG = members("an app-config document", *CONFIG_MEMBERS)
A_GATE = members("a gate document", "gate", "platform", "rules")
NAMED = members("a remote-config document", "platform")
BUILD = members("an environment-config document", "environments")
RING = members("a key ring", "keys")
SHORT = '"gate": 1, "platform": "ios", "rules": []'

REFUSED = [
    # Documents, which each reader takes by these members and ignores all others.
    ("availability-ios", members("an availability-ios document", "minimumOSVersion", "minimumAppVersion"), AVAILABILITY),
    ("availability-android", members("an availability-android document", "minimumSDKVersion", "minimumAppVersion"), ANDROID),
    ("app-config", A_CONFIG, CONFIG), ("gate-ios", A_GATE, GATE), ("gate-android", A_GATE, GATE.replace("ios", "android")),
    ("a gate document of another number", A_GATE, '{"gate": 2, "platform": 0, "rules": null}'),
    ("environment-config", BUILD, '{"environments": {"main": {"apps": {"android": {"build": 1}}}}}'),
    ("environment-config whose last member is another", BUILD,
     '{"environments": {"main": {"apps": {"ios": {"build": 1}}}}, "environments": []}'),
    ("remote-config-ios", members("a remote-config document", "platform", "force_update_version"),
     '{"platform": "ios", "force_update_version": "3.0.0", "optional_update_version": "3.2.0"}'),
    ("a remote config with more members", members("a remote-config document", "platform", "force_update_version"),
     '{"platform": "ios", "force_update_version": "3.0.0", "a": 1, "b": 2, "c": 3}'),
    ("a remote config with names of a team", NAMED, '{"platform": "ios", "must": "3.0.0", "may": "4"}'),
    ("a remote config for Android with one name", NAMED, '{"must":"3",\n"platform":"android"}'),
    ("web-bundle-manifest",
     members("a web-bundle-manifest document", "version", "url", "sha256", "signature", "minShellVersion"),
     '{"version": "", "url": "", "sha256": "", "signature": "", "minShellVersion": ""}'),
    ("web-bundle-index", members("a web-bundle-index document", "bundles", "withdrawn"), '{"bundles": [], "withdrawn": []}'),
    ("the index of a tree", members("the index of a tree", "environment", "profile", "documents"),
     '{"environment": "production", "profile": "dated", "documents": []}'),
    ("a key ring", RING, '{"keys": [{"id": "a", "publicKey": "a.pem"}]}'),
    ("a key ring whose second key is one", RING, '{"keys": [1, {"kty": "EC"}, {"publicKey": null}]}'),
    ("two documents in one", A_CONFIG, CONFIG[:-3] + ", " + SHORT + "}"),
    ("a document among other members", A_GATE, '{"first": [1, {"a": {}}], ' + SHORT + ', "last": "x"}'),
    ("a document with escapes in its names", A_GATE, '{"\\u0067ate": 1, "platfor\\u006d": "ios", "rules": []}'),
    ("a document behind a quote in a text", A_GATE, '{"a": "\\"", ' + SHORT + "}"),
    # As another reader may take it.
    ("to a lenient reader: a byte order mark", A_GATE, "\ufeff{" + SHORT + "}"),
    ("to a lenient reader: a trailing comma", A_GATE, "{" + SHORT + ",}"),
    ("to a lenient reader: comments", A_GATE, "// a file\n/* { */{/**/" + SHORT + "}"),
    ("to a lenient reader: a comment after the end", A_GATE, "{" + SHORT + "} // the end"),
    ("to a lenient reader: repeated members", A_GATE, '{"a": 1, "a": 2, ' + SHORT + "}"),
    ("to a lenient reader: something after it", A_GATE, "{" + SHORT + "} and so on"),
    ("to a lenient reader: an end that is missing", A_GATE, "{" + SHORT),
    ("to a lenient reader: a value that is none", A_GATE, "{" + SHORT + ", 'a': 1}"),
    ("to a reader that normalizes: a Kelvin sign",
     members("an availability-android document", "minimumSDKVersion", "minimumAppVersion"), ANDROID.replace("SDK", "SD\u212a")),
    # What other standards sign.
    ("a date and a colon", refusals.MEANINGS["date"], "Mon, 03 Aug 2020 22:59:35 UTC:{}"),
    ("what only looks like a date", refusals.MEANINGS["date"], "xyz, 99 abc 0000 99:99:99 qqq:{}"),
    ("DSSE", refusals.MEANINGS["dsse"], "DSSEv1 29 http://example.com/HelloWorld 5 hello"),
    ("a JWS", refusals.MEANINGS["jws"], base64url(ES256.encode()) + ".e30"),
    ("a JWS with a payload that is not encoded", refusals.MEANINGS["jws"],
     base64url(b'{"b64":false,"crit":["b64"],"alg":"ES256"}') + ".anything at all {}"),
    ("a JWS with white space in its header", refusals.MEANINGS["jws"], base64url(b'\r\n\t {\r\n "alg" : "ES256"}') + "."),
    ("a JWS with an escape in its header", refusals.MEANINGS["jws"], base64url(b'{"\\u0061lg":"ES256"}') + ".e30"),
    ("a JWS with an algorithm twice", refusals.MEANINGS["jws"], base64url(b'{"alg":"none","alg":"ES256"}') + ".e30"),
    ("a JWS with a header that is not JSON", refusals.MEANINGS["jws"], base64url(b"{'x':'y',\"alg\":1}") + ".e30"),
    ("a JWS with padding, in lines, of the other alphabet", refusals.MEANINGS["jws"],
     base64.encodebytes(b'{"alg":"ES256","kid":"' + "\u00ff\u00fe\u00ff".encode() * 20 + b' "}').decode() + ".e30"),
    ("a JWS that is a document as well", refusals.MEANINGS["jws"], base64url(ES256.encode()) + "." + GATE),
    ("metadata of a root", refusals.MEANINGS["tuf"], '{"_type":"root","version":1}'),
    ("metadata with a line feed at its end", refusals.MEANINGS["tuf"], '{"a":[{"b":"c d"}],"_type":"snapshot"}\n'),
    ("metadata with a line feed in a text", refusals.MEANINGS["tuf"], '{"_type":"root","keys":{"a":"-----BEGIN\nPUBLIC KEY-----\n"}}'),
    ("metadata behind a backslash", refusals.MEANINGS["tuf"], '{"a":"\\\\","b":"\\"","_type":"link"}'),
    ("metadata in its envelope", refusals.MEANINGS["tuf"], '{ "signatures": [], "x": 1, "signed": {} }'),
    ("the base of an HTTP signature", refusals.MEANINGS["http"], '"@method": DELETE\n"@signature-params": ("@method");keyid="1"'),
    ("the base of an HTTP signature in one line", refusals.MEANINGS["http"], '"@signature-params": ();keyid="1"'),
    ("the base of an HTTP signature and space", refusals.MEANINGS["http"], 'text\n"@signature-params";x: ()\r\n \n'),
    ("SignedInfo", refusals.MEANINGS["xml"], '<SignedInfo xmlns="&#x68;ttp://www.w3.org/2000/09/&#120;mldsig#"/>'),
    ("SignedInfo behind a declaration", refusals.MEANINGS["xml"], '\ufeff\n<?xml version="1.0"?><x:SignedInfo/>'),
    ("the namespace of XML-DSig", refusals.MEANINGS["xml"], '<a xmlns="http://www.w3.org/2000/09/xmldsig#"/>'),
    ("a checkpoint", refusals.MEANINGS["note"], f"log.example.com\n5\n{HASH}\n"),
    ("a checkpoint to a lenient reader", refusals.MEANINGS["note"], f"\n 0x5 \r\n{HASH[:20]} {HASH[20:-1]}\n"),
    ("a checkpoint under a cosignature", refusals.MEANINGS["note"], f"cosignature/v1\ntime 1\nlog\n5\n{HASH}\n"),
    ("a signed note", refusals.MEANINGS["note"], f"any text\n\n\u2014 key {SIGNATURE}\n"),
    # Of a kind that is not listed.
    ("a certificate", line(1), CERTIFICATE), ("a request for a certificate", line(1), REQUEST),
    ("a token of COSE", line(1), b"\x84jSignature1C\xa1\x01&@A\xa0"), ("a map of CBOR", line(1), b"\xa1\1C\xa1\1&"),
    ("a signature of SSH", line(1), SSH), ("a control character", line(2), "a bell\n\a"), ("a zero byte", line(1), "a\0b"),
    ("a DELETE", line(1), "a\x7f"), ("a control character of the second set", line(1), "a next line\u0085"),
    ("a DELETE in JSON with a comment", line(2), '// JSON\n{"raw": "\x7f"}'),
    ("Latin-1", line(3), b"first\r\n\nan \xe9 and more\n"), ("UTF-8 that is cut off", line(1), b"\xe2\x82"),
    ("overlong UTF-8", line(1), b"\xe0\x80\xaf"), ("a surrogate in UTF-8", line(1), b"\xed\xa0\x80"),
    ("beyond Unicode", line(1), b"\xf4\x90\x80\x80"),
    ("UTF-16 with a mark", refusals.MEANINGS["utf16"], b"\xff\xfe{\0"),
    ("UTF-16 with a mark, the other byte first", refusals.MEANINGS["utf16"], b"\xfe\xff\0{"),
    ("UTF-16 without a mark", refusals.MEANINGS["utf16"], GATE.encode("utf-16-le")),
    ("UTF-16 without a mark, the other byte first", refusals.MEANINGS["utf16"], GATE.encode("utf-16-be")),
    ("UTF-16 behind a line", line(2), b"first\na\0b\0"),
    ("GIF of 1988", line(1), b"GIF88a\1\0\1\0\x80\0\0"), ("a PNG without its last byte", line(1), b"\x89PNG\r\n\x1a"), ("a WAV", line(1), b"RIFF\x1a\0\0\0WAVEfmt "),
    ("a ZIP behind another part", line(1), b"PK\7\x08\0\0"), ("gzip with a reserved flag", line(1), b"\x1f\x8b\x08\x20\0\0"),
    ("gzip of another method", line(1), b"\x1f\x8b\7\0\0\0"), ("TrueType of 256 tables", line(1), b"\0\1\0\0\1\0\x80"),
    ("WebAssembly of version 2", line(1), b"\0asm\2\0\0\0"), ("a video of an unknown brand", line(1), b"\0\0\0\x14ftypqt  \0"),
    ("a video with a large box", line(1), b"\0\1\0\x20ftypisom\0\0\2"), ("an executable", line(1), b"\x7fELF\2\1\1\0"),
]


def body(content):
    return {"base64": base64.b64encode(content).decode()} if isinstance(content, bytes) else content


def files():
    cases, documents = Cases("headers"), {}

    def add(name, verdict, content, **more):
        documents[name] = body(content)
        download = signing.headers(documents, name)
        cases.add(name, verdict, download, format="file", path="static/file", **more)

    for name, content in {**BINARY, **TEXTS}.items():
        add(name, (ACTIVE, DATE), content)
    for name, meaning, content in REFUSED:
        add(name, "other-meaning", content)
        cases.cases[-1]["meaning"] = meaning
    yield "verification-files.json", {
        "about": "Files that only an app reads, and what else their bytes could be.", "rings": {"ring": signing.ring()},
        "documents": documents, "cases": cases.cases}
