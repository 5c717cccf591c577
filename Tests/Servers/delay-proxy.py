"""A way to a server that takes longer: delay-proxy.py HOST:PORT MILLISECONDS. Prints its port; ends with its standard input.

Bytes reach the other side half the milliseconds later in each direction, and the first ones of a connection once as long
again, for the handshake. It understands nothing of what it hands on, so it is fast: thousands of requests a second.
"""

import asyncio
import collections
import os
import sys

host, port = sys.argv[1].rsplit(":", 1)
delay = float(sys.argv[2]) / 2000


class Side(asyncio.Protocol):
    """One end of a connection; what it receives goes to the other."""

    def __init__(self, other=None):
        self.other, self.transport, self.waiting = other, None, collections.deque()

    def connection_made(self, transport):
        self.transport = transport
        if not self.other:
            self.other = Side(self)
            loop = asyncio.get_running_loop()
            self.opens_at = loop.time() + 2 * delay
            self.connecting = loop.create_task(loop.create_connection(lambda: self.other, host, int(port)))
        else:
            self.opens_at = 0
            self.deliver(self.other)

    def data_received(self, data):
        self.later(data)

    def eof_received(self):
        return False

    def connection_lost(self, error):
        self.later(None)

    def later(self, data):
        loop = asyncio.get_running_loop()
        due = max(loop.time(), self.opens_at) + delay
        self.waiting.append((due, data))
        loop.call_at(due, self.deliver, self)

    @staticmethod
    def deliver(source):
        """Hands on what is due, once the other side is connected."""
        sink = source.other.transport
        now = asyncio.get_running_loop().time() + 0.0005
        while sink and source.waiting and source.waiting[0][0] <= now:
            data = source.waiting.popleft()[1]
            if data is None:
                sink.close()
            elif not sink.is_closing():
                sink.write(data)


async def main():
    server = await asyncio.get_running_loop().create_server(Side, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    os._exit(0)


asyncio.run(main())
