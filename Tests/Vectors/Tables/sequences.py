"""What a client does over several fetches, by hand: what it keeps, what it refuses, and what decides meanwhile."""

import refusals
import signing
from signing import ACTIVE, DATE, NEXT, NOW, OLD, PATH

APP_PATH = PATH
BACKEND = "api.example.com"


def config(minimum, latest="1.0.0", maintenance="false"):
    return (f'{{\n  "minimumVersion": "{minimum}",\n  "latestVersion": "{latest}",\n  "updateUrl": "https://example.com"'
            f',\n  "maintenanceMode": {maintenance},\n  "maintenanceMessage": null\n}}\n')


# The app has version 2.0.0: 3.0.0 blocks it.
DOCUMENTS = {
    "open": config("1.0.0"), "open, too": config("1.1.0"), "blocked": config("3.0.0", "3.0.0"),
    "advised": config("1.0.0", "3.0.0"), "closed": config("1.0.0", "1.0.0", "true"), "not JSON": "{\n",
}
OPEN = {"outcome": "available"}
REQUIRED = {"outcome": "required", "subject": "app", "version": "3.0.0", "url": "https://example.com"}
ADVISED = {"outcome": "recommended", "subject": "app", "version": "3.0.0", "url": "https://example.com"}
CLOSED = {"outcome": "maintenance"}
DEVICE = {"platform": "ios", "os": "15", "app": "2.0.0", "build": "200", "languages": ["en"]}
SEVEN_DAYS, A_SECOND_MORE = "2026-11-27T08:00:00Z", "2026-11-27T08:00:01Z"  # after DATE
LATER, LATEST = "2026-11-21T08:00:00Z", "2026-11-22T08:00:00Z"


def later(a, b):
    """Of what a session knows and what is kept the one that counts: they differ while the store fails."""
    if a is b or a is None or b is None:
        return a or b
    return max(a, b, key=lambda download: signing.parse_date(refusals.claims(download)["date"]))


def phrased(case):
    """The case with the code of each refusal for its check, and the phrase."""
    newest = kept = case.get("embedded")
    for step in case["steps"]:
        if step["do"] == "restart":
            newest = kept
        failure, download = step["then"].pop("failure", None), step.get("download")
        code = None
        if failure:
            prefix, _, check = failure.rpartition("/")
            code, phrase = refusals.refusal(
                check, case["embedded"] if prefix else download, later(newest, kept), format=case["format"])
            said = {"failure": f"{prefix}/{code}" if prefix else code}
            step["then"] = {**said, **({"phrase": phrase} if phrase else {}), **step["then"]}
            if prefix or code in ("not-stored", "unreadable-app"):
                code = None
        if step["do"] == "fetch" and download and code is None:
            newest = download
            kept = kept if failure == "not-stored" else download
        # One more way for the document to arrive.
        if step["do"] == "observe" and download and step["then"]["source"] == "stored":
            newest = kept = download
    return case


def step(do, decision, source, failure=None, now=NOW, download=None, status=None, scope=None):
    result = {"now": now, "do": do}
    if scope is not None:
        result["scope"] = scope
    if status is not None:
        result["status"] = status
    if download is not None:
        result["download"] = download
    then = {"failure": failure} if failure else {}
    return {**result, "then": {**then, "decision": decision, "source": source}}


def fetch(download, decision, source="fetched", failure=None, status=200, **more):
    return step("fetch", decision, source, failure, download=download, status=status, **more)


def offline(decision, source, failure="transport", **more):
    return step("fetch", decision, source, failure, **more)


def restart(decision, source, failure=None, **more):
    return step("restart", decision, source, failure, **more)


def observe(download, decision, source="stored", failure=None, status=403, host=BACKEND, **more):
    return {**step("observe", decision, source, failure, download=download, status=status, **more), "host": host}


def of(envelope, documents=DOCUMENTS, format="app-config", verdicts=(OPEN, REQUIRED, ADVISED, CLOSED)):
    """The cases in one envelope; those of headers have profile dated where nothing else is said."""
    DOCUMENTS, (OPEN, REQUIRED, ADVISED, CLOSED) = documents, verdicts

    def doc(name, date=DATE, key=ACTIVE, path=APP_PATH, **more):
        if envelope == "jws":
            return signing.jws(DOCUMENTS, name, key=key, date=date, path=path, **more)
        return signing.headers(DOCUMENTS, name, key=key, date=date, **more)

    def case(name, *steps, **more):
        return {"name": f"{envelope}: {name}", "ring": "ring", "environment": "production", "format": format,
                "profile": "dated", "envelope": envelope, "path": APP_PATH, "backends": [BACKEND],
                "device": DEVICE, **more, "steps": list(steps)}

    yield case("nothing is known, and there is no network", offline(OPEN, "none"), restart(OPEN, "none"),
               offline(OPEN, "none"))
    yield case("a document decides, is kept, and decides after a restart", fetch(doc("blocked"), REQUIRED),
               restart(REQUIRED, "stored"), offline(REQUIRED, "stored"))
    yield case("airplane mode lifts no block", fetch(doc("blocked"), REQUIRED), offline(REQUIRED, "fetched"),
               restart(REQUIRED, "stored"), offline(REQUIRED, "stored"))
    yield case("a block is lifted by a later document", fetch(doc("blocked"), REQUIRED),
               fetch(doc("open", LATER), OPEN), restart(OPEN, "stored"))
    yield case("advice", fetch(doc("advised"), ADVISED), restart(ADVISED, "stored"))
    yield case("an older document is refused, and not kept", fetch(doc("blocked", LATER), REQUIRED),
               fetch(doc("open"), REQUIRED, failure="signed-before-stored"), restart(REQUIRED, "stored"),
               fetch(doc("open"), REQUIRED, "stored", "signed-before-stored"))
    yield case("another body of the same date is refused", fetch(doc("blocked"), REQUIRED),
               fetch(doc("open"), REQUIRED, failure="another-body-of-same-date"), restart(REQUIRED, "stored"))
    yield case("the same document again counts as fetched", fetch(doc("blocked"), REQUIRED),
               restart(REQUIRED, "stored"), fetch(doc("blocked"), REQUIRED))
    yield case("a newer key may go back in time, and its document is the new floor",
               fetch(doc("open", LATEST), OPEN), fetch(doc("blocked", DATE, NEXT), REQUIRED),
               fetch(doc("open, too", LATEST), REQUIRED, failure="key-older-than-stored"),
               restart(REQUIRED, "stored"), fetch(doc("open", LATER, NEXT), OPEN))
    yield case("an older key is refused after a restart as well", fetch(doc("blocked"), REQUIRED),
               restart(REQUIRED, "stored"), fetch(doc("open", NOW, OLD), REQUIRED, "stored", "key-older-than-stored"))
    yield case("a document of the future is refused and not kept", fetch(doc("blocked"), REQUIRED),
               fetch(doc("open", "2026-11-23T12:00:01Z"), REQUIRED, failure="signed-in-future"),
               fetch(doc("open", LATER), OPEN))
    yield case("a clock that is set back lifts no block", fetch(doc("blocked"), REQUIRED),
               restart(REQUIRED, "stored", now="2020-01-01T00:00:00Z"),
               fetch(doc("open", LATER), REQUIRED, "stored", "signed-in-future", now="2020-01-01T00:00:00Z"),
               fetch(doc("open", LATER), OPEN))
    yield case("what is signed but is no document is refused", fetch(doc("blocked"), REQUIRED),
               fetch(doc("not JSON", LATER), REQUIRED, failure="not-json"), restart(REQUIRED, "stored"),
               fetch(doc("open", LATER), OPEN))
    yield case("a bad signature changes nothing", fetch(doc("open"), OPEN),
               fetch(doc("blocked", LATER, by=NEXT), OPEN, failure="bad-signature"), restart(OPEN, "stored"))
    yield case("only status 200 counts", fetch(doc("blocked"), OPEN, "none", "status", status=203),
               fetch(doc("blocked"), OPEN, "none", "status", status=206),
               fetch(doc("blocked"), OPEN, "none", "status", status=304),
               fetch(doc("blocked"), OPEN, "none", "status", status=404),
               fetch(doc("blocked"), OPEN, "none", "status", status=500), restart(OPEN, "none"))
    yield case("a failure does not change what was fetched", fetch(doc("blocked"), REQUIRED),
               fetch(doc("open", LATER), REQUIRED, failure="status", status=503), restart(REQUIRED, "stored"))
    yield case("maintenance ends with the session", fetch(doc("closed"), CLOSED), offline(CLOSED, "fetched"),
               restart(OPEN, "stored"), offline(OPEN, "stored"), fetch(doc("closed"), CLOSED))
    yield case("an app that cannot be compared is told, and runs", fetch(doc("blocked"), OPEN, "fetched", "unreadable-app"),
               restart(OPEN, "stored", "unreadable-app"), offline(OPEN, "stored"),
               device={**DEVICE, "app": "beta"})

    yield case("maintenance closes for seven days after it was signed", fetch(doc("closed"), CLOSED),
               offline(CLOSED, "fetched", now=SEVEN_DAYS), offline(OPEN, "fetched", now=A_SECOND_MORE),
               fetch(doc("closed"), OPEN, now=A_SECOND_MORE), fetch(doc("closed", SEVEN_DAYS), CLOSED, now=A_SECOND_MORE))

    # The embedded document.
    yield case("the embedded document decides until another was fetched", restart(REQUIRED, "embedded"),
               offline(REQUIRED, "embedded"), fetch(doc("open", LATER), OPEN), restart(OPEN, "stored"),
               embedded=doc("blocked"))
    yield case("nothing older than the embedded document is accepted", fetch(
        doc("open"), REQUIRED, "embedded", "signed-before-stored"), restart(REQUIRED, "embedded"),
        embedded=doc("blocked", LATER))
    yield case("an embedded document of a newer key outranks what is fetched under an older one", fetch(
        doc("open", LATEST), REQUIRED, "embedded", "key-older-than-stored"), embedded=doc("blocked", DATE, NEXT))
    yield case("an embedded document is not compared with the clock", restart(
        REQUIRED, "embedded", now="2020-01-01T00:00:00Z"), embedded=doc("blocked"))
    yield case("embedded maintenance closes nothing", restart(OPEN, "embedded"), fetch(doc("closed", LATER), CLOSED),
               embedded=doc("closed"))
    yield case("an embedded document that does not verify decides nothing, and that is said",
               restart(OPEN, "none", "embedded/bad-signature"), offline(OPEN, "none", "embedded/bad-signature"),
               fetch(doc("blocked"), REQUIRED, failure="embedded/bad-signature"),
               restart(REQUIRED, "stored", "embedded/bad-signature"),
               fetch(doc("open", DATE, by=NEXT), REQUIRED, "stored", "bad-signature"),
               embedded=doc("blocked", by=NEXT))

    # Freeze: an old document does not block anyone who is not blocked.
    week = 7 * 86_400
    old = "2026-11-10T00:00:00Z"
    yield case("a frozen document does not block", fetch(doc("blocked", old), OPEN, "none", "frozen"),
               restart(OPEN, "none"), maximumAge=week)
    yield case("a document that has just not reached the age", fetch(
        doc("blocked", "2026-11-15T12:00:00Z"), REQUIRED), maximumAge=week)
    yield case("a document that is a second too old", fetch(
        doc("blocked", "2026-11-15T11:59:59Z"), OPEN, "none", "frozen"), maximumAge=week)
    yield case("a frozen document may lift a block", fetch(doc("blocked", old), REQUIRED, now="2026-11-11T00:00:00Z"),
               fetch(doc("open", "2026-11-12T00:00:00Z"), OPEN), maximumAge=week)
    yield case("a frozen document may go on blocking", fetch(doc("blocked", old), REQUIRED, now="2026-11-11T00:00:00Z"),
               fetch(doc("blocked", "2026-11-12T00:00:00Z"), REQUIRED), restart(REQUIRED, "stored"), maximumAge=week)
    yield case("what was kept goes on blocking at any age", fetch(doc("blocked", old), REQUIRED,
               now="2026-11-11T00:00:00Z"), restart(REQUIRED, "stored"), offline(REQUIRED, "stored"), maximumAge=week)
    yield case("a frozen document is no new floor", fetch(doc("open", old), OPEN, now="2026-11-11T00:00:00Z"),
               fetch(doc("blocked", "2026-11-12T00:00:00Z"), OPEN, failure="frozen"), restart(OPEN, "stored"),
               maximumAge=week)
    yield case("an embedded document that is frozen does not block, and is the floor all the same",
               restart(OPEN, "none"), fetch(doc("open", "2026-11-09T00:00:00Z"), OPEN, "none", "signed-before-stored"),
               embedded=doc("blocked", old), maximumAge=week)

    # Where the app runs while nothing can be fetched.
    yield case("allowed while unreachable", fetch(doc("blocked"), REQUIRED), offline(OPEN, "none"),
               fetch(doc("blocked", LATER), REQUIRED), whenUnreachable="allow")

    # What a backend answers in mid-session.
    if envelope == "headers":
        yield case("a .jws in a 403 is nothing to a client of headers", fetch(doc("open"), OPEN),
                   observe(signing.jws(DOCUMENTS, "blocked", date=LATER, path=APP_PATH), OPEN, "fetched"))
        yield case("a body and its headers in a 403 are nothing", fetch(doc("open"), OPEN),
                   observe(doc("blocked", LATER), OPEN, "fetched"))
        return
    yield case("a 403 with the document blocks at once, and is kept", fetch(doc("open"), OPEN),
               observe(doc("blocked", LATER), REQUIRED), offline(REQUIRED, "stored"), restart(REQUIRED, "stored"),
               fetch(doc("open"), REQUIRED, "stored", "signed-before-stored"), fetch(doc("open", LATEST), OPEN))
    yield case("a 403 is the first that comes", observe(doc("blocked"), REQUIRED), restart(REQUIRED, "stored"))
    yield case("a 403 with the document that was fetched changes nothing", fetch(doc("blocked"), REQUIRED),
               observe(doc("blocked"), REQUIRED, "fetched"))
    yield case("a fetch confirms what a 403 said", observe(doc("blocked"), REQUIRED), fetch(doc("blocked"), REQUIRED))
    yield case("a 403 may lift a block", fetch(doc("blocked"), REQUIRED), observe(doc("open", LATER), OPEN),
               restart(OPEN, "stored"))
    yield case("a 403 that blocks nobody is kept as well", fetch(doc("open"), OPEN),
               observe(doc("advised", LATER), ADVISED),
               fetch(doc("open"), ADVISED, "stored", "signed-before-stored"))
    yield case("a 403 with an older document is nothing", fetch(doc("open", LATER), OPEN),
               observe(doc("blocked"), OPEN, "fetched"), restart(OPEN, "stored"))
    yield case("a 403 with another body of the same date is nothing", fetch(doc("open"), OPEN),
               observe(doc("blocked"), OPEN, "fetched"))
    yield case("a 403 of the future is nothing", fetch(doc("open"), OPEN),
               observe(doc("blocked", "2026-11-23T12:00:01Z"), OPEN, "fetched"))
    yield case("a 403 with a bad signature is nothing", fetch(doc("open"), OPEN),
               observe(doc("blocked", LATER, by=NEXT), OPEN, "fetched"))
    yield case("a 403 by an older key is nothing", fetch(doc("open"), OPEN),
               observe(doc("blocked", NOW, key=OLD), OPEN, "fetched"))
    yield case("a 403 by a newer key", fetch(doc("open", LATER), OPEN), observe(doc("blocked", DATE, NEXT), REQUIRED),
               fetch(doc("open", LATEST), REQUIRED, "stored", "key-older-than-stored"))
    yield case("a 403 with a document of another path is nothing", fetch(doc("open"), OPEN),
               observe(doc("blocked", LATER, path="distribution/other"), OPEN, "fetched"))
    yield case("a 403 with what is no document is nothing", fetch(doc("open"), OPEN),
               observe(doc("not JSON", LATER), OPEN, "fetched"), restart(OPEN, "stored"))
    for status in [200, 401, 404, 426, 500]:
        yield case(f"status {status} is no 403", fetch(doc("open"), OPEN),
                   observe(doc("blocked", LATER), OPEN, "fetched", status=status))
    for host in ["example.com", "www.api.example.com", "api.example.com.", "api.example.com:443", ""]:
        yield case(f"a 403 of {host or 'no host'} is nothing", fetch(doc("open"), OPEN),
                   observe(doc("blocked", LATER), OPEN, "fetched", host=host))
    yield case("a host in other letters is the same", observe(doc("blocked"), REQUIRED, host="API.Example.com"))
    yield case("without a backend no 403 counts", fetch(doc("open"), OPEN),
               observe(doc("blocked", LATER), OPEN, "fetched"), backends=[])
    yield case("maintenance in a 403 counts once a fetch confirms it", fetch(doc("open"), OPEN),
               observe(doc("closed", LATER), OPEN), fetch(doc("closed", LATER), CLOSED))
    yield case("a 403 does not end maintenance that was fetched", fetch(doc("closed"), CLOSED),
               observe(doc("closed"), CLOSED, "fetched"))
    yield case("maintenance that was fetched goes on by a newer 403", fetch(doc("closed"), CLOSED),
               observe(doc("closed", LATER), CLOSED, "fetched"), offline(CLOSED, "fetched"))
    yield case("a 403 that is frozen is nothing", fetch(doc("open", old), OPEN, now="2026-11-11T00:00:00Z"),
               observe(doc("blocked", "2026-11-12T00:00:00Z"), OPEN, "fetched"), maximumAge=week)
    yield case("a 403 decides where the app runs while nothing can be fetched", fetch(doc("open"), OPEN),
               offline(OPEN, "none"), observe(doc("blocked", LATER), REQUIRED, failure="transport"),
               whenUnreachable="allow")


def undated():
    """Headers of profile body: no dates, so that what comes last counts."""
    def doc(name, key=ACTIVE, date=None, **more):
        return signing.headers(DOCUMENTS, name, key=key, date=date, **more)

    def case(name, *steps, **more):
        return {"name": f"body: {name}", "ring": "ring", "environment": "production", "format": "app-config",
                "profile": "body", "envelope": "headers", "path": APP_PATH, "device": DEVICE, **more,
                "steps": list(steps)}

    yield case("the last document that was fetched decides", fetch(doc("blocked"), REQUIRED), fetch(doc("open"), OPEN),
               fetch(doc("blocked"), REQUIRED), restart(REQUIRED, "stored"))
    yield case("an older key is refused", fetch(doc("blocked"), REQUIRED),
               fetch(doc("open", OLD), REQUIRED, failure="key-older-than-stored"))
    yield case("after an embedded document with a date none without one", fetch(
        doc("open"), REQUIRED, "embedded", "undated-after-dated"), fetch(doc("open", NEXT), OPEN),
        embedded=doc("blocked", date=DATE))
    yield case("a signature of profile dated is not one of profile body", fetch(
        doc("blocked", date=DATE), OPEN, "none", "bad-signature"))
    yield case("maintenance without a date closes as it is fetched", fetch(doc("closed"), CLOSED),
               fetch(doc("closed"), CLOSED, now="2027-12-01T00:00:00Z"),
               restart(OPEN, "stored", now="2027-12-01T00:00:00Z"))
    yield case("the age of a document without a date is not known", fetch(doc("blocked"), REQUIRED), maximumAge=1)


def files():
    yield "sequences.json", {"about": "What a client with a store does over several fetches.",
                             "rings": {"ring": signing.ring()}, "documents": DOCUMENTS,
                             "cases": [phrased(case) for case in (*of("headers"), *of("jws"), *undated())]}
