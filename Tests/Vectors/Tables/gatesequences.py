"""The sequences of a .jws once more, with gate documents that say the same: for clients that read no other format."""

import json

import sequences
import signing

URL = "https://example.com"


def gate(*rules):
    return json.dumps({"gate": 1, "platform": "ios", "rules": rules}, indent=2) + "\n"


def required(below):
    return {"id": "minimum", "when": {"app": f"<{below}"}, "then": "required", "url": URL}


ADVICE = {"id": "latest", "when": {"app": "<3.0.0"}, "then": "recommended", "url": URL}
# The app has version 2.0.0.
DOCUMENTS = {
    "open": gate(required("1.0.0")), "open, too": gate(required("1.1.0")), "blocked": gate(required("3.0.0")),
    "advised": gate(required("1.0.0"), ADVICE), "closed": gate({"id": "closed", "then": "maintenance"}), "not JSON": "{\n",
}
OPEN = {"outcome": "available"}
REQUIRED = {"outcome": "required", "rule": "minimum", "subject": "rule", "url": URL}
ADVISED = {"outcome": "recommended", "rule": "latest", "subject": "rule", "url": URL}
CLOSED = {"outcome": "maintenance", "rule": "closed"}


def files():
    cases = sequences.of("jws", DOCUMENTS, "gate-ios", (OPEN, REQUIRED, ADVISED, CLOSED))
    yield "sequences-gates.json", {
        "about": "What a client with a store does over several fetches, with gate documents.",
        "rings": {"ring": signing.ring()}, "documents": DOCUMENTS, "cases": [sequences.phrased(case) for case in cases]}
