#!/usr/bin/env python3
"""Writes the vectors beside this folder from the tables in it, all of which are written by hand.

    python3 Tests/Vectors/Tables/write.py            writes what has no signature
    python3 Tests/Vectors/Tables/write.py --sign     writes all, with new keys that are thrown away
    python3 Tests/Vectors/Tables/write.py --check    exits with 1 when a file does not say what its table says

Signatures are random and therefore written once: with --check those files are compared in all but keys and signatures.
"""

import importlib
import json
import os
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent
UNSIGNED = ["classic", "languages", "rules", "details", "shares", "versions", "prompts", "bundles"]
SIGNED = [
    "verification", "gateverification", "fileverification", "sequences", "gatesequences", "rulesequences", "storesequences"]


def text(value, indent=0):
    """JSON with a line for every case, so that a difference can be read."""
    pad = "  " * (indent + 1)
    if indent < 2 and isinstance(value, dict):
        inner = ",\n".join(f"{pad}{json.dumps(k)}: {text(v, indent + 1)}" for k, v in value.items())
        return "{\n" + inner + "\n" + "  " * indent + "}" if value else "{}"
    if indent < 2 and isinstance(value, list):
        inner = ",\n".join(pad + json.dumps(v, ensure_ascii=False) for v in value)
        return "[\n" + inner + "\n" + "  " * indent + "]" if value else "[]"
    return json.dumps(value, ensure_ascii=False)


ORDER = ["outcome", "rule", "subject", "version", "build", "sdk", "obtainable", "title", "description", "message", "url",
         "store", "due", "seen", "unreadable"]


def ordered(value):
    """The members of every verdict in their one order."""
    if isinstance(value, dict):
        if "outcome" in value:
            return {name: value[name] for name in sorted(value, key=ORDER.index)}
        return {name: ordered(one) for name, one in value.items()}
    return [ordered(one) for one in value] if isinstance(value, list) else value


def without_signatures(file):
    """What a table says of a signed file."""
    def plain(value):
        if isinstance(value, dict):
            return {k: plain(v) for k, v in value.items() if k not in ("publicKey", "headers", "jws")}
        return [plain(v) for v in value] if isinstance(value, list) else value
    return plain(file)


def check_names(name, file):
    names = [case["name"] for case in file["cases"]]
    repeated = {n for n in names if names.count(n) > 1}
    if repeated:
        sys.exit(f"{name}: the same name twice: {sorted(repeated)}")


def main():
    mode = " ".join(sys.argv[1:])
    if mode not in ("", "--sign", "--check"):
        sys.exit(f"{mode} is neither --sign nor --check")
    os.environ["LC_ALL"] = "C"
    modules = UNSIGNED + (SIGNED if mode else [])
    if mode:
        import signing
        signing.make_keys(pretend=mode == "--check")
    wrong = []
    for module in modules:
        if not (pathlib.Path(__file__).parent / f"{module}.py").exists():
            continue
        for name, file in importlib.import_module(module).files():
            check_names(name, file)
            file["cases"] = ordered(file["cases"])
            path = FOLDER / name
            if mode != "--check":
                path.write_text(text(file) + "\n", encoding="utf-8")
                print(f"{name}: {len(file['cases'])} cases, {path.stat().st_size} bytes")
                continue
            written = path.read_text(encoding="utf-8") if path.exists() else ""
            if module in SIGNED:
                same = written and without_signatures(json.loads(written)) == without_signatures(
                    json.loads(json.dumps(file)))
            else:
                same = written == text(file) + "\n"
            if not same:
                wrong.append(name)
    if wrong:
        sys.exit(f"not what the tables say: {', '.join(wrong)}")


main()
