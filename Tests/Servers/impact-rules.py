"""What rules mean for a population, moment by moment, counted device by device: every kind of device is decided at every
tenth of every roll-out, by an interpreter that shares nothing with the tool.

usage: impact-rules.py JOBS
"""
import csv
import datetime
import functools
import itertools
import json
import math
import sys
from fractions import Fraction


@functools.cache
def seconds(text):
    return int(datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc).timestamp())


def numbers(text):
    parts = []
    for part in (text or "").split("."):
        digits = ""
        for character in part:
            if not character.isdigit():
                break
            digits += character
        if not digits:
            break
        parts.append(int(digits))
        if digits != part:
            break
    return parts


def order(a, b):
    size = max(len(a), len(b))
    a, b = a + [0] * (size - len(a)), b + [0] * (size - len(b))
    return (a > b) - (a < b)


def matches(patterns, value):
    if not value:
        return None
    for pattern in patterns if isinstance(patterns, list) else [patterns]:
        if "..." in pattern:
            first, last = pattern.split("...")
            held = order(value, numbers(first)) >= 0 and order(value, numbers(last)) <= 0
        else:
            mark = next((m for m in ("<=", ">=", "<", ">") if pattern.startswith(m)), "")
            result = order(value, numbers(pattern[len(mark):]))
            held = {"": result == 0, "<": result < 0, "<=": result <= 0, ">": result > 0, ">=": result >= 0}[mark]
        if held:
            return True
    return False


def percent(share, time):
    now = 0
    for start, value in share["steps"]:
        if seconds(start) <= time:
            now = value
    return now


def holds(name, value, device, time, cells):
    if name in ("app", "build", "os"):
        return matches(value, device[name])
    if name == "from":
        return seconds(value) <= time
    if name == "until":
        return time < seconds(value)
    if name == "share":
        return cells[value["salt"]] * 10 + 5 < percent(value, time)
    if name not in ("channel", "region", "model") or not device.get(name):
        return None
    names = value if isinstance(value, list) else [value]
    return any(device[name].startswith(n[:-1]) if name == "model" and n.endswith("*") else device[name] == n for n in names)


def skipped(rule, device, time, cells):
    """Why a rule does not match: False, or None when that is not known; True when it does."""
    if "scope" in rule:
        return False
    for name, value in rule.get("when", {}).items():
        held = holds(name, value, device, time, cells)
        if not held:
            return held
    return True


def days(grace):
    return int(grace[:-1]) * 86400


def due(document, rule, device, start, cells, times, ages):
    if "grace" in rule or "requiredFrom" in rule or "requiredBy" in rule:
        # Who knows a rule that is due sooner is taken to know it for so long.
        seen = start - ages.get(rule["id"], 0)
        for time in sorted({t for t in times if t >= start}):
            # What tells first at a time begins its period of grace then.
            first = next((other for other in document["rules"] if skipped(other, device, time, cells) is True), None)
            if first is rule:
                seen = time if time > start else seen
                break
        else:
            seen = math.inf
        given = []
        if "requiredFrom" in rule:
            given.append(seconds(rule["requiredFrom"]))
        if "grace" in rule:
            given.append(seen + days(rule["grace"]))
        latest = seconds(rule["requiredBy"]) if "requiredBy" in rule else None
        if not given:
            return latest
        return max(given) if latest is None else min(max(given), latest)
    return None


def decide(document, device, time, start, cells, times, ages, closes):
    for rule in document["rules"]:
        becomes = due(document, rule, device, start, cells, times, ages) if rule["then"] == "recommended" else None
        outcome = "required" if becomes is not None and becomes <= time else rule["then"]
        if not skipped(rule, device, time, cells):
            continue
        if outcome == "maintenance" and not closes:
            continue
        if outcome in ("available", "maintenance"):
            return outcome, False
        stuck = not can_obey(document, device, time, start, cells, times, ages)
        if outcome == "required":
            return outcome, stuck
        if not stuck or rule.get("orElse"):
            return outcome, stuck
    return "available", False


def can_obey(document, device, time, start, cells, times, ages):
    if "latest" not in document:
        return True
    for entry in document["latest"]:
        app = numbers(entry["app"])
        if "os" in entry and not matches(entry["os"], device["os"]):
            continue
        if device["app"] and order(app, device["app"]) <= 0:
            continue
        newer = dict(device, app=app, build=[])
        blocked = False
        for rule in document["rules"]:
            if skipped(rule, newer, time, cells) is not True or rule["then"] == "maintenance":
                continue
            becomes = due(document, rule, device, start, cells, times, ages) if rule["then"] == "recommended" else None
            blocked = rule["then"] == "required" or becomes is not None and becomes <= time
            break
        if not blocked:
            return True
    return False


def kinds(documents, device):
    """Whatever a device may be of which the population does not say what rules compare."""
    kinds = [device]
    said = {"app": [], "channel": [], "model": []}
    for document in documents:
        said["app"] += [numbers(entry["app"]) for entry in document.get("latest", [])]
        for when in (rule.get("when", {}) for rule in document["rules"]):
            said["app"] += [numbers(part.lstrip("<>=")) for part in when.get("app", "").split("...") if part]
            said["channel"] += [when["channel"]] if "channel" in when else []
            said["model"] += [when["model"].rstrip("*")] if "model" in when else []
    said["app"] += [[0]] + [value + [0] * (3 - len(value)) + [1] for value in said["app"]] if said["app"] else []
    for name, values in said.items():
        if not device[name]:
            distinct = [value for index, value in enumerate(values) if value not in values[:index]]
            kinds += [dict(kind, **{name: value}) for kind in kinds for value in distinct]
    return kinds


def change(documents, device, time, start, cells, times, ages, was_closed):
    """What is told now, whether it newly blocks or lifts a block, and whether the device is stuck."""
    def compare(closes):
        (was, _), (now, stuck) = [decide(d, device, time, start, cells, times, ages, closes) for d in documents]
        blocked = [outcome in ("required", "maintenance") for outcome in (was, now)]
        return now, blocked == [False, True], blocked == [True, False], now == "required" and stuck

    shown = compare(True)
    # What is under a maintenance counts as well.
    under = compare(False) if was_closed and not shown[1] else shown
    return (shown[0], *under[1:]) if under[1] else shown


def count(job):
    documents = [json.load(open(job[side])) for side in ("old", "new")]
    start = seconds(job["start"])
    times = {start}
    for rule in documents[0]["rules"] + documents[1]["rules"]:
        when = rule.get("when", {})
        times.update(seconds(step[0]) for step in when.get("share", {}).get("steps", []))
        times.update(seconds(when[name]) for name in ("from", "until") if name in when)
    salts = sorted(
        {rule["when"]["share"]["salt"] for d in documents for rule in d["rules"] if "share" in rule.get("when", {})})
    was, new = [
        {rule["id"]: (days(rule["grace"]), rule.get("requiredFrom", "")) for rule in d["rules"] if "grace" in rule}
        for d in documents]
    ages = {
        id: grace for id, (grace, begin) in new.items() if id in was and (grace < was[id][0] or begin < was[id][1])}
    was_closed = any(rule["then"] == "maintenance" for rule in documents[0]["rules"])
    fleet = []
    for row in csv.DictReader(open(job["fleet"])):
        device = {"app": numbers(row["app"]), "build": numbers(row.get("build")), "os": numbers(row["os"])}
        device.update({name: row.get(name) for name in ("channel", "region", "model")})
        fleet.append((device, int(row["devices"])))
    moments = []
    for time in map(seconds, job["times"]):
        told = {}
        for device, number in fleet:
            for places in itertools.product(range(10), repeat=len(salts)):
                cells = dict(zip(salts, places))
                part = Fraction(number, 10 ** len(salts))
                now, newly_blocked, runs_again, stuck = change(
                    documents, device, time, start, cells, times, ages, was_closed)
                may_be = not newly_blocked and any(
                    change(documents, kind, time, start, cells, times, ages, was_closed)[1]
                    for kind in kinds(documents, device)[1:])
                runs_again = runs_again and not may_be
                for name, holds_now in {
                    "required": now == "required",
                    "maintenance": now == "maintenance", "recommended": now == "recommended",
                    "newlyBlocked": newly_blocked, "runAgain": runs_again,
                    "cannotObey": newly_blocked and stuck, "mayBeBlocked": may_be,
                    "blocked": newly_blocked or may_be, "stuck": newly_blocked and stuck or may_be,
                }.items():
                    if holds_now:
                        told[name] = told.get(name, 0) + part
        # What blocks is never less than what is to be expected.
        up = ("newlyBlocked", "cannotObey", "blocked", "stuck")
        rounded = {name: math.ceil(number) if name in up else math.floor(number + Fraction(1, 2))
                   for name, number in told.items()}
        moments.append({name: number for name, number in rounded.items() if number})
    return moments


print(json.dumps([count(job) for job in json.load(open(sys.argv[1]))]))
