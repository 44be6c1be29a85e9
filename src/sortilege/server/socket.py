"""One socket at a table: what comes in is checked and answered, what changes is shown.

A slow client never holds anybody up: it is told that there is something new, and gets the table as it is when its
socket is ready again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Final

import msgspec

from sortilege.core.errors import SortilegeError
from sortilege.core.shapes import Untrusted
from sortilege.server.auth import Socket
from sortilege.server.decode_errors import decode_error
from sortilege.server.limits import Bucket
from sortilege.server.messages import Act, Aid, AskAid, FromClient, FromServer, Ping, Pong, Ready, Undo
from sortilege.server.problems import BROKEN, MALFORMED, NOT_YOURS, TOO_MANY, Denied, refused
from sortilege.server.seats import Viewer
from sortilege.server.snapshot import SentLog, snapshot_text
from sortilege.server.store import StoreError
from sortilege.server.table import Table

REFUSED_SOCKET: Final = 4403  # the close code of a socket that may not be at the table
BROKEN_SOCKET: Final = 1011  # and of one that cannot be served now
LONGEST_MESSAGE: Final = 16 * 1024  # bytes; the transport itself cuts the line at 64 KiB
BURST: Final = 40  # messages a client may send at once
PER_SECOND: Final = 20  # and in the long run
MOST_UNHEARD: Final = 64  # answers waiting for a client: one that does not listen is not listened to
log = logging.getLogger("sortilege.server")
decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
encoder = msgspec.json.Encoder()


class TableSocket:
    """A viewer's socket."""

    def __init__(self, socket: Socket, table: Table, viewer: Viewer) -> None:
        self.socket = socket
        self.table = table
        self.viewer = viewer
        self.sent = SentLog()
        self.bucket = Bucket(BURST, PER_SECOND)
        self._out: deque[FromServer | None] = deque([None])  # None: the table as it is when its turn comes
        self._news = asyncio.Event()
        self._news.set()

    # ------------------------------------------------------------ for the table
    def wake(self) -> None:
        """There is something new to show."""
        if None not in self._out:
            self._answer(None)

    # ------------------------------------------------------------ the conversation
    async def talk(self) -> None:
        """Until the client leaves."""
        self.table.arrive(self)
        writing = asyncio.create_task(self._write())
        try:
            await self._read()
        finally:
            self.table.leave(self)
            writing.cancel()
            await asyncio.wait([writing])

    # ------------------------------------------------------------ out
    async def _write(self) -> None:
        """Everything that goes out, in order."""
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                while self._out:
                    await self._send(self._out.popleft())
        except asyncio.CancelledError:
            raise
        except SortilegeError as off:
            await self._send(refused(off))
            denied = isinstance(off, Denied) and off.status != BROKEN
            await self.socket.close(code=REFUSED_SOCKET if denied else BROKEN_SOCKET)
        except Exception:
            log.debug("a socket was lost while writing", exc_info=True)

    async def _send(self, answer: FromServer | None) -> None:
        text = encoder.encode(answer).decode() if answer is not None else await self._snapshot()
        await self.socket.send_data(text, mode="text")

    async def _snapshot(self) -> str:
        try:
            async with self.table.turn() as state:
                state.check_key(self.viewer.key)
                return snapshot_text(self.table, self.viewer, self.sent)
        except SortilegeError:
            raise
        except Exception:
            log.exception("table %s could not be shown", self.table.name)
            raise Denied(BROKEN, "unexpected") from None

    def _answer(self, answer: FromServer | None) -> None:
        self._out.append(answer)
        self._news.set()

    # ------------------------------------------------------------ in
    async def _read(self) -> None:
        while True:
            while len(self._out) > MOST_UNHEARD:
                await asyncio.sleep(1 / PER_SECOND)
            event: Untrusted = await self.socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            raw = event.get("text")
            await self._hear(event.get("bytes") or b"" if raw is None else raw.encode(errors="replace"))

    async def _hear(self, raw: bytes) -> None:
        """One message; whatever is wrong with it is one sentence, and the conversation goes on."""
        try:
            if not self.bucket.take():
                self._answer(refused(Denied(TOO_MANY, "many_messages")))
                await asyncio.sleep(1 / PER_SECOND)
                return
            await self._do(decode(raw))
        except SortilegeError as off:
            if isinstance(off, StoreError):
                log.error("%s", off)
            self._answer(refused(off))
        except Exception:
            log.exception("a message at table %s was not understood", self.table.name)
            self._answer(refused(Denied(BROKEN, "unexpected")))

    async def _do(self, message: FromClient) -> None:
        match message:
            case Ping():
                self._answer(Pong())
            case Act(n=n, action=action):
                if not await self.table.act(self._seat(), n, action):
                    self.wake()
            case Undo(n=n, turn=turn):
                if not await self.table.undo(self._seat(), n, turn):
                    self.wake()
            case Ready():
                if self.viewer.seat is not None:
                    self.table.ready()
            case AskAid():
                await self._aid()

    def _seat(self) -> int:
        self.table.state.check_key(self.viewer.key)
        if self.viewer.seat is None:
            raise Denied(NOT_YOURS, "spectators")
        return self.viewer.seat

    async def _aid(self) -> None:
        seat = self._seat()
        async with self.table.turn() as state:
            if not state.aids_allowed():
                raise Denied(NOT_YOURS, "aids_off")
            view = state.playing().state.view(seat)
            aid = state.game.aid
            self._answer(Aid(state.n, {} if aid is None else aid(view)))


def decode(raw: bytes) -> FromClient:
    """The message, or Denied with what is wrong with it."""
    if len(raw) > LONGEST_MESSAGE:
        raise Denied(MALFORMED, "message_too_long", most=LONGEST_MESSAGE, length=len(raw))
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as off:
        raise decode_problem(off) from None


def decode_problem(off: Exception) -> Denied:
    """A decoding error as a sentence."""
    if isinstance(off, RecursionError):
        return Denied(MALFORMED, "message_too_deep")
    return Denied(MALFORMED, "misread_message", why=decode_error(str(off)))
