"""What gate documents tell each device: a truth table by hand, a column for every document and a line for every device.

A cell is a letter, and the legend of its document says what it stands for; `-` is available by no rule. All documents
of the table were signed at the beginning of December 2026.
"""

import json

SIGNED = "2026-12-01T00:00:00Z"
AVAILABLE = {"outcome": "available"}
REFUSED = {"refused": True}

# Install ids by their place in the share with salt 3.3.0.
AT_1_9_PERCENT = "28cae80701aeaa5a0d68932111f2ef08"
AT_30_PERCENT = "eeeae27c59a8025f75736d35a2be1feb"
AT_70_PERCENT = "84a45ad69fd1e0f04f243550ffd9b564"


def gate(rules, latest=None, platform="ios"):
    members = {"gate": 1, "platform": platform}
    if latest is not None:
        members["latest"] = latest
    members["rules"] = rules
    return json.dumps(members, indent=2, ensure_ascii=False) + "\n"


def rule(id, then, when=None, **more):
    members = {"id": id}
    if when is not None:
        members["when"] = when
    return {**members, "then": then, **more}


def told(outcome, id, **more):
    """An update that a rule demands or advises."""
    return {"outcome": outcome, "rule": id, "subject": "rule", **more}


def required(id, **more):
    return told("required", id, **more)


def recommended(id, **more):
    return told("recommended", id, **more)


def en(text):
    return {"language": "en", "text": text}


# One line for each device: what it is, and when and how it asks. What is not said is not known, or not so.
def ios(os, app=None, build=None, channel=None, region=None, model=None, install=None):
    device = {"platform": "ios", "os": os}
    for name, value in [("app", app), ("build", build), ("languages", ["en"]), ("channel", channel),
                        ("region", region), ("model", model), ("install", install)]:
        if value is not None:
            device[name] = value
    return device


def android(sdk, app=None, build=None, **more):
    device = {"platform": "android", "sdk": sdk}
    for name, value in [("app", app), ("build", build), ("languages", ["en"])]:
        if value is not None:
            device[name] = value
    return {**device, **more}


USUAL = ios("15.7", "3.0.0", "300", "stable", "GB", "iPhone8,4", AT_30_PERCENT)


def at(time, device=USUAL, **more):
    return {"device": device, "now": time, **more}


START = SIGNED
NOON = "2026-12-02T12:00:00Z"
IOS_ROWS = [
    ("01 an old phone with 2.3.0", at(START, ios("12.5", "2.3.0", "230", None, "GB", "iPhone8,1", AT_1_9_PERCENT))),
    ("02 2.3.1, beta", at(START, ios("15.0", "2.3.1", "231", "beta", "GB", "iPhone12,1", AT_30_PERCENT))),
    ("03 2.3.4, beta", at(START, ios("15.0", "2.3.4", "234", "beta", "US", "iPhone12,8", AT_70_PERCENT))),
    ("04 2.3.4.1", at(START, ios("15.0", "2.3.4.1", "235", "stable", "GB", "iPhone13,2"))),
    ("05 2.4.0", at(START, ios("14.8", "2.4.0", "240", "stable", "DE", "iPhone9,3", "not an install id"))),
    ("06 2.9.4, nothing else is known", at(START, ios("14.8", "2.9.4", "294", install=AT_1_9_PERCENT))),
    ("07 3.1.9, beta", at(START, ios("16.0", "3.1.9", "319", "beta", "GB", "iPhone14,5", AT_30_PERCENT))),
    ("08 3.2.0", at(START, ios("16.0", "3.2.0", "320", "stable", "GB", "iPhone14,5", AT_1_9_PERCENT))),
    ("09 3.2.0.1, Beta", at(START, ios("16.0", "3.2.0.1", "321", "Beta", "GB", "iPhone8,", AT_70_PERCENT))),
    ("10 4.0, nightly", at(START, ios("26.1", "4.0", "400", "nightly", "GB", "iphone8,1", AT_1_9_PERCENT.upper()))),
    ("11 no version, empty words", at(START, ios("16.0", None, "320", "", "", "", AT_1_9_PERCENT))),
    ("12 a version and a build that cannot be read", at(START, ios("16.0", "dev-build", "x"))),
    ("13 the clock is a month behind", at("2026-11-01T00:00:00Z")),
    ("14 a second before the 3rd", at("2026-12-02T23:59:59Z")),
    ("15 the 3rd", at("2026-12-03T00:00:00Z")),
    ("16 a second before the 8th", at("2026-12-07T23:59:59Z")),
    ("17 the 8th, seven days after the signature", at("2026-12-08T00:00:00Z")),
    ("18 the clock is half a year ahead", at("2027-06-01T00:00:00Z")),
    ("19 noon of the 2nd, stored", at(NOON, ios("15.7", "3.0.0", "300", "stable", "GB", "iPhone8,4", AT_1_9_PERCENT),
                                      source="stored")),
    ("20 noon, embedded", at(NOON, source="embedded")),
    ("21 noon, for payments", at(NOON, scope="payments")),
    ("22 noon, for payments, stored", at(NOON, scope="payments", source="stored")),
    ("23 noon, for search", at(NOON, scope="search")),
    ("24 noon, told a week ago", at(NOON, seen={"w": "2026-11-25T00:00:00Z"})),
]

OLD = {"app": "<3.2.0"}
R = rule
# Name: rules, latest, legend, and one cell for each line, in groups of six.
IOS_TABLE = {
    "exact versions": (
        [R("bad", "required", {"app": ["2.3.1...2.3.4", "2.4.0"]})], None,
        {"B": required("bad")},
        "-BB-B- ------ ------ ------"),
    "two bounds": (
        [R("low", "required", {"app": "<3.0.0"}), R("new", "recommended", {"app": "<3.2.0"})], None,
        {"L": required("low"), "n": recommended("new")},
        "LLLLLL n----- nnnnnn nnnnnn"),
    "an exemption": (
        [R("ok", "available", {"app": "2.4.0"}), R("all", "required", {"app": "<3.2"})], None,
        {"o": {"outcome": "available", "rule": "ok"}, "A": required("all")},
        "AAAAoA A----- AAAAAA AAAAAA"),
    "builds": (
        [R("b", "required", {"build": "<300"}), R("r", "recommended", {"build": ["300...319"]}),
         R("x", "available", {"build": "320"})], None,
        {"B": required("b"), "r": recommended("r"), "x": {"outcome": "available", "rule": "x"}},
        "BBBBBB rx--x- rrrrrr rrrrrr"),
    "systems": (
        [R("s", "required", {"os": "<13"}), R("t", "recommended", {"os": ["14.8", ">=26"]})], None,
        {"S": required("s"), "t": recommended("t")},
        "S---tt ---t-- ------ ------"),
    "channels": (
        [R("beta", "required", {"channel": "beta"}), R("named", "recommended", {"channel": ["stable", "nightly"]})],
        None, {"B": required("beta"), "n": recommended("named")},
        "-BBnn- Bn-n-- nnnnnn nnnnnn"),
    "models and a region": (
        [R("m", "required", {"model": ["iPhone8,*", "iPhone9,3"], "region": "GB"}),
         R("p", "recommended", {"model": "*"})], None,
        {"M": required("m"), "p": recommended("p")},
        "Mpppp- ppMpp- MMMMMM MMMMMM"),
    "a window": (
        [R("w", "required", {"from": "2026-12-02T00:00:00Z", "until": "2026-12-03T00:00:00Z"}),
         R("late", "recommended", {"from": "2026-12-08T00:00:00Z"}),
         R("early", "available", {"until": "2026-12-01T00:00:00Z"})], None,
        {"W": required("w"), "l": recommended("late")},
        "------ ------ -W--ll WWWWWW"),
    "required from a date": (
        [R("f", "recommended", OLD, requiredFrom="2026-12-03T00:00:00Z")], None,
        {"f": recommended("f", due="2026-12-03T00:00:00Z"), "F": required("f")},
        "ffffff f----- ffFFFF ffffff"),
    "two days of grace": (
        [R("w", "recommended", OLD, grace="2d")], None,
        {"a": recommended("w", due="2026-12-03T00:00:00Z", seen="w"),
         "b": recommended("w", due="2026-12-04T23:59:59Z", seen="w"),
         "c": recommended("w", due="2026-12-05T00:00:00Z", seen="w"),
         "d": recommended("w", due="2026-12-09T23:59:59Z", seen="w"),
         "e": recommended("w", due="2026-12-10T00:00:00Z", seen="w"),
         "f": recommended("w", due="2026-12-04T12:00:00Z", seen="w"), "W": required("w")},
        "aaaaaa a----- abcdee fffffW"),
    "a date, grace and a last date": (
        [R("w", "recommended", OLD, requiredFrom="2026-12-02T00:00:00Z", grace="3d",
           requiredBy="2026-12-05T00:00:00Z")], None,
        {"a": recommended("w", due="2026-12-04T00:00:00Z", seen="w"),
         "b": recommended("w", due="2026-12-05T00:00:00Z", seen="w"),
         "X": required("w", seen="w"), "W": required("w")},
        "aaaaaa a----- abbXXX bbbbbW"),
    "only a last date": (
        [R("w", "recommended", OLD, requiredBy=NOON)], None,
        {"a": recommended("w", due=NOON), "W": required("w")},
        "aaaaaa a----- aWWWWW WWWWWW"),
    "maintenance": (
        [R("m", "maintenance", {"from": "2026-12-02T00:00:00Z"}, title={"en": "Closed"}, message={"en": "until noon"}),
         R("r", "required", {"app": "<2.4"})], None,
        {"M": {"outcome": "maintenance", "rule": "m", "title": en("Closed"), "message": en("until noon")},
         "R": required("r")},
        "RRRR-- ------ -MMMM- --M-MM"),
    "parts of the app": (
        [R("p", "maintenance", scope="payments", message={"en": "later"}),
         R("q", "required", {"app": "<9"}, scope="search"), R("r", "recommended", {"app": "<2.4"})], None,
        {"P": {"outcome": "maintenance", "rule": "p", "message": en("later")}, "Q": required("q"),
         "r": recommended("r")},
        "rrrr-- ------ ------ --P-Q-"),
    "what each system can get": (
        [R("a", "required", {"app": "<2.9.4"}, url="https://example.com/app", description={"en": "update"}),
         R("b", "recommended", OLD, url="https://example.com/app")],
        [{"app": "3.2.0", "os": ">=15"}, {"app": "2.9.4", "os": ">=12"}],
        {"A": required("a", version="2.9.4", description=en("update"), url="https://example.com/app"),
         "B": required("a", version="3.2.0", description=en("update"), url="https://example.com/app"),
         "b": recommended("b", version="3.2.0", url="https://example.com/app")},
        "ABBBA- b----- bbbbbb bbbbbb"),
    "devices that can get nothing": (
        [R("a", "required", {"app": "<2.9.4"}, url="https://example.com/app", description={"en": "update"},
           orElse={"en": "sorry"}),
         R("b", "recommended", OLD, url="https://example.com/app", orElse={"en": "no more"})],
        [{"app": "3.2.0", "os": ">=15"}],
        {"N": required("a", obtainable=False, description=en("sorry")),
         "B": required("a", version="3.2.0", description=en("update"), url="https://example.com/app"),
         "n": recommended("b", obtainable=False, description=en("no more")),
         "b": recommended("b", version="3.2.0", url="https://example.com/app")},
        "NBBBNn b----- bbbbbb bbbbbb"),
    "latest versions that are blocked themselves": (
        [R("x", "required", {"app": ["2...2.4", "3.2.0"]}, url="https://example.com/app", orElse={"en": "sorry"}),
         R("y", "required", {"os": "<13", "app": "<9"})],
        [{"app": "3.2.0", "os": ">=13"}, {"app": "3.1.0"}],
        {"X": required("x", obtainable=False, description=en("sorry")),
         "x": required("x", version="3.1.0", url="https://example.com/app")},
        "Xxxxx- -X---- ------ ------"),
    "conditions and outcomes of a later client": (
        [R("u", "required", {"app": "<9", "country": "GB"}), R("v", "blocked"), R("w", "recommended", OLD)], None,
        {"w": recommended("w")},
        "wwwwww w----- wwwwww wwwwww"),
    "values that cannot be read": (
        [R("a", "required", {"app": "<3.2,>1"}), R("b", "required", {"os": 15}), R("c", "required", {"app": []}),
         R("d", "required", {"from": "2026-12-01"}), R("e", "required", {"channel": []}),
         R("f", "required", {"region": None}), R("g", "required", {"share": 100}),
         R("h", "required", {"until": 4102444800}), R("i", "required", {"app": [">0", "soon"]}),
         R("j", "required", {"model": ["*", 8]}), R("z", "recommended")], None,
        {"z": recommended("z")},
        "zzzzzz zzzzzz zzzzzz zzzzzz"),
    "everyone": (
        [R("e", "required", {})], None, {"E": required("e")},
        "EEEEEE EEEEEE EEEEEE EEEEEE"),
    "the first that matches": (
        [R("r", "required", {"app": "<2.4"}), R("m", "maintenance"), R("never", "required", {"app": "3.0.0"})], None,
        {"R": required("r"), "M": {"outcome": "maintenance", "rule": "m"}, "N": required("never")},
        "RRRRMM MMMMMM MMMMMN NNMNMM"),
    "a share in steps": (
        [R("s", "required", {"share": {"salt": "3.3.0", "steps": [
            [SIGNED, 5], ["2026-12-03T00:00:00Z", 50], ["2026-12-08T00:00:00Z", 100]]}})], None,
        {"S": required("s")},
        "S----S -S--S- --SSSS S-----"),
    "nobody, and everybody from the 2nd": (
        [R("none", "required", {"share": {"salt": "a", "steps": [["2020-01-01T00:00:00Z", 0]]}}),
         R("y", "recommended", {"share": {"salt": "b", "steps": [["2026-12-02T00:00:00Z", 100]]}})], None,
        {"y": recommended("y")},
        "------ ------ -yyyyy yyyyyy"),
    "rules that cannot be used": (
        [5, None, [], {"then": "required"}, {"id": "a"}, R("a b", "required"), R("", "required"), R("b", 5),
         R("b", "Required"), R("c", "required", []), {**R("c", "required"), "when": None},
         R("d", "required", title="text"), R("e", "required", url=5), R("f", "required", url=None),
         R("g", "recommended", grace="7 d"), R("h", "recommended", grace="0d"), R("i", "recommended", grace=7),
         R("j", "recommended", requiredFrom="2026-12-01"), R("k", "recommended", requiredBy="2026-13-01T00:00:00Z"),
         R("l", "required", scope="a b"), R("m", "required", scope=None),
         R("n", "required", description={"en_GB": "text"}), R("o", "required", orElse={"en": "a", "EN": "b"}),
         R("p", "maintenance", message={"en": 1}), R("a" * 65, "required"), R("é", "required"),
         R("w", "recommended", OLD)], None,
        {"w": recommended("w")},
        "wwwwww w----- wwwwww wwwwww"),
    "a condition of the other platform": (
        [R("s", "required", {"sdk": ">=1"}), R("t", "available", {"app": ">=3.2"}), R("u", "recommended")], None,
        {"t": {"outcome": "available", "rule": "t"}, "u": recommended("u")},
        "uuuuuu utttuu uuuuuu uuuuuu"),
}

# What an app of line 11 or 12 is also told: `v` that its version cannot be compared, `b` that its build cannot. It
# counts whether any rule of the document has such a condition.
IOS_UNREADABLE = {name: "vv" for name in IOS_TABLE} | {
    "builds": "-b", "systems": "--", "channels": "--", "models and a region": "--", "a window": "--", "everyone": "--",
    "a share in steps": "--", "nobody, and everybody from the 2nd": "--", "values that cannot be read": "--"}

ANDROID_ROWS = [
    ("1 sdk 21, 1.9, 90", at(START, android(21, "1.9", "90"))),
    ("2 sdk 23, 1.9.1, 100", at(START, android(23, "1.9.1", "100"))),
    ("3 sdk 26, 1.10, 110", at(START, android(26, "1.10", "110", model="Pixel 2"))),
    ("4 sdk 28, 2.0, 200", at(START, android(28, "2.0", "200", model="Pixel 7"))),
    ("5 sdk 35, 2.0, 201", at(START, android(35, "2.0", "201", model="pixel"))),
    ("6 sdk 35, no name, 200", at(START, android(35, None, "200"))),
    ("7 sdk 35, 2.0, no code", at(START, android(35, "2.0", None))),
    ("8 sdk 35, 2.0-debug, 110", at(START, android(35, "2.0-debug", "110"))),
]
ANDROID_TABLE = {
    "android, version codes": (
        [R("c", "required", {"build": "<=100"}), R("d", "recommended", {"build": "<200"})], None,
        {"C": required("c"), "d": recommended("d")}, "CCd- ---d"),
    "android, version names": (
        [R("c", "required", {"app": "<1.9.1"}), R("d", "recommended", {"app": "<2"})], None,
        {"C": required("c"), "d": recommended("d")}, "Cdd- ----"),
    "android, SDK levels": (
        [R("c", "required", {"sdk": "<23"}), R("d", "recommended", {"sdk": ["23...27", "35"]})], None,
        {"C": required("c"), "d": recommended("d")}, "Cdd- dddd"),
    "android, a condition of the other platform": (
        [R("o", "required", {"os": ">=1"}), R("m", "recommended", {"model": "Pixel *"})], None,
        {"m": recommended("m")}, "--mm ----"),
    "android, what each system can get": (
        [R("a", "required", {"build": "<201"}, orElse={"en": "sorry"})],
        [{"app": "2.0", "sdk": ">=26", "build": 201}, {"app": "1.10", "sdk": "23...25", "build": 101},
         {"app": "9", "os": ">=1"}],
        # 101 is below 201, so that the second entry is blocked as well; sdk 21 is named by none.
        {"N": required("a", obtainable=False, description=en("sorry")), "A": required("a", version="2.0")},
        "NNAA -A-A"),
    "android, versions without a code": (
        [R("a", "required", {"build": "<201"}, orElse={"en": "sorry"})], [{"app": "2.0"}],
        # The rule needs a build, and the entry has none: it is not blocked. Where the name is the same, no code is above.
        {"N": required("a", obtainable=False, description=en("sorry")), "A": required("a", version="2.0")},
        "AAAN -A-N"),
}
# The same for the lines 6 and 7.
ANDROID_UNREADABLE = {
    "android, version codes": "-b", "android, version names": "v-", "android, SDK levels": "--",
    "android, a condition of the other platform": "--", "android, what each system can get": "-b",
    "android, versions without a code": "-b"}
UNREADABLE = {"v": "version", "b": "build"}


def table_cases(platform, rows, table, unreadable, lines):
    for document, (_, _, legend, cells) in table.items():
        told_too = dict(zip(lines, unreadable[document], strict=True))
        for (name, row), cell in zip(rows, cells.replace(" ", ""), strict=True):
            case = {"name": f"{document}: {name}", "document": document, "format": f"gate-{platform}",
                    "device": row["device"], "source": row.get("source", "fetched"), "date": SIGNED, "now": row["now"]}
            for member in ("seen", "scope"):
                if member in row:
                    case[member] = row[member]
            verdict = AVAILABLE if cell == "-" else legend[cell]
            told = told_too.get(int(name.split()[0]), "-")
            yield {**case, "verdict": verdict if told == "-" else {**verdict, "unreadable": UNREADABLE[told]}}


def documents():
    for table, platform in ((IOS_TABLE, "ios"), (ANDROID_TABLE, "android")):
        for name, (rules, latest, _, _) in table.items():
            yield name, gate(rules, latest, platform)


def files():
    yield "decisions-rules.json", {
        "about": "What gate documents tell each device: a truth table.", "documents": dict(documents()),
        "cases": [*table_cases("ios", IOS_ROWS, IOS_TABLE, IOS_UNREADABLE, (11, 12)),
                  *table_cases("android", ANDROID_ROWS, ANDROID_TABLE, ANDROID_UNREADABLE, (6, 7))]}
