"""Runs a program as often as there are folders, in one process, and prints what came of each as a line of JSON.

    python3 many.py PROGRAM COUNT

Each run gets the files body, body.headers and key.pem of the folders 0, 1, …
"""

import contextlib
import io
import json
import runpy
import sys
import traceback

program, count = sys.argv[1], int(sys.argv[2])
for folder in range(count):
    sys.argv = [program] + [f"{folder}/{name}" for name in ("body", "body.headers", "key.pem")]
    output, errors, status = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        try:
            runpy.run_path(program, run_name="__main__")
        except SystemExit as end:
            # As Python itself does with a text.
            status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
            if isinstance(end.code, str):
                errors.write(end.code + "\n")
        except BaseException:
            status = 1
            traceback.print_exc()
    print(json.dumps({"status": status, "output": output.getvalue(), "errors": errors.getvalue()}))
