"""Patterns of a gate document against installed versions: `+` it matches, `-` it does not, `?` nothing to compare."""

INSTALLED = ["2.3", "2.3.0.1", "2.3.1", "2.3.1.7", "2.3.4", "2.3.4.1", "2.4", "2.4.0-rc1", "2.10", "beta"]

TABLE = {
    "2.3":                    "+--------?",
    "2.3.0":                  "+--------?",
    "2.3.1":                  "--+------?",
    "2.3.4":                  "----+----?",
    "2.4.0":                  "------++-?",
    "02.04":                  "------++-?",
    "2.10":                   "--------+?",
    "<2.3":                   "---------?",
    "<2.3.1":                 "++-------?",
    "<2.4":                   "++++++---?",
    "<2.10":                  "++++++++-?",
    "<=2.3":                  "+--------?",
    "<=2.3.1":                "+++------?",
    "<=2.3.4":                "+++++----?",
    "<=2.4":                  "++++++++-?",
    ">2.3":                   "-++++++++?",
    ">2.3.1":                 "---++++++?",
    ">2.3.4":                 "-----++++?",
    ">2.4":                   "--------+?",
    ">=2.3.1":                "--+++++++?",
    ">=2.3.4":                "----+++++?",
    ">=2.4.0":                "------+++?",
    "2.3.1...2.3.4":          "--+++----?",
    "2.3...2.4":              "++++++++-?",
    "2.3.4...2.3.4":          "----+----?",
    "2.4...2.3":              "---------?",
    "0...999999999999999999": "+++++++++?",
}

# Installed texts of every kind against one pattern each.
SINGLE = [
    ("1.0...1.1", "1.1.0.3", False), ("1.0...1.1", "1.1.0.0", True), (">1.1", "1.1.0.3", True),
    ("<=1.1", "1.1.0.3", False), ("<1.1.1", "1.1.0.3", True), ("1.1.0", "1.1.0.3", False), ("1.1", "1.1.0.0.0", True),
    ("40000", "40000", True), ("40000", "40000.0", True), ("40000", "40000.1", False), ("<40000", "9999", True),
    (">=23", "23", True), (">=23", "9", False), ("23...25", "25", True), ("23...25", "26", False),
    ("1", "1", True), ("1", "01", True), ("1", "1.0.0.0.0.0.0.0", True), ("1", "1rc", True), ("1", "1-", True),
    ("1", "1.", True), ("1.2", "1..2", False), ("1", "1..2", True), ("1.2", "1.2 (47)", True), ("1.2", "1.2+47", True),
    ("<2", "1.99999999999999999999", True), (">999999999999999999", "9999999999999999999", True),
    (">999999999999999999", "99999999999999999999999999", True), ("<1.999999999999999999", "1.9999999999999999999", False),
    ("1", "1.000000000000000000000000", True), ("1", "000000000000000000000000001", True),
    # Nothing to compare: the condition that has the pattern is unknown.
    ("<9", "", None), ("<9", "beta", None), ("<9", "v1.0", None), ("<9", ".1", None), ("<9", " 1", None),
    ("<9", "-1", None), ("<9", "١", None), ("<9", "+1", None),
]

# No patterns. What stands beside one of these in an array makes that array unusable as well.
MALFORMED = [
    "", " ", "1 ", " 1", "< 1", "<", ">=", "=1", "==1", "=>1", "~1", "^1", "!1", "1.x", "1.*", "*", "v1", "1.2.3.4",
    "1.", ".1", "1..2", "1...", "...1", "1....2", "1..2...3", "1...2...3", "1 ... 2", "1...<2", "<1...2", "1..<2",
    "1-2", "1,2", "1||2", "<1 >0", "-1", "+1", "1e3", "1.2-rc1", "0000000000000000001", "1234567890123456789",
    "<1234567890123456789", "1...1234567890123456789", "١", "1\n", "<>1", "<==1", "<<1",
    "<=\u200d2.4.0", ">\u03014.1", "<\u03012", ">=\ufe0f1", "1\u0301", "1...\u200d2", "1.\u0301..2",
]


def cases():
    meanings = {"+": True, "-": False, "?": None}
    for pattern, row in TABLE.items():
        for installed, cell in zip(INSTALLED, row, strict=True):
            yield {"name": f"{pattern} with {installed}", "pattern": pattern, "installed": installed,
                   "verdict": meanings[cell]}
    for pattern, installed, verdict in SINGLE:
        yield {"name": f"{pattern} with {installed!r}", "pattern": pattern, "installed": installed, "verdict": verdict}
    for pattern in MALFORMED:
        yield {"name": f"{pattern!r} is no pattern", "pattern": pattern, "installed": "1", "verdict": None}


def files():
    yield "versions.json", {
        "about": "Version patterns of a gate document, and installed versions or builds as a device reports them.",
        "cases": list(cases())}
