"""Headless Chromium, spoken to over the DevTools protocol through a pipe."""

import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

FLAGS = """--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --no-proxy-server
--no-default-browser-check --disable-background-networking --disable-component-update --disable-sync --disable-extensions
--disable-default-apps --mute-audio --hide-scrollbars --font-render-hinting=none --force-color-profile=srgb
--remote-debugging-pipe""".split()


class Failure(Exception):
    pass


class Browser:
    """One Chromium with a profile of its own."""

    def __init__(self):
        # When a message is no longer waited for.
        self.deadline = 0
        self.profile = tempfile.mkdtemp(prefix="chromium-")
        ours, theirs = os.pipe(), os.pipe()
        # Chromium reads from descriptor 3 and writes to descriptor 4; first all ends leave these numbers.
        command_read, command_write = (self.moved(end) for end in ours)
        answer_read, answer_write = (self.moved(end) for end in theirs)
        os.dup2(command_read, 3)
        os.dup2(answer_write, 4)
        try:
            self.process = subprocess.Popen(
                ["chromium", *FLAGS, f"--user-data-dir={self.profile}"], pass_fds=(3, 4), start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        finally:
            for descriptor in (3, 4, command_read, answer_write):
                os.close(descriptor)
        self.reading, self.writing = answer_read, command_write
        self.buffer = b""
        self.number = 0
        self.answers = {}
        self.events = []

    @staticmethod
    def moved(descriptor):
        high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
        os.close(descriptor)
        return high

    def end(self):
        try:
            # Its group: all of its processes, and none of anybody else.
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def start(self, method, session=None, **parameters):
        """Asks for something without waiting for the answer."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.writing, data):]
        return self.number

    def has_more(self, seconds):
        """Whether something comes in that time."""
        return b"\0" in self.buffer or bool(select.select([self.reading], [], [], seconds)[0])

    def receive(self):
        """Waits for one message at least."""
        while b"\0" not in self.buffer:
            left = self.deadline - time.monotonic()
            if left <= 0 or not self.has_more(left):
                raise Failure("the time is over")
            data = os.read(self.reading, 1 << 20)
            if not data:
                raise Failure("Chromium has ended")
            self.buffer += data
        *messages, self.buffer = self.buffer.split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.answers[message["id"]] = message
            else:
                self.events.append(message)
