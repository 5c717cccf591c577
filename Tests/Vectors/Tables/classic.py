"""The formats that say only a minimum and what is recommended: what each device is told, by hand.

A table has a line for every system and a column for every app. A cell is a letter, and the legend of the table says
what it stands for; `-` is available everywhere.
"""

import unicodedata

AVAILABLE = {"outcome": "available"}


def requirement(name, value, title=False):
    heading = f'"title": {{ "en": "{name} title" }}, ' if title else ""
    return f'  "{name}": {{ "value": {value}, {heading}"description": {{ "en": "{name}" }} }}'


def document(*members):
    return "{\n" + ",\n".join(members) + "\n}\n"


def config(maintenance="false", message="null", url='"https://example.com/app"'):
    return (f'{{\n  "minimumVersion": "1.9.1",\n  "latestVersion": "1.10.0",\n  "updateUrl": {url},\n'
            f'  "maintenanceMode": {maintenance},\n  "maintenanceMessage": {message}\n}}\n')


PER_PLATFORM = '{ "ios": "https://example.com/ios", "android": "https://example.com/android" }'

DOCUMENTS = {
    "ios, everything": document(
        requirement("minimumOSVersion", '"9.10"'), requirement("recommendedOSVersion", '"13.5.0"', True),
        requirement("minimumAppVersion", '"1.9.1"'), requirement("recommendedAppVersion", '"1.10.00"', True)),
    "ios, no recommended app": document(
        requirement("minimumOSVersion", '"9.10"'), requirement("recommendedOSVersion", '"13.5.0"', True),
        requirement("minimumAppVersion", '"1.9.1"')),
    "ios, no recommended system": document(
        requirement("minimumOSVersion", '"9.10"'), requirement("minimumAppVersion", '"1.9.1"'),
        requirement("recommendedAppVersion", '"1.10.00"', True)),
    "ios, minimum": document(requirement("minimumOSVersion", '"9.10"'), requirement("minimumAppVersion", '"1.9.1"')),
    "ios, demise": document(requirement("minimumOSVersion", '"99"'), requirement("minimumAppVersion", '"99"')),
    "ios, recommended below the minimum": document(
        requirement("minimumOSVersion", '"9.10"'), requirement("minimumAppVersion", '"1.10"'),
        requirement("recommendedAppVersion", '"1.9.1"', True)),
    "android, everything": document(
        requirement("minimumSDKVersion", "23"), requirement("minimumAppVersion", "10000"),
        requirement("recommendedAppVersion", "40000", True)),
    "android, minimum": document(requirement("minimumSDKVersion", "23"), requirement("minimumAppVersion", "10000")),
    "config": config(),
    "config, a url for each platform": config(url=PER_PLATFORM),
    "config, a url for iOS": config(url='{ "ios": "https://example.com/ios" }'),
    "config, maintenance": config("true", '"closed"'),
    "config, maintenance without a message": config("true"),
    "config, a message without maintenance": config("false", '"closed"'),
    "environments": """{
  "environments": {
    "testnet": { "apps": { "ios": { "minimalVersion": "9", "build": 99999, "url": "https://example.com/test" } } },
    "mainnet": { "apps": {
      "ios": { "minimalVersion": "1.9.1", "build": 10000, "url": "https://example.com/ios" },
      "android": { "minimalVersion": "v2", "build": 10000, "url": "https://example.com/android" } } },
    "devnet": {}
  }
}
""",
    "environments that look alike": """{
  "environments": {
    "caf\\u00e9": { "apps": { "ios": { "minimalVersion": "1.0", "build": 100, "url": "https://example.com" } } },
    "cafe\\u0301": { "apps": { "ios": { "minimalVersion": "3.0", "build": 300, "url": "https://example.com" } } }
  }
}
""",
    "remote, ios": '{\n  "platform": "ios",\n  "force_update_version": "1.9.1",\n'
                   '  "optional_update_version": "1.10.0"\n}\n',
    "remote, android": '{\n  "platform": "android",\n  "force_update_version": "1.9.1",\n'
                       '  "optional_update_version": "1.10.0"\n}\n',
    "remote, other names": '{\n  "platform": "ios",\n  "min": "1.9.1",\n  "new": "1.10.0"\n}\n',
    "remote, only forced": '{\n  "platform": "ios",\n  "force_update_version": "1.9.1"\n}\n',
    "remote, only another name": '{\n  "platform": "android",\n  "min": "1.9.1"\n}\n',
    "template": '{\n  "conditions": [],\n  "parameters": {}\n}\n',
}

# Versions that compare wrongly as text, and equal ones spelled differently.
IOS = ["9.9.9", "9.10.0", "13.4.9", "13.5", "13.10"]
SDK = [22, 23, 24, 25, 26]
APPS = ["1.9", "1.9.1", "1.9.10", "1.10", "2"]
BUILDS = ["9999", "10000", "10001", "40000", "40001"]


def update(outcome, subject, name, title=False, **bound):
    verdict = {"outcome": outcome, "subject": subject, **bound}
    if title:
        verdict["title"] = {"language": "en", "text": f"{name} title"}
    if name:
        verdict["description"] = {"language": "en", "text": name}
    return verdict


IOS_LEGEND = {
    "S": update("required", "system", "minimumOSVersion", version="9.10"),
    "s": update("recommended", "system", "recommendedOSVersion", True, version="13.5.0"),
    "A": update("required", "app", "minimumAppVersion", version="1.9.1"),
    "a": update("recommended", "app", "recommendedAppVersion", True, version="1.10.00"),
}
DEMISE_LEGEND = {"S": update("required", "system", "minimumOSVersion", version="99")}
BELOW_LEGEND = {**IOS_LEGEND, "A": update("required", "app", "minimumAppVersion", version="1.10")}
ANDROID_LEGEND = {
    "S": update("required", "system", "minimumSDKVersion", sdk=23),
    "A": update("required", "app", "minimumAppVersion", build=10000),
    "a": update("recommended", "app", "recommendedAppVersion", True, build=40000),
}


def plain(url):
    more = {"url": url} if url else {}
    return {
        "A": {"outcome": "required", "subject": "app", "version": "1.9.1", **more},
        "a": {"outcome": "recommended", "subject": "app", "version": "1.10.0", **more},
        "M": {"outcome": "maintenance", "message": {"text": "closed"}},
        "m": {"outcome": "maintenance"},
    }


# Document, format, platform, legend, what the case has beside that, and the cells: lines are systems, columns apps.
APP = ["Aaa--"] * 5
TABLES = [
    ("ios, everything", "availability-ios", "ios", IOS_LEGEND, {}, ["SSSSS", "Assss", "Assss", "Aaa--", "Aaa--"]),
    ("ios, no recommended app", "availability-ios", "ios", IOS_LEGEND, {},
     ["SSSSS", "Assss", "Assss", "A----", "A----"]),
    ("ios, no recommended system", "availability-ios", "ios", IOS_LEGEND, {},
     ["SSSSS", "Aaa--", "Aaa--", "Aaa--", "Aaa--"]),
    ("ios, minimum", "availability-ios", "ios", IOS_LEGEND, {}, ["SSSSS", "A----", "A----", "A----", "A----"]),
    ("ios, demise", "availability-ios", "ios", DEMISE_LEGEND, {}, ["SSSSS"] * 5),
    ("ios, recommended below the minimum", "availability-ios", "ios", BELOW_LEGEND, {},
     ["SSSSS", "AAA--", "AAA--", "AAA--", "AAA--"]),
    ("android, everything", "availability-android", "android", ANDROID_LEGEND, {},
     ["SSSSS", "Aaa--", "Aaa--", "Aaa--", "Aaa--"]),
    ("android, minimum", "availability-android", "android", ANDROID_LEGEND, {},
     ["SSSSS", "A----", "A----", "A----", "A----"]),
    ("config", "app-config", "ios", plain("https://example.com/app"), {}, APP),
    ("config", "app-config", "android", plain("https://example.com/app"), {}, APP),
    ("config, a url for each platform", "app-config", "ios", plain("https://example.com/ios"), {}, APP),
    ("config, a url for each platform", "app-config", "android", plain("https://example.com/android"), {}, APP),
    ("config, a url for iOS", "app-config", "android", plain(None), {}, APP),
    ("config, maintenance", "app-config", "ios", plain(None), {}, ["MMMMM"] * 5),
    ("config, maintenance without a message", "app-config", "android", plain(None), {}, ["mmmmm"] * 5),
    ("config, a message without maintenance", "app-config", "ios", plain("https://example.com/app"), {}, APP),
    ("environments", "environment-config", "ios",
     {"A": {"outcome": "required", "subject": "app", "version": "1.9.1", "build": 10000,
            "url": "https://example.com/ios"}},
     {"select": {"environment": "mainnet"}}, ["A----"] * 5),
    ("environments", "environment-config", "android",
     {"A": {"outcome": "required", "subject": "app", "build": 10000, "url": "https://example.com/android"}},
     {"select": {"environment": "mainnet"}}, ["A----"] * 5),
    ("remote, ios", "remote-config-ios", "ios", plain(None), {}, APP),
    ("remote, android", "remote-config-android", "android", plain(None), {}, APP),
    ("remote, other names", "remote-config-ios", "ios", plain(None), {"select": {"force": "min", "optional": "new"}},
     APP),
    ("remote, only forced", "remote-config-ios", "ios", plain(None), {}, ["A----"] * 5),
    ("remote, only another name", "remote-config-android", "android", plain(None), {"select": {"force": "min"}},
     ["A----"] * 5),
]


def device(platform, system, app=None, build=None, languages=("en",), **more):
    result = {"platform": platform, "os" if platform == "ios" else "sdk": system}
    if app is not None:
        result["app"] = app
    if build is not None:
        result["build"] = build
    return {**result, "languages": list(languages), **more}


def table_cases():
    for name, format, platform, legend, more, rows in TABLES:
        systems = IOS if platform == "ios" else SDK
        for system, row in zip(systems, rows, strict=True):
            for app, build, cell in zip(APPS, BUILDS, row, strict=True):
                verdict = AVAILABLE if cell == "-" else legend[cell]
                yield {"name": f"{name}: {platform} {system}, app {app} ({build})", "document": name,
                       "format": format, "device": device(platform, system, app, build), "source": "fetched",
                       **more, "verdict": verdict}


def single_cases():
    ios = device("ios", "14", "1.9", "9999")

    def case(name, document, format, verdict, on=ios, source="fetched", **more):
        return {"name": name, "document": document, "format": format, "device": on, "source": source, **more,
                "verdict": verdict}

    A = IOS_LEGEND["A"]
    a = IOS_LEGEND["a"]
    required = plain("https://example.com/app")["A"]
    recommended = plain("https://example.com/app")["a"]
    middle = device("ios", "14", "1.9.1", "10000")

    # Where the document comes from counts for maintenance alone.
    for source in ["stored", "embedded"]:
        yield case(f"maintenance, {source}: the rest of the document decides", "config, maintenance", "app-config",
                   required, source=source)
        yield case(f"a minimum, {source}", "ios, everything", "availability-ios", A, source=source)

    # How long ago it was signed counts for maintenance alone.
    signed, week = "2026-12-01T00:00:00Z", "2026-12-08T00:00:00Z"
    closed = plain(None)["M"]
    for now, verdict in [(signed, closed), (week, closed), ("2026-12-08T00:00:01Z", required),
                         ("2027-12-01T00:00:00Z", required), ("1970-01-01T00:00:00Z", closed)]:
        yield case(f"maintenance that was signed on 1 December, on {now}", "config, maintenance", "app-config", verdict,
                   date=signed, now=now)
    yield case("maintenance without a date, whenever it was fetched", "config, maintenance", "app-config", closed,
               now="2027-12-01T00:00:00Z")
    yield case("a minimum that was signed a year ago", "config", "app-config", required, date=signed,
               now="2027-12-01T00:00:00Z")

    # The store: it never lifts a block, and hides what it does not have.
    for version, minimum, state in [
        ("1.9", None, "missing"), ("1.9.0", None, "missing"), ("1.9.1", None, "available"),
        ("1.10.0", None, "available"), ("1.9.1", "14", "available"), ("1.9.1", "14.1", None), ("1.9", "14.1", "missing"),
    ]:
        store = {"version": version, **({"minimumSystem": minimum} if minimum else {})}
        runs = f", which needs {minimum}" if minimum else ""
        yield case(f"required 1.9.1, the store has {version}{runs}", "ios, everything", "availability-ios",
                   {**A, **({"store": state} if state else {})}, store=store)
    for version, minimum, verdict in [
        ("1.9.1", None, AVAILABLE), ("1.9.9", None, AVAILABLE), ("1.10", None, {**a, "store": "available"}),
        ("1.11", None, {**a, "store": "available"}), ("1.10", "14.1", a), ("1.9", "14.1", AVAILABLE),
    ]:
        store = {"version": version, **({"minimumSystem": minimum} if minimum else {})}
        runs = f", which needs {minimum}" if minimum else ""
        yield case(f"recommended 1.10, the store has {version}{runs}", "ios, everything", "availability-ios", verdict,
                   on=middle, store=store)
    yield case("a store says nothing about a system", "ios, everything", "availability-ios", IOS_LEGEND["S"],
               on=device("ios", "9", "1.9", "9999"), store={"version": "9.9"})
    yield case("a store says nothing about a build alone", "android, everything", "availability-android",
               ANDROID_LEGEND["A"], on=device("android", 26, "1.9", "9999"), store={"version": "0.1"})
    yield case("a build whose version is known is looked for by that", "environments", "environment-config",
               {"outcome": "required", "subject": "app", "version": "1.9.1", "build": 10000,
                "url": "https://example.com/ios", "store": "missing"},
               store={"version": "1.9"}, select={"environment": "mainnet"})

    # The page of the store that the app knows, where the document has none.
    page = "https://apps.apple.com/app/id1"
    yield case("a url of the app, where the document has none", "ios, everything", "availability-ios",
               {**A, "url": page}, storeURL=page)
    yield case("a url in the document wins", "config", "app-config", required, storeURL=page)
    yield case("a url of the app, where the document has none for the platform", "config, a url for iOS", "app-config",
               plain("https://play.google.com/x")["A"], on=device("android", 26, "1.9", "9999"),
               storeURL="https://play.google.com/x")
    yield case("an update of the system has no url", "ios, everything", "availability-ios", IOS_LEGEND["S"],
               on=device("ios", "9", "1.9", "9999"), storeURL=page)
    yield case("maintenance has no url", "config, maintenance", "app-config", plain(None)["M"], storeURL=page)

    # An app that cannot be compared is below nothing, and that is said.
    for app in [None, "", "beta", "v1.0.0", ".1", " 1.0", "-1", "١.٠", "unspecified"]:
        on = device("ios", "14", app, "1")
        yield case(f"app version {app!r} is below nothing", "ios, everything", "availability-ios",
                   {"outcome": "available", "unreadable": "version"}, on=on)
    yield case("a version that cannot be read, and a system that is too old", "ios, everything", "availability-ios",
               {**IOS_LEGEND["S"], "unreadable": "version"}, on=device("ios", "9", "beta", "1"))
    yield case("a version that cannot be read, during maintenance", "config, maintenance", "app-config",
               {**plain(None)["M"], "unreadable": "version"}, on=device("ios", "14", "beta", "1"))
    for build in [None, "", "x", "-1"]:
        yield case(f"build {build!r} is below nothing", "android, everything", "availability-android",
                   {"outcome": "available", "unreadable": "build"}, on=device("android", 26, "1.9", build))
    yield case("only what the document decides by must be known: no build", "ios, everything", "availability-ios", A,
               on=device("ios", "14", "1.9"))
    yield case("only what the document decides by must be known: no version", "android, everything",
               "availability-android", ANDROID_LEGEND["A"], on=device("android", 26, None, "9999"))
    yield case("a build cannot be read, and the environment requires nothing", "environments", "environment-config",
               AVAILABLE, on=device("ios", "14", "1.9", "x"), select={"environment": "devnet"})

    # What a version begins with counts, all of its numbers.
    for app, verdict in [
        ("1.9.0.99", A), ("1.9.0-rc1", A), ("1.9-beta.7", A), ("1", A), ("1.9.", A), ("1.9..2", A), ("0001.0009", A),
        ("1.9 (47)", A), ("1.9.1.0.0.1", a), ("1.9.1-rc1", a), ("1.9.1+47", a), ("1.9.99999999999999999999", a),
        ("1.10.0.0.3", AVAILABLE), ("1.10-rc1", AVAILABLE), ("99999999999999999999999999", AVAILABLE),
        ("1.000000000000000000000000010", AVAILABLE),
    ]:
        yield case(f"an app that calls itself {app}", "ios, no recommended system", "availability-ios", verdict,
                   on=device("ios", "14", app, "1"))
    for build, verdict in [
        ("9999.9", ANDROID_LEGEND["A"]), ("1.2", ANDROID_LEGEND["A"]), ("10000.0", ANDROID_LEGEND["a"]),
        ("10000-dev", ANDROID_LEGEND["a"]), ("40000.0.0.1", AVAILABLE), ("99999999999999999999999999", AVAILABLE),
    ]:
        yield case(f"an app with build {build}", "android, everything", "availability-android", verdict,
                   on=device("android", 26, "1.9", build))

    # Which part of a document is for the app.
    yield case("another environment", "environments", "environment-config",
               {"outcome": "required", "subject": "app", "version": "9", "build": 99999,
                "url": "https://example.com/test"}, select={"environment": "testnet"})
    yield case("an environment without an app of the platform", "environments", "environment-config", AVAILABLE,
               on=device("android", 26, "1.9", "1"), select={"environment": "testnet"})
    yield case("an environment without apps", "environments", "environment-config", AVAILABLE,
               select={"environment": "devnet"})
    refused = {"refused": True}
    yield case("an environment that is not there", "environments", "environment-config", refused,
               select={"environment": "Mainnet"})
    for form, build in [("NFC", 100), ("NFD", 300)]:
        id = unicodedata.normalize(form, "caf\u00e9")
        yield case(f"one of two environments whose ids look alike: {form}", "environments that look alike",
                   "environment-config", AVAILABLE if build == 100 else {
                       "outcome": "required", "subject": "app", "version": "3.0", "build": build,
                       "url": "https://example.com"}, on=device("ios", "14", "1.9", "200"), select={"environment": id})
    yield case("no environment", "environments", "environment-config", refused)
    yield case("parameters that are not there", "remote, ios", "remote-config-ios", refused,
               select={"force": "min", "optional": "new"})
    for select in [{"force": "min", "optional": "min"}, {"optional": "force_update_version"},
                   {"force": "force_update_version", "optional": "force_update_version"}]:
        yield case(f"one parameter for both: {select}", "remote, ios", "remote-config-ios", refused, select=select)
    yield case("one of the parameters has its usual name", "remote, ios", "remote-config-ios", plain(None)["A"],
               select={"force": "force_update_version"})
    yield case("one parameter, which does not force", "remote, only forced", "remote-config-ios", refused,
               select={"force": "min", "optional": "force_update_version"})
    yield case("one parameter, of the usual name, where another forces", "remote, only forced", "remote-config-ios",
               refused, select={"force": "min"})
    android = device("android", 26, "1.9", "9999")
    for document, format, on in [
        ("ios, everything", "availability-ios", android), ("android, everything", "availability-android", ios),
        ("remote, ios", "remote-config-ios", android), ("remote, android", "remote-config-android", ios),
        ("ios, everything", "availability-android", android), ("android, everything", "availability-ios", ios),
        ("remote, android", "remote-config-ios", ios),
        ("template", "app-config", ios),
    ]:
        yield case(f"{document}, as {format}, on {on['platform']}", document, format, refused, on=on)


def files():
    yield "decisions-classic.json", {
        "about": "What documents of every format but the gate document tell a device.", "documents": DOCUMENTS,
        "cases": [*table_cases(), *single_cases()]}
