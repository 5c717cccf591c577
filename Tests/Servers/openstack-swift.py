"""Starts OpenStack Swift on free ports and prints the port of S3 and that of the door to it. Ends with its standard input.

    openstack-swift.py ACCOUNT:USER SECRET REGION

Data and settings are in the folder where it runs.
"""

import ctypes
import http.client
import os
import shutil
import signal
import subprocess
import sys

from door import open_door

key, secret, region = sys.argv[1:4]
# Debian's own, for which its package `python3-swift` is.
PYTHON = "/usr/bin/python3"


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def keeps_attributes():
    """Whether files here can have the extended attributes in which Swift keeps what it knows of an object."""
    open("probe", "w").close()
    try:
        os.setxattr("probe", "user.swift", b"x")
        return True
    except OSError:
        return False
    finally:
        os.remove("probe")


def answers(port):
    """Waits for any answer: the port was open before the service was ready."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=1200)
    try:
        line.request("GET", "/none")
        return line.getresponse().status > 0
    except OSError:
        return False
    finally:
        line.close()


if not keeps_attributes():
    sys.exit(print("the file system of the temporary folder keeps no extended attributes", flush=True))
services = subprocess.Popen(
    [PYTHON, "-B", os.path.join(os.path.dirname(os.path.abspath(__file__)), "openstack-swift-services.py")] + sys.argv[1:4],
    env={"PATH": os.environ["PATH"], "HOME": os.getcwd()}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
    start_new_session=True, preexec_fn=end_with_parent)
port = services.stdout.readline().strip()
if port and answers(int(port)):
    print(port, open_door(f"http://127.0.0.1:{port}", key, secret, region), flush=True)
    sys.stdin.read()
else:
    print("Swift never answered", flush=True)
os.killpg(services.pid, signal.SIGKILL)
# Ends when all of them have ended.
services.stdout.read()
services.wait()
shutil.rmtree("devices", ignore_errors=True)
