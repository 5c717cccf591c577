"""How often advice is shown: steps of one app, in its sessions. `then` says whether it is shown."""

import datetime

APP = {"subject": "app", "version": "3.2"}
DAY = 86_400
START = 1_796_083_200  # 2026-12-01T00:00:00Z


def instant(seconds):
    return datetime.datetime.fromtimestamp(START + seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def show(seconds, update, then):
    return {"now": instant(seconds), "do": "show", "update": update, "then": then}


def later(seconds, update):
    return {"now": instant(seconds), "do": "later", "update": update}


def restart(seconds):
    return {"now": instant(seconds), "do": "restart"}


def app(version):
    return {"subject": "app", "version": version}


def build(number, version=None):
    return {"subject": "app", **({"version": version} if version else {}), "build": number}


def system(version):
    return {"subject": "system", "version": version}


def sdk(level):
    return {"subject": "system", "sdk": level}


def rule(id, version=None):
    return {"subject": "rule", "rule": id, **({"version": version} if version else {})}


CASES = [
    ("once in a session", 3 * DAY, [show(0, APP, True), show(1, APP, False), show(9 * DAY, APP, False)]),
    ("again in the next session", 3 * DAY, [show(0, APP, True), restart(1), show(1, APP, True)]),
    ("the same version in another spelling", 3 * DAY, [show(0, APP, True), show(1, app("3.2.0"), False),
                                                       show(2, app("03.02"), False)]),
    ("an older version", 3 * DAY, [show(0, APP, True), show(1, app("3.1.9"), False)]),
    ("a newer version at once, compared as numbers", 3 * DAY, [show(0, app("1.9.1"), True), show(1, app("1.10"), True),
                                                               show(2, app("1.9.2"), False)]),
    ("after Later not for three days, to the second", 3 * DAY, [
        show(0, APP, True), later(0, APP), restart(1), show(1, APP, False), restart(3 * DAY - 1),
        show(3 * DAY - 1, APP, False), restart(3 * DAY), show(3 * DAY, APP, True)]),
    ("after Later, in the same session", 3 * DAY, [show(0, APP, True), later(0, APP), show(9 * DAY, APP, False)]),
    ("Later without having been shown", 3 * DAY, [later(0, APP), show(1, APP, False), show(3 * DAY, APP, True)]),
    ("another interval", 60, [later(0, APP), restart(59), show(59, APP, False), restart(60), show(60, APP, True)]),
    ("after Later a newer version is shown at once", 3 * DAY, [
        later(0, APP), restart(1), show(1, app("3.2.1"), True), restart(2), show(2, APP, False)]),
    ("Later for the newer version counts from then", 3 * DAY, [
        later(0, APP), later(2 * DAY, app("3.3")), restart(4 * DAY), show(4 * DAY, app("3.3"), False),
        restart(5 * DAY), show(5 * DAY, app("3.3"), True)]),
    ("system and app are apart", 3 * DAY, [
        later(0, APP), restart(1), show(1, system("3.2"), True), later(1, system("3.2")), restart(2),
        show(2, APP, False), show(2, system("3.2"), False), show(2, system("3.3"), True)]),
    ("SDK levels are numbers", 3 * DAY, [later(0, sdk(9)), restart(1), show(1, sdk(9), False), show(1, sdk(10), True)]),
    ("a build is not compared with a version", 3 * DAY, [
        later(0, APP), restart(1), show(1, build(3), True), later(1, build(40_000)), restart(2),
        show(2, build(40_000), False), show(2, build(39_999), False), show(2, build(40_001), True)]),
    ("the version of a build does not count", 3 * DAY, [
        later(0, build(40_000, "3.2")), restart(1), show(1, build(40_000, "9.9"), False),
        show(1, build(40_001, "3.2"), True)]),
    ("a clock that was set back makes nobody wait longer", 3 * DAY, [
        later(1000 * DAY, APP), restart(0), show(0, APP, False), restart(3 * DAY - 1), show(3 * DAY - 1, APP, False),
        restart(3 * DAY), show(3 * DAY, APP, True)]),
    ("a clock that is set forward makes it come early", 3 * DAY, [later(0, APP), restart(1000 * DAY),
                                                                  show(1000 * DAY, APP, True)]),
    ("a rule once in a session", 3 * DAY, [show(0, rule("winter"), True), show(1, rule("winter"), False)]),
    ("another rule at once", 3 * DAY, [show(0, rule("winter"), True), show(1, rule("spring"), True)]),
    ("a rule after Later", 3 * DAY, [later(0, rule("winter")), restart(1), show(1, rule("winter"), False),
                                     show(1, rule("Winter"), True)]),
    ("a rule with a newer target at once, in one session", 3 * DAY, [
        show(0, rule("winter", "3.2"), True), show(1, rule("winter", "3.2.0"), False),
        show(2, rule("winter", "3.3"), True), show(3, rule("winter"), False)]),
    ("a rule and a version of another document", 3 * DAY, [later(0, APP), restart(1), show(1, rule("winter"), True),
                                                           later(1, rule("winter")), restart(2), show(2, APP, False),
                                                           show(2, rule("winter"), False)]),
    ("each rule for itself", 3 * DAY, [
        later(0, rule("winter")), later(DAY, rule("spring")), restart(2 * DAY), show(2 * DAY, rule("winter"), False),
        show(2 * DAY, rule("spring"), False), restart(3 * DAY), show(3 * DAY, rule("winter"), True),
        show(3 * DAY, rule("spring"), False)]),
    ("the target of a rule is kept with Later", 3 * DAY, [
        later(0, rule("winter", "3.2")), restart(1), show(1, rule("winter", "3.2.0"), False),
        show(1, rule("winter"), False), show(1, rule("winter", "3.10"), True)]),
]


def files():
    yield "prompts.json", {
        "about": "How often advice is shown: once in a session, not for a while after Later, and at once for more.",
        "cases": [{"name": name, "interval": interval, "steps": steps} for name, interval, steps in CASES]}
