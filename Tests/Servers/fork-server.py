"""Starts servers for tests: each in a process that it forks, so that none of them imports anew what it has imported.

    fork-server.py MODULE...

Imports the modules, as far as they are installed, and prints `ready`. Then each line starts a server. It is JSON: the
"script" of the server, its "arguments", the "folder" where it runs, which has a `server.log` for its standard error, and the
named pipes that are its "input" and its "output". Ends with its own standard input; each server ends with its.
"""

import contextlib
import importlib
import json
import os
import runpy
import signal
import sys
import traceback


def serve(job):
    """Becomes the server."""
    streams = [
        (job["input"], os.O_RDONLY), (job["output"], os.O_WRONLY),
        (job["folder"] + "/server.log", os.O_WRONLY | os.O_APPEND)]
    for number, (path, flags) in enumerate(streams):
        opened = os.open(path, flags)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", buffering=1, closefd=False)
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.chdir(job["folder"])
    sys.argv = [job["script"]] + job["arguments"]
    sys.path[0] = os.path.dirname(job["script"])
    runpy.run_path(job["script"], run_name="__main__")


# The kernel takes leave of servers that have ended.
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
for module in sys.argv[1:]:
    with contextlib.suppress(ImportError):
        importlib.import_module(module)
print("ready", flush=True)
for line in sys.stdin:
    job = json.loads(line)
    if os.fork() == 0:
        with contextlib.suppress(SystemExit):
            try:
                serve(job)
            except Exception:
                traceback.print_exc()
        sys.stdout.flush()
        os._exit(0)
