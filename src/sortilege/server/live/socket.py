"""One live socket at a table: handles the client's messages and sends it every change of the table.

A change is sent at once, while the table's lock is held. A client that reads slowly never delays the others: it is sent
the current state of the table when its send buffer has space again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from sortilege.core.errors import SortilegeError
from sortilege.server.errors import (
    BAD_REQUEST,
    FORBIDDEN,
    INTERNAL,
    TOO_MANY,
    UNAVAILABLE,
    Denied,
    status_and_problem,
    translate_decode_error,
)
from sortilege.server.http.limits import Bucket
from sortilege.server.live.audience import audience_of
from sortilege.server.live.hints import HintRequests, Hints
from sortilege.server.live.messages import (
    Act,
    Aid,
    AskAid,
    AskHint,
    AskOutlook,
    AskSnapshot,
    FromClient,
    FromServer,
    PageVisibility,
    Ping,
    Pong,
    Ready,
    Refused,
    Undo,
)
from sortilege.server.live.snapshot_cache import NO_VERSION
from sortilege.server.live.snapshots import next_message
from sortilege.server.live.transport import SocketTransport
from sortilege.server.store import StoreError
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import Table

# close codes
FORBIDDEN_SOCKET: Final = 4403  # the viewer may not see the table
INTERNAL_ERROR: Final = 1011  # an error of the server
TRY_AGAIN_LATER: Final = 1013  # the store does not respond, or there are too many sockets

MAX_QUEUED: Final = 64  # messages in the queue of one socket; reading stops when the queue is half full
MAX_QUEUED_LENGTH: Final = 4  # total length of the messages in the queue, as a multiple of the longest allowed message
log = logging.getLogger("sortilege.server")
decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
encoder = msgspec.json.Encoder()


class TableSocket:
    """The WebSocket of one viewer (a player or spectator) of a table. It handles the messages of the client and sends
    it every change of the table. Implements `MessageListener` for its transport and `Socket` for the audience."""

    def __init__(
        self, transport: SocketTransport, table: Table, viewer: Viewer, hints: Hints, understands_changes: bool
    ) -> None:
        self.transport = transport
        self.table = table
        self.audience = audience_of(table)
        self.viewer = viewer
        self.visible = True  # the viewer's page is visible; assumed to be so unless the client reports otherwise
        self.understands_changes = understands_changes  # otherwise the client is sent whole snapshots only
        self.version = NO_VERSION  # of the snapshot that the client has
        self.hint_requests = HintRequests(hints, table, self._send)
        self.message_limit = Bucket(*table.settings.message_rate)
        self.on_lost: Callable[[], None] = lambda: None  # called when the connection is lost
        self._update_pending = False  # an update could not be sent at once
        self._queue: deque[bytes] = deque()  # received messages that were not handled yet
        self._queued_bytes = 0
        self._overflow_reported = False  # the client was told that messages are dropped; reset with an empty queue
        self._handling = False  # a task handles the queue

    def start(self) -> None:
        """Join the table and send the first snapshot. Raise Denied if the table has too many sockets."""
        self.audience.join(self)
        self.transport.take_over(self)
        self.send_update()

    # ------------------------------------------------------------ called by the audience
    def send_update(self) -> None:
        """Send the client what has changed at the table. Postpone that while the table is being changed or the send
        buffer is full. Do nothing before `start`, which sends the first snapshot."""
        has_started = self.version != NO_VERSION or self.transport.listener is self
        if not has_started:
            return
        if self.transport.ready and self.table.can_be_shown():
            self._send_snapshot()
        elif not self._update_pending:
            self._update_pending = True
            if self.transport.ready:  # otherwise `resume_sending` sends it
                self.table.background.spawn("socket", self._send_pending_update())

    # ------------------------------------------------------------ called by the transport
    def message_received(self, message: bytes) -> None:
        """Queue a message from the client. Refuse it if it is too long or does not fit in the queue. When the queue is
        half full, stop reading from the network, so that the client has to wait."""
        max_length = self.table.settings.longest_message
        max_bytes = MAX_QUEUED_LENGTH * max_length
        if len(message) > max_length:
            if self.transport.ready:  # a client that does not read gets no response
                self._send(refused(Denied(BAD_REQUEST, "message_too_long", most=max_length, length=len(message))))
            return
        if len(self._queue) >= MAX_QUEUED or self._queued_bytes + len(message) > max_bytes:
            self._report_overflow()
            return
        self._queue.append(message)
        self._queued_bytes += len(message)
        is_half_full = len(self._queue) >= MAX_QUEUED / 2 or self._queued_bytes >= max_bytes / 2
        if is_half_full:
            self.transport.set_reading(False)
        if not self._handling:
            self._handling = True
            self.table.background.spawn("socket", self._handle_queue())

    def _report_overflow(self) -> None:
        """Tell the client that a message was dropped, because the queue is full. Tell it only once in a row."""
        if not self._overflow_reported:
            self._overflow_reported = True
            self._send(refused(Denied(TOO_MANY, "many_messages")))

    def resume_sending(self) -> None:
        """Send a postponed update, because the send buffer has space again."""
        if self._update_pending:
            self._update_pending = False
            self.send_update()

    def connection_lost(self) -> None:
        """Leave the table, because the client has disconnected."""
        self.hint_requests.cancel()
        self.audience.leave(self)
        self.on_lost()
        # These callbacks refer to this socket. As reference cycles they would keep the table in memory for long.
        self.hint_requests.send = lambda _: None
        self.on_lost = lambda: None

    # ------------------------------------------------------------ sending
    def _send_snapshot(self) -> None:
        """Send the current snapshot of the table, or the change from the client's snapshot to it. If the viewer no
        longer has access, or if that fails, close the socket."""
        self._update_pending = False
        try:
            self.audience.check_viewer(self.viewer)
            message, self.version = next_message(self.audience, self.viewer, self.version, self.understands_changes)
            self.transport.send_text(message)
        except SortilegeError as error:
            self._refuse_and_close(error)
        except Exception:
            log.exception("table %s could not be shown", self.table.name)
            self._refuse_and_close(Denied(INTERNAL, "unexpected"))

    async def _send_pending_update(self) -> None:
        """Send the postponed update as soon as nobody is changing the table."""
        try:
            async with self.table.locked():
                if self._update_pending and self.transport.ready:
                    self._send_snapshot()
        except SortilegeError as error:
            self._refuse_and_close(error)

    def _refuse_and_close(self, error: SortilegeError) -> None:
        self._send(refused(error))
        self.transport.end(close_code(error))

    def _send(self, message: FromServer) -> None:
        self.transport.send_text(encoder.encode(message))

    # ------------------------------------------------------------ receiving
    async def _handle_queue(self) -> None:
        """Handle the queued messages one after the other. Wait while the client does not read the responses."""
        try:
            while self._queue:
                while not self.transport.ready:
                    await self.transport.writable.wait()
                message = self._queue.popleft()
                self._queued_bytes -= len(message)
                await self._handle(message)
            self._overflow_reported = False
            self.transport.set_reading(True)
        finally:
            self._handling = False

    async def _handle(self, raw: bytes) -> None:
        """Handle one message of the client. If it fails or comes too soon, send a refusal; the socket stays open."""
        try:
            if not self.message_limit.take():
                self._send(refused(Denied(TOO_MANY, "many_messages")))
                seconds_per_message = 1 / self.table.settings.message_rate.per_second
                await asyncio.sleep(seconds_per_message)
                return
            await self._dispatch(decode(raw))
        except SortilegeError as error:
            if isinstance(error, StoreError):
                log.error("%s", error)
            self._send(refused(error))
        except Exception:
            log.exception("a message at table %s was not understood", self.table.name)
            self._send(refused(Denied(INTERNAL, "unexpected")))

    async def _dispatch(self, message: FromClient) -> None:
        match message:
            case Ping():
                self._send(Pong(self.table.clocks.now() if self.table.state.opened.clock else None))
            case Act(n=n, action=action):
                if not await self.table.act(self._own_seat(), n, action):
                    self.send_update()
            case Undo(n=n, turn=turn):
                if not await self.table.undo(self._own_seat(), n, turn):
                    self.send_update()
            case Ready():
                if self.viewer.seat is not None:
                    self.table.driver.allow_start()
            case PageVisibility(visible=visible):
                self.visible = visible
            case AskAid():
                await self._send_aid()
            case AskSnapshot():
                self.version = NO_VERSION
                self.send_update()
            case AskHint(n=n):
                if not await self.hint_requests.request_hint(self._own_seat(), n):
                    self.send_update()
            case AskOutlook(n=n, actions=actions):
                if not await self.hint_requests.request_outlook(self._own_seat(), n, actions):
                    self.send_update()

    def _own_seat(self) -> int:
        """Return the viewer's seat. Raise Denied if they are a spectator or may no longer see the table."""
        self.audience.check_viewer(self.viewer)
        if self.viewer.seat is None:
            raise Denied(FORBIDDEN, "spectators")
        return self.viewer.seat

    async def _send_aid(self) -> None:
        seat = self._own_seat()
        async with self.table.locked() as state:
            if not state.aids_allowed():
                raise Denied(FORBIDDEN, "aids_off")
            view = state.started_match().state.view(seat)
            aid = state.game.aid
            self._send(Aid(state.step_number, {} if aid is None else aid(view)))


def refused(error: SortilegeError) -> Refused:
    """Return the message that tells a client why its message was refused, and count the refusal in the metrics."""
    _, text = status_and_problem(error)
    return Refused(text.message, text.fr, text.rule)


def close_code(error: SortilegeError) -> int:
    """Return the WebSocket close code for an error. Only FORBIDDEN_SOCKET tells the client not to connect again."""
    status = error.status if isinstance(error, Denied) else None
    if isinstance(error, StoreError) or status == UNAVAILABLE:
        return TRY_AGAIN_LATER
    return INTERNAL_ERROR if status == INTERNAL else FORBIDDEN_SOCKET


def decode(raw: bytes) -> FromClient:
    """Return the client's message that these bytes encode as JSON. Raise Denied with the reason if they do not."""
    try:
        return decoder.decode(raw)
    except RecursionError:
        raise Denied(BAD_REQUEST, "message_too_deep") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Denied(BAD_REQUEST, "misread_message", why=translate_decode_error(str(error))) from None
