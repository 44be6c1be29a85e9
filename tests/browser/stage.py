"""A table that the test controls step by step: browser and rules are real, and the test takes the place of the server.

`Stage(visitor, position, you=0)` shows the position to the visitor; `stage.play(action)` plays for the seat to move.
"""

import json
from typing import Any

import msgspec

from sortilege import IllegalAction, Match, game
from sortilege.core.log import log_of
from sortilege.core.turns import turns_in
from sortilege.server.live.log_lines import log_line, turn_lines
from sortilege.server.live.messages import SeatInfo, Snapshot
from sortilege.server.live.snapshot_cache import without_duplicates
from sortilege.server.live.socket import refused
from sortilege.server.text import sentence
from tests.browser.visitor import Visitor

NAMES = ("Ada", "Bruno", "Cora", "Dario", "Edda")
TABLE = "staged"
TURN = {"game": "abracada", "seats": 3, "options": {}, "round": 1}
RULE = "AQ-301"


class Stage:
    """A match that starts from a position, and the socket of its one viewer."""

    def __init__(self, visitor: Visitor, position: dict[str, Any], you: int | None = 0, seed: int = 1) -> None:
        self.visitor, self.you = visitor, you
        self.position, self.seed = position, seed
        self.match = self._new_match()
        self.n = 0
        self.received: list[dict[str, Any]] = []
        self.socket: Any = None
        self.refusing = False
        self.may_undo = False
        self.overrides: dict[str, Any] = {}  # fields that replace those of a snapshot
        self.connected = True
        self.waiting: list[Any] = []  # requests that arrived while the stage is disconnected
        visitor.page.route(f"**/api/tables/{TABLE}", self._answer)
        visitor.page.route_web_socket(f"**/api/tables/{TABLE}/live*", self._connect)
        visitor.go(f"/t/{TABLE}")
        visitor.wait_for_table()

    def _new_match(self) -> Match:
        return Match(game(self.position["game"]), start=self.position, seed=self.seed)

    def _answer(self, route: Any) -> None:
        if self.connected:
            route.fulfill(json=self.snapshot())
        else:
            self.waiting.append(route)

    def _connect(self, socket: Any) -> None:
        self.socket = socket
        socket.on_message(self._receive)
        self.send_snapshot()

    def _receive(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "ping":
            return self.socket.send(json.dumps({"type": "pong"}))
        if message["type"] in ("ready", "sight"):
            return None  # no bot waits for these messages here, and nobody is notified
        self.received.append(message)
        if message["type"] == "aid":
            aid = self.match.game.aid(self.match.state.view(self.you))
            self.socket.send(json.dumps({"type": "aid", "n": self.n, "aid": aid}))
        elif self.refusing:
            error = IllegalAction(RULE, game("abracada").phrase("too_low", lowest=5))
            self.socket.send(msgspec.json.encode(refused(error)).decode())
        elif message["type"] == "undo" and message.get("turn"):
            self.reset()
        elif message["type"] == "undo":
            self.match.undo()
            self.n += 1
            self.send_snapshot()
        else:
            self.play(message["action"])

    # ------------------------------------------------------------ the server's part
    def play(self, action: dict[str, Any]) -> None:
        """Play an action for the seat to move, and send the new snapshot."""
        self.match.play(action)
        self.n += 1
        self.send_snapshot()

    def reset(self) -> None:
        """Take every action back, and send the first position as a new step."""
        self.match = self._new_match()
        self.n += 1
        self.send_snapshot()

    def disconnect(self) -> None:
        """Close the page's socket, and let its requests for the table wait."""
        self.connected = False
        self.socket.close()

    def reconnect(self) -> None:
        """Answer the requests that wait, and every later one."""
        self.connected = True
        while self.waiting:
            self._answer(self.waiting.pop())

    def send_snapshot(self) -> None:
        self.socket.send(json.dumps(self.snapshot()))

    def snapshot(self) -> dict[str, Any]:
        state, rules = self.match.state, self.match.game
        mine = self.you is not None and state.turn() == self.you
        log = log_of(state, self.you)
        turns = turns_in(rules, log)
        view = state.view(self.you)
        snapshot = Snapshot(
            table=TABLE,
            n=self.n,
            game=rules.name,
            phase="over" if state.outcome() else "playing",
            you=self.you,
            host=True,
            seats=[
                SeatInfo(seat, "person", NAMES[seat], None, here=True, stand_in=False) for seat in range(state.seats)
            ],
            view=without_duplicates(view),
            board=rules.board(view),
            legal=[rules.describe(action) for action in state.legal()] if mine else [],
            log=[log_line(rules, turns, number, line) for number, line in enumerate(log)],
            log_from=0,
            turns=turn_lines(rules, turns, 0),
            turns_from=0,
            undo=None if self.may_undo and self.match.log else sentence("no_undo", why="nothing"),
            back=None,
            aids=True,
            commitment=self.match.commitment,
            seed=None,
            luck=None,
            rematch=None,
            rematch_watch=None,
            thinking=None,
            options=dict(state.options),
            notice=None,
            invite=None,
            watch=None,
        )
        return msgspec.to_builtins(snapshot) | self.overrides  # type: ignore[no-any-return]
