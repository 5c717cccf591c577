"""The four services of OpenStack Swift, one process each, with one disk, one replica and one user. Prints the port of S3.

    openstack-swift-services.py ACCOUNT:USER SECRET REGION

For `openstack-swift.py`, which ends it.
"""

import ctypes
import logging
import os
import signal
import socket
import sys

import eventlet

# As Swift's own programs do, before anything else of it.
eventlet.monkey_patch(all=False, socket=True, select=True, thread=True)
logging.logThreads = 0

from swift.common import utils, wsgi
from swift.common.ring import RingBuilder

key, secret, region = sys.argv[1:4]
home = os.getcwd()
STORAGE = ["account", "container", "object"]
PROXY = "catch_errors gatekeeper cache listing_formats s3api tempauth slo".split()


class NoCache:
    """In place of memcached, without which Swift's own users cannot sign requests; nothing is ever in it."""

    def get(self, *words, **options):
        return None

    def set(self, *words, **options):
        pass

    delete = incr = set


def make_no_cache(settings, **own):
    def filter(app):
        def with_cache(environ, start_response):
            environ["swift.cache"] = NoCache()
            return app(environ, start_response)
        return with_cache
    return filter


def common_settings(log_port):
    # A busy machine is slow; Swift would give up on a connection after half a second, and on an entry of a list after one.
    patience = ["conn_timeout", "node_timeout", "recoverable_node_timeout", "client_timeout", "container_update_timeout"]
    lines = ["[DEFAULT]", f"swift_dir = {home}", f"devices = {home}/devices", "mount_check = false"]
    lines += ["disable_fallocate = true", "fallocate_reserve = 0", "error_suppression_limit = 1000000"]
    # Nothing goes to the system's log.
    lines += ["log_level = ERROR", "log_udp_host = 127.0.0.1", f"log_udp_port = {log_port}"]
    return lines + [f"{name} = 600" for name in patience]


def proxy_settings():
    options = {
        "s3api": [f"location = {region}"],
        "tempauth": [f"user_{key.replace(':', '_')} = {secret} .admin"],
    }
    lines = ["[pipeline:main]", f"pipeline = {' '.join(PROXY)} proxy-server"]
    for name in PROXY:
        source = "paste.filter_factory = __main__:make_no_cache" if name == "cache" else f"use = egg:swift#{name}"
        lines += [f"[filter:{name}]", source] + options.get(name, [])
    return lines + ["[app:proxy-server]", "use = egg:swift#proxy", "account_autocreate = true"]


def storage_settings(name):
    return ["[pipeline:main]", f"pipeline = {name}-server", f"[app:{name}-server]", f"use = egg:swift#{name}"]


def write(name, lines):
    with open(name, "w") as file:
        file.write("\n".join(lines) + "\n")


def make_ring(name, port):
    ring = RingBuilder(part_power=2, replicas=1, min_part_hours=0)
    ring.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "disk", "weight": 1})
    ring.rebalance()
    ring.get_ring().save(f"{name}.ring.gz")


write("swift.conf", ["[swift-hash]", "swift_hash_path_suffix = tests"])
utils.set_swift_dir(home)
os.makedirs("devices/disk")
log = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
log.bind(("127.0.0.1", 0))
common = common_settings(log.getsockname()[1])
listeners = {name: eventlet.listen(("127.0.0.1", 0), backlog=512) for name in STORAGE + ["proxy"]}
ports = {name: listener.getsockname()[1] for name, listener in listeners.items()}
for name in STORAGE:
    make_ring(name, ports[name])
    write(f"{name}.conf", common + storage_settings(name))
write("proxy.conf", common + proxy_settings())
for name, listener in listeners.items():
    if os.fork() == 0:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        logger = utils.get_logger({"log_udp_host": "127.0.0.1", "log_udp_port": log.getsockname()[1]}, name, log_to_console=True)
        wsgi.run_server({"__file__": f"{home}/{name}.conf", "client_timeout": "600"}, logger, listener)
        os._exit(1)
print(ports["proxy"], flush=True)
# When one ends, so do all.
os.wait()
