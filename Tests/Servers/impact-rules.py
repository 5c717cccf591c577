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


def due(rule, start, cells, times, ages):
    # Who knows a rule that is due sooner is taken to know it for so long.
    start -= ages.get(rule["id"], 0)
    if "grace" in rule or "requiredFrom" in rule or "requiredBy" in rule:
        when = rule.get("when", {})
        seen = start
        for time in sorted({start} | {t for t in times if t >= start}):
            timed = {n: v for n, v in when.items() if n in ("from", "share")}
            if all(holds(n, v, {}, time, cells) for n, v in timed.items()):
                seen = time
                break
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
    uncertain, spared = set(), set()
    for rule in document["rules"]:
        becomes = due(rule, start, cells, times, ages) if rule["then"] == "recommended" else None
        outcome = "required" if becomes is not None and becomes <= time else rule["then"]
        held = skipped(rule, device, time, cells)
        if not held:
            # A rule of which one condition fails for certain is not uncertain, whatever else is not known.
            certain = any(holds(n, v, device, time, cells) is False for n, v in rule.get("when", {}).items())
            if held is None and not certain and "scope" not in rule:
                # By what the rule says at this time: under another id it is no other rule.
                says = {n: v for n, v in rule["when"].items() if n not in ("from", "until", "share")}
                says = json.dumps(says, sort_keys=True)
                if outcome in ("required", "maintenance"):
                    # What may have let devices run before it counts as well.
                    uncertain.add((outcome + says, frozenset(spared)))
                else:
                    spared.add(says)
            continue
        if outcome == "maintenance" and not closes:
            continue
        if outcome in ("available", "maintenance"):
            return outcome, False, uncertain, spared
        stuck = not can_obey(document, device, time, start, cells, times, ages)
        if outcome == "required":
            return outcome, stuck, uncertain, spared
        if not stuck or rule.get("orElse"):
            return outcome, stuck, uncertain, spared
    return "available", False, uncertain, spared


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
            becomes = due(rule, start, cells, times, ages) if rule["then"] == "recommended" else None
            blocked = rule["then"] == "required" or becomes is not None and becomes <= time
            break
        if not blocked:
            return True
    return False


def change(documents, device, time, start, cells, times, ages, closes):
    (was, _, unsure, ran), (now, stuck, uncertain, run) = [
        decide(d, device, time, start, cells, times, ages, closes) for d in documents]
    blocked = [outcome in ("required", "maintenance") for outcome in (was, now)]
    # Devices may be blocked without a rule that may have let them run.
    new = [a for a in uncertain if not any(b[0] == a[0] and b[1] <= a[1] for b in unsure)]
    may_be = blocked == [False, False] and new or blocked == [True, True] and ran - run
    return now, blocked == [False, True], may_be, blocked == [True, False], now == "required" and stuck


def count(job):
    documents = [json.load(open(job[side])) for side in ("old", "new")]
    start = seconds(job["start"])
    times = {start}
    for rule in documents[0]["rules"] + documents[1]["rules"]:
        when = rule.get("when", {})
        times.update(seconds(step[0]) for step in when.get("share", {}).get("steps", []))
        if "from" in when:
            times.add(seconds(when["from"]))
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
                now, newly_blocked, may_be, runs_again, stuck = change(
                    documents, device, time, start, cells, times, ages, True)
                # What is under a maintenance counts as well.
                if was_closed and not newly_blocked:
                    under = change(documents, device, time, start, cells, times, ages, False)
                    if under[1] or under[2]:
                        _, newly_blocked, may_be, runs_again, stuck = under
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
