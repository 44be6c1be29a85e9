"""State: the whole truth about one match at one moment, and the only place that says what is legal.

Two ways in. People, servers and tests use `legal()`, `apply()`, `clone()`: checked and remembered. Playouts and search
use `fill_legal()`, `do()`, `twin()`: unchecked, nothing remembered, no Python object made. Both reach the same rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from sortilege.core.cells import Cells, blank, cells_of, copy, evenly
from sortilege.core.errors import no_such_seat
from sortilege.core.rng import Rng
from sortilege.core.shapes import Object, Options, Outcome, Untrusted

CHANCE: Final = -1
OVER: Final = -2
WIDEST: Final = 512  # no node of any game lists more actions
NO_BUFFER: Final = blank(0)
BUFFER: Final = blank(WIDEST)
ZEROS: Final = [0] * WIDEST
# What states begin with, shared so that a twin costs no lists: never altered, only replaced.
NOTHING: Final[list[int]] = []
UNRECALLED: Final[list[Object]] = []


def as_list(cells: Cells, n: i64) -> list[int]:
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

    # Any: the core.game.Game it belongs to, which imports this file; the edge needs it, the rules do not.
    def __init__(self, cells: Cells, game: Any, options: Options, seats: i64, widest: i64) -> None:
        self.cells = cells
        self.seats = seats
        self.widest = widest  # no node of this game lists more actions
        self.game = game
        self.options = options
        self.origin = cells  # the cells before `past[0]`; set for real by `remember`
        self.past = NOTHING  # every action since `origin`, chance included
        self.recalled = UNRECALLED  # an imagined state: the log lines its seat saw before `origin`
        self.scratch = NO_BUFFER  # see `buffer`
        self.log: Any = None  # core.log keeps the log made so far here

    # ------------------------------------------------------------ what a game says
    @abstractmethod
    def turn(self) -> i64:
        """The seat to decide, CHANCE or OVER."""

    @abstractmethod
    def fill_legal(self, into: Cells) -> i64:
        """Write the legal actions (or outcomes of chance), ascending, and answer how many."""

    def fill_weights(self, into: Cells) -> i64:
        """At CHANCE: write the weights, parallel to `fill_legal`, and answer how many. All alike, where a game does not
        say otherwise."""
        return evenly(into, self.fill_legal(into))

    @abstractmethod
    def do(self, action: i64) -> None:
        """Carry out an action known to be legal."""

    def twin(self) -> State:
        """A copy of the cells alone, for search. A game that is searched a lot says a shorter way than by this one."""
        other: State = self.game.fresh(self.game, self.seats, self.options)
        other.cells = copy(self.cells)
        return other

    @abstractmethod
    def scores(self) -> list[int]:
        """The running score by seat."""

    def winners(self) -> list[int]:
        """When OVER: the seats that won, ascending; [] where nobody did. Those with the highest score, where a game
        does not say otherwise."""
        scores = self.scores()
        best = max(scores)
        return [seat for seat in range(len(scores)) if scores[seat] == best]

    def reason(self) -> str:
        """When OVER: what decided it, in a word that words.toml puts into a sentence."""
        return "score"

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
    def buffer(self) -> Cells:
        """Space to write a node's actions in, made when first asked for: most states in a search never are."""
        if len(self.scratch) == 0:
            self.scratch = BUFFER[: self.widest]
        return self.scratch

    def legal(self) -> list[int]:
        """What may be applied now, ascending; [] when OVER."""
        buffer = self.buffer()
        return as_list(buffer, self.fill_legal(buffer))

    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        if self.turn() != OVER:
            return None
        return {"winners": self.winners(), "scores": self.scores(), "reason": self.reason()}

    def weights(self) -> list[int]:
        """The weights of the outcomes of chance, parallel to `legal()`."""
        if self.turn() != CHANCE:
            raise ValueError("weights() has an answer only where turn() is CHANCE")
        buffer = self.buffer()
        return as_list(buffer, self.fill_weights(buffer))

    def allows(self, action: i64) -> bool:
        """Whether this action is legal now."""
        buffer = self.buffer()
        n = self.fill_legal(buffer)
        i: i64 = 0
        while i < n:
            if buffer[i] == action:
                return True
            i += 1
        return False

    def apply(self, action: Untrusted) -> None:
        """Check, carry out, remember. An illegal action raises IllegalAction and changes nothing."""
        if type(action) is not int or not -1 < action < 1 << 31 or not self.allows(action):
            raise self.game.refusal(self, action)
        self.remember(action)

    def remember(self, action: i64) -> None:
        """Carry out an action known to be legal, and keep it in `past`."""
        if not self.past:
            self.origin = copy(self.cells)
            self.past = []
        self.do(action)
        self.past.append(action)

    def chance(self, rng: Untrusted) -> int:
        """At CHANCE: draw one outcome by weight, carry it out, remember it, and answer it. `rng` is ours, or anything
        with the getrandbits of random.Random; ours is drawn from inside the engine and by far the faster."""
        if self.turn() != CHANCE:
            raise ValueError("chance() has something to draw only where turn() is CHANCE")
        action = self.draw(rng if isinstance(rng, Rng) else Rng(rng.getrandbits(64)), self.buffer())
        self.remember(action)
        return action

    def clone(self) -> State:
        """An independent copy with the same memory."""
        other = self.twin()
        other.origin = self.origin
        if self.past:
            other.past = self.past.copy()
        other.recalled = self.recalled
        return other

    def view(self, seat: Untrusted) -> Object:
        """All that this seat may know, and nothing more; None is a spectator."""
        if seat is not None and not (type(seat) is int and 0 <= seat < self.seats):
            raise no_such_seat(self.seats, seat)
        view: Object = self.game.view(self, seat)
        return view

    def position(self) -> Object:
        """The state as a JSON position; NotQuiet while something is half done."""
        position: Object = self.game.position(self)
        return position

    # ------------------------------------------------------------ as Python expects of a value
    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        """The same moment of the same game, however it was reached."""
        if not isinstance(other, State):
            return NotImplemented
        same_rules = self.game is other.game and self.options == other.options
        return same_rules and list(self.cells) == list(other.cells)

    def __hash__(self) -> int:
        return hash(tuple(self.cells))

    def __reduce__(self) -> tuple[Any, ...]:
        made_of = self.game, self.seats, self.options, list(self.cells), list(self.origin), self.past, self.recalled
        return restore, made_of

    def __repr__(self) -> str:
        turn = self.turn()
        who = "over" if turn == OVER else "chance to decide" if turn == CHANCE else f"seat {turn} to decide"
        return f"<{self.game.name}, {self.seats} seats, {who}, {len(self.past)} actions applied>"

    def __str__(self) -> str:
        """The table as the seat to decide sees it, drawn as in a terminal; a spectator's where nobody decides."""
        turn = self.turn()
        view = self.view(turn if turn >= 0 else None)
        names = [f"seat {seat}" for seat in range(self.seats)]
        lines: list[str] = self.game.screen.lines(view, self.game.words["en"], names)
        return "\n".join(lines)


def restore(
    game: Any,
    seats: int,
    options: Options,
    cells: list[int],
    origin: list[int],
    past: list[int],
    recalled: list[Object],
) -> State:
    """A state that was pickled. Its set of cards is looked up by name, as a stored table does."""
    state: State = game.fresh(game, seats, options)
    state.cells = cells_of(cells)
    state.origin = cells_of(origin)
    state.past = past
    state.recalled = recalled
    return state
