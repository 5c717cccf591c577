from pathlib import Path
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

for name in "other", "key":
    key = ec.generate_private_key(ec.SECP256R1())
    Path(name + ".pem").write_bytes(key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
for name in "body", "dated":
    signature = key.sign(Path(name).read_bytes(), ec.ECDSA(hashes.SHA256()))
    Path(name + ".der").write_bytes(signature)
