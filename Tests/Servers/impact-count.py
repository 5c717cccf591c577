"""Counts what `signet plan` counts, by rules of its own.

Usage: impact-count.py JOBS

JOBS is a JSON array of objects: "old" and "new" are folders of rendered documents, "fleet" is the population, "ids" are the
environments of an environment config that count, "ios" and "android" are the minimums of the system that the policy gives.
Prints the numbers of each as a JSON array.
"""

import csv
import json
import pathlib
import re
import sys


def numbers(text):
    """The numbers that a version begins with; None without any."""
    found = re.match(r"[0-9]+(\.[0-9]+)*", text or "")
    return [int(part) for part in found.group().split(".")] if found else None


def below(a, b):
    length = max(len(a), len(b))
    return a + [0] * (length - len(a)) < b + [0] * (length - len(b))


def statements(folder, options):
    """What every document says: by path, platform and id, a dictionary of bounds."""
    said = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        name = str(path.relative_to(folder))
        if not path.is_file() or path.suffix in (".sig", ".headers", ".txt") or name == "publication.jws":
            continue
        document = json.loads(path.read_text())
        if "environments" in document:
            for id, environment in document["environments"].items():
                if id in options["ids"]:
                    for platform, app in environment.get("apps", {}).items():
                        said[name, platform, id] = {"build": app["build"], "shown": app["minimalVersion"]}
        elif "force_update_version" in document:
            said[name, document["platform"], None] = {
                "version": document["force_update_version"],
                "advised version": document["optional_update_version"],
            }
        elif "maintenanceMode" in document:
            for platform in document["updateUrl"]:
                said[name, platform, None] = {
                    "version": document["minimumVersion"],
                    "advised version": document["latestVersion"],
                    "closed": document["maintenanceMode"],
                }
        elif "minimumOSVersion" in document or "minimumSDKVersion" in document:
            is_android = "minimumSDKVersion" in document
            system = "SDK" if is_android else "OS"
            app = "build" if is_android else "version"
            bounds = {
                "system": str(document[f"minimum{system}Version"]["value"]),
                app: document["minimumAppVersion"]["value"],
            }
            if "recommendedAppVersion" in document:
                bounds[f"advised {app}"] = document["recommendedAppVersion"]["value"]
            if "recommendedOSVersion" in document:
                bounds["advised system"] = document["recommendedOSVersion"]["value"]
            said[name, "android" if is_android else "ios", None] = bounds
        else:
            sys.exit(f"what is {name}?")
    return said


def outcome(bounds, row):
    """What one document tells a device: free, advised, or what blocks it."""

    def is_below(bound, column):
        if bound not in bounds:
            return False
        has = numbers(row.get(column))
        return has is not None and below(has, numbers(str(bounds[bound])))

    if bounds.get("closed"):
        return "closed"
    if is_below("system", "os"):
        return "system"
    if is_below("version", "app"):
        return "version"
    if is_below("build", "build"):
        return "build"
    if is_below("advised system", "os"):
        return "advised"
    for bound, column in (("advised version", "app"), ("advised build", "build")):
        if is_below(bound, column):
            # A store that is known not to have it keeps quiet; documents that count in codes name no version.
            store = numbers(row.get("store"))
            lacks = bound == "advised version" and store and below(store, numbers(bounds[bound]))
            return "free" if lacks else "advised"
    return "free"


def lacks(bounds, blocked_by, row):
    """Whether the store of a device lacks what it is told to install."""
    store = row.get("store")
    if not store or blocked_by not in ("version", "build"):
        return False
    if blocked_by == "build" and row["platform"] == "android" and store.isdigit():
        return int(store) < bounds["build"]
    needed = bounds["version"] if blocked_by == "version" else bounds.get("shown")
    return needed is not None and below(numbers(store), numbers(needed))


def blocks(told):
    return told not in ("free", "advised")


def kinds(row, places):
    """Whatever a device may be of which the row does not say the version or the build."""
    kinds = [row]
    for bound, column in (("version", "app"), ("build", "build")):
        if numbers(row.get(column)) is None:
            compared = {str(says[name]) for _, *sides in places for says in sides for name in (bound, f"advised {bound}")
                        if name in says}
            values = [row.get(column), "0", "999"] + [value for value in compared for value in (value, value + ".0.0.1")]
            kinds = [dict(kind, **{column: value}) for kind in kinds for value in values]
    return kinds


def difference(row, places):
    """What changes for a device as it is: newly, still, again, advised or nothing."""
    told = [(outcome(was, row), outcome(becomes, row)) for _, was, becomes in places]
    if any(blocks(b) and not blocks(a) for a, b in told):
        return "newly"
    if any(blocks(a) for a, _ in told):
        return "still" if any(blocks(b) for _, b in told) else "again"
    return "advised" if any(b == "advised" for _, b in told) and not any(a == "advised" for a, _ in told) else "nothing"


def count(old, new, fleet, options):
    before, after = statements(old, options), statements(new, options)
    names = {name for name, _, _ in after}
    places = []
    for place in before.keys() | after.keys():
        was = before.get(place, {})
        if place in after:
            becomes = after[place]
        elif place[0] in names:
            raise SystemExit(f"{place} is gone from a document")
        else:
            becomes = {name: value for name, value in was.items() if name != "closed"}
        places.append((place[1], was, becomes))
    needed = {}
    for platform in ("ios", "android"):
        systems = [str(options[platform])] + [
            becomes["system"] for on, _, becomes in places if on == platform and "system" in becomes
        ]
        needed[platform] = max(systems, key=lambda text: numbers(text) + [0] * (3 - len(numbers(text))))
    names = "devices newlyBlocked cannotObey stillBlocked runAgain newlyRecommended unknown mayBeBlocked".split()
    total = dict.fromkeys(names, 0)
    blocked = dict.fromkeys(("maintenance", "minimum-system", "minimum-app"), 0)
    with open(fleet, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            devices = int(row["devices"])
            total["devices"] += devices
            own = [place for place in places if place[0] == row["platform"]]
            is_now = difference(row, own)
            may_be = {difference(kind, own) for kind in kinds(row, own)}
            if is_now == "newly":
                total["newlyBlocked"] += devices
                newly = [(b, lacks(becomes, b, row)) for _, was, becomes in own for a, b in
                         [(outcome(was, row), outcome(becomes, row))] if blocks(b) and not blocks(a)]
                reasons = {reason for reason, _ in newly}
                if "closed" in reasons:
                    blocked["maintenance"] += devices
                elif "system" in reasons:
                    blocked["minimum-system"] += devices
                    total["cannotObey"] += devices
                else:
                    blocked["minimum-app"] += devices
                    too_old = below(numbers(row["os"]), numbers(needed[row["platform"]]))
                    if too_old or any(lacking for _, lacking in newly):
                        total["cannotObey"] += devices
            elif "newly" in may_be:
                total["unknown"] += devices
                total["mayBeBlocked"] += devices
            elif is_now == "again":
                total["runAgain"] += devices
            elif len(may_be) > 1 and not may_be <= {"nothing", "still"}:
                total["unknown"] += devices
            elif is_now == "still":
                total["stillBlocked"] += devices
            elif is_now == "advised":
                total["newlyRecommended"] += devices
    return {"total": total, "kinds": blocked}


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        jobs = json.load(file)
    print(json.dumps([count(job["old"], job["new"], job["fleet"], job) for job in jobs]))
