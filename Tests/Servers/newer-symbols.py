"""Says which symbols of object files need a newer iOS than a version, one a line: FILE: NAME (iOS VERSION).

newer-symbols.py SWIFT NM IOS APPLE OBJECT...

What the toolchain's own libraries have is told by their symbol graphs, in which each symbol carries the version of iOS that
first had it. Where those are silent, for Apple's frameworks, the list APPLE says it: NAME VERSION a line. A symbol of a
framework that it does not name is reported as well, as one of an unknown version.
"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile

MODULES = ["Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Observation", "FoundationEssentials",
           "Foundation", "FoundationNetworking", "Dispatch"]
FRAMEWORKS = r"\b(?:FoundationEssentials|FoundationNetworking|FoundationInternationalization|Foundation|Dispatch)\."

# What the runtime itself got later: types that are made while the program runs, of constrained existentials, of functions
# with typed errors and with isolation, of parameter packs, of values as generic arguments, and of types that are not copied.
RUNTIME = {
    "swift_getExtendedExistentialTypeMetadata": "16.0", "swift_getExtendedExistentialTypeMetadata_unique": "16.0",
    "swift_getExtendedFunctionTypeMetadata": "18.0", "swift_allocateMetadataPack": "17.0",
    "swift_allocateWitnessTablePack": "17.0", "swift_getFixedArrayTypeMetadata": "26.0",
    "swift_initRawStructMetadata": "17.0", "swift_initRawStructMetadata2": "18.0",
    "swift_task_deinitOnExecutor": "26.0", "swift_task_isCurrentExecutorWithFlags": "18.0",
    "swift_distributed_execute_target": "16.0",
}
# `for await` calls it, unless the target is older than that: then it calls `next()`. The test does not see which.
CHOSEN_BY_TARGET = {"next(isolation:)"}


def run(*words, text=None):
    result = subprocess.run(words, input=text, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(words)}: {result.stderr}")
    return result.stdout


def demangled(swift, names):
    lines = run(swift, "demangle", "-compact", text="\n".join(names)).splitlines()
    # The concurrency library has the ABI name of Swift itself in objects and its own in symbol graphs.
    return [line.replace("_Concurrency.", "Swift.") for line in lines]


def graphs(swift, folder):
    tool = os.path.join(os.path.dirname(os.path.realpath(swift)), "swift-symbolgraph-extract")
    target = json.loads(run(swift, "-print-target-info"))["target"]["unversionedTriple"]
    for module in MODULES:
        run(tool, "-module-name", module, "-target", target, "-output-dir", folder, "-minimum-access-level", "public",
            "-skip-synthesized-members")
    for path in glob.glob(os.path.join(folder, "*.symbols.json")):
        with open(path, encoding="utf-8") as file:
            yield from json.load(file)["symbols"]


def newer(swift, ios):
    """The types and the other symbols that need more than a version, each by its demangled name."""
    mangled = {}
    with tempfile.TemporaryDirectory() as folder:
        for symbol in graphs(swift, folder):
            versions = [(entry["introduced"]["major"], entry["introduced"].get("minor", 0))
                        for entry in symbol.get("availability", [])
                        if entry.get("domain") == "iOS" and "introduced" in entry]
            name = symbol["identifier"]["precise"]
            if not versions or max(versions) <= ios or not name.startswith("s:"):
                continue
            if symbol["pathComponents"][-1] in CHOSEN_BY_TARGET:
                continue
            # A property has its accessors in objects.
            ends = [name[:-1] + end for end in "gsMr"] if symbol["kind"]["identifier"].endswith("property") else [name]
            for end in ends:
                mangled["$s" + end[2:]] = (symbol["kind"]["identifier"], "%d.%d" % max(versions))
    types, others = {}, {}
    kinds = {"swift.struct", "swift.class", "swift.enum", "swift.protocol"}
    for (kind, version), name in zip(mangled.values(), demangled(swift, mangled)):
        (types if kind in kinds else others)[name] = version
    return types, others


def framework_members(name):
    """`URL.appendingPathComponent` of a symbol that the library of a framework has."""
    for match in re.finditer(FRAMEWORKS + r"((?:[A-Z]\w*\.)*[A-Z]\w*)(?:\.([a-z_]\w*))?", name):
        kind, member = match.groups()
        member = {"__allocating_init": "init", "deinit": None}.get(member, member)
        yield f"{kind}.{member}" if member else kind


def main():
    swift, nm, ios, apple, *objects = sys.argv[1:]
    ios = tuple(int(part) for part in ios.split("."))
    types, others = newer(swift, ios)
    if len(types) < 100 or len(others) < 1_000:
        sys.exit("the symbol graphs carry no versions of iOS")
    listed = dict(line.split() for line in open(apple, encoding="utf-8") if line.strip() and not line.startswith("#"))
    lines, path = {path: [] for path in objects}, objects[0]
    for line in run(nm, "-P", "-A", *objects).splitlines():
        # The path of its object is before each symbol, whose name may have bytes that end a line.
        start, _, rest = line.partition(": ")
        if start in lines:
            path, line = start, rest
        lines[path].append(line)
    symbols = {
        path: [words[:2] for line in lines[path] if len(words := line.split()) > 1] for path in objects
    }
    defined = {entry[0] for entries in symbols.values() for entry in entries if entry[1] not in "Uu"}
    mangled = sorted({name for entries in symbols.values() for name, _ in entries if name.startswith("$s")})
    texts = dict(zip(mangled, demangled(swift, mangled)))
    found = set()
    for path, entries in symbols.items():
        file = os.path.basename(path)
        if any(re.match(r"symbolic .*_XP", line) for line in lines[path]):
            found.add((file, "a constrained existential, such as `any P<A>`", "iOS 16.0"))
        for name, _ in entries:
            if name in RUNTIME:
                found.add((file, name, "iOS " + RUNTIME[name]))
        # What is defined here may be code of a library that was compiled into the app, which is no older for that.
        for name in [name for name, _ in entries if name in texts]:
            text = texts[name]
            bare = re.sub(r"^(async function pointer to|merged|dispatch thunk of) ", "", text)
            if bare in others:
                found.add((file, bare, "iOS " + others[bare]))
            for word in set(re.findall(r"\w+(?:\.\w+)+", text)):
                if word in types:
                    found.add((file, word, "iOS " + types[word]))
            if name in defined:
                continue
            for member in framework_members(text):
                version = listed.get(member) or listed.get(re.sub(r"\w+$", "*", member))
                if version is None:
                    found.add((file, member, "not in the list of Apple's frameworks"))
                elif tuple(int(part) for part in version.split(".")) > ios:
                    found.add((file, member, "iOS " + version))
    for entry in sorted(found):
        print("%s: %s (%s)" % entry)


main()
