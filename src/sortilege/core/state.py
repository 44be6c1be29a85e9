"""State: the whole truth about one match at one moment, and the only place that says what is legal.

Two ways in. People, servers and tests use `legal()`, `apply()`, `clone()`: checked and remembered. Playouts and search
use `fill_legal()`, `do()`, `twin()`: unchecked, nothing remembered, no Python object made. Both reach the same rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from sortilege.core.cells import Cells, blank, copy
from sortilege.core.errors import no_such_seat
from sortilege.core.rng import Rng

CHANCE: Final = -1
OVER: Final = -2
WIDEST: Final = 512  # no node of any game lists more actions
NO_ROOM: Final = blank(0)
ROOM: Final = blank(WIDEST)
ZEROS: Final = [0] * WIDEST
# What states begin with, shared so that a twin costs no lists: never altered, only replaced.
NOTHING: Final[list[int]] = []
UNRECALLED: Final[list[dict[str, Any]]] = []


def listed(cells: Cells, n: i64) -> list[int]:
    """The first n numbers as a list."""
    out = ZEROS[:n]
    i: i64 = 0
    while i < n:
        out[i] = cells[i]
        i += 1
    return out


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """One game in progress. Each game's `rules` room says what the abstract methods mean there."""

    def __init__(self, cells: Cells, game: Any, options: dict[str, Any], seats: i64, widest: i64) -> None:
        self.cells = cells
        self.seats = seats
        self.widest = widest  # no node of this game lists more actions
        self.game = game  # the core.game.Game it belongs to: the edge needs it, the rules do not
        self.options = options
        self.origin = cells  # the cells before `past[0]`; set for real by `remember`
        self.past = NOTHING  # every action since `origin`, chance included
        self.recalled = UNRECALLED  # an imagined state: the log lines its seat saw before `origin`
        self.scratch = NO_ROOM  # see `room`
        self.told: Any = None  # log.py keeps the log as told so far here

    # ------------------------------------------------------------ what a game says
    @abstractmethod
    def turn(self) -> i64:
        """The seat to decide, CHANCE or OVER."""

    @abstractmethod
    def fill_legal(self, into: Cells) -> i64:
        """Write the legal actions (or outcomes of chance), ascending, and answer how many."""

    @abstractmethod
    def fill_weights(self, into: Cells) -> i64:
        """At CHANCE: write the weights, parallel to `fill_legal`, and answer how many."""

    @abstractmethod
    def do(self, action: i64) -> None:
        """Carry out an action known to be legal."""

    @abstractmethod
    def twin(self) -> State:
        """A copy of the cells alone, for search."""

    @abstractmethod
    def scores(self) -> list[int]:
        """The running score by seat."""

    @abstractmethod
    def winners(self) -> list[int]:
        """When OVER: the seats that won, ascending; [] where nobody did."""

    @abstractmethod
    def reason(self) -> str:
        """When OVER: what decided it, in a word that words.toml puts into a sentence."""

    def draw(self, rng: Rng, scratch: Cells) -> i64:
        """At CHANCE: one outcome, drawn by weight. A game may know a shorter way to the very same outcome."""
        n = self.fill_weights(scratch)
        total: i64 = 0
        i: i64 = 0
        while i < n:
            total += scratch[i]
            i += 1
        left = rng.below(total)
        i = n - 1
        while left >= scratch[i]:
            left -= scratch[i]
            i -= 1
        self.fill_legal(scratch)
        return scratch[i]

    def play_out(self, rng: Rng, scratch: Cells) -> i64:
        """Play to the end, every legal action equally likely; answers the number of nodes passed."""
        nodes: i64 = 0
        turn = self.turn()
        while turn != OVER:
            if turn == CHANCE:
                self.do(self.draw(rng, scratch))
            else:
                self.do(scratch[rng.below(self.fill_legal(scratch))])
            nodes += 1
            turn = self.turn()
        return nodes

    # ------------------------------------------------------------ what follows for all games
    def room(self) -> Cells:
        """Space to write a node's actions in, made when first asked for: most states in a search never are."""
        if len(self.scratch) == 0:
            self.scratch = ROOM[: self.widest]
        return self.scratch

    def legal(self) -> list[int]:
        """What may be applied now, ascending; [] when OVER."""
        room = self.room()
        return listed(room, self.fill_legal(room))

    def outcome(self) -> dict[str, Any] | None:
        """None, or winners, scores and reason."""
        if self.turn() != OVER:
            return None
        return {"winners": self.winners(), "scores": self.scores(), "reason": self.reason()}

    def weights(self) -> list[int]:
        """The weights of the outcomes of chance, parallel to `legal()`."""
        if self.turn() != CHANCE:
            raise ValueError("weights() has an answer only where turn() is CHANCE")
        room = self.room()
        return listed(room, self.fill_weights(room))

    def allows(self, action: i64) -> bool:
        """Whether this action is legal now."""
        room = self.room()
        n = self.fill_legal(room)
        i: i64 = 0
        while i < n:
            if room[i] == action:
                return True
            i += 1
        return False

    def apply(self, action: Any) -> None:
        """Check, carry out, remember. An illegal action raises IllegalAction and changes nothing."""
        if type(action) is not int or not -1 < action < 1 << 31 or not self.allows(action):
            raise self.game.refusal(self, action)
        if not self.past:
            self.origin = copy(self.cells)
            self.past = []
        self.do(action)
        self.past.append(action)

    def clone(self) -> State:
        """An independent copy with the same memory."""
        other = self.twin()
        other.origin = self.origin
        if self.past:
            other.past = self.past.copy()
        other.recalled = self.recalled
        return other

    def view(self, seat: Any) -> dict[str, Any]:
        """All that this seat may know, and nothing more; None is a spectator."""
        if seat is not None and not (type(seat) is int and 0 <= seat < self.seats):
            raise no_such_seat(self.seats, seat)
        seen: dict[str, Any] = self.game.view(self, seat)
        return seen

    def position(self) -> dict[str, Any]:
        """The state as a JSON position; NotQuiet while something is half done."""
        written: dict[str, Any] = self.game.position(self)
        return written
