"""One socket at a table: what comes in is checked and answered, what changes is shown.

What changes goes out at once, in the table's own turn. A slow client never holds anybody up: it gets the table as it is
when its line is ready again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from sortilege.core.errors import SortilegeError
from sortilege.server.errors import BROKEN, MALFORMED, NOT_NOW, NOT_YOURS, TOO_MANY, Denied, decode_error, problem
from sortilege.server.http.limits import Bucket
from sortilege.server.live.audience import audience_of
from sortilege.server.live.hints import Counsel, Hints
from sortilege.server.live.messages import (
    Act,
    Aid,
    AskAid,
    AskHint,
    AskOutlook,
    AskWhole,
    FromClient,
    FromServer,
    Ping,
    Pong,
    Ready,
    Refused,
    Sight,
    Undo,
)
from sortilege.server.live.snapshot_cache import NOTHING
from sortilege.server.live.snapshots import snapshot_text
from sortilege.server.live.transport import SocketTransport
from sortilege.server.store import StoreError
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import Table

REFUSED_SOCKET: Final = 4403  # the close code of a socket that may not be at the table
BROKEN_SOCKET: Final = 1011  # of one that met a fault of ours
LATER: Final = 1013  # and of one that cannot be served now: the store does not answer, or there are too many
MOST_WAITING: Final = 64  # messages of one socket that wait for an answer; when there are half as many, reading stops
MOST_WAITING_LENGTH: Final = 4  # and their bytes together, in longest messages
log = logging.getLogger("sortilege.server")
decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
encoder = msgspec.json.Encoder()


class TableSocket:
    """A viewer's socket."""

    def __init__(self, line: SocketTransport, table: Table, viewer: Viewer, hints: Hints, changes: bool) -> None:
        self.line = line
        self.table = table
        self.audience = audience_of(table)
        self.viewer = viewer
        self.visible = True  # the page is in sight, as far as it says
        self.changes = changes  # it can make a snapshot from the last one and a change
        self.version = NOTHING  # of the snapshot it has
        self.counsel = Counsel(hints, table, self._answer)
        self.bucket = Bucket(*table.settings.message_rate)
        self.gone: Callable[[], None] = lambda: None  # called when the line is lost
        self._behind = False  # there is something to show that could not be shown at once
        self._received: deque[bytes] = deque()  # what waits to be answered
        self._received_bytes = 0
        self._overflowed = False  # messages were dropped since the queue was empty, and the client was told
        self._answering = False

    def begin(self) -> None:
        """Sit down: from now on the line is the table's. Denied where there is no place."""
        self.audience.join(self)
        self.line.take_over(self)
        self.wake()

    # ------------------------------------------------------------ for the table
    def wake(self) -> None:
        """There is something new to show: at once, if the table may be shown and the line is ready."""
        if self.version == NOTHING and not self._has_seat():
            return
        if self.line.ready and self.table.showable():
            self._show()
        elif not self._behind:
            self._behind = True
            if self.line.ready:
                self.table.background.spawn("socket", self._show_in_turn())

    def _has_seat(self) -> bool:
        return self.line.listener is self

    # ------------------------------------------------------------ for the line
    def hear(self, message: bytes) -> None:
        """Queue a message; it is answered after those that came before.

        A message that is too long is refused at once and never queued. When the queue is half full, reading stops, so
        that further messages wait in the network. One read may hold more than the queue takes: the rest of it is
        dropped with one refusal.
        """
        longest = self.table.settings.longest_message
        if len(message) > longest:
            if self.line.ready:  # a client that does not read is not answered
                self._answer(refused(too_long(message, longest)))
            return
        most = MOST_WAITING_LENGTH * longest
        if len(self._received) >= MOST_WAITING or self._received_bytes + len(message) > most:
            if not self._overflowed:
                self._overflowed = True
                self._answer(refused(Denied(TOO_MANY, "many_messages")))
            return
        self._received.append(message)
        self._received_bytes += len(message)
        if len(self._received) * 2 >= MOST_WAITING or self._received_bytes * 2 >= most:
            self.line.listen(False)
        if not self._answering:
            self._answering = True
            self.table.background.spawn("socket", self._answer_all())

    def go_on(self) -> None:
        """The line is ready again."""
        if self._behind:
            self._behind = False
            self.wake()

    def lost(self) -> None:
        """Handle the loss of the connection. References back to this socket are cleared, so that no cycle keeps its
        table in memory."""
        self.counsel.leave()
        self.counsel.answer = ignore
        self.audience.leave(self)
        self.gone()
        self.gone = lambda: None

    # ------------------------------------------------------------ out
    def _show(self) -> None:
        """Send the table as it is, or what changed of it."""
        self._behind = False
        try:
            self.audience.check_viewer(self.viewer)
            text, self.version = snapshot_text(self.audience, self.viewer, self.version, self.changes)
            self.line.send_text(text)
        except SortilegeError as off:
            self._end(off)
        except Exception:
            log.exception("table %s could not be shown", self.table.name)
            self._end(Denied(BROKEN, "unexpected"))

    async def _show_in_turn(self) -> None:
        """The same as soon as nobody changes the table."""
        try:
            async with self.table.locked():
                if self._behind and self.line.ready:
                    self._show()
        except SortilegeError as off:
            self._end(off)

    def _end(self, off: SortilegeError) -> None:
        self._answer(refused(off))
        self.line.end(close_code(off))

    def _answer(self, answer: FromServer) -> None:
        self.line.send_text(encoder.encode(answer))

    # ------------------------------------------------------------ in
    async def _answer_all(self) -> None:
        """One message after the other. A client that does not listen is not listened to."""
        try:
            while self._received:
                while not self.line.ready:
                    await self.line.writable.wait()
                message = self._received.popleft()
                self._received_bytes -= len(message)
                await self._hear(message)
            self._overflowed = False
            self.line.listen(True)
        finally:
            self._answering = False

    async def _hear(self, raw: bytes) -> None:
        """One message; whatever is wrong with it is one sentence, and the conversation goes on."""
        try:
            if not self.bucket.take():
                self._answer(refused(Denied(TOO_MANY, "many_messages")))
                await asyncio.sleep(1 / self.table.settings.message_rate.per_second)
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
                self._answer(Pong(self.table.clocks.now() if self.table.state.opened.clock else None))
            case Act(n=n, action=action):
                if not await self.table.act(self._seat(), n, action):
                    self.wake()
            case Undo(n=n, turn=turn):
                if not await self.table.undo(self._seat(), n, turn):
                    self.wake()
            case Ready():
                if self.viewer.seat is not None:
                    self.table.driver.ready()
            case Sight(visible=visible):
                self.visible = visible
            case AskAid():
                await self._aid()
            case AskWhole():
                self.version = NOTHING
                self.wake()
            case AskHint(n=n):
                if not await self.counsel.ask_hint(self._seat(), n):
                    self.wake()
            case AskOutlook(n=n, actions=actions):
                if not await self.counsel.ask_outlook(self._seat(), n, actions):
                    self.wake()

    def _seat(self) -> int:
        self.audience.check_viewer(self.viewer)
        if self.viewer.seat is None:
            raise Denied(NOT_YOURS, "spectators")
        return self.viewer.seat

    async def _aid(self) -> None:
        seat = self._seat()
        async with self.table.locked() as state:
            if not state.aids_allowed():
                raise Denied(NOT_YOURS, "aids_off")
            view = state.playing().state.view(seat)
            aid = state.game.aid
            self._answer(Aid(state.n, {} if aid is None else aid(view)))


def ignore(_: FromServer) -> None:
    """Discard a message, because the client is gone."""


def refused(error: SortilegeError) -> Refused:
    """Return the message that refuses a socket's request."""
    _, text = problem(error)
    return Refused(text.message, text.fr, text.rule)


def close_code(off: SortilegeError) -> int:
    """Why a socket is closed: 4403 only where its viewer may not be at the table."""
    if isinstance(off, StoreError) or (isinstance(off, Denied) and off.status == NOT_NOW):
        return LATER
    return BROKEN_SOCKET if isinstance(off, Denied) and off.status == BROKEN else REFUSED_SOCKET


def too_long(message: bytes, longest: int) -> Denied:
    return Denied(MALFORMED, "message_too_long", most=longest, length=len(message))


def decode(raw: bytes) -> FromClient:
    """The message, or Denied with what is wrong with it."""
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as off:
        raise decode_problem(off) from None


def decode_problem(off: Exception) -> Denied:
    """A decoding error as a sentence."""
    if isinstance(off, RecursionError):
        return Denied(MALFORMED, "message_too_deep")
    return Denied(MALFORMED, "misread_message", why=decode_error(str(off)))
