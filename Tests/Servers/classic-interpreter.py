"""What apps are told by documents without rules, by the text of the contract, as plainly as possible.

`requirements` reads a body into a list of demands in the order in which they are asked; `told` decides them for a device.
"""

import re

import gate_interpreter as gate
from gate_interpreter import Number, Unusable, is_text, localized, need, order, parse, text, version

PLATFORMS = ("ios", "android")


class Unasked(Exception):
    """The contract leaves open what apps make of it."""


def positive(value):
    need(isinstance(value, Number) and re.fullmatch("[1-9][0-9]*", value) and int(value) < 2**63)
    return int(value)


def members(value):
    need(isinstance(value, dict))
    return value


def required(value, name):
    need(name in members(value))
    return value[name]


def demand(outcome, subject, bound, by, url=None, shown=None, texts=None):
    texts = texts or {}
    return {
        "outcome": outcome, "subject": subject, "bound": bound, "by": by, "url": url, "shown": shown,
        "title": texts.get("title"), "description": texts.get("description"),
    }


# --- One reader for each format ------------------------------------------------------------------------------------


def availability(body, platform):
    document = members(body)
    found = {}

    def read(name, bound, is_optional):
        if name not in document and is_optional:
            return
        value = members(required(document, name))
        texts = {"description": localized(required(value, "description"))}
        if "title" in value:
            texts["title"] = localized(value["title"])
        found[name] = (bound(required(value, "value")), texts)

    bound = version if platform == "ios" else positive
    system = "OS" if platform == "ios" else "SDK"
    read(f"minimum{system}Version", bound, False)
    read("minimumAppVersion", bound, False)
    if platform == "ios":
        read("recommendedOSVersion", bound, True)
    read("recommendedAppVersion", bound, True)
    for name, outcome, subject in [
        (f"minimum{system}Version", "required", "system"), ("minimumAppVersion", "required", "app"),
        ("recommendedOSVersion", "recommended", "system"), ("recommendedAppVersion", "recommended", "app"),
    ]:
        if name in found:
            value, texts = found[name]
            numbers = value if platform == "ios" else [value]
            by = "system" if subject == "system" else "version" if platform == "ios" else "build"
            shown = value if by == "version" else None
            yield demand(outcome, subject, numbers, by, shown=shown, texts=texts)


def app_config(body, platform):
    config = members(body)
    versions = [version(required(config, name)) for name in ("minimumVersion", "latestVersion")]
    need(all(len(numbers) == 3 for numbers in versions))
    url = required(config, "updateUrl")
    if not is_text(url):
        urls = {name: text(members(url)[name]) for name in PLATFORMS if name in members(url)}
        url = urls.get(platform)
    need(isinstance(required(config, "maintenanceMode"), bool))
    message = required(config, "maintenanceMessage")
    need(message is None or is_text(message))
    if config["maintenanceMode"]:
        yield {"outcome": "maintenance", "message": message}
    for outcome, numbers in zip(("required", "recommended"), versions):
        yield demand(outcome, "app", numbers, "version", url=url, shown=numbers)


def environment_config(body, platform, environment):
    found = None
    for name, own in members(required(members(body), "environments")).items():
        apps = {}
        if isinstance(own, dict) and "apps" in own:
            for app in PLATFORMS:
                if app in members(own["apps"]):
                    block = own["apps"][app]
                    apps[app] = (
                        text(required(block, "minimalVersion")), positive(required(block, "build")),
                        text(required(block, "url")))
        if name == environment:
            found = apps.get(platform)
    if found:
        shown, build, url = found
        try:
            shown = version(shown)
        except Unusable:
            shown = None
        yield demand("required", "app", [build], "build", url=url, shown=shown)


def remote_config(body, platform, names):
    config = members(body)
    need(required(config, "platform") == platform and len(config) in (2, 3))
    versions = {name: version(value) for name, value in config.items() if name != "platform"}
    return parameters(versions, names)


def parameters(versions, names):
    force, optional = names
    need(force in versions)
    yield demand("required", "app", versions[force], "version", shown=versions[force])
    if len(versions) == 1:
        return
    if optional not in versions:
        raise Unasked
    yield demand("recommended", "app", versions[optional], "version", shown=versions[optional])


def firebase(body, platform, names):
    template = members(body)
    conditions, known = [], {}
    need(isinstance(required(template, "conditions"), list))
    for condition in template["conditions"]:
        name, expression = text(required(condition, "name")), text(required(condition, "expression"))
        need(name not in conditions)
        conditions.append(name)
        known[name] = expression.replace(" ", "")

    def value(holder):
        return text(members(holder)["value"]) if "value" in members(holder) else None

    def is_sound(parameter):
        values = members(parameter).get("conditionalValues", {})
        need(all(name in known for name in members(values)))
        return (
            value(parameter["defaultValue"]) if "defaultValue" in parameter else None,
            {name: value(own) for name, own in values.items()})

    found = {}
    groups = [required(template, "parameters")]
    groups += [own["parameters"] for own in members(template.get("parameterGroups", {})).values()
               if "parameters" in members(own)]
    for group in groups:
        for name, parameter in members(group).items():
            need(name not in found)
            found[name] = is_sound(parameter)
    versions = {}
    for name in (name for name in names if name in found):
        own, conditional = found[name]
        for condition in conditions:
            if condition not in conditional:
                continue
            expression = known[condition]
            if expression == f"device.os=='{platform}'":
                own = conditional[condition]
                break
            # Of any other condition only Firebase knows whether it holds.
            need(expression in [f"device.os=='{other}'" for other in PLATFORMS])
        versions[name] = version(own)
    return parameters(versions, names)


# --- Deciding ------------------------------------------------------------------------------------------------------


def told(demands, device, platform, is_closing, said):
    """What a device is told, as words that are equal where it is told the same."""
    app, build = gate.installed(device["app"]), gate.installed(device["build"])
    system = gate.installed(device["system"])
    store, minimum_system = device["store"], device["minimumSystem"] if platform == "ios" else None
    for one in demands:
        if one["outcome"] == "maintenance":
            if not is_closing:
                continue
            message = one["message"]
            return ["maintenance", "-", message if message is not None and message.strip() else "-"]
        own = {"system": system, "version": app, "build": build}[one["by"]]
        if own is None or order(own, one["bound"]) >= 0:
            continue
        state = "unknown"
        if one["subject"] == "app" and store is not None and one["shown"] is not None:
            if order(version(store), one["shown"]) < 0:
                state = "missing"
            elif minimum_system is None or order(system, version(minimum_system)) >= 0:
                state = "available"
        if one["outcome"] == "recommended" and state == "missing":
            continue
        return [
            one["outcome"], one["subject"], plain(one["shown"]), said(one["title"]), said(one["description"]),
            one["url"] if one["url"] is not None else "-", state,
        ]
    return ["available"]


def plain(numbers):
    """A version without the zeros at its end."""
    numbers = list(numbers or [])
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return ".".join(map(str, numbers)) or "-"
