"""Which web bundle a device starts, and which one it downloads: an index, a device, what it has, and the verdict by hand."""

import json

SHA = "ab" * 32
SIGNED = "2026-12-03T00:00:00Z"
NOW = "2026-12-03T06:00:00Z"

# By hand: the places of these installations in the roll-out of 1.6.0, in percent of 2³².
FIRST = "1370479072d03c5f5b26c141461a0948"  # 11.42
SECOND = "41fdb8041afdb645e8403e242a917cee"  # 21.27
LAST = "64fda5bbbf6a12da38e3421cd0bdc8f8"  # 87.63


def shells(**ranges):
    return {platform: dict(zip(("min", "max"), bounds)) for platform, bounds in ranges.items()}


BOTH = shells(ios=["2.0.0"], android=["2.0.0"])


def entry(version, shells=BOTH, when=None):
    members = {"version": version, "url": f"v{version}.zip", "sha256": SHA, "size": 100, "signature": "MAYCAQECAQE=",
               "shells": shells, "files": SHA}
    return members if when is None else {**members, "when": when}


def index(*bundles, offers=(), halted=(), withdrawn=(), retired=(), **more):
    members = {"bundles": list(bundles), "offers": list(offers), "halted": list(halted),
               "withdrawn": list(withdrawn), "retired": list(retired), **more}
    return json.dumps({name: value for name, value in members.items() if value or name in ("bundles", "withdrawn")})


def share(*steps, salt="1.6.0"):
    return {"salt": salt, "steps": [[f"2026-12-{day}:00Z" if "T" in day else f"2026-12-{day}T00:00:00Z", percentage]
                                    for day, percentage in steps]}


def offer(when):
    """1.5.0 for everybody, and 1.6.0 for some."""
    return index(entry("1.5.0"), offers=[entry("1.6.0", when=when)])


STEPS = share(("01", 5), ("02", 15), ("04T06:00", 25), ("05", 100))
DOCUMENTS = {
    "one": index(entry("1.5.0")),
    "two": index(entry("1.6.0"), entry("1.5.0")),
    "by platform": index(entry("1.6.0", shells(ios=["3.0.0"], android=["2.0.0", "2.9.9"])),
                         entry("1.5.0", shells(ios=["2.0.0", "2.99"]))),
    "another platform": index(entry("1.6.0", shells(web=["1"])), entry("1.5.0")),
    "more": index({**entry("1.5.0"), "notes": "new", "shells": {**shells(ios=["2"]), "web": 7}}, news=["1.5.0"]),
    "order": index(entry("1.9.0"), entry("1.10.0-rc.1"), entry("1.10.0"), entry("1.2.0")),
    "steps": offer({"share": STEPS}),
    "nobody": offer({"share": share(("01", 0))}),
    "all": offer({"share": share(("01", 100))}),
    "other salt": offer({"share": share(("01", 12), salt="1.5.9")}),
    "beta": offer({"channels": ["alpha", "beta"]}),
    "beta share": offer({"channels": ["beta"], "share": share(("01", 12))}),
    "country": offer({"channels": ["beta"], "country": ["GB"]}),
    "nothing": offer({}),
    "odd share": offer({"share": {"steps": 5}}),
    "odd channels": offer({"channels": "beta"}),
    "beta for a newer shell": index(
        entry("1.5.0"), offers=[entry("1.6.0", shells(ios=["3.0.0"]), {"channels": ["beta"]})]),
    "halted": index(entry("1.5.0"), halted=["1.6.0"]),
    "withdrawn": index(entry("1.5.0"), withdrawn=["1.6.0"]),
    "retired": index(entry("1.5.0"), retired=["1.6.0"]),
    "embedded withdrawn": index(entry("1.3.0"), withdrawn=["1.4.0"]),
    "empty": index(),
    "no when": index(entry("1.5.0"), offers=[entry("1.6.0")]),
    "twice": index(entry("1.6.0"), offers=[entry("1.6.0", when={"channels": ["beta"]})]),
    "halted twice": index(entry("1.6.0"), halted=["1.6.0"]),
    "no files": index({k: v for k, v in entry("1.6.0").items() if k != "files"}),
    "no shells": index({k: v for k, v in entry("1.6.0").items() if k != "shells"}),
    "shells upside down": index(entry("1.6.0", shells(ios=["3.0.0", "2.0.0"]))),
}

EMBEDDED = "embedded"


def has(version, state, minimum="2.0.0", maximum=None, files=None):
    """What is in the store: `confirmed`, on `trial` (started and not confirmed), or `downloaded` and never started. It has the
    archive that the indexes name, and other files unless they are said."""
    members = {"version": version, "is": state, "min": minimum, "max": maximum, "files": files}
    return {name: value for name, value in members.items() if value}


def case(name, document, start, download=None, needs=None, *, shell="2.1.0", platform="ios", install=FIRST, channel=None,
         stored=(), failed=(), embedded="1.4.0", signed=SIGNED, now=NOW, fetched=True):
    device = {"platform": platform, "shell": shell}
    for member, value in (("install", install), ("channel", channel)):
        if value:
            device[member] = value
    verdict = {"start": start}
    if download:
        verdict["download"] = download
    if needs:
        verdict["needsShell"] = needs
    return {"name": name, "index": document, "device": device, "embedded": embedded, "stored": list(stored),
            "failed": list(failed), "signed": signed, "now": now, "fetched": fetched, "verdict": verdict}


CONFIRMED, TRIAL, DOWNLOADED = (has("1.6.0", state) for state in ("confirmed", "trial", "downloaded"))
OLD = has("1.5.0", "confirmed")


def cases():
    # What is for everybody.
    yield case("the newest is downloaded", "two", EMBEDDED, "1.6.0")
    yield case("by precedence, not as text", "order", EMBEDDED, "1.10.0")
    yield case("nothing that is not above what is shown", "one", "v1.6.0", stored=[CONFIRMED])
    yield case("nothing that is not above what the app ships", "one", EMBEDDED, embedded="1.5.0")
    yield case("nothing that is in the store", "two", "v1.6.0", stored=[CONFIRMED])
    yield case("nothing that has failed", "two", EMBEDDED, "1.5.0", failed=["1.6.0"])
    yield case("nothing from an index of a former session", "two", EMBEDDED, fetched=False)
    yield case("unknown members are ignored", "more", EMBEDDED, "1.5.0")
    yield case("an index without bundles", "empty", EMBEDDED)
    # Shells, by platform; bounds belong to them.
    yield case("an iOS shell that is too old for the newest", "by platform", EMBEDDED, "1.5.0")
    yield case("an iOS shell at the lower bound", "by platform", EMBEDDED, "1.6.0", shell="3")
    yield case("an iOS shell at the upper bound", "by platform", EMBEDDED, "1.5.0", shell="2.99.0")
    yield case("an iOS shell between the two", "by platform", EMBEDDED, needs="3.0.0", shell="2.99.1")
    yield case("an iOS shell below both", "by platform", EMBEDDED, needs="3.0.0", shell="1.9")
    yield case("an Android shell at its upper bound", "by platform", EMBEDDED, "1.6.0", platform="android", shell="2.9.9")
    yield case("an Android shell above it", "by platform", EMBEDDED, platform="android", shell="2.10")
    # The same bytes for more shells: what is there becomes that of this shell.
    narrow = {"platform": "android", "shell": "2.1.0"}
    yield case("bounds that a newer index widens", "by platform", EMBEDDED, "1.6.0", **narrow,
               stored=[has("1.6.0", "confirmed", maximum="2.0.9", files=SHA)])
    yield case("wider bounds of other bytes", "by platform", EMBEDDED, **narrow,
               stored=[has("1.6.0", "confirmed", maximum="2.0.9")])
    yield case("wider bounds of what has failed", "by platform", EMBEDDED, **narrow, failed=["1.6.0"],
               stored=[has("1.6.0", "confirmed", maximum="2.0.9", files=SHA)])
    yield case("wider bounds of what fits already", "by platform", "v1.6.0", **narrow,
               stored=[has("1.6.0", "confirmed", maximum="2.5", files=SHA)])
    yield case("narrower bounds of what fits no longer", "by platform", EMBEDDED, needs="3.0.0",
               stored=[has("1.6.0", "confirmed", "2.2.0", files=SHA), has("1.5.0", "confirmed", "2.2.0")])
    yield case("a bundle of another platform asks for no shell", "another platform", EMBEDDED, "1.5.0")
    # Shares: a step counts from its time on.
    yield case("in the share", "steps", EMBEDDED, "1.6.0")
    yield case("not yet in the share", "steps", EMBEDDED, "1.5.0", install=SECOND)
    yield case("not yet in the share before its step", "steps", EMBEDDED, "1.5.0", signed="2026-12-01T23:59:59Z",
               now="2026-12-01T23:59:59Z")
    yield case("before the first step", "steps", EMBEDDED, "1.5.0", signed="2026-11-30T00:00:00Z",
               now="2026-11-30T23:59:59Z")
    yield case("the salt is that of the share", "other salt", EMBEDDED, "1.5.0")
    yield case("a share of nothing", "nobody", EMBEDDED, "1.5.0")
    yield case("a share of all", "all", EMBEDDED, "1.6.0", install=LAST)
    yield case("a share without an install id", "all", EMBEDDED, "1.5.0", install=None)
    # A step after the signed date counts in an index that is at most 48 h old.
    yield case("a step since the index was signed", "steps", EMBEDDED, "1.6.0", install=SECOND, now="2026-12-04T06:00:00Z")
    yield case("just before that step", "steps", EMBEDDED, "1.5.0", install=SECOND, now="2026-12-04T05:59:59Z")
    yield case("an index of 48 h", "steps", EMBEDDED, "1.6.0", install=LAST, now="2026-12-05T00:00:00Z")
    yield case("an index of 48 h and a second", "steps", EMBEDDED, "1.5.0", install=LAST, now="2026-12-05T00:00:01Z")
    yield case("the same on a device of a former step", "steps", EMBEDDED, "1.6.0", now="2026-12-05T00:00:01Z")
    yield case("a clock that was set back", "steps", EMBEDDED, "1.6.0", now="2020-01-01T00:00:00Z")
    # Channels.
    yield case("the channel", "beta", EMBEDDED, "1.6.0", channel="beta")
    yield case("another channel", "beta", EMBEDDED, "1.5.0", channel="Beta")
    yield case("no channel", "beta", EMBEDDED, "1.5.0")
    yield case("the channel and the share", "beta share", EMBEDDED, "1.6.0", channel="beta")
    yield case("the channel without the share", "beta share", EMBEDDED, "1.5.0", channel="beta", install=SECOND)
    yield case("the share without the channel", "beta share", EMBEDDED, "1.5.0")
    yield case("what is for others asks for no shell", "beta for a newer shell", "v1.5.0", stored=[OLD])
    yield case("what is for this device asks for one", "beta for a newer shell", "v1.5.0", needs="3.0.0", channel="beta",
               stored=[OLD])
    # What a client does not know or cannot read is not offered.
    yield case("a condition that no client knows", "country", EMBEDDED, "1.5.0", channel="beta")
    yield case("no condition at all", "nothing", EMBEDDED, "1.5.0", channel="beta")
    yield case("a share that cannot be read", "odd share", EMBEDDED, "1.5.0")
    yield case("channels that cannot be read", "odd channels", EMBEDDED, "1.5.0", channel="beta")
    # A first start needs an index of this session that offers the version; later ones do not.
    yield case("a first start", "two", "v1.6.0", stored=[OLD, DOWNLOADED])
    yield case("a first start without an index of this session", "two", "v1.5.0", stored=[OLD, DOWNLOADED], fetched=False)
    yield case("a first start of what is for others now", "beta", "v1.5.0", stored=[OLD, DOWNLOADED])
    yield case("a first start of what only an old index offers", "steps", "v1.5.0", install=LAST, stored=[OLD, DOWNLOADED],
               now="2026-12-06T00:00:00Z")
    yield case("a first start in a shell that the offer no longer names", "by platform", "v1.5.0",
               stored=[OLD, DOWNLOADED])
    yield case("a second start without an index of this session", "two", "v1.6.0", stored=[OLD, TRIAL], fetched=False)
    yield case("a second start of what is for others now", "beta", "v1.6.0", stored=[OLD, TRIAL])
    yield case("a confirmed one needs none", "one", "v1.6.0", stored=[OLD, CONFIRMED], fetched=False)
    yield case("a confirmed one that does not fit the shell", "two", "v1.5.0",
               stored=[OLD, has("1.6.0", "confirmed", "2.0.0", "2.0.9")])
    yield case("what was downloaded and is no longer offered", "one", EMBEDDED, "1.5.0", stored=[DOWNLOADED])
    # Halted: those who have confirmed it keep it.
    yield case("a halted version is not downloaded", "halted", EMBEDDED, "1.5.0")
    yield case("a halted version that is downloaded", "halted", "v1.5.0", stored=[OLD, DOWNLOADED])
    yield case("a halted version on trial", "halted", "v1.5.0", stored=[OLD, TRIAL])
    yield case("a halted version on trial, by the index of a former session", "halted", "v1.5.0", stored=[OLD, TRIAL],
               fetched=False)
    yield case("a halted version on trial, with nothing else", "halted", EMBEDDED, "1.5.0", stored=[TRIAL])
    yield case("a halted version that is confirmed", "halted", "v1.6.0", stored=[OLD, CONFIRMED])
    # Retired: those who have it keep it. Withdrawn: everybody goes back.
    yield case("a retired version is not downloaded", "retired", EMBEDDED, "1.5.0")
    yield case("a retired version on trial", "retired", "v1.6.0", stored=[OLD, TRIAL])
    yield case("a retired version that was never started", "retired", "v1.5.0", stored=[OLD, DOWNLOADED])
    yield case("a withdrawn version that is confirmed", "withdrawn", "v1.5.0", stored=[OLD, CONFIRMED])
    yield case("a withdrawn version, by the index of a former session", "withdrawn", "v1.5.0", stored=[OLD, CONFIRMED],
               fetched=False)
    yield case("a withdrawn version, with nothing else", "withdrawn", EMBEDDED, "1.5.0", stored=[CONFIRMED])
    yield case("a withdrawn embedded one gives way to any other", "embedded withdrawn", EMBEDDED, "1.3.0")
    yield case("and to a lower one that is there", "embedded withdrawn", "v1.3.0", stored=[has("1.3.0", "confirmed")])
    # No index at all.
    for document in ("no when", "twice", "halted twice", "no files", "no shells", "shells upside down"):
        refused = case(f"refused: {document}", document, EMBEDDED)
        yield {**refused, "verdict": {"refused": True}}


def files():
    yield "Bundles/offers.json", {"about": "Which web bundle a device starts, and which one it downloads.",
                           "documents": DOCUMENTS, "cases": list(cases())}
