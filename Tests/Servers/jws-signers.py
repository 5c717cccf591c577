"""Signs the file body with PyJWT in every way that it can, with a key of its own.

    jws-signers.py FOLDER ENVIRONMENT PATH IAT

Writes key.pem, the public key, and a NAME.jws for each way; exact.jws has Signet's form. The key id is "peer".
"""
import base64, json, sys, warnings
from pathlib import Path

import jwt
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

warnings.simplefilter("ignore")
folder, environment, path, iat = Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
body = (folder / "body").read_bytes()
key = ec.generate_private_key(ec.SECP256R1())
public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
(folder / "key.pem").write_bytes(public)
FORM = {"alg": "ES256", "kid": "peer", "typ": "signet+jws", "environment": environment, "path": path, "iat": iat}


def spelled(text):
    """An encoder that writes this text, whatever the header is: PyJWT puts typ first and sorts."""
    return type("Spelled", (json.JSONEncoder,), {"encode": lambda self, header: text})


def compact(header):
    return json.dumps(header, separators=(",", ":"))


def write(name, text=None, *, secret=key, payload=body, **changes):
    header = {name: value for name, value in {**FORM, **changes}.items() if value is not None}
    text = compact(header) if text is None else text
    file = jwt.PyJWS(options={"enforce_minimum_key_length": False}).encode(
        payload, secret, algorithm=header.get("alg", "ES256"), headers={"typ": "", "alg": header.get("alg", "ES256")},
        json_encoder=spelled(text), sort_headers=False)
    (folder / f"{name}.jws").write_text(file)
    return file


file = write("exact")
first, second, third = file.split(".")
signature = base64.urlsafe_b64decode(third + "==")

# Other algorithms
write("es384", alg="ES384", secret=ec.generate_private_key(ec.SECP384R1()))
write("es256k", alg="ES256K", secret=ec.generate_private_key(ec.SECP256K1()))
rsa_key = rsa.generate_private_key(65537, 2048)
write("rs256", alg="RS256", secret=rsa_key)
write("ps256", alg="PS256", secret=rsa_key)
write("eddsa", alg="EdDSA", secret=ed25519.Ed25519PrivateKey.generate())
write("none", alg="none", secret=None)
# PEM and DER it refuses as a secret.
point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
for name, secret in {"hs256-point": point, "hs256-base64": base64.b64encode(point)}.items():
    write(name, alg="HS256", secret=secret)
write("es256-by-another-key", secret=ec.generate_private_key(ec.SECP256R1()))

# Signatures in another form
(folder / "der.jws").write_text(
    f"{first}.{second}."
    + base64.urlsafe_b64encode(key.sign(f"{first}.{second}".encode(), ec.ECDSA(hashes.SHA256()))).decode().rstrip("="))

# Other headers
for name in "crit", "b64", "jwk", "x5c", "cty", "exp":
    value = {"crit": ["exp"], "b64": True, "jwk": {"kty": "EC"}, "x5c": ["MA=="], "cty": "json", "exp": iat + 60}[name]
    write(f"member-{name}", **{name: value})
for name in FORM:
    write(f"without-{name}", text=compact({n: v for n, v in FORM.items() if n != name}))
    write(f"null-{name}", text=compact({**FORM, name: None}))
    write(f"twice-{name}", text=compact(FORM)[:-1] + f',"{name}":{json.dumps(FORM[name])}}}')
write("sorted", text=compact(dict(sorted(FORM.items()))))
write("typ-first", text=compact({"typ": FORM["typ"], **FORM}))
write("white-space", text=json.dumps(FORM))
write("line-end", text=compact(FORM) + "\n")
write("escaped-slash", text=compact(FORM).replace("distribution/", "distribution\\/"))
write("escaped-letter", text=compact(FORM).replace("signet+", "\\u0073ignet+"))
write("byte-order-mark", text="\ufeff" + compact(FORM))
write("array", text=compact([FORM]))
write("not-json", text="{")
write("iat-float", iat=float(iat))
write("iat-exponent", text=compact(FORM).replace(str(iat), f"{iat}e0"))
write("iat-text", iat=str(iat))
write("iat-before-1970", iat=-1)
write("iat-ahead", iat=iat + 10 * 86400)
write("iat-huge", iat=10**30)
write("kid-unknown", kid="other")
write("kid-space", kid="a b")
write("typ-jwt", typ="JWT")
write("typ-case", typ="Signet+JWS")
write("path-other", path="distribution/availability-android")
write("path-sidecar", path=path + ".sig")
write("path-dots", path="../" + path)
write("environment-other", environment="staging")
write("environment-empty", environment="")
write("header-long", member="a" * 2000)

# Other bodies
write("no-body", payload=b"")
(folder / "detached.jws").write_text(
    jwt.PyJWS().encode(body, key, algorithm="ES256", headers=FORM, is_payload_detached=True, sort_headers=False))
(folder / "token.jws").write_text(jwt.encode({"sub": "a"}, key, algorithm="ES256", headers={"kid": "peer"}))
write("unencoded", b64=False, crit=["b64"])

# The exact form, with something around it
standard = base64.b64encode(signature).decode().rstrip("=")
for name, text in {
    "padding-signature": file + "==", "padding-header": f"{first}=.{second}.{third}",
    "padding-body": f"{first}.{second}=.{third}", "space-before": " " + file, "line-feed": file + "\n",
    "line-break": f"{first}.{second[:8]}\n{second[8:]}.{third}", "four-parts": file + ".", "two-parts": f"{first}.{second}",
    "body-as-it-is": f"{first}.{body.decode()}.{third}", "no-signature": f"{first}.{second}.", "cut-signature": file[:-2], "standard-alphabet": f"{first}.{second}.+{standard[1:]}",
}.items():
    (folder / f"{name}.jws").write_text(text)
