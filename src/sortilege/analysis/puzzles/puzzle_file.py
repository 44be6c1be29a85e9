"""Files of puzzles: `puzzles.json` in a game's folder, and puzzles mined on this host, in `puzzles` of the data folder.
A file is a list of

    {"id", "position", "seat", "kind", "level": 1..5, "best": [actions], "share", "second", "seed"}

`best` is the solution, from the position to the end of the task. `share` is the win probability after the first action
of the solution, and `second` the win probability after the second-best first action; both were analysed with this
`seed`. In games with exchangeable cards, `cards` is the fingerprint of the card set. With other cards another action
may be best, so the puzzle is skipped.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from sortilege.analysis.puzzles.phrases import phrase
from sortilege.core.contract.cards import CardsError
from sortilege.core.data_folder import data_folder
from sortilege.core.engine.state import State
from sortilege.core.errors import SortilegeError, quote
from sortilege.core.files import invalid_key, write_atomically
from sortilege.core.game import Game
from sortilege.core.text.phrases import Sentence
from sortilege.core.types import Action, Position, Untrusted

FILE: Final = "puzzles.json"
MEGABYTE: Final = 1 << 20
MAX_MEGABYTES: Final = 4  # of a file


class PuzzleError(SortilegeError):
    """A set of puzzles cannot be read, or a puzzle is not sound."""


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position with its solution: the sequence of actions that is clearly best."""

    id: Annotated[str, Meta(min_length=1)]
    position: Position
    seat: int  # the seat to move
    kind: str  # what the puzzle asks for
    level: Annotated[int, Meta(ge=1, le=5)]  # 1 (easy) to 5 (hard)
    best: Annotated[tuple[Action, ...], Meta(min_length=1)]
    share: Annotated[float, Meta(le=1)]  # the win probability after the best action
    second: Annotated[float, Meta(ge=0)]  # the win probability after the second-best action
    seed: int  # of the analysis
    cards: str = ""  # the fingerprint of the cards; "" in games without exchangeable cards

    def __post_init__(self) -> None:
        if self.second >= self.share:
            raise ValueError("field `share`")

    @property
    def gap(self) -> float:
        """How much higher the win probability is after the best action than after the second-best action."""
        return self.share - self.second

    def start(self, game: Game) -> State:
        """Return the state to solve. Raise PuzzleError if the position cannot be loaded or another seat is to move."""
        try:
            state = game.load(self.position)
        except SortilegeError as error:
            raise PuzzleError(phrase("puzzle_position", game=game.name, id=quote(self.id), why=error)) from None
        if state.turn() != self.seat:
            raise PuzzleError(phrase("puzzle_seat", game=game.name, id=quote(self.id), seat=self.seat))
        return state


@dataclass(frozen=True)
class PuzzleSet:
    """The puzzles of a game, easiest first."""

    puzzles: tuple[Puzzle, ...]
    outdated: tuple[Puzzle, ...] = ()  # puzzles that were made for other cards

    def find(self, id: str) -> Puzzle | None:
        return next((puzzle for puzzle in self.puzzles if puzzle.id == id), None)

    def notice(self, game: Game) -> Sentence | None:
        """Return the message about puzzles that are skipped because they were made for other cards, or None."""
        if not self.outdated:
            return None
        return phrase("puzzle_cards", game=game.name, n=len(self.outdated))


# ---------------------------------------------------------------- the sets of a game
def own_path(game: Game) -> Path:
    """Return the path of the file with the puzzles that were mined on this host."""
    return data_folder() / "puzzles" / f"{game.name}.json"


def puzzles_of(game: Game) -> PuzzleSet:
    """Return the puzzles that ship with the game, and the puzzles that were mined on this host."""
    return puzzles_in_files(game, [path for path in (game.folder / FILE, own_path(game)) if path.is_file()])


def puzzles_in_files(game: Game, paths: list[Path]) -> PuzzleSet:
    """Return the puzzles of several files, easy ones first. If two puzzles have the same id, the later file counts."""
    by_id: dict[str, Puzzle] = {}
    for path in paths:
        by_id |= {puzzle.id: puzzle for puzzle in read(game, path)}
    ordered = sorted(by_id.values(), key=lambda puzzle: (puzzle.level, -puzzle.gap, puzzle.id))
    fitting = tuple(puzzle for puzzle in ordered if fits(game, puzzle))
    return PuzzleSet(fitting, tuple(puzzle for puzzle in ordered if puzzle not in fitting))


def fits(game: Game, puzzle: Puzzle) -> bool:
    """Return whether this host has the cards that the puzzle was mined with."""
    try:
        options = game.resolve_options(puzzle.position["seats"], puzzle.position.get("options", {}))
        return game.card_fingerprint(options) == puzzle.cards
    except (CardsError, SortilegeError):  # the card set was removed or renamed
        return False


# ---------------------------------------------------------------- reading and writing
def read(game: Game, path: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles in a file. Raise PuzzleError if the file is invalid."""
    try:
        modified = path.stat().st_mtime_ns
    except OSError:
        raise PuzzleError(phrase("puzzle_json", file=path.name)) from None
    return _read(game, path, modified)


@lru_cache(maxsize=32)
def _read(game: Game, path: Path, modified: int) -> tuple[Puzzle, ...]:
    """Read the puzzles of a file; the result is cached. `modified`, the modification time of the file in nanoseconds,
    is a part of the cache key: when the file changes, the key changes, so the file is read again."""
    try:
        is_too_large = path.stat().st_size > MAX_MEGABYTES * MEGABYTE
        content = None if is_too_large else msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError, RecursionError):
        raise PuzzleError(phrase("puzzle_json", file=path.name)) from None
    if is_too_large:
        raise PuzzleError(phrase("puzzle_large", file=path.name, most=MAX_MEGABYTES))
    if not isinstance(content, list):
        raise PuzzleError(phrase("puzzle_list", file=path.name))
    puzzles = tuple(parse_puzzle(game, number, entry) for number, entry in enumerate(content))
    ids = [puzzle.id for puzzle in puzzles]
    duplicates = [id for id in ids if ids.count(id) > 1]
    if duplicates:
        raise PuzzleError(phrase("puzzle_twice", game=game.name, id=quote(duplicates[0])))
    return puzzles


def parse_puzzle(game: Game, number: int, entry: Untrusted) -> Puzzle:
    """Return the puzzle of one entry of a file. Raise PuzzleError if a key is missing, unknown or of the wrong type.
    The message identifies the entry by its id or, without an id, by its `number` in the file."""
    try:
        return msgspec.convert(entry, Puzzle)
    except msgspec.ValidationError as error:
        id = entry.get("id") if isinstance(entry, dict) else None
        name = quote(id) if isinstance(id, str) and id else str(number)
        key = quote(invalid_key(error) or "{}")
        raise PuzzleError(phrase("puzzle_off", game=game.name, id=name, what=key)) from None


def write(path: Path, puzzles: list[Puzzle]) -> None:
    """Write a set to a file, one puzzle per line. The previous content is replaced atomically."""
    lines = ",\n".join(json.dumps(msgspec.to_builtins(puzzle), ensure_ascii=False) for puzzle in puzzles)
    write_atomically(path, f"[\n{lines}\n]\n" if puzzles else "[]\n")
