"""Decides gate documents by the text of the contract, as plainly as possible and with no regard to speed.

Usage: gate-interpreter.py vectors FILE...

Prints each case of a gate document whose verdict is another one. FILE is one of vectors (see the README of Tests/Vectors) for
readers of English. Exit code 1 when there is such a case.
"""

import datetime
import hashlib
import json
import math
import re
import sys

EPOCH = datetime.datetime(1970, 1, 1)
NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
VERSION = re.compile(r"[0-9]{1,18}(\.[0-9]{1,18}){0,2}")
INSTANT = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z")
LAST = 253402300799


class Unusable(Exception):
    pass


class Number(str):
    """A JSON number as it was spelled."""


def need(condition):
    if not condition:
        raise Unusable


# --- Forms ---------------------------------------------------------------------------------------------------------


def members(pairs):
    need(len({name for name, _ in pairs}) == len(pairs))
    return dict(pairs)


def no_constant(_):
    raise Unusable


def parse(text):
    return json.loads(
        text, object_pairs_hook=members, parse_int=Number, parse_float=Number, parse_constant=no_constant)


def is_text(value):
    return isinstance(value, str) and not isinstance(value, Number)


def text(value):
    need(is_text(value))
    return value


def name(value):
    need(NAME.fullmatch(text(value)))
    return value


def instant(value):
    found = INSTANT.fullmatch(text(value))
    need(found)
    year, month, day, hour, minute, second = map(int, found.groups())
    try:
        moment = datetime.datetime(year, month, day, hour, minute, second)
    except ValueError:
        raise Unusable
    need(year >= 1970)
    return int((moment - EPOCH).total_seconds())


def duration(value):
    found = re.fullmatch(r"([0-9]{1,6})([smhd])", text(value))
    need(found)
    seconds = int(found[1]) * {"s": 1, "m": 60, "h": 3600, "d": 86400}[found[2]]
    need(seconds > 0)
    return seconds


def version(value):
    need(VERSION.fullmatch(text(value)))
    return [int(part) for part in value.split(".")]


def localized(value):
    need(isinstance(value, dict))
    for tag, words in value.items():
        # The tests use no others.
        need(re.fullmatch(r"[a-z]{2,8}(-[A-Z]{2})?", tag))
        text(words)
    return value


def one_or_more(value):
    if isinstance(value, list):
        need(value)
        return value
    return [value]


def pattern(value):
    value = text(value)
    for mark in ("<=", ">=", "<", ">"):
        if value.startswith(mark):
            return (mark, version(value[len(mark):]))
    if "..." in value:
        first, last = value.split("...", 1)
        return ("range", version(first), version(last))
    return ("=", version(value))


def patterns(value):
    return [pattern(element) for element in one_or_more(value)]


def hundredths(value):
    need(isinstance(value, Number))
    number = float(value)
    need(math.isfinite(number) and 0 <= number <= 100)
    # Half to even and half away from zero differ only where the test below refuses both.
    rounded = round(100 * number)
    need(rounded / 100 == number)
    return rounded


# --- Versions ------------------------------------------------------------------------------------------------------


def installed(value):
    """The numbers that a reported version begins with; None without any."""
    found = re.match(r"[0-9]+(\.[0-9]+)*", value) if value is not None else None
    if not found:
        return None
    return [min(int(part), 2**63 - 1) for part in found[0].split(".")]


def order(a, b):
    length = max(len(a), len(b))
    a, b = a + [0] * (length - len(a)), b + [0] * (length - len(b))
    return (a > b) - (a < b)


def matches(pattern, numbers):
    if pattern[0] == "range":
        return order(pattern[1], numbers) <= 0 <= order(pattern[2], numbers)
    result = order(numbers, pattern[1])
    return {"<": result < 0, "<=": result <= 0, "=": result == 0, ">=": result >= 0, ">": result > 0}[pattern[0]]


# --- The document --------------------------------------------------------------------------------------------------


class Rule:
    def __init__(self, value):
        need(isinstance(value, dict))
        self.id = name(value.get("id"))
        self.then = text(value.get("then"))
        need(self.then in ("available", "recommended", "required", "maintenance"))

        def optional(member, read, missing=None):
            return read(value[member]) if member in value else missing

        def is_object(value):
            need(isinstance(value, dict))
            return value

        self.when = optional("when", is_object, {})
        self.scope = optional("scope", name)
        self.url = optional("url", text)
        self.required_from = optional("requiredFrom", instant)
        self.required_by = optional("requiredBy", instant)
        self.grace = optional("grace", duration)
        for member in ("title", "description", "message", "orElse"):
            setattr(self, member, optional(member, localized))


class Document:
    def __init__(self, body, platform):
        value = parse(body)
        need(isinstance(value, dict) and isinstance(value.get("gate"), Number) and value["gate"] == "1")
        need(value.get("platform") == platform)
        need(isinstance(value.get("rules"), list) and len(value["rules"]) <= 1000)
        self.system = {"ios": "os", "android": "sdk"}[platform]
        self.latest = None
        if "latest" in value:
            need(isinstance(value["latest"], list) and len(value["latest"]) <= 100)
            self.latest = usable(value["latest"], self.entry)
        self.rules = usable(value["rules"], Rule)

    def entry(self, value):
        need(isinstance(value, dict))
        need({"ios": "sdk", "android": "os"}[{"os": "ios", "sdk": "android"}[self.system]] not in value)
        build = value.get("build")
        if "build" in value:
            need(isinstance(build, Number) and re.fullmatch("[1-9][0-9]*", build) and int(build) < 2**63)
        return {
            "app": version(value.get("app")), "spelling": value["app"],
            "system": patterns(value[self.system]) if self.system in value else None,
            "build": [int(build)] if build else None,
        }


def usable(elements, read):
    result = []
    for element in elements:
        try:
            result.append(read(element))
        except Unusable:
            pass
    return result


# --- Deciding ------------------------------------------------------------------------------------------------------


class Evaluation:
    def __init__(self, case):
        self.document = Document(case["document"], case["platform"])
        self.device = case["device"]
        self.app, self.build = installed(self.device["app"]), installed(self.device["build"])
        self.installed_system = installed(self.device["system"])
        signed = instant(case["signed"])
        clock = case["clock"]
        clock = math.floor(clock) if clock is not None and 0 <= clock < LAST + 1 else signed
        self.time = max(signed, min(clock, signed + 7 * 86400))
        # A block ends by the clock, if that is later.
        self.end = max(self.time, clock)
        self.closes = case["fetched"] and clock - signed <= 7 * 86400
        self.seen = {id: instant(moment) for id, moment in case["seen"].items()}
        self.scope = case["scope"]
        # A store names the oldest iOS only.
        self.store, self.minimum_system = case["store"], case["minimumSystem"] if case["platform"] == "ios" else None

    def holds(self, condition, value, rule, app, build):
        """False for what does not hold and for what is not known."""
        try:
            if condition == "app":
                return app is not None and any(matches(one, app) for one in patterns(value))
            if condition == "build":
                return build is not None and any(matches(one, build) for one in patterns(value))
            if condition == self.document.system:
                return any(matches(one, self.installed_system) for one in patterns(value))
            if condition in ("channel", "region", "model"):
                names, own = [text(one) for one in one_or_more(value)], self.device[condition]
                prefixes = [one[:-1] for one in names if one.endswith("*")] if condition == "model" else []
                plain = [one for one in names if condition != "model" or not one.endswith("*")]
                return own is not None and (own in plain or any(own.startswith(one) for one in prefixes))
            if condition == "from":
                return instant(value) <= self.time
            if condition == "until":
                return (self.end if self.blocks(rule) else self.time) < instant(value)
            if condition == "share":
                return self.share(value)
        except Unusable:
            pass
        return False

    def share(self, value):
        need(isinstance(value, dict))
        salt, steps = name(value.get("salt")), value.get("steps")
        need(isinstance(steps, list) and 1 <= len(steps) <= 100)
        last, now = None, 0
        for step in steps:
            need(isinstance(step, list) and len(step) == 2)
            start, part = instant(step[0]), hundredths(step[1])
            need(last is None or last < start)
            last = start
            if start <= self.time:
                now = part
        own = self.device["install"]
        return own is not None and place(own, salt) * 10000 < now * 2**32

    def matching(self, rule, app, build, scope):
        if rule.scope is not None and rule.scope != scope:
            return False
        return all(self.holds(condition, value, rule, app, build) for condition, value in rule.when.items())

    def due(self, rule):
        seen = min(self.seen.get(rule.id, self.time), self.time)
        dates = []
        if rule.required_from is not None:
            dates.append(rule.required_from)
        if rule.grace is not None:
            dates.append(min(seen + rule.grace, LAST))
        if not dates:
            return rule.required_by
        return max(dates) if rule.required_by is None else min(max(dates), rule.required_by)

    def is_due(self, rule):
        due = self.due(rule)
        return due is not None and due <= self.time

    def blocks(self, rule):
        return rule.then in ("required", "maintenance") or rule.then == "recommended" and self.is_due(rule)

    def is_blocked(self, entry):
        for rule in self.document.rules:
            if rule.then != "maintenance" and self.matching(rule, entry["app"], entry["build"], None):
                return self.blocks(rule)
        return False

    def is_above(self, entry):
        if self.app is not None:
            result = order(entry["app"], self.app)
            if result != 0:
                return result > 0
        if entry["build"] is not None and self.build is not None:
            return order(entry["build"], self.build) > 0
        return self.app is None

    def target(self):
        """Whether the device can obey, and the version for it."""
        if self.document.latest is None:
            return True, None
        for entry in self.document.latest:
            fits = entry["system"] is None or any(matches(one, self.installed_system) for one in entry["system"])
            if fits and self.is_above(entry) and not self.is_blocked(entry):
                return True, entry
        return False, None

    def store_state(self, target):
        if self.store is None or target is None:
            return "unknown"
        if order(version(self.store), target["app"]) < 0:
            return "missing"
        if self.minimum_system is not None and order(self.installed_system, version(self.minimum_system)) < 0:
            return "unknown"
        return "available"

    def said(self, texts):
        return chosen(texts)

    def run(self):
        for rule in self.document.rules:
            if not self.matching(rule, self.app, self.build, self.scope):
                continue
            if rule.then == "available":
                return ["available", rule.id]
            if rule.then == "maintenance":
                if not self.closes:
                    continue
                return ["maintenance", rule.id, self.said(rule.title), self.said(rule.message)]
            obtainable, target = self.target()
            words = [
                rule.id, "obtainable" if obtainable else "not obtainable", target["spelling"] if target else "-",
                self.said(rule.title),
                self.said(rule.description) if obtainable or self.said(rule.orElse) == "-" else self.said(rule.orElse),
                rule.url if obtainable and rule.url is not None else "-", self.store_state(target),
            ]
            seen = "seen" if rule.then == "recommended" and rule.grace is not None else "-"
            if rule.then == "required" or self.is_due(rule):
                return ["required"] + words + ["-", seen]
            if not obtainable and self.said(rule.orElse) == "-" or self.store_state(target) == "missing":
                continue
            due = self.due(rule)
            return ["recommended"] + words + ["-" if due is None else str(due), seen]
        return ["available", "-"]


def chosen(texts, *wanted):
    """The text for a reader of English, or of the tags that are wanted before."""
    texts = {tag: words for tag, words in (texts or {}).items() if words.strip()}
    for tag in list(wanted) + ["en"] + sorted(texts):
        if tag in texts:
            return f"{tag}: {texts[tag]}"
    return "-"


def place(install, salt):
    return int.from_bytes(hashlib.sha256(f"gate:{salt}:{install}".encode()).digest()[:4], "big")


# --- Commands ------------------------------------------------------------------------------------------------------


def verdict(test, body):
    device, store = test["device"], test.get("store", {})
    own = {name: device.get(name) for name in ("app", "build", "channel", "region", "model", "install")}
    if own["install"] is not None and not re.fullmatch("[0-9a-f]{32}", own["install"]):
        own["install"] = None
    try:
        evaluation = Evaluation({
            "document": body, "platform": device["platform"],
            "device": own | {"system": device["os"] if "os" in device else str(device["sdk"])},
            "signed": test["date"], "clock": instant(test["now"]), "seen": test.get("seen", {}), "scope": test.get("scope"),
            "fetched": test["source"] == "fetched", "store": store.get("version"), "minimumSystem": store.get("minimumSystem"),
        })
    except (Unusable, ValueError):
        return {"refused": True}
    outcome, rule, *words = evaluation.run()
    said = {"outcome": outcome}
    if outcome == "maintenance":
        said |= {"title": said_text(words[0]), "message": said_text(words[1])}
    elif words:
        obtainable, version, title, description, url, state, due, seen = words
        said |= {
            "subject": "rule", "version": version, "title": said_text(title), "description": said_text(description), "url": url,
            "store": "-" if state == "unknown" else state, "obtainable": "-" if obtainable == "obtainable" else False,
            "due": "-" if due == "-" else (EPOCH + datetime.timedelta(seconds=int(due))).isoformat() + "Z",
            "seen": rule if seen == "seen" and evaluation.seen.get(rule, LAST + 1) > evaluation.time else "-",
        }
    said |= {"rule": rule, "unreadable": unreadable(evaluation)}
    return {name: value for name, value in said.items() if value != "-"}


def said_text(words):
    language, _, text = words.partition(": ")
    return "-" if words == "-" else {"language": language, "text": text}


def unreadable(evaluation):
    for condition, own, name in [("app", evaluation.app, "version"), ("build", evaluation.build, "build")]:
        values = [rule.when[condition] for rule in evaluation.document.rules if condition in rule.when]
        if own is None and any(usable([value], patterns) for value in values):
            return name
    return "-"


def vectors(paths):
    differences = 0
    for path in paths:
        file = json.load(open(path, encoding="utf-8"))
        for test in file["cases"]:
            found = verdict(test, file["documents"][test["document"]])
            if found != test["verdict"]:
                differences += 1
                print(f"{path.rsplit('/')[-1]}: {test['name']}\n  expected {test['verdict']}\n  found    {found}")
    sys.exit(differences > 0)


if __name__ == "__main__":
    vectors(sys.argv[2:])
