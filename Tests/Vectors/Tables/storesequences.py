"""What a client does whose store cannot be read or written for a while, and several clients over one store."""

import signing
from rules import R, gate, required
from rulesequences import CLOSED, DEVICE, GATE_PATH, OLD, OPEN, REQUIRED, day, due
from sequences import BACKEND, fetch, observe, offline, phrased, restart

DOCUMENTS = {
    "open": gate([]), "blocked": gate([R("r", "required", OLD)]),
    "two days": gate([R("w", "recommended", OLD, grace="2d")]),
    "two rules": gate([R("v", "recommended", {"app": "<2"}, grace="2d"), R("w", "recommended", OLD, grace="2d")]),
    "without the rule": gate([R("v", "recommended", {"app": "<2"}, grace="2d")]),
    "maintenance": gate([R("m", "maintenance")]),
    "advice from the 2nd": gate([R("v", "recommended", {**OLD, "from": day(2)}, grace="2d")]),
}


def locked(step):
    """From here on the store can neither be read nor written."""
    return {**step, "store": "locked"}


def full(step):
    """From here on the store can only be read."""
    return {**step, "store": "full"}


def ready(step):
    return {**step, "store": "ready"}


def second(step):
    """What another gate over the same store does."""
    return {**step, "gate": 2}


def doc(name, date=day(1), path=GATE_PATH, key=signing.ACTIVE):
    return signing.jws(DOCUMENTS, name, key=key, date=date, path=path)


def cases():
    def case(name, *steps, **more):
        return {"name": name, "ring": "ring", "environment": "production", "format": "gate-ios", "profile": "dated",
                "envelope": "jws", "path": GATE_PATH, "backends": [BACKEND], "device": DEVICE, **more,
                "steps": list(steps)}

    # What cannot be read.
    yield case("a locked store counts once it is unlocked", fetch(doc("blocked"), REQUIRED, now=day(1)),
               locked(restart(OPEN, "none", now=day(1))), ready(offline(REQUIRED, "stored", now=day(1))))
    yield case("a locked store is not overwritten, and the older document is refused later",
               fetch(doc("blocked", day(2)), REQUIRED, now=day(2)), locked(restart(OPEN, "none", now=day(2))),
               fetch(doc("open"), OPEN, failure="not-stored", now=day(2)),
               ready(fetch(doc("open"), REQUIRED, "stored", "signed-before-stored", now=day(2))),
               restart(REQUIRED, "stored", now=day(2)))
    yield case("what was seen before a lock counts after it", fetch(doc("two days"), due(3), now=day(1)),
               locked(restart(OPEN, "none", now=day(2))),
               fetch(doc("two days"), due(4), failure="not-stored", now=day(2)),
               ready(fetch(doc("two days"), due(3), now=day(2))), restart(required("w"), "stored", now=day(3)))
    # What cannot be written.
    yield case("a document that cannot be stored decides, and is not there at the next start",
               full(fetch(doc("blocked"), REQUIRED, failure="not-stored", now=day(1))),
               restart(OPEN, "none", now=day(1)))
    yield case("what was seen and cannot be kept holds for the session, and is said until it is kept",
               fetch(doc("two days"), due(6), now=day(4)), full(restart(due(4), "stored", "not-stored", now=day(2))),
               offline(due(4), "stored", now=day(3)), ready(restart(due(5), "stored", now=day(3))),
               restart(due(5), "stored", now=day(4)))
    yield case("what cannot be kept is kept later in the session", fetch(doc("two days"), due(6), now=day(4)),
               full(restart(due(4), "stored", "not-stored", now=day(2))), ready(offline(due(4), "stored", now=day(3))),
               restart(required("w"), "stored", now=day(4)))
    yield case("a refusal of the backend forgets nothing that was seen",
               fetch(doc("two days"), due(6), now=day(4)),
               full(fetch(doc("two days"), due(4), failure="not-stored", now=day(2))),
               observe(doc("two rules", day(1, 1)), due(4), failure="not-stored", now=day(2)),
               ready(offline(due(4), "stored", now=day(2))), restart(due(4), "stored", now=day(3)))
    yield case("nor does a network that fails, where the app runs then",
               fetch(doc("two days"), due(6), now=day(4)),
               full(fetch(doc("two days"), due(4), failure="not-stored", now=day(2))),
               offline(OPEN, "none", now=day(2)), ready(offline(OPEN, "none", now=day(2))),
               restart(due(4), "stored", now=day(3)), restart(required("w"), "stored", now=day(4)),
               whenUnreachable="allow")
    yield case("a document that could not be stored is stored later in the session",
               full(fetch(doc("blocked"), REQUIRED, failure="not-stored", now=day(1))),
               ready(offline(REQUIRED, "fetched", now=day(1))), restart(REQUIRED, "stored", now=day(1)))
    yield case("another document of the same date does not take the place of the stored one",
               fetch(doc("blocked", day(2)), REQUIRED, now=day(2)), locked(restart(OPEN, "none", now=day(2))),
               fetch(doc("open", day(2)), OPEN, failure="not-stored", now=day(2)),
               ready(offline(OPEN, "fetched", now=day(2))), restart(REQUIRED, "stored", now=day(2)))
    # Several gates.
    yield case("what another gate has stored is not replaced by what could not be stored before",
               full(fetch(doc("open"), OPEN, failure="not-stored", now=day(1))),
               ready(second(fetch(doc("blocked", day(2)), REQUIRED, now=day(2)))),
               offline(REQUIRED, "stored", now=day(2)), restart(REQUIRED, "stored", now=day(2)))
    yield case("what another gate has stored is the floor", fetch(doc("open"), OPEN, now=day(1)),
               second(fetch(doc("blocked", day(2)), REQUIRED, now=day(2))),
               fetch(doc("open"), REQUIRED, "stored", "signed-before-stored", now=day(2)),
               restart(REQUIRED, "stored", now=day(2)))
    yield case("a newer key that another gate has stored counts, whatever the dates",
               fetch(doc("open", day(2), key=signing.OLD), OPEN, now=day(2)),
               second(fetch(doc("blocked"), REQUIRED, now=day(2))),
               fetch(doc("open", day(2), key=signing.OLD), REQUIRED, "stored", "key-older-than-stored", now=day(2)),
               restart(REQUIRED, "stored", now=day(2)))
    yield case("maintenance of another gate's session is not that of this one", restart(OPEN, "none", now=day(1)),
               second(fetch(doc("maintenance"), CLOSED, now=day(1))),
               offline(OPEN, "none", now=day(1)), restart(OPEN, "stored", now=day(1)))
    yield case("what another gate has kept is not read again because an id could not be kept",
               full(restart(OPEN, "none", now=day(1))), ready(second(fetch(doc("blocked"), REQUIRED, now=day(1)))),
               offline(OPEN, "none", now=day(1)), restart(REQUIRED, "stored", now=day(1)))
    yield case("maintenance that was fetched goes on by another gate's newer document",
               fetch(doc("maintenance"), CLOSED, now=day(1)),
               second(fetch(doc("maintenance", day(1, 2)), CLOSED, now=day(1, 2))),
               fetch(doc("maintenance"), CLOSED, "fetched", "signed-before-stored", now=day(1, 3)),
               restart(OPEN, "stored", now=day(1, 3)))
    yield case("maintenance that was fetched ends by another gate's newer document",
               fetch(doc("maintenance"), CLOSED, now=day(1)), second(fetch(doc("open", day(1, 2)), OPEN, now=day(1, 2))),
               fetch(doc("maintenance"), OPEN, "stored", "signed-before-stored", now=day(1, 3)))
    yield case("an earlier sight of another gate counts with the next document",
               fetch(doc("two days"), due(6), now=day(4)), second(restart(due(4), "stored", now=day(2))),
               fetch(doc("two rules", day(2)), due(4), now=day(3)), restart(required("w"), "stored", now=day(4)))
    yield case("what another gate has forgotten is kept again by one that still has the rule",
               fetch(doc("two days"), due(3), now=day(1)),
               second(fetch(doc("without the rule", day(1, 1)), OPEN, now=day(1, 1))),
               fetch(doc("two rules", day(1, 2)), due(3), now=day(2)), restart(required("w"), "stored", now=day(3)))
    yield case("what another gate has seen by a newer document is not forgotten by one that has an older one",
               fetch(doc("advice from the 2nd"), OPEN, now=day(1)),
               second(fetch(doc("two days", day(1, 1)), due(3, 1), now=day(1, 1))),
               offline(due(4, id="v"), "fetched", now=day(2)), restart(due(3, 1), "stored", now=day(2)),
               restart(required("w"), "stored", now=day(3, 1)))
    yield case("a rule that comes again after a document without it begins anew",
               fetch(doc("two days"), due(3), now=day(1)),
               fetch(doc("without the rule", day(2)), OPEN, now=day(2)),
               fetch(doc("two days", day(4)), due(6), now=day(4)), restart(due(6), "stored", now=day(5)))
    yield case("an embedded document that is frozen blocks nobody, nor by what was seen when it was fresh",
               restart(due(3), "embedded", now=day(1)), restart(due(3), "embedded", now=day(2)),
               restart(OPEN, "none", now=day(5)), embedded=doc("two days"), maximumAge=2 * 86_400)


def files():
    yield "sequences-stores.json", {
        "about": "What a client does whose store cannot be read or written, and several clients over one store.",
        "rings": {"ring": signing.ring()}, "documents": DOCUMENTS, "cases": [phrased(case) for case in cases()]}
