"""Gate documents, one question at a time."""

import base64
import json

from rules import (AT_30_PERCENT, AVAILABLE, NOON, REFUSED, SIGNED, R, android, en, gate, ios, recommended, required)

LOWEST = "41fdb8041afdb645e8403e242a917cee"  # place 62,723 of 2³² with salt 3.3.0: 0.0015 percent
URL = "https://example.com/app"
PHONE = ios("15.0", "2.3.0", "230")
OLD = {"app": "<3"}
BLOCK = R("a", "required", OLD, url=URL, description={"en": "update"}, orElse={"en": "sorry"})
NONE = required("a", obtainable=False, description=en("sorry"))


def gets(version=None, **more):
    target = {"version": version} if version else {}
    return required("a", **target, description=en("update"), url=URL, **more)


class Cases:
    def __init__(self):
        self.documents = {}
        self.cases = []

    def add(self, name, document, verdict, device=PHONE, now=SIGNED, source="fetched", date=SIGNED, **more):
        """document: rules, or the text of a document."""
        text = gate(document) if isinstance(document, list) else document
        known = next((known for known, other in self.documents.items() if other == text), None)
        if known is None:
            known = name
            self.documents[known] = text
        self.cases.append({"name": name, "document": known, "format": "gate-" + device["platform"], "device": device,
                           "source": source, "date": date, "now": now, **more, "verdict": verdict})


def obtainable(add):
    def with_latest(name, latest, verdict, rules=(BLOCK,), **more):
        add(name, gate(list(rules), latest), verdict, **more)

    with_latest("latest is not given: nothing is known", None, gets())
    with_latest("latest is empty: nothing can be had", [], NONE)
    with_latest("an entry for any system", [{"app": "3.0"}], gets("3.0"))
    with_latest("an entry's version is shown as it is spelled", [{"app": "03.00"}], gets("03.00"))
    with_latest("the first that can be had, not the greatest", [{"app": "3.1"}, {"app": "3.2"}], gets("3.1"))
    with_latest("an entry that is blocked itself", [{"app": "2.9"}], NONE)
    with_latest("an entry that is blocked, and one that is not", [{"app": "2.9"}, {"app": "3"}], gets("3"))
    with_latest("systems as a list", [{"app": "3.0", "os": ["12...14", "15"]}], gets("3.0"))
    with_latest("a list of systems without this one", [{"app": "3.0", "os": ["12...14", ">15"]}], NONE)
    for entry in [None, 5, "3.0", [], {}, {"os": ">=12"}, {"app": 3}, {"app": "3.x"}, {"app": "3.0.0.0"},
                  {"app": "3.0", "sdk": ">=1"}, {"app": "3.0", "os": ">=15", "sdk": ">=1"}, {"app": "3.0", "os": 15},
                  {"app": "3.0", "os": []}, {"app": "3.0", "os": "15+"}, {"app": "3.0", "os": None},
                  {"app": "3.0", "build": "300"}, {"app": "3.0", "build": 0}, {"app": "3.0", "build": -1},
                  {"app": "3.0", "build": 1.5}, {"app": "3.0", "build": None}]:
        with_latest(f"an entry that cannot be used: {json.dumps(entry)}", [entry], NONE)
    with_latest("after an entry that cannot be used", [{"app": "4.0", "os": "15+"}, {"app": "3.0"}], gets("3.0"))
    with_latest("an entry with a member of a later client", [{"app": "3.0", "country": "GB"}], gets("3.0"))

    by_build = [R("a", "required", {"build": "<400"}, orElse={"en": "sorry"})]
    got = required("a", version="3.0")
    for name, latest, device, verdict in [
        ("the same version with a greater build", {"app": "3.0", "build": 400}, ios("15.0", "3.0.0", "300"), got),
        ("the same version with the same build", {"app": "3.0", "build": 300}, ios("15.0", "3.0.0", "300"), NONE),
        ("the same version, and no build is known", {"app": "3.0"}, ios("15.0", "3.0.0", "300"), NONE),
        ("a greater version with a smaller build is above, and blocked by it", {"app": "3.0", "build": 200},
         ios("15.0", "2.0", "300"), NONE),
        ("a smaller version with a greater build is not above", {"app": "3.0", "build": 400},
         ios("15.0", "3.1", "300"), NONE),
        ("one more number is above", {"app": "3.0", "build": 400}, ios("15.0", "3.0.0.1", "300"), NONE),
        ("no installed version: a greater build", {"app": "3.0", "build": 400}, ios("15.0", None, "300"), got),
        ("no installed version: a smaller build", {"app": "3.0", "build": 200}, ios("15.0", None, "300"), NONE),
        ("no installed version: no build of the entry", {"app": "3.0"}, ios("15.0", "beta", "300"), got),
    ]:
        with_latest(name, [latest], verdict, by_build, device=device)
    newer = [R("ok", "available", {"app": ">=3"}), R("a", "required", orElse={"en": "sorry"})]
    with_latest("nothing is known of the app: whatever may run is above", [{"app": "3.0"}],
                {**got, "unreadable": "version"}, newer,
                device=ios("15.0", "beta", "beta"))
    with_latest("the same version, and the installed build is not known", [{"app": "3.0", "build": 400}], NONE,
                [R("a", "required", {"app": "3.0"}, orElse={"en": "sorry"})], device=ios("15.0", "3.0"))

    due = R("w", "recommended", {"app": "<3.2"}, requiredBy="2026-12-01T00:00:00Z")
    soon = R("w", "recommended", {"app": "<3.2"}, requiredBy="2026-12-01T00:00:01Z")
    with_latest("an entry that a recommendation has come to block", [{"app": "3.0"}], NONE, [BLOCK, due])
    with_latest("an entry that a recommendation will block in a second", [{"app": "3.0"}], gets("3.0"), [BLOCK, soon])
    with_latest("maintenance blocks no entry", [{"app": "3.0"}], gets("3.0"), [BLOCK, R("m", "maintenance")])
    with_latest("what follows maintenance blocks an entry", [{"app": "3.0"}], NONE,
                [BLOCK, R("m", "maintenance"), R("b", "required", {"app": "3.0"})])
    with_latest("a rule for a part of the app blocks no entry", [{"app": "3.0"}], gets("3.0"),
                [BLOCK, R("s", "required", scope="payments")], scope="payments")
    with_latest("a rule for a part of the app, which asks for it", [{"app": "2.9"}],
                required("s", version="2.9"), [R("s", "required", OLD, scope="payments")], scope="payments")
    with_latest("an exemption of an entry", [{"app": "2.9"}], gets("2.9"), [R("ok", "available", {"app": "2.9"}), BLOCK])
    with_latest("an entry without a build, under a rule about builds", [{"app": "2.9"}], required("a", version="2.9"),
                [R("a", "required", {"build": "<999"})])
    with_latest("the channel, region and model of the device count for an entry", [{"app": "3.0"}], NONE,
                [BLOCK, R("b", "required", {"channel": "beta", "region": "GB", "model": "iPhone*"})],
                device=ios("15.0", "2.3.0", "230", "beta", "GB", "iPhone8,1"))
    grace = [R("w", "recommended", OLD, grace="1d", orElse={"en": "sorry"})]
    with_latest("an entry under a recommendation with grace", [{"app": "2.9"}],
                recommended("w", version="2.9", due="2026-12-02T00:00:00Z", seen="w"), grace)
    with_latest("an entry under a recommendation whose grace is over", [{"app": "2.9"}],
                required("w", obtainable=False, description=en("sorry")), grace, seen={"w": "2026-11-01T00:00:00Z"})

    advice = [R("w", "recommended", OLD, url=URL), R("z", "recommended", {"app": "<9"}, orElse={"en": "sorry"})]
    with_latest("advice that cannot be followed, without a text for that: the next rule", [],
                recommended("z", obtainable=False, description=en("sorry")), advice)
    for text in [{}, {"en": ""}, {"en": " \n"}]:
        with_latest(f"advice that cannot be followed, with the text {json.dumps(text)}", [], AVAILABLE,
                    [R("w", "recommended", OLD, orElse=text)])
        with_latest(f"a demand that cannot be met, with the text {json.dumps(text)}", [],
                    required("w", obtainable=False, description=en("update")),
                    [R("w", "required", OLD, url=URL, description={"en": "update"}, orElse=text)])
    with_latest("a demand that cannot be met, without any text", [], required("w", obtainable=False),
                [R("w", "required", OLD, url=URL)])
    with_latest("advice that cannot be followed, and is not seen", [], AVAILABLE,
                [R("w", "recommended", OLD, grace="1d")])
    with_latest("advice that has become a demand and cannot be met", [],
                required("w", obtainable=False, seen="w"),
                [R("w", "recommended", OLD, requiredBy="2026-11-01T00:00:00Z", grace="1d")])
    with_latest("the title does not depend on what can be had", [],
                required("w", obtainable=False, title=en("t"), description=en("sorry")),
                [R("w", "required", OLD, title={"en": "t"}, description={"en": "d"}, orElse={"en": "sorry"})])
    add("on Android the SDK level counts", gate([R("a", "required", OLD)], [{"app": "3.0", "sdk": "26...28"}],
        "android"), required("a", version="3.0"), device=android(26, "2.3.0", "230"))


def stores(add):
    latest = [{"app": "3.0"}]
    advice = [R("w", "recommended", OLD), R("z", "available", {"app": "<9"})]
    z = {"outcome": "available", "rule": "z"}
    for version, minimum, demand, advised in [
        ("2.9", None, gets("3.0", store="missing"), z),
        ("3", None, gets("3.0", store="available"), recommended("w", version="3.0", store="available")),
        ("4", "15.0", gets("3.0", store="available"), recommended("w", version="3.0", store="available")),
        ("4", "15.1", gets("3.0"), recommended("w", version="3.0")),
    ]:
        store = {"version": version, **({"minimumSystem": minimum} if minimum else {})}
        runs = f", which needs {minimum}" if minimum else ""
        add(f"3.0 is demanded, the store has {version}{runs}", gate([BLOCK], latest), demand, store=store)
        add(f"3.0 is advised, the store has {version}{runs}", gate(advice, latest), advised, store=store)
    add("no version is known: the store says nothing", [BLOCK], gets(), store={"version": "0.1"})
    add("no version is known, advice: the store says nothing", advice, recommended("w"), store={"version": "0.1"})
    add("what cannot be had is not looked for in the store", gate([BLOCK], []), NONE, store={"version": "9"})
    add("a page of the store that the app knows is not used", [R("a", "required", OLD)], required("a"),
        storeURL="https://apps.apple.com/app/id1")
    add("advice that the store lacks is due all the same",
        gate([R("w", "recommended", OLD, requiredBy=SIGNED)], latest), required("w", version="3.0", store="missing"),
        store={"version": "2.9"})
    add("advice that the store lacks is not seen", gate([R("w", "recommended", OLD, grace="1d")], latest), AVAILABLE,
        store={"version": "2.9"})


def times(add):
    def deadline(name, verdict, now=SIGNED, seen=None, **more):
        extra = {"seen": seen} if seen else {}
        add(name, [R("w", "recommended", OLD, **more)], verdict, now=now, **extra)

    W = required("w")

    def advised(due, seen=True):
        return recommended("w", due=due, **({"seen": "w"} if seen else {}))

    deadline("no deadline", recommended("w"))
    for grace, due in [("1s", "2026-12-01T00:00:01Z"), ("90m", "2026-12-01T01:30:00Z"), ("36h", NOON),
                       ("007d", "2026-12-08T00:00:00Z"), ("999999d", "4764-10-27T00:00:00Z")]:
        deadline(f"{grace} of grace", advised(due), grace=grace)
    deadline("seen exactly so long ago", W, seen={"w": "2026-11-30T00:00:00Z"}, grace="1d")
    deadline("seen a second less ago", advised("2026-12-01T00:00:01Z", False), seen={"w": "2026-11-30T00:00:01Z"},
             grace="1d")
    deadline("seen now", advised("2026-12-02T00:00:00Z", False), seen={"w": SIGNED}, grace="1d")
    deadline("seen in the future, which is lowered", advised("2026-12-02T00:00:00Z"), seen={"w": "2027-01-01T00:00:00Z"},
             grace="1d")
    deadline("seen a second in the future", advised("2026-12-02T00:00:00Z"), seen={"w": "2026-12-01T00:00:01Z"},
             grace="1d")
    deadline("another rule was seen", advised("2026-12-02T00:00:00Z"), seen={"W": "2026-11-01T00:00:00Z"}, grace="1d")
    deadline("seen in 1970", W, seen={"w": "1970-01-01T00:00:00Z"}, grace="1d")
    deadline("without grace nothing is seen", recommended("w", due="2026-12-05T00:00:00Z"),
             requiredFrom="2026-12-05T00:00:00Z")
    deadline("the date is later than the end of grace", advised("2026-12-05T00:00:00Z"),
             requiredFrom="2026-12-05T00:00:00Z", grace="1d")
    deadline("the end of grace is later than the date", advised("2026-12-02T00:00:00Z"),
             requiredFrom="2026-11-05T00:00:00Z", grace="1d")
    add("grace that goes beyond the year 9999 ends with it", [R("w", "recommended", OLD, grace="3d")],
        required("w", seen="w"), date="9999-12-30T00:00:00Z", now="9999-12-31T23:59:59Z")
    deadline("a last date before the date", W, requiredFrom="2026-12-05T00:00:00Z", requiredBy="2026-11-30T00:00:00Z")
    deadline("a last date before the end of grace", advised("2026-12-03T00:00:00Z"), grace="7d",
             requiredBy="2026-12-03T00:00:00Z")
    deadline("a last date that is later than all", advised("2026-12-08T00:00:00Z"), grace="7d",
             requiredBy="2027-12-03T00:00:00Z")
    deadline("the last date has come in the grace of a device that sees it first", required("w", seen="w"), grace="7d",
             requiredBy=SIGNED)
    deadline("a clock in 1970 wins nothing", W, now="1970-01-01T00:00:00Z", requiredFrom=SIGNED)
    deadline("a clock in 9999 blocks nobody who has eight days", recommended("w", due="2026-12-08T00:00:01Z"),
             now="9999-12-31T23:59:59Z", requiredFrom="2026-12-08T00:00:01Z")
    deadline("seven days after the signature time stands still", W, now="9999-12-31T23:59:59Z",
             requiredFrom="2026-12-08T00:00:00Z")
    for then in ["required", "available", "maintenance"]:
        outcome = {"outcome": then, "rule": "w", **({"subject": "rule"} if then == "required" else {})}
        add(f"deadlines mean nothing to {then}",
            [R("w", then, OLD, requiredFrom="2027-01-01T00:00:00Z", grace="7d", requiredBy="2027-01-01T00:00:00Z")],
            outcome)
    add("a document of the last day of 9999", [R("w", "required", {"from": "9999-12-31T00:00:00Z"})], W,
        date="9999-12-31T12:00:00Z", now="9999-12-31T23:59:59Z")
    for name, when, holds in [
        ("from this second on", {"from": SIGNED}, True), ("from the next second on", {"from": "2026-12-01T00:00:01Z"}, False),
        ("until this second", {"until": SIGNED}, False), ("until the next second", {"until": "2026-12-01T00:00:01Z"}, True),
        ("from a time after until", {"from": SIGNED, "until": "2026-11-30T00:00:00Z"}, False),
    ]:
        add(name, [R("w", "required", when)], W if holds else AVAILABLE)
    for text in ["2026-12-01T00:00:00", "2026-12-01T00:00:00+00:00", "2026-12-01t00:00:00z", "2026-12-01 00:00:00Z",
                 "2026-12-01T00:00:00.0Z", "2026-12-01T24:00:00Z", "2026-12-01T23:59:60Z", "2026-02-29T00:00:00Z",
                 "2026-00-01T00:00:00Z", "2026-12-00T00:00:00Z", "1969-12-31T23:59:59Z", "-026-12-01T00:00:00Z",
                 "02026-12-01T00:00:00Z", "2026-12-1T00:00:00Z", "20261201T000000Z", "", 0, 1796083200, True]:
        add(f"no time: {json.dumps(text)}", [R("w", "required", {"from": text}), R("z", "available")],
            {"outcome": "available", "rule": "z"})
    add("the 29th of February of 2028", [R("w", "required", {"until": "2028-02-29T00:00:00Z"})], W)
    for text in ["0s", "1", "d", "1w", "1D", " 1d", "1d ", "-1d", "+1d", "1.5d", "1000000s", "1d12h", "P1D", 7, None]:
        add(f"no duration: {json.dumps(text)}", [R("w", "required", grace=text), R("z", "available")],
            {"outcome": "available", "rule": "z"})


def ends(add):
    """Blocks that end by the clock, when nobody has signed for long, and how long maintenance closes."""
    W = required("w")
    day9, day10, year = "2026-12-09T00:00:00Z", "2026-12-10T00:00:00Z", "2027-12-01T00:00:00Z"

    def ended(name, rule, verdict, now, **more):
        add(name, [rule], verdict, now=now, **more)

    for source in ["fetched", "stored", "embedded"]:
        ended(f"a demand ends by the clock, {source}", R("w", "required", {"until": day10}), AVAILABLE, day10,
              source=source)
    demand = R("w", "required", {"until": day10})
    ended("a demand holds until the second before", demand, W, "2026-12-09T23:59:59Z")
    ended("a demand that ended a year ago", demand, AVAILABLE, year)
    ended("a demand that ended, by a clock that was set back", demand, W, "1970-01-01T00:00:00Z")
    ended("a demand that had ended when it was signed", demand, AVAILABLE, SIGNED, date="2026-12-11T00:00:00Z")
    ended("a demand without an end", R("w", "required", {"from": SIGNED}), W, year)
    ended("a demand from a date beyond seven days", R("w", "required", {"from": day9}), AVAILABLE, year)
    ended("a demand from a date beyond seven days until later", R("w", "required", {"from": day9, "until": year}),
          AVAILABLE, day10)
    add("what follows a demand that ended decides", [R("w", "required", {"until": day10}), R("z", "required")],
        required("z"), now=day10)
    exempt = [R("x", "available", {"until": day9}), R("w", "required")]
    add("an exemption ends by rule time", exempt, {"outcome": "available", "rule": "x"}, now=year)
    add("an exemption that ends in seven days", [R("x", "available", {"until": "2026-12-08T00:00:00Z"}),
        R("w", "required")], W, now=year)
    ended("advice ends by rule time", R("w", "recommended", {"until": day9}), recommended("w"), year)
    ended("advice that is due ends by the clock", R("w", "recommended", {"until": day10}, requiredFrom=SIGNED),
          AVAILABLE, day10)
    ended("advice that is due holds until the second before", R("w", "recommended", {"until": day10},
          requiredFrom=SIGNED), W, "2026-12-09T23:59:59Z")
    ended("advice that was due after its grace ends by the clock", R("w", "recommended", {"until": day10}, grace="1d"),
          AVAILABLE, day10, seen={"w": "2026-11-01T00:00:00Z"})
    ended("advice whose grace runs ends by rule time", R("w", "recommended", {"until": day10}, grace="30d"),
          recommended("w", due="2027-01-07T00:00:00Z", seen="w"), year)
    ended("advice that is due after rule time is not due by the clock",
          R("w", "recommended", {"until": day10}, requiredFrom=day9), recommended("w", due=day9), year)
    add("a version that is blocked no more can be had",
        gate([R("b", "required", {"app": "3", "until": day10}), BLOCK], [{"app": "3"}]), gets("3"), now=day10)
    add("a version that is still blocked cannot", gate([R("b", "required", {"app": "3", "until": day10}), BLOCK],
        [{"app": "3"}]), NONE, now="2026-12-09T23:59:59Z")

    closed = {"outcome": "maintenance", "rule": "m"}
    shut = R("m", "maintenance")
    for name, now, verdict in [
        ("exactly seven days", "2026-12-08T00:00:00Z", closed), ("a second more", "2026-12-08T00:00:01Z", AVAILABLE),
        ("a year", year, AVAILABLE), ("less, by a clock that was set back,", "1970-01-01T00:00:00Z", closed),
    ]:
        ended(f"maintenance that was signed {name} ago", shut, verdict, now)
    ended("maintenance until a date that has come", R("m", "maintenance", {"until": NOON}), AVAILABLE, NOON)
    ended("maintenance of a part that was signed long ago", R("m", "maintenance", scope="payments"), AVAILABLE, year,
          scope="payments")
    add("what follows maintenance that was signed long ago decides", [shut, R("w", "required")], W, now=year)


def conditions(add):
    W = required("w")

    def holds(name, when, expected, device=PHONE, unreadable=None):
        verdict = W if expected else AVAILABLE
        add(name, [R("w", "required", when)], {**verdict, "unreadable": unreadable} if unreadable else verdict,
            device=device)

    def on(**more):
        return ios("15.0.1", "2.3.0", "230", **more)

    holds("no conditions", None, True)
    holds("conditions without a member", {}, True)
    holds("all hold", {"app": "2.3", "build": "230", "os": "15", "until": "2027-01-01T00:00:00Z"}, True)
    holds("all but one hold", {"app": "2.3", "build": "230", "os": "15", "until": "2020-01-01T00:00:00Z"}, False)
    holds("all but an unknown one hold", {"app": "2.3", "later": {}}, False)
    holds("a condition in other letters is unknown", {"App": "2.3"}, False)
    holds("a list of versions", {"app": ["1", ">9", "2.3"]}, True)
    holds("a list of versions, none of which fits", {"app": ["1", ">9"]}, False)
    holds("a version as a number", {"app": 2.3}, False)
    holds("a system with a third number", {"os": "15"}, False, on())
    holds("a range of systems", {"os": "15...15.0.1"}, True, on())
    for build, pattern, expected in [("230.1", "230", False), ("230.1", ">230", True), ("230-dev", "230", True),
                                     ("0", ">=0", True)]:
        holds(f"build {json.dumps(build)}, condition {pattern}", {"build": pattern}, expected, ios("15", "1", build))
    for build in ["", None, "x"]:
        holds(f"build {json.dumps(build)} is nothing to compare", {"build": ">=0"}, False, ios("15", "1", build), "build")
    for app, pattern, expected in [("2.3.0.1", "2.3", False), ("2.3.0-rc1", "2.3", True)]:
        holds(f"version {json.dumps(app)}, condition {pattern}", {"app": pattern}, expected, ios("15", app, "1"))
    for app in ["beta", None, "", " 1"]:
        holds(f"version {json.dumps(app)} is nothing to compare", {"app": ">=0"}, False, ios("15", app, "1"), "version")
    holds("neither version nor build: the version is said", {"app": ">=0", "build": ">=0"}, False, ios("15"), "version")
    holds("a version that no rule asks for need not be known", {"build": "1"}, True, ios("15", None, "1"))
    add("a version that a rule further down asks for", [R("w", "required"), R("z", "required", {"app": "1"})],
        {**W, "unreadable": "version"}, device=ios("15", "beta", "1"))
    add("a version that only an unusable rule asks for", [R("w", "required"), R("a b", "required", {"app": "1"})], W,
        device=ios("15", "beta", "1"))
    add("a version that only a condition asks for that cannot be read", [R("w", "required"),
        R("z", "required", {"app": "soon"})], W, device=ios("15", "beta", "1"))
    for name, when, device, expected in [
        ("channel, equal", {"channel": "beta"}, on(channel="beta"), True),
        ("channel, other letters", {"channel": "beta"}, on(channel="BETA"), False),
        ("channel, a space", {"channel": "beta"}, on(channel="beta "), False),
        ("channel, not known", {"channel": "beta"}, on(), False),
        ("channel, empty on both sides", {"channel": ""}, on(channel=""), True),
        ("channel, an asterisk is no pattern", {"channel": "be*"}, on(channel="beta"), False),
        ("channel, composed and decomposed letters differ", {"channel": "caf\u00e9"}, on(channel="cafe\u0301"), False),
        ("channel, decomposed letters", {"channel": "cafe\u0301"}, on(channel="cafe\u0301"), True),
        ("region, one of a list", {"region": ["DE", "GB"]}, on(region="GB"), True),
        ("region, none of a list", {"region": ["DE", "GB"]}, on(region="US"), False),
        ("region, a list with a number", {"region": ["GB", 44]}, on(region="GB"), False),
        ("region, an object", {"region": {"GB": True}}, on(region="GB"), False),
        ("model, a prefix", {"model": "iPhone8,*"}, on(model="iPhone8,4"), True),
        ("model, a longer number", {"model": "iPhone8,*"}, on(model="iPhone8,40"), True),
        ("model, just the prefix", {"model": "iPhone8,*"}, on(model="iPhone8,"), True),
        ("model, another one", {"model": "iPhone8,*"}, on(model="iPhone80,1"), False),
        ("model, other letters", {"model": "iPhone8,*"}, on(model="iphone8,1"), False),
        ("model, whole", {"model": "iPhone8,4"}, on(model="iPhone8,4"), True),
        ("model, whole and no prefix", {"model": "iPhone8,"}, on(model="iPhone8,4"), False),
        ("model, any", {"model": "*"}, on(model="anything"), True),
        ("model, any, not known", {"model": "*"}, on(), False),
        ("model, an asterisk in the middle is itself", {"model": "iPhone*,4"}, on(model="iPhone8,4"), False),
        ("model, the asterisk before the last is itself", {"model": "a**"}, on(model="a*b"), True),
        ("model, a prefix of half a letter's bytes", {"model": "caf\u00e8*"}, on(model="caf\u00e9"), False),
        ("model, a prefix that normalization would not find", {"model": "cafe*"}, on(model="cafe\u0301"), True),
        ("model, a prefix that only normalization would find", {"model": "cafe*"}, on(model="caf\u00e9"), False),
    ]:
        holds(name, when, expected, device)
    add("a condition whose name has an escape", gate([R("w", "required", {"app": "2.3"})]).replace('"app"', r'"\u0061pp"'),
        W)
    add("an Android condition in an Android document", gate([R("w", "required", {"sdk": "26.0"})], None, "android"), W,
        device=android(26))

    def share(name, value, expected, install=LOWEST, now=SIGNED):
        add("share: " + name, [R("w", "required", {"share": value})], W if expected else AVAILABLE,
            device=on(install=install), now=now)

    def steps(*list, salt="3.3.0"):
        return {"salt": salt, "steps": [list_ for list_ in list]}

    begun = "2026-11-01T00:00:00Z"
    for percent in ["0.01", "0.07", "0.29", "1e-2", "1E1", "5.000", "33.33", "99.99", "100", "100.00", "57.85"]:
        text = gate([R("w", "required", {"share": steps([begun, 77])})]).replace("77", percent)
        add(f"share: {percent} percent", text, W, device=on(install=LOWEST))
    for percent in ["0", "0.00", "0.001", "0.005", "33.333", "100.01", "101", "-1", "1e3", "1e999", '"5"', "null", "true"]:
        text = gate([R("w", "required", {"share": steps([begun, 77])})]).replace("77", percent)
        add(f"share: {percent} percent is nobody, or no share", text, AVAILABLE, device=on(install=LOWEST))
    share("before the first step", steps(["2026-12-01T00:00:01Z", 100]), False)
    share("the step of this second", steps([SIGNED, 100]), True)
    share("the last step that has begun", steps([begun, 100], [SIGNED, 0], [NOON, 100]), False)
    share("a step back", steps([begun, 100], [SIGNED, 10]), False, AT_30_PERCENT)
    share("30 percent", steps([begun, 30]), False, AT_30_PERCENT)
    share("30.01 percent", steps([begun, 30.01]), True, AT_30_PERCENT)
    share("another salt is another order", steps([begun, 31], salt="3.5.0"), False, AT_30_PERCENT)
    share("a clock that is far ahead begins no step", steps(["2026-12-08T00:00:01Z", 100]), False,
          now="2030-01-01T00:00:00Z")
    for install in [None, "", LOWEST[:-1], LOWEST + "0", LOWEST.upper(), LOWEST[:-1] + "g", "-" * 32]:
        share(f"of everybody, install id {install!r}", steps([begun, 100]), False, install)
    for name, value in [
        ("steps that do not ascend", steps([SIGNED, 5], [begun, 100])), ("two steps at once", steps([begun, 5], [begun, 100])),
        ("no steps", steps()), ("a step without a percentage", steps([begun])), ("a step of three", steps([begun, 100, 1])),
        ("a step as an object", steps({"from": begun, "percent": 100})), ("a step of no time", steps(["2026-11-01", 100])),
        ("no salt", {"steps": [[begun, 100]]}), ("a salt with a space", steps([begun, 100], salt="a b")),
        ("an empty salt", steps([begun, 100], salt="")), ("a salt of 65 bytes", steps([begun, 100], salt="a" * 65)),
        ("a list", [[begun, 100]]), ("a percentage alone", 100),
        ("101 steps", steps(*[[f"2026-{1 + i // 25:02}-{1 + i % 25:02}T00:00:00Z", 100] for i in range(101)])),
    ]:
        share("no share: " + name, value, False)
    share("100 steps", steps(*[[f"2026-{1 + i // 25:02}-{1 + i % 25:02}T00:00:00Z", 100] for i in range(100)]), True)
    share("a salt of 64 bytes", steps([begun, 100], salt="a" * 64), True)
    share("a member of a later client in it", {**steps([begun, 100]), "note": "x"}, True)


def texts(add):
    german = {**PHONE, "languages": ["de-AT"]}
    add("each text in its own best language", [R("w", "required", title={"de": "Neu", "en": "New"},
        description={"en": "update"}, message={"en": "unused"})],
        required("w", title={"language": "de", "text": "Neu"}, description=en("update")), device=german)
    add("maintenance in the language of the user", [R("w", "maintenance", title={"en": "Closed"},
        message={"de": "Geschlossen", "en": "closed"}, description={"en": "unused"}, url=URL)],
        {"outcome": "maintenance", "rule": "w", "title": en("Closed"),
         "message": {"language": "de", "text": "Geschlossen"}}, device=german)
    for mark in ["\u0301", "\u200d", "\ufe0f"]:
        text = " " + mark
        add(f"a space and U+{ord(mark):04X} are a text", [R("w", "required", description={"en": text})],
            required("w", description=en(text)))
    add("white space of every kind is none", [R("w", "required", description={
        "en": "\t \n\u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000", "de": "neu"})],
        required("w", description={"language": "de", "text": "neu"}))
    add("orElse of a space and a mark is a text", gate([R("w", "recommended", orElse={"en": " \u200d"})], []),
        recommended("w", obtainable=False, description=en(" \u200d")))
    add("maintenance with a blank message", [R("w", "maintenance", message={"en": " "})],
        {"outcome": "maintenance", "rule": "w"})
    add("an exemption has no texts", [R("w", "available", title={"en": "t"}, description={"en": "d"}, url=URL)],
        {"outcome": "available", "rule": "w"})
    add("a text to the code point", [R("w", "required", description={"en": " cafe\u0301\u200f\n"})],
        required("w", description=en(" cafe\u0301\u200f\n")))
    add("a url as it is spelled", [R("w", "required", url="HTTPS://Example.com/%7ea b")],
        required("w", url="HTTPS://Example.com/%7ea b"))
    add("texts without a language", [R("w", "required", title={}, description={})], required("w"))
    add("an id of 64 bytes", [R("a" * 64, "required")], required("a" * 64))
    add("an id of periods", [R("..", "required")], required(".."))
    add("members of a later client", [{**R("w", "required"), "priority": 1, "texts": {}}], required("w"))
    for asked, expected in [("payments", True), ("Payments", False), ("payment", False), ("", False), (None, False)]:
        more = {"scope": asked} if asked is not None else {}
        add(f"a rule for payments, asked for {asked!r}", [R("w", "required", scope="payments")],
            required("w") if expected else AVAILABLE, **more)
    add("a rule for all holds for every part", [R("w", "required")], required("w"), scope="payments")


def refusals(add):
    good = gate([R("w", "required")])

    def says(name, text, verdict, **more):
        add(name, text, verdict, **more)

    for name, text in [
        ("gate 2", good.replace('"gate": 1', '"gate": 2')), ("gate 0", good.replace('"gate": 1', '"gate": 0')),
        ("gate 1.0", good.replace('"gate": 1', '"gate": 1.0')), ("gate 1e0", good.replace('"gate": 1', '"gate": 1e0')),
        ("gate as a string", good.replace('"gate": 1', '"gate": "1"')), ("gate true", good.replace('"gate": 1', '"gate": true')),
        ("no gate", good.replace('"gate": 1,', "")), ("gate in other letters", good.replace('"gate"', '"Gate"')),
        ("no platform", good.replace('"platform": "ios",', "")), ("platform iOS", good.replace('"ios"', '"iOS"')),
        ("a list of platforms", good.replace('"ios"', '["ios"]')), ("no rules", '{ "gate": 1, "platform": "ios" }'),
        ("rules as an object", '{ "gate": 1, "platform": "ios", "rules": {} }'),
        ("rules null", '{ "gate": 1, "platform": "ios", "rules": null }'),
        ("latest null", '{ "gate": 1, "platform": "ios", "latest": null, "rules": [] }'),
        ("latest as an object", '{ "gate": 1, "platform": "ios", "latest": {}, "rules": [] }'),
        ("101 latest versions", gate([], [{"app": "1"}] * 101)),
        ("1,001 rules", '{"gate":1,"platform":"ios","rules":[' + ",".join(["0"] * 1001) + "]}"),
        ("an array", "[]"), ("a string", '"gate"'), ("nothing", ""), ("null", "null"),
        ("a byte order mark", "\ufeff" + good), ("a trailing comma", good.replace('"required"', '"required",')),
        ("a comment", good + "//"), ("a second document", good + good), ("cut short", good[:-3]),
        ("a repeated member", good.replace('"gate": 1', '"gate": 1, "gate": 1')),
        ("a repeated member in a rule", good.replace('"then"', '"then": "available", "then"')),
        ("a repeated member in a text", good.replace('"then"', '"title": { "en": "a", "en": "b" }, "then"')),
        ("a repeated member in another spelling", good.replace('"then"', r'"\u0074hen": "available", "then"')),
        ("a repeated member where nobody looks", good.replace('"gate"', '"x": [ { "a": 1, "a": 1 } ], "gate"')),
        ("a lone surrogate", good.replace('"w"', r'"\udc00"')),
        ("a control character", good.replace('"w"', '"w\u0001"')), ("a number with a plus", good.replace("1", "+1")),
        ("a leading zero", good.replace("1", "01")), ("NaN", good.replace('"w"', "NaN")),
        ("65 containers inside one another", good.replace('"gate"', '"x": ' + "[" * 64 + "]" * 64 + ', "gate"')),
    ]:
        says("refused: " + name, text, REFUSED)
    says("refused: bytes that are not UTF-8", {"base64": base64.b64encode(
        good.encode().replace(b'"w"', b'"\xff"')).decode()}, REFUSED)
    says("refused: UTF-16", {"base64": base64.b64encode(good.encode("utf-16-be")).decode()}, REFUSED)
    says("refused: a document of Android on iOS", gate([], None, "android"), REFUSED)
    says("refused: a document of iOS on Android", good, REFUSED, device=android(30, "1", "1"))
    says("refused: another document", '{ "rules": [], "platform": "ios", "version": 1 }', REFUSED)
    says("read: no rules", gate([]), AVAILABLE)
    says("read: members of a later client", good.replace('"gate"', '"later": { "gate": 2 }, "gate"'), required("w"))
    says("read: in another order", '{ "rules": [ { "then": "required", "id": "w" } ], "platform": "ios", "gate": 1 }',
         required("w"))
    says("read: 64 containers inside one another", good.replace('"gate"', '"x": ' + "[" * 63 + "]" * 63 + ', "gate"'),
         required("w"))
    says("read: 100 latest versions", gate([R("w", "required", OLD)], [{"app": "2"}] * 99 + [{"app": "3"}]),
         required("w", version="3"))
    says("read: 1,000 rules, the last of which is one", '{"gate":1,"platform":"ios","rules":[' + "0," * 999
         + '{"id":"w","then":"required"}]}', required("w"))
    says("read: white space around it", " \r\n\t" + good + "\n\n", required("w"))
    says("read: two names that normalization would make one", good.replace('"gate"', '"caf\u00e9": 1, "cafe\u0301": 2, "gate"'),
         required("w"))


def files():
    cases = Cases()
    for part in (obtainable, stores, times, ends, conditions, texts, refusals):
        part(cases.add)
    yield "decisions-rules-details.json", {"about": "Gate documents, one question at a time.",
                                           "documents": cases.documents, "cases": cases.cases}
