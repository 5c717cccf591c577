"""Says which devices are told something else by one tree than by another, by code that shares nothing with the tool.

Reads jobs from stdin and answers each on stdout, one JSON object a line. A job has "start" (nothing before it counts), the
"documents" that differ, each with "path", "format" and its two sides "old" and "new" (null, or "body" and the "parameters" that its
index names), and "devices". The answer lists for each place the first device that is newly blocked, one that is let run, and one
that is told something else.
"""

import functools
import importlib.util
import json
import os
import sys
import traceback


def load(name):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name.replace("_", "-") + ".py")
    specification = importlib.util.spec_from_file_location(name, path)
    sys.modules[name] = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(sys.modules[name])
    return sys.modules[name]


gate = load("gate_interpreter")
classic = load("classic_interpreter")

# Each reader reads one language, then British and any English; the last reads none that anything is written in.
READERS = [("en", "en-GB"), ("en-GB",)] + [(tag, "en-GB") for tag in ("cy", "de", "fr", "tlh")]
parsed = functools.lru_cache(maxsize=64)(gate.parse)


def said(texts):
    """What each reader is told; "-" when there is nothing but space."""
    words = [gate.chosen(texts, *wanted) for wanted in READERS]
    return "-" if words[0] == "-" else "|".join(words)


class Evaluation(gate.Evaluation):
    def said(self, texts):
        return said(texts)


gate.Document = functools.lru_cache(maxsize=64)(gate.Document)


def by_rules(side, platform, device, known, start):
    """What a gate document tells, without the id of the rule, which nobody is told."""
    seen = {id: moment if id in known else max(moment, start) for id, moment in device["seen"].items()}
    outcome, _, *words = Evaluation({**device, "seen": seen, "document": side["body"], "platform": platform, "device": device}).run()
    if outcome in ("required", "recommended"):
        obtainable, target, title, description, url, state, due, _ = words
        target = target if target == "-" else classic.plain(gate.version(target))
        words = [obtainable, target, title, description, url, state, due]
    return [outcome] + words


def ids(side, platform):
    """The ids that devices may have known for any time."""
    try:
        return {rule.id for rule in gate.Document(side["body"], platform).rules} if side else set()
    except (gate.Unusable, ValueError):
        return set()


def is_readable(side, platform):
    """Whether the gate document is for the platform; any other is refused as a whole."""
    try:
        gate.Document(side["body"], platform)
        return True
    except (gate.Unusable, ValueError):
        return False


class Place:
    """A document as the apps on one platform read it, in one environment of an environment config."""

    def __init__(self, document, platform, environment, start):
        self.platform, self.start, self.document = platform, start, document
        self.environment = environment
        self.is_gate = document["format"].startswith("gate")
        # Apps that are installed ask for the parameters that they were built for.
        first = document["old"] or document["new"]
        self.names = first.get("parameters")
        self.known = ids(document["old"], platform) if self.is_gate else set()
        self.sides = [self.read(document[name]) for name in ("old", "new")]
        self.is_readable = all(
            own is not None for own, name in zip(self.sides, ("old", "new")) if document[name] is not None)

    def read(self, side):
        """The side as `told` wants it; None for one that tells nothing."""
        if side is None:
            return None
        format, platform = self.document["format"], self.platform
        if self.is_gate:
            return side if is_readable(side, platform) else None
        try:
            body = parsed(side["body"])
            if format.startswith("availability"):
                return list(classic.availability(body, platform))
            if format == "app-config":
                return list(classic.app_config(body, platform))
            if format == "environment-config":
                return list(classic.environment_config(body, platform, self.environment))
            if format.startswith("remote-config"):
                return list(classic.remote_config(body, platform, self.names))
            return list(classic.firebase(body, platform, self.names))
        except (gate.Unusable, ValueError, TypeError):
            return None

    def told(self, side, device):
        if side is None:
            return ["available"]
        if self.is_gate:
            return by_rules(side, self.platform, device, self.known, self.start)
        signed, clock = gate.instant(device["signed"]), device["clock"]
        is_closing = device["fetched"] and clock - signed <= 7 * 86400
        return classic.told(side, device, self.platform, is_closing, said)


def places(document, start):
    format = document["format"]
    bodies = [parsed_or_none(document[name]) for name in ("old", "new")]
    if format.endswith(("ios", "android")):
        yield Place(document, format.rsplit("-")[-1], "", start)
    elif format == "environment-config":
        names = {name: None for body in bodies if isinstance(body, dict) and isinstance(body.get("environments"), dict)
                 for name in body["environments"]}
        for platform in classic.PLATFORMS:
            yield from (Place(document, platform, name, start) for name in names)
    elif format in ("app-config", "firebase-template"):
        yield from (Place(document, platform, "", start) for platform in classic.PLATFORMS
                    if format != "app-config" or any(serves(body, platform) for body in bodies))


def serves(body, platform):
    """Whether an app config is for a platform: it has a URL for it, or one for all."""
    url = body.get("updateUrl") if isinstance(body, dict) else None
    return url is not None and (not isinstance(url, dict) or platform in url)


def parsed_or_none(side):
    try:
        return parsed(side["body"]) if side else None
    except (gate.Unusable, ValueError):
        return None


def answer(job):
    found, outcomes = [], {}
    for device in job["devices"]:
        device["clock"] = gate.instant(device["signed"]) + device["ahead"]
    for document in job["documents"]:
        try:
            spots = list(places(document, job["start"]))
        except classic.Unasked:
            continue
        for place in spots:
            kinds = set()
            for number, device in enumerate(job["devices"]):
                if device["platform"] != place.platform:
                    continue
                before, after = (place.told(side, device) for side in place.sides)
                outcomes[before[0]] = outcomes.get(before[0], 0) + 1
                if before == after:
                    continue
                blocks = [words[0] in ("required", "maintenance") for words in (before, after)]
                kind = {(False, True): "blocks", (True, False): "lifts"}.get(tuple(blocks), "other")
                if kind not in kinds:
                    kinds.add(kind)
                    found.append({
                        "path": document["path"], "platform": place.platform, "environment": place.environment, "kind": kind,
                        "device": number, "before": before, "after": after, "readable": place.is_readable})
    return {"found": found, "outcomes": outcomes}


for line in sys.stdin:
    try:
        said_of_it = answer(json.loads(line))
    except Exception:
        said_of_it = {"error": traceback.format_exc()}
    print(json.dumps(said_of_it), flush=True)
