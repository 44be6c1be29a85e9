"""A table whose every step is known: the browser is real, the rules are real, only the server is played by the test.

with_stage(visitor, position, you=0) puts the position before the visitor; `stage.play(action)` is somebody's move.
"""

import json
from typing import Any

import msgspec

from sortilege import IllegalAction, Match, game
from sortilege.core.log import log_of
from sortilege.core.turns import turns_in
from sortilege.server.live.log_lines import log_line, turn_lines
from sortilege.server.live.messages import SeatPlate, Snapshot
from sortilege.server.live.snapshot_cache import without_duplicates
from sortilege.server.live.socket import refused
from sortilege.server.text import say
from tests.browser.visitor import Visitor

NAMES = ("Ada", "Bruno", "Cora", "Dario", "Edda")
TABLE = "staged"
TURN = {"game": "abracada", "seats": 3, "options": {}, "round": 1}
RULE = "AQ-301"


class Stage:
    """A match from a position, and the socket of the one who looks at it."""

    def __init__(self, visitor: Visitor, position: dict[str, Any], you: int | None = 0, seed: int = 1) -> None:
        self.visitor, self.you = visitor, you
        self.position, self.seed = position, seed
        self.match = self._begun()
        self.n = 0
        self.heard: list[dict[str, Any]] = []
        self.socket: Any = None
        self.refusing = False
        self.may_undo = False
        self.also: dict[str, Any] = {}  # what else, or otherwise, the snapshots say
        self.away = False
        self.asked: list[Any] = []
        visitor.page.route(f"**/api/tables/{TABLE}", self._looked)
        visitor.page.route_web_socket(f"**/api/tables/{TABLE}/live*", self._opened)
        visitor.go(f"/t/{TABLE}")
        visitor.sat()

    def _begun(self) -> Match:
        return Match(game(self.position["game"]), start=self.position, seed=self.seed)

    def _looked(self, route: Any) -> None:
        if self.away:
            self.asked.append(route)
        else:
            route.fulfill(json=self.snapshot())

    def _opened(self, socket: Any) -> None:
        self.socket = socket
        socket.on_message(self._hear)
        self.tell()

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "ping":
            return self.socket.send(json.dumps({"type": "pong"}))
        if message["type"] in ("ready", "sight"):
            return None  # here no bot waits for it, and nobody is told elsewhere
        self.heard.append(message)
        if message["type"] == "aid":
            aid = self.match.game.aid(self.match.state.view(self.you))
            self.socket.send(json.dumps({"type": "aid", "n": self.n, "aid": aid}))
        elif self.refusing:
            off = IllegalAction(RULE, game("abracada").phrase("too_low", lowest=5))
            self.socket.send(msgspec.json.encode(refused(off)).decode())
        elif message["type"] == "undo" and message.get("turn"):
            self.again()
        elif message["type"] == "undo":
            self.match.undo()
            self.n += 1
            self.tell()
        else:
            self.play(message["action"])

    # ------------------------------------------------------------ the server's part
    def play(self, action: dict[str, Any]) -> None:
        """Whoever is to move does this."""
        self.match.play(action)
        self.n += 1
        self.tell()

    def again(self) -> None:
        """Everything is taken back: the position as it was, in a new moment."""
        self.match = self._begun()
        self.n += 1
        self.tell()

    def go_away(self) -> None:
        """The line is cut, and whoever asks for the table waits for an answer."""
        self.away = True
        self.socket.close()

    def come_back(self) -> None:
        """Whoever asked is answered, and may open a line again."""
        self.away = False
        while self.asked:
            self._looked(self.asked.pop())

    def tell(self) -> None:
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
                SeatPlate(seat, "person", NAMES[seat], None, here=True, stand_in=False) for seat in range(state.seats)
            ],
            view=without_duplicates(view),
            board=rules.board(view),
            legal=[rules.describe(action) for action in state.legal()] if mine else [],
            log=[log_line(rules, turns, number, line) for number, line in enumerate(log)],
            log_from=0,
            turns=turn_lines(rules, turns, 0),
            turns_from=0,
            undo=None if self.may_undo and self.match.log else say("no_undo", why="nothing"),
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
        return msgspec.to_builtins(snapshot) | self.also  # type: ignore[no-any-return]
