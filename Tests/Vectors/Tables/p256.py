"""ECDSA with P-256 in a few lines, for signatures that no library would make. Not for secrets: it takes its time."""

import base64
import hashlib
import secrets

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
SPKI = bytes.fromhex("3059301306072A8648CE3D020106082A8648CE3D03010703420004")


def add(a, b):
    if a is None or b is None:
        return a or b
    (x1, y1), (x2, y2) = a, b
    if x1 == x2:
        if (y1 + y2) % P == 0:
            return None
        slope = (3 * x1 * x1 - 3) * pow(2 * y1, -1, P)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, P)
    x = (slope * slope - x1 - x2) % P
    return x, (slope * (x1 - x) - y1) % P


def multiply(k, point):
    result = None
    while k:
        if k & 1:
            result = add(result, point)
        point = add(point, point)
        k >>= 1
    return result


def integer(number):
    """The DER of an INTEGER that is not negative."""
    content = number.to_bytes(number.bit_length() // 8 + 1, "big")
    return bytes([2, len(content)]) + content


def der(r, s):
    content = integer(r) + integer(s)
    return bytes([0x30, len(content)]) + content


def raw(r, s):
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


class Key:
    """A key that lives as long as this process; nothing writes the private half."""

    def __init__(self, pretends=False):
        """pretends: to sign at once, for files whose signatures nothing looks at."""
        self.pretends, self.public = pretends, ""
        if pretends:
            return
        self.secret = secrets.randbelow(N - 1) + 1
        x, y = multiply(self.secret, G)
        assert (y * y - (x**3 - 3 * x + B)) % P == 0
        self.public = base64.b64encode(SPKI + x.to_bytes(32, "big") + y.to_bytes(32, "big")).decode()

    def sign(self, data):
        """r and s over the SHA-256 of the data."""
        if self.pretends:
            return N - 2, N - 3
        digest = int.from_bytes(hashlib.sha256(data).digest(), "big")
        while True:
            k = secrets.randbelow(N - 1) + 1
            r = multiply(k, G)[0] % N
            s = pow(k, -1, N) * (digest + r * self.secret) % N
            # Both with their full length, so that every case has the same shape.
            if r >> 248 and s >> 248:
                return r, s
