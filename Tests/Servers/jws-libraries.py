"""Shows a library every .jws of a folder, in one run.

    jws-libraries.py MODULE FOLDER ENVIRONMENT NOW NEWEST

MODULE is a file of the article in the current folder with open_jws, and verify_jws.py with check lies beside it. FOLDER
holds keys.jwks, the files, and paths.txt: for each file, in the order of their names, a line with the path that a reader
expects. Prints a line for each: its name, what the library says and what a reader says that also looks at the header; "ok"
with the SHA-256 of the body, or "refused" with the reason.
"""
import hashlib, importlib, sys, warnings
from pathlib import Path

sys.path.insert(0, ".")
warnings.simplefilter("ignore")
module, folder, environment, now, newest = sys.argv[1:6]
open_jws = importlib.import_module(module).open_jws
check = importlib.import_module("verify_jws").check
keys = (Path(folder) / "keys.jwks").read_text()
paths = (Path(folder) / "paths.txt").read_text().splitlines()


def refusal(error):
    return "refused " + " ".join(f"{type(error).__name__} {error}".split())


for name, path in zip(sorted(Path(folder).glob("*.jws")), paths, strict=True):
    file = name.read_bytes()
    try:
        header, body = open_jws(file, keys)
        library = reader = "ok " + hashlib.sha256(body).hexdigest()
        try:
            check(file, header, environment, path, int(now), int(newest))
        except ValueError as error:
            reader = refusal(error)
    except Exception as error:
        library = reader = refusal(error)
    print(name.name, library, reader, sep="\t")
