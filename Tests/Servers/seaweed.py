"""Starts SeaweedFS on free ports and prints the port of S3 and that of the door to it. Ends with its standard input.

    seaweed.py KEY SECRET REGION

Data and logs are in the folder where it runs.
"""

import ctypes
import glob
import http.client
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time

from door import open_door

key, secret, region = sys.argv[1:4]
SERVICES = ["s3", "master", "volume", "filer", "admin"]
GRPC = 10000


def is_free(port):
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False


def free_ports():
    """A port for each service; gRPC has the one that is 10,000 above. The kernel gives none of them to others (from 32768)."""
    candidates = (port for port in random.sample(range(15000, 22700), 7700) if is_free(port) and is_free(port + GRPC))
    return [next(candidates) for _ in SERVICES]


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def answers(port):
    """Whether S3 refuses who is not known; before it is ready, it answers something else."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        line.request("GET", "/none")
        return line.getresponse().status == 403
    except OSError:
        return False
    finally:
        line.close()


def start(ports):
    options = ["-dir=data", "-ip=127.0.0.1", "-ip.bind=127.0.0.1"]
    options += [f"-{service}.port={port}" for service, port in zip(SERVICES, ports)]
    options += ["-s3.port.iceberg=0", "-s3.port.lance=0", "-webdav=false", "-admin.ui=false", "-master.telemetry=false"]
    # Each bucket takes a volume, of which there are else as many as gigabytes are free.
    options += ["-volume.max=5000", "-master.volumeSizeLimitMB=64"]
    # The program itself: what is on the PATH may be a script that looks for it.
    program = os.path.join(os.path.dirname(sys.executable), "weed")
    variables = {"AWS_ACCESS_KEY_ID": key, "AWS_SECRET_ACCESS_KEY": secret, "HOME": os.getcwd()}
    variables |= {"PATH": os.environ["PATH"], "TMPDIR": os.getcwd()}
    return subprocess.Popen(
        [program if os.path.exists(program) else "weed", "mini"] + options, env=variables, stdin=subprocess.DEVNULL,
        stdout=open("weed.log", "w"), stderr=subprocess.STDOUT, preexec_fn=end_with_parent)


def end(weed, ports):
    # Told to end, it takes two seconds, and at times for ever.
    weed.kill()
    weed.wait()
    for port in ports + [port + GRPC for port in ports]:
        for name in glob.glob(f"/tmp/seaweedfs-*-{port}.sock"):
            os.remove(name)


for attempt in range(10):
    ports = free_ports()
    shutil.rmtree("data", ignore_errors=True)
    os.mkdir("data")
    weed = start(ports)
    deadline = time.time() + 1200
    while weed.poll() is None and time.time() < deadline:
        if answers(ports[0]):
            print(ports[0], open_door(f"http://127.0.0.1:{ports[0]}", key, secret, region), flush=True)
            sys.stdin.read()
            end(weed, ports)
            shutil.rmtree("data", ignore_errors=True)
            sys.exit()
        time.sleep(0.02)
    end(weed, ports)
print(open("weed.log").read()[-2000:].replace("\n", " ") or "it never answered", flush=True)
