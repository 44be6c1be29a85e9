"""A set of puzzles, as the puzzles.json of a game has it: a list of

    {"id", "position", "seat", "kind", "level": 1..5, "best": [actions], "share", "second", "seed"}

`best` is the line from the position to the end of the task, `share` what its first action wins, `second` what the next
best one does, both as the analysis found them with this `seed`. Where the cards are data, `cards` is the fingerprint of
the set it was mined with: with other cards another line may be best, so the puzzle is set aside.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from sortilege.analysis.puzzles.phrases import phrase
from sortilege.core.cards import CardsError
from sortilege.core.errors import SortilegeError, quote
from sortilege.core.folder import data_folder
from sortilege.core.game import Game
from sortilege.core.phrases import Sentence
from sortilege.core.shapes import Action, Position
from sortilege.core.state import State

FILE: Final = "puzzles.json"
LARGEST: Final = 4 << 20  # bytes of a file
LEVELS: Final = (1, 2, 3, 4, 5)
KINDS: Final = {
    "id": str,
    "position": dict,
    "seat": int,
    "kind": str,
    "level": int,
    "best": list,
    "share": float,
    "second": float,
    "seed": int,
}


class PuzzleError(SortilegeError):
    """A set of puzzles that cannot be read, or a puzzle that does not hold."""


@dataclass(frozen=True)
class Puzzle:
    """A position, and the line that is clearly best there."""

    id: str
    position: Position
    seat: int
    kind: str
    level: int  # 1 to 5, by which bots find it
    best: tuple[Action, ...]
    share: float
    second: float
    seed: int
    cards: str = ""

    @property
    def gap(self) -> float:
        """What the best is worth beyond the second."""
        return self.share - self.second

    def start(self, game: Game) -> State:
        """The table as the solver finds it; PuzzleError where the position does not load."""
        try:
            state = game.load(self.position)
        except SortilegeError as off:
            raise PuzzleError(phrase("puzzle_position", game=game.name, id=quote(self.id), why=off)) from None
        if state.turn() != self.seat:
            raise PuzzleError(phrase("puzzle_seat", game=game.name, id=quote(self.id), seat=self.seat))
        return state


@dataclass(frozen=True)
class PuzzleSet:
    """The puzzles of a game that can be put to people, the easiest first, and those that other cards have outdated."""

    puzzles: tuple[Puzzle, ...]
    outdated: tuple[Puzzle, ...] = ()

    def named(self, id: str) -> Puzzle | None:
        """The puzzle of this id."""
        return next((puzzle for puzzle in self.puzzles if puzzle.id == id), None)

    def notice(self, game: Game) -> Sentence | None:
        """Why some are missing."""
        if not self.outdated:
            return None
        return phrase("puzzle_cards", game=game.name, n=len(self.outdated))


# ---------------------------------------------------------------- finding
def own_path(game: Game) -> Path:
    """Where a set that an owner mined is kept."""
    return data_folder() / "puzzles" / f"{game.name}.json"


def puzzles_of(game: Game) -> PuzzleSet:
    """The puzzles in the box and those mined on this host, as far as they fit the cards of their tables."""
    return set_of(game, [path for path in (game.folder / FILE, own_path(game)) if path.is_file()])


def set_of(game: Game, paths: list[Path]) -> PuzzleSet:
    """The puzzles of some files; of two with the same id the later one."""
    found: dict[str, Puzzle] = {}
    for path in paths:
        found |= {puzzle.id: puzzle for puzzle in read(game, path)}
    ordered = sorted(found.values(), key=lambda puzzle: (puzzle.level, -puzzle.gap, puzzle.id))
    fitting = tuple(puzzle for puzzle in ordered if fits(game, puzzle))
    return PuzzleSet(fitting, tuple(puzzle for puzzle in ordered if puzzle not in fitting))


def fits(game: Game, puzzle: Puzzle) -> bool:
    """Whether the cards are those it was mined with."""
    try:
        options = game.settle(puzzle.position["seats"], puzzle.position.get("options", {}))
        return game.card_fingerprint(options) == puzzle.cards
    except (CardsError, SortilegeError):  # the set is gone, or no longer what the options call it
        return False


# ---------------------------------------------------------------- reading and writing
def read(game: Game, path: Path) -> tuple[Puzzle, ...]:
    """The puzzles in a file; PuzzleError says what is wrong with it."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        raise PuzzleError(phrase("puzzle_json", file=path.name)) from None
    return _read(game, path, changed)


@lru_cache(maxsize=32)
def _read(game: Game, path: Path, changed: int) -> tuple[Puzzle, ...]:
    try:
        if path.stat().st_size > LARGEST:
            raise PuzzleError(phrase("puzzle_large", file=path.name, most=LARGEST >> 20))
        written = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        raise PuzzleError(phrase("puzzle_json", file=path.name)) from None
    if not isinstance(written, list):
        raise PuzzleError(phrase("puzzle_list", file=path.name))
    found = tuple(puzzle_in(game, number, one) for number, one in enumerate(written))
    ids = [puzzle.id for puzzle in found]
    doubles = [id for id in ids if ids.count(id) > 1]
    if doubles:
        raise PuzzleError(phrase("puzzle_twice", game=game.name, id=quote(doubles[0])))
    return found


def puzzle_in(game: Game, number: int, written: Any) -> Puzzle:
    """One puzzle, every key of its kind."""
    named = written.get("id") if isinstance(written, dict) else None
    name = quote(named) if isinstance(named, str) and named else str(number)

    def off(what: str) -> PuzzleError:
        return PuzzleError(phrase("puzzle_off", game=game.name, id=name, what=quote(what)))

    if not isinstance(written, dict):
        raise off("{}")
    for key, kind in KINDS.items():
        value = written.get(key)
        if type(value) is not kind and not (kind is float and type(value) is int):
            raise off(key)
    unknown = [key for key in written if key not in (*KINDS, "cards")]
    if unknown:
        raise off(unknown[0])
    if written["level"] not in LEVELS or not named:
        raise off("level" if named else "id")
    if not 0 <= written["second"] < written["share"] <= 1:
        raise off("share")
    if not written["best"] or not all(isinstance(action, dict) for action in written["best"]):
        raise off("best")
    if type(written.get("cards", "")) is not str:
        raise off("cards")
    return Puzzle(**{**written, "best": tuple(written["best"])})


def as_json(puzzle: Puzzle) -> dict[str, object]:
    """A puzzle as its file has it."""
    written = asdict(puzzle)
    written["best"] = list(puzzle.best)
    if not puzzle.cards:
        del written["cards"]
    return written


def write(path: Path, puzzles: list[Puzzle]) -> None:
    """Put a set in a file, a puzzle a line, in place of what was there; never half."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(as_json(puzzle), ensure_ascii=False) for puzzle in puzzles)
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(f"[\n{lines}\n]\n" if puzzles else "[]\n", encoding="utf-8")
    fresh.replace(path)
