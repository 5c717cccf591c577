"""Stands between a client and a server of HTTP, both on this machine, and lets go wrong what `plan.json` says.

    fault-proxy.py HOST:PORT [MILLISECONDS [quiet]]

The header Host, which clients sign, reaches the server as it came: with the port of the proxy. The plan is read again when
it changes: {"delay": milliseconds before every request, "rules": […]}. The first rule that fits a request counts it:
{"method": "PUT" or "" for all, "path": what the path and query hold, "first": 1, "last": 9, "pattern": "110", …}; those of
its requests that are from first to last, and at a 1 of the pattern, which starts over at its end, meet the rest of the rule.
`requests.log` gets a line of JSON for each request just before its answer, so that a client that has it finds the line;
quiet is without.
"""

import asyncio
import calendar
import email.utils
import json
import os
import socket
import struct
import sys
import time

upstream_host, upstream_port = sys.argv[1].rsplit(":", 1)
is_quiet = len(sys.argv) > 3
log = None if is_quiet else open("requests.log", "a", buffering=1)
state = {"stamp": None, "plan": {"rules": [], "delay": float((sys.argv[2:] or [0])[0])}, "open": 0}


class Ended(Exception):
    """The connection is of no more use."""


def plan():
    try:
        found = os.stat("plan.json")
    except FileNotFoundError:
        return state["plan"]
    if state["stamp"] != (found.st_ino, found.st_mtime_ns):
        state["stamp"] = (found.st_ino, found.st_mtime_ns)
        state["plan"] = json.load(open("plan.json"))
        for rule in state["plan"]["rules"]:
            rule["count"], rule["token"] = 0, None
    return state["plan"]


def rule_for(request):
    for rule in plan()["rules"]:
        if rule["method"] in ("", request.method) and rule["path"] in request.target:
            rule["count"] += 1
            pattern = rule.get("pattern") or "1"
            isMet = rule["first"] <= rule["count"] <= rule["last"]
            return rule if isMet and pattern[(rule["count"] - rule["first"]) % len(pattern)] == "1" else {}
    return {}


class Message:
    """The head of a request or an answer."""

    def __init__(self, head):
        self.head = head
        lines = head.decode("latin-1").split("\r\n")
        self.start = lines[0].split(" ", 2)
        self.fields = {}
        for line in lines[1:]:
            name, colon, value = line.partition(":")
            if colon:
                self.fields[name.lower()] = value.strip()
        self.length = int(self.fields.get("content-length", 0))
        self.is_chunked = self.fields.get("transfer-encoding", "").lower() == "chunked"

    method = property(lambda self: self.start[0])
    target = property(lambda self: self.start[1])
    status = property(lambda self: int(self.start[1]))

    def replacing(self, name, value):
        lines = [line for line in self.head[:-4].split(b"\r\n") if not line.lower().startswith(name + b":")]
        return b"\r\n".join(lines + [name + b": " + value]) + b"\r\n\r\n"


async def copy(message, source, sink, pace=None, at_most=None):
    """Hands a body on; with a pace in bytes a second, or not at all for 0."""
    async def hand_on(count):
        nonlocal at_most
        while count > 0:
            if pace == 0:
                await asyncio.sleep(1e6)
            part = await source.read(min(count, 65536 if pace is None else max(1, pace // 10)))
            if not part:
                raise Ended
            if pace:
                await asyncio.sleep(len(part) / pace)
            if at_most is not None:
                part, at_most = part[:at_most], at_most - len(part)
            if sink:
                sink.write(part)
                await sink.drain()
            if at_most is not None and at_most <= 0:
                raise Ended
            count -= len(part)

    if at_most == 0:
        raise Ended
    if message.is_chunked:
        size = 1
        while size:
            line = await source.readline()
            size = int(line.split(b";")[0] or b"0", 16)
            if sink:
                sink.write(line)
            await hand_on(size + 2)
    else:
        await hand_on(message.length)


def reset(writer):
    """Ends a connection so that the other side learns of it as an error."""
    line = writer.get_extra_info("socket")
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
    raise Ended


def refusal(request, status, code, seconds_ahead=0, fields={}):
    date = email.utils.formatdate(time.time() + seconds_ahead, usegmt=True)
    if "x-amz-target" in request.fields:
        kind, body = "application/x-amz-json-1.1", json.dumps({"__type": code, "message": "as the test wants it"})
    else:
        kind = "application/xml"
        body = f"<Error><Code>{code}</Code><Message>as the test wants it</Message></Error>"
    lines = [f"HTTP/1.1 {status} X", f"Date: {date}", f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in fields.items()]
    return ("\r\n".join(lines) + "\r\n\r\n" + ("" if request.method == "HEAD" else body)).encode()


def answer_of_rule(request, rule):
    """What the proxy itself says, if it does."""
    if "status" in rule:
        return rule["status"], refusal(request, rule["status"], rule["code"], fields=rule.get("headers", {}))
    if "clock" in rule:
        stamp = request.fields.get("x-amz-date", "19700101T000000Z")
        signed = calendar.timegm(time.strptime(stamp, "%Y%m%dT%H%M%SZ"))
        if abs(signed - time.time() - rule["clock"]) > 60:
            return 403, refusal(request, 403, "RequestTimeTooSkewed", rule["clock"])
    if "expired" in rule:
        token = request.fields.get("x-amz-security-token", "")
        rule["token"] = token if rule["token"] is None else rule["token"]
        if token == rule["token"]:
            return 400, refusal(request, 400, "ExpiredToken")
    return None


class Connection:
    def __init__(self, reader, writer):
        self.reader, self.writer, self.server = reader, writer, None
        # The line of the request that is being answered, until it is in the log.
        self.line = None

    def note(self, status):
        if log and self.line:
            log.write(json.dumps({**self.line, "status": status}) + "\n")
        self.line = None

    async def exchange(self, request, rule):
        """Answers one request."""
        delay = plan()["delay"] + rule.get("delay", 0)
        if delay:
            await asyncio.sleep(delay / 1000)
        if "command" in rule:
            await (await asyncio.create_subprocess_shell(rule["command"])).wait()
        if rule.get("reset") == "before":
            reset(self.writer)
        own = answer_of_rule(request, rule)
        if own or "silent" in rule:
            if request.fields.get("expect", "").lower() == "100-continue":
                self.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            await copy(request, self.reader, None)
            if not own:
                await asyncio.sleep(1e6)
            self.note(own[0])
            self.writer.write(own[1])
            await self.writer.drain()
            return
        if not self.server:
            self.server = await asyncio.open_connection(upstream_host, int(upstream_port), limit=1 << 20)
        source, sink = self.server
        sink.write(request.head)
        sending = None
        if request.length or request.is_chunked:
            # At the same time: an answer may come before the body is there.
            sending = asyncio.ensure_future(copy(request, self.reader, sink, rule.get("pace")))
        try:
            await self.hand_back(request, rule, source, sending)
            if sending:
                await sending
        finally:
            if sending:
                sending.cancel()

    async def hand_back(self, request, rule, source, sending):
        while True:
            answer = Message(await source.readuntil(b"\r\n\r\n"))
            if answer.status >= 200:
                break
            self.writer.write(answer.head)
        head = answer.head
        if "date" in rule:
            date = email.utils.formatdate(time.time() + rule["date"], usegmt=True)
            head = answer.replacing(b"date", date.encode())
        if rule.get("reset") == "after":
            if sending:
                await sending
            if request.method != "HEAD":
                await copy(answer, source, None)
            reset(self.writer)
        if "truncate" not in rule:
            self.note(answer.status)
        self.writer.write(head)
        if request.method != "HEAD" and answer.status not in (204, 304):
            await copy(answer, source, self.writer, at_most=rule.get("truncate"))
        await self.writer.drain()
        if answer.fields.get("connection", "").lower() == "close":
            self.server[1].close()
            self.server = None

    async def run(self):
        try:
            while True:
                request = Message(await self.reader.readuntil(b"\r\n\r\n"))
                state["open"] += 1
                self.line = {
                    "method": request.method, "path": request.target, "open": state["open"], "headers": request.fields}
                try:
                    await self.exchange(request, rule_for(request))
                finally:
                    state["open"] -= 1
                    # Without an answer, or with one that was cut off.
                    self.note(0)
        except (Ended, OSError, asyncio.IncompleteReadError):
            pass
        finally:
            self.writer.close()
            if self.server:
                self.server[1].close()


async def main():
    async def accept(reader, writer):
        await Connection(reader, writer).run()

    server = await asyncio.start_server(accept, "127.0.0.1", 0, limit=1 << 20, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    # Ends with its standard input.
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    os._exit(0)


asyncio.run(main())
