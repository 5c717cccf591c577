"""Who is in a share: in when u × 10,000 < hundredths × 2³², u the first 4 bytes of SHA-256("gate:SALT:ID")."""

import hashlib

IDS = ["41fdb8041afdb645e8403e242a917cee", "28cae80701aeaa5a0d68932111f2ef08", "64fda5bbbf6a12da38e3421cd0bdc8f8",
       "1370479072d03c5f5b26c141461a0948", "eeeae27c59a8025f75736d35a2be1feb", "84a45ad69fd1e0f04f243550ffd9b564",
       "101ca31fe330f4c3c1153f1bd6699240", "0" * 32, "f" * 32]
SALTS = ["3.3.0", "a", "winter_2026-12", "s" * 64]

# By hand: the places of the ids with salt 3.3.0 in percent, and for each of these shares whether it has them.
SHARES = [0, 1, 200, 499, 500, 501, 2999, 3000, 3001, 6998, 6999, 9999, 10000]
IN = {
    "41fdb8041afdb645e8403e242a917cee": "-++++++++++++",  # 0.00146
    "28cae80701aeaa5a0d68932111f2ef08": "--+++++++++++",  # 1.9046
    "64fda5bbbf6a12da38e3421cd0bdc8f8": "----+++++++++",  # 4.99519
    "1370479072d03c5f5b26c141461a0948": "-----++++++++",  # 5.00331
    "eeeae27c59a8025f75736d35a2be1feb": "--------+++++",  # 30.00933
    "84a45ad69fd1e0f04f243550ffd9b564": "----------+++",  # 69.98868
    "101ca31fe330f4c3c1153f1bd6699240": "------------+",  # 99.99339
}


def place(salt, install):
    return int.from_bytes(hashlib.sha256(f"gate:{salt}:{install}".encode()).digest()[:4], "big")


def cases():
    for install, row in IN.items():
        for hundredths, cell in zip(SHARES, row, strict=True):
            yield "3.3.0", install, hundredths, cell == "+"
    # Both sides of the place of every id, with every salt: the share that just lacks it, and the next one.
    for salt in SALTS:
        for install in IDS:
            below = place(salt, install) * 10_000 // 2**32
            yield salt, install, below, False
            yield salt, install, below + 1, True


def files():
    seen, listed = set(), []
    for salt, install, hundredths, verdict in cases():
        name = f"{install}, salt {salt}, {hundredths}"
        if name not in seen:
            seen.add(name)
            listed.append({"name": name, "salt": salt, "install": install, "u": place(salt, install),
                           "hundredths": hundredths, "verdict": verdict})
    yield "shares.json", {"about": "Which installations are in a share of a gate document.", "cases": listed}
