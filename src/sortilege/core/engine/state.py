"""State: the complete state of one match at one moment, and the only place that decides what is legal.

There are two interfaces to the same rules. People, servers and tests use `legal()`, `apply()`, `clone()`, which check
actions and remember them. Playouts and search use `fill_legal()`, `do()`, `bare_copy()`, which check and remember
nothing and create no Python objects.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from sortilege.core.engine.cells import Cells, blank, cells_of, copy, fill_ones, total
from sortilege.core.engine.rng import Rng
from sortilege.core.errors import no_such_seat
from sortilege.core.types import Object, Options, Outcome, Untrusted

# Results of `turn()` that are no seat.
CHANCE: Final = -1  # a chance outcome must be drawn
OVER: Final = -2  # the game is over
MAX_LEGAL: Final = 512  # the maximum number of legal actions in any game
NO_BUFFER: Final = blank(0)
BUFFER: Final = blank(MAX_LEGAL)  # its slices are the buffers of states
ZEROS: Final = [0] * MAX_LEGAL
# Initial values of a state, shared so that a copy creates no lists. They are replaced, never changed.
NO_ACTIONS: Final[list[int]] = []
NO_LINES: Final[list[Object]] = []


def as_list(cells: Cells, n: i64) -> list[int]:
    """Return the first n numbers as a list."""
    numbers = ZEROS[:n]
    i: i64 = 0
    while i < n:
        numbers[i] = cells[i]
        i += 1
    return numbers


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """One game in progress. The vector `cells` contains the whole table. Each game has its own subclass."""

    # Any: the core.game.Game, which imports this module.
    def __init__(self, cells: Cells, game: Any, options: Options, seats: i64, max_legal: i64) -> None:
        self.cells = cells
        self.seats = seats
        self.max_legal = max_legal  # the maximum number of legal actions in this game
        self.game = game
        self.options = options
        self.first_cells = cells  # the cells before `history[0]`; copied by `remember`
        self.history = NO_ACTIONS  # all actions and chance outcomes since `first_cells`
        self.recalled_lines = NO_LINES  # in a sampled state: the log lines that its seat saw before `first_cells`
        self.scratch = NO_BUFFER  # see `buffer`
        self.log: Any = None  # cache of core.log

    # ------------------------------------------------------------ implemented by each game
    @abstractmethod
    def turn(self) -> i64:
        """Return the seat to move, CHANCE if a chance outcome must be drawn, or OVER if the game is over."""

    @abstractmethod
    def fill_legal(self, into: Cells) -> i64:
        """Write the ids of the legal actions (or chance outcomes) into `into`, ascending. Return their number."""

    def fill_weights(self, into: Cells) -> i64:
        """Write the weights of the chance outcomes (by default 1 each), like `fill_legal`. Return their number."""
        return fill_ones(into, self.fill_legal(into))

    @abstractmethod
    def do(self, action: i64) -> None:
        """Apply an action or chance outcome (an id) that is known to be legal. It is not added to the history."""

    def bare_copy(self) -> State:
        """Return a copy of the state without its history, for search. Games override this with a faster version."""
        other: State = self.game.initial_state(self.game, self.seats, self.options)
        other.cells = copy(self.cells)
        return other

    @abstractmethod
    def scores(self) -> list[int]:
        """Return the current score by seat."""

    def winners(self) -> list[int]:
        """Return the winning seats of a finished game, ascending: by default those with the highest score."""
        scores = self.scores()
        best_score = max(scores)
        return [seat for seat in range(len(scores)) if scores[seat] == best_score]

    def reason(self) -> str:
        """Return what decided a finished game, as a key of words.toml."""
        return "score"

    def draw(self, rng: Rng, scratch: Cells) -> i64:
        """Return a chance outcome, drawn by weight. `scratch` is a buffer. Games may override this for speed."""
        n = self.fill_weights(scratch)
        remainder = rng.below(total(scratch, n))
        i = n - 1  # from the last outcome, which is often the most frequent
        while remainder >= scratch[i]:
            remainder -= scratch[i]
            i -= 1
        self.fill_legal(scratch)
        return scratch[i]

    def play_out(self, rng: Rng, scratch: Cells) -> i64:
        """Play random actions to the end of the game, and return how many were played. `scratch` is a buffer."""
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

    # ------------------------------------------------------------ common to all games
    def buffer(self) -> Cells:
        """Return a buffer for legal actions. It is created on first use, because most states in a search need none."""
        if len(self.scratch) == 0:
            self.scratch = BUFFER[: self.max_legal]
        return self.scratch

    def legal(self) -> list[int]:
        """Return the ids of the legal actions or chance outcomes in ascending order; [] if the game is over."""
        buffer = self.buffer()
        return as_list(buffer, self.fill_legal(buffer))

    def outcome(self) -> Outcome | None:
        """Return the winners, the scores and the deciding reason of a finished game; None if the game is not over."""
        if self.turn() != OVER:
            return None
        return {"winners": self.winners(), "scores": self.scores(), "reason": self.reason()}

    def weights(self) -> list[int]:
        """Return the weights of the chance outcomes, in the order of `legal()`. Raise ValueError if none is pending."""
        if self.turn() != CHANCE:
            raise ValueError("weights() has an answer only where turn() is CHANCE")
        buffer = self.buffer()
        return as_list(buffer, self.fill_weights(buffer))

    def allows(self, action: i64) -> bool:
        """Return whether this action is legal now."""
        buffer = self.buffer()
        n = self.fill_legal(buffer)
        i: i64 = 0
        while i < n:
            if buffer[i] == action:
                return True
            i += 1
        return False

    def apply(self, action: Untrusted) -> None:
        """Check and apply an action id, and append it to `history`. If it is illegal, only raise IllegalAction."""
        is_valid_id = type(action) is int and 0 <= action < 1 << 31
        if not is_valid_id or not self.allows(action):
            raise self.game.refusal(self, action)
        self.remember(action)

    def remember(self, action: i64) -> None:
        """Apply an action that is known to be legal and append it to `history`."""
        if not self.history:
            self.first_cells = copy(self.cells)
            self.history = []
        self.do(action)
        self.history.append(action)

    def chance(self, rng: Untrusted) -> int:
        """Draw one of the possible chance outcomes by weight, apply it and return its id. `rng` is an Rng, or an object
        with the method `getrandbits` of random.Random, which is much slower."""
        if self.turn() != CHANCE:
            raise ValueError("chance() has something to draw only where turn() is CHANCE")
        generator = rng if isinstance(rng, Rng) else Rng(rng.getrandbits(64))
        action = self.draw(generator, self.buffer())
        self.remember(action)
        return action

    def clone(self) -> State:
        """Return an independent copy of the state, history included."""
        other = self.bare_copy()
        other.first_cells = self.first_cells
        if self.history:
            other.history = self.history.copy()
        other.recalled_lines = self.recalled_lines
        return other

    def view(self, seat: Untrusted) -> Object:
        """Return everything that a seat (None: a spectator) may know, as a JSON object."""
        is_seat = type(seat) is int and 0 <= seat < self.seats
        if seat is not None and not is_seat:
            raise no_such_seat(self.seats, seat)
        view: Object = self.game.view(self, seat)
        return view

    def position(self) -> Object:
        """Return the state as JSON that can be loaded. Raise NotQuiet while an action is only partly resolved."""
        position: Object = self.game.position(self)
        return position

    # ------------------------------------------------------------ Python protocols
    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        """Return whether both states have the same game, options and table. Their histories may differ."""
        if not isinstance(other, State):
            return NotImplemented
        same_rules = self.game is other.game and self.options == other.options
        return same_rules and list(self.cells) == list(other.cells)

    def __hash__(self) -> int:
        return hash(tuple(self.cells))

    def __reduce__(self) -> tuple[Any, ...]:
        args = (
            self.game,
            self.seats,
            self.options,
            list(self.cells),
            list(self.first_cells),
            self.history,
            self.recalled_lines,
        )
        return restore, args

    def __repr__(self) -> str:
        turn = self.turn()
        status = f"seat {turn} to decide"
        if turn == OVER:
            status = "over"
        elif turn == CHANCE:
            status = "chance to decide"
        return f"<{self.game.name}, {self.seats} seats, {status}, {len(self.history)} actions applied>"

    def __str__(self) -> str:
        """Return a drawing of the table, as the seat to move or, if there is none, a spectator sees it."""
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
    first_cells: list[int],
    history: list[int],
    recalled_lines: list[Object],
) -> State:
    """Restore a pickled state. If the options name a card set, the version installed on this host is used."""
    state: State = game.initial_state(game, seats, options)
    state.cells = cells_of(cells)
    state.first_cells = cells_of(first_cells)
    state.history = history
    state.recalled_lines = recalled_lines
    return state
