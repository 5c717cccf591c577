"""What a client of a gate document does over several fetches: deadlines, clocks that are wrong, restarts, parts."""

import signing
from rules import AT_30_PERCENT, R, gate, recommended, required
from sequences import fetch, offline, phrased, restart
from signing import ACTIVE, NEXT

GATE_PATH = "gate/ios"
OLD = {"app": "<3"}
DEVICE = {"platform": "ios", "os": "15", "app": "2.0.0", "build": "200", "languages": ["en"]}
OPEN = {"outcome": "available"}
CLOSED = {"outcome": "maintenance", "rule": "m"}
REQUIRED = required("r")


def day(number, hour=0):
    """In December of 2026."""
    return f"2026-12-{number:02}T{hour:02}:00:00Z"


DOCUMENTS = {
    "open": gate([]),
    "blocked": gate([R("r", "required", OLD)]),
    "two days": gate([R("w", "recommended", OLD, grace="2d")]),
    "two days, in other words": gate([R("w", "recommended", OLD, grace="2d", url="https://example.com")]),
    "two days, by another rule": gate([R("w2", "recommended", OLD, grace="2d")]),
    "from the 3rd": gate([R("w", "recommended", OLD, requiredFrom=day(3))]),
    "maintenance": gate([R("m", "maintenance"), R("r", "required", {"app": "<1"})]),
    "maintenance of payments": gate([R("m", "maintenance", scope="payments")]),
    "blocked payments": gate([R("r", "required", OLD, scope="payments")]),
    "a share": gate([R("r", "required", {"share": {"salt": "3.3.0", "steps": [[day(1), 10], [day(3), 31]]}})]),
    "number 2": gate([]).replace('"gate": 1', '"gate": 2'),
    "Android": gate([], None, "android"),
    "blocked until the 3rd": gate([R("r", "required", {"until": day(3)})]),
    "blocked until the 10th": gate([R("r", "required", {"until": day(10)})]),
    "maintenance until the 3rd": gate([R("m", "maintenance", {"until": day(3)})]),
    "a window": gate([R("r", "required", {"from": day(2), "until": day(3)})]),
}


def due(number, hour=0, id="w", **more):
    return recommended(id, due=day(number, hour), **more)


def of(envelope):
    def doc(name, date=day(1), key=ACTIVE, **more):
        if envelope == "jws":
            return signing.jws(DOCUMENTS, name, key=key, date=date, path=GATE_PATH, **more)
        return signing.headers(DOCUMENTS, name, key=key, date=date, **more)

    def case(name, *steps, **more):
        return {"name": f"{envelope}: {name}", "ring": "ring", "environment": "production", "format": "gate-ios",
                "profile": "dated", "envelope": envelope, "path": GATE_PATH, "device": DEVICE, **more,
                "steps": list(steps)}

    yield case("grace counts from the first time, over restarts", fetch(doc("two days"), due(3), now=day(1)),
               offline(due(3), "fetched", now=day(2)), restart(due(3), "stored", now=day(2, 23)),
               restart(required("w"), "stored", now=day(3)), offline(required("w"), "stored", now=day(4)))
    yield case("grace counts from the first time, over other words", fetch(doc("two days"), due(3), now=day(1)),
               fetch(doc("two days, in other words", day(2)), due(3, url="https://example.com"), now=day(2)),
               restart(required("w", url="https://example.com"), "stored", now=day(3)))
    yield case("another rule has its own grace, and what a document has no more is forgotten",
               fetch(doc("two days"), due(3), now=day(1)),
               fetch(doc("two days, by another rule", day(2)), due(4, id="w2"), now=day(2)),
               restart(due(4, id="w2"), "stored", now=day(2)),
               fetch(doc("two days", day(2, 1)), due(4, 1), now=day(2, 1)))
    yield case("a clock that is set back wins nothing", fetch(doc("two days"), due(7), now=day(5)),
               restart(due(3), "stored", now=day(1)), restart(required("w"), "stored", now=day(3)))
    yield case("a clock before the signature counts as that", fetch(doc("two days"), due(3), now="2026-11-30T12:00:00Z"),
               restart(due(3), "stored", now="2020-01-01T00:00:00Z"), restart(required("w"), "stored", now=day(3)),
               restart(due(3), "stored", now="2020-01-01T00:00:00Z"))
    yield case("a clock that is far ahead blocks nobody, and is forgotten",
               fetch(doc("two days"), due(10), now="2030-01-01T00:00:00Z"), restart(due(4), "stored", now=day(2)),
               restart(required("w"), "stored", now=day(4)))
    yield case("a later document moves the time on", fetch(doc("two days"), due(3), now=day(1)),
               fetch(doc("two days", day(9)), required("w"), now=day(9)))
    yield case("a date comes in the middle of a session", fetch(doc("from the 3rd"), due(3), now=day(2)),
               offline(required("w"), "fetched", now=day(3)), restart(required("w"), "stored", now=day(3)))
    yield case("a window opens and closes without a fetch", fetch(doc("a window"), OPEN, now=day(1)),
               restart(REQUIRED, "stored", now=day(2)), restart(OPEN, "stored", now=day(3)))
    yield case("a block ends without a fetch, long after the signature",
               fetch(doc("blocked until the 10th"), REQUIRED, now=day(1)), offline(REQUIRED, "fetched", now=day(9, 23)),
               offline(OPEN, "fetched", now=day(10)), restart(OPEN, "stored", now=day(10)),
               restart(OPEN, "stored", now="2027-12-01T00:00:00Z"))
    yield case("a block ends though its document is fetched for ever",
               fetch(doc("blocked until the 10th"), REQUIRED, now=day(9)),
               fetch(doc("blocked until the 10th"), OPEN, now=day(10)),
               fetch(doc("blocked until the 10th"), OPEN, now="2027-12-01T00:00:00Z"))
    yield case("a block ends with a maximum age as well", fetch(doc("blocked until the 3rd"), REQUIRED, now=day(1)),
               offline(OPEN, "fetched", now=day(3)), restart(OPEN, "stored", now=day(30)), maximumAge=86_400)
    yield case("maintenance ends by the clock", fetch(doc("maintenance until the 3rd"), CLOSED, now=day(1)),
               offline(OPEN, "fetched", now=day(3)), fetch(doc("maintenance until the 3rd"), OPEN, now=day(4)))
    yield case("maintenance closes for seven days after it was signed", fetch(doc("maintenance"), CLOSED, now=day(1)),
               fetch(doc("maintenance"), CLOSED, now=day(8)), offline(OPEN, "fetched", now=day(9)))
    yield case("maintenance of long ago closes no new installation", fetch(doc("maintenance"), OPEN, now=day(9)),
               fetch(doc("maintenance", day(9)), CLOSED, now=day(9)))
    yield case("a share grows without a fetch", fetch(doc("a share"), OPEN, now=day(2)),
               restart(REQUIRED, "stored", now=day(3)), device={**DEVICE, "install": AT_30_PERCENT})
    yield case("maintenance counts in the session that fetched it", fetch(doc("maintenance"), CLOSED, now=day(1)),
               offline(CLOSED, "fetched", now=day(1)), restart(OPEN, "stored", now=day(1)),
               fetch(doc("maintenance"), CLOSED, now=day(1)))
    yield case("maintenance of a part", fetch(doc("maintenance of payments"), CLOSED, now=day(1), scope="payments"),
               fetch(doc("maintenance of payments"), OPEN, now=day(1)),
               fetch(doc("maintenance of payments"), OPEN, now=day(1), scope="search"),
               restart(OPEN, "stored", now=day(1), scope="payments"))
    yield case("a block of a part holds offline", fetch(doc("blocked payments"), OPEN, now=day(1)),
               offline(REQUIRED, "fetched", now=day(1), scope="payments"),
               restart(REQUIRED, "stored", now=day(1), scope="payments"), restart(OPEN, "stored", now=day(1)))
    yield case("a document of another number does not replace one", fetch(doc("blocked"), REQUIRED, now=day(1)),
               fetch(doc("number 2", day(2)), REQUIRED, failure="not-a-document", now=day(2)),
               restart(REQUIRED, "stored", now=day(2)))
    yield case("a document of the other platform does not replace one", fetch(doc("blocked"), REQUIRED, now=day(1)),
               fetch(doc("Android", day(2)), REQUIRED, failure="wrong-kind", now=day(2)),
               restart(REQUIRED, "stored", now=day(2)))
    yield case("rollback", fetch(doc("blocked", day(2)), REQUIRED, now=day(2)),
               fetch(doc("open"), REQUIRED, failure="signed-before-stored", now=day(2)),
               restart(REQUIRED, "stored", now=day(2)), fetch(doc("open", day(1), NEXT), OPEN, now=day(2)))
    yield case("the embedded document starts the grace", restart(due(7), "embedded", now=day(5)),
               restart(required("w"), "embedded", now=day(7)), embedded=doc("two days"))
    yield case("a frozen document does not block", fetch(doc("blocked"), OPEN, "none", "frozen", now=day(9)),
               maximumAge=7 * 86_400)
    yield case("a frozen document does not block a part", fetch(
        doc("blocked payments"), OPEN, "none", "frozen", now=day(9), scope="payments"), maximumAge=7 * 86_400)
    yield case("with a maximum age time stands still there", fetch(doc("from the 3rd"), due(3), now=day(1)),
               offline(due(3), "fetched", now=day(5)), restart(due(3), "stored", now=day(5)), maximumAge=86_400)


def undated():
    yield {"name": "body: an embedded gate document has a date", "ring": "ring", "environment": "production",
           "format": "gate-ios", "profile": "body", "envelope": "headers", "path": GATE_PATH, "device": DEVICE,
           "embedded": signing.headers(DOCUMENTS, "blocked", date=None),
           "steps": [restart(OPEN, "none", "embedded/gate-undated", now=day(1))]}
    yield {"name": "body: a gate document has a date", "ring": "ring", "environment": "production",
           "format": "gate-ios", "profile": "body", "envelope": "headers", "path": GATE_PATH, "device": DEVICE,
           "steps": [fetch(signing.headers(DOCUMENTS, "blocked", date=None), OPEN, "none", "gate-undated", now=day(1)),
                     restart(OPEN, "none", now=day(1))]}


def files():
    yield "sequences-rules.json", {"about": "What a client of a gate document does over several fetches.",
                                   "rings": {"ring": signing.ring()}, "documents": DOCUMENTS,
                                   "cases": [phrased(case) for case in (*of("headers"), *of("jws"), *undated())]}
