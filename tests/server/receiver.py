"""Something that gets notices: a tiny web server on loopback that keeps every call and answers as the test wishes."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from tests.server.server_fixture import PATIENCE


class Received(NamedTuple):
    """One call."""

    path: str
    headers: dict[str, str]  # by lower-case name
    body: bytes


class Receiver:
    """`answers` are the statuses of the next calls, the last one again and again; 0: no answer at all."""

    def __init__(self, *answers: int) -> None:
        self.answers = list(answers) or [200]
        self.calls: list[Received] = []
        self.more = asyncio.Event()
        self.port = 0
        self.scheme = "http"

    def at(self, path: str = "/hook/s3cr3t") -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}{path}"

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("ascii").split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            self.calls.append(Received(head[0].split(" ")[1], headers, body))
            self.more.set()
            status = self.answers[0] if len(self.answers) == 1 else self.answers.pop(0)
            if status:
                head_back = b"HTTP/1.1 %d As Wished\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n"
                writer.write(head_back % status)
                await writer.drain()
            await reader.read()  # until the caller has gone
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    async def called(self, times: int = 1) -> Received:
        """Wait until that many calls have come; the last of them."""
        async with asyncio.timeout(PATIENCE):
            while len(self.calls) < times:
                self.more.clear()
                await self.more.wait()
        return self.calls[times - 1]


@asynccontextmanager
async def receiving(*answers: int, tls: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    receiver = Receiver(*answers)
    server = await asyncio.start_server(receiver.take, "127.0.0.1", 0, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    receiver.scheme = "https" if tls else "http"
    async with server:
        yield receiver
