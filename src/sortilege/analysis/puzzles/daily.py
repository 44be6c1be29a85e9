"""The day: one puzzle and one solo game, the same for everybody, from the date alone. Whoever has the same version and
the same cards finds the same; no server elsewhere is asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from typing import Final, NamedTuple

from msgspec import Struct

from sortilege.analysis.puzzles.puzzle import FILE, Puzzle, set_of
from sortilege.bots import make
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.shapes import Action, Object
from sortilege.games import game, names

SOLO: Final = ("spellbook", "spell")  # in turn
LEVEL: Final = "archmage"


class SoloGame(NamedTuple):
    """A game for one with the luck of a day."""

    game: Game
    options: Object
    seed: str

    def match(self) -> Match:
        return Match(self.game, 1, self.options, self.seed)


class DailyPar(Struct):
    """How the archmage of this server played today's game."""

    score: int
    won: bool


def number_of(day: date, purpose: str) -> int:
    """A large number that everybody finds for this day."""
    return int.from_bytes(sha256(f"sortilege daily {day.isoformat()} {purpose}".encode()).digest())


def puzzle_of(day: date) -> tuple[Game, Puzzle] | None:
    """The puzzle of a day, from the sets in the box; None where no set fits the cards of this host."""
    sets = [(found, set_of(found, [found.folder / FILE])) for found in map(game, names()) if has_set(found)]
    full = [(found, kept.puzzles) for found, kept in sets if kept.puzzles]
    if not full:
        return None
    found, puzzles = full[number_of(day, "game") % len(full)]
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.id)
    return found, ordered[number_of(day, "puzzle") % len(ordered)]


def has_set(found: Game) -> bool:
    return (found.folder / FILE).is_file()


def solo_of(day: date) -> SoloGame:
    """The solo game of a day: the games take turns, and so do the tables each offers to one."""
    found = game(SOLO[day.toordinal() % len(SOLO)])
    tables = [options for seats, options in found.tasks.tables if seats == 1] or [{}]
    return SoloGame(found, tables[number_of(day, "table") % len(tables)], f"sortilege daily {day.isoformat()}")


class ParGame:
    """The solo game of a day, played by the archmage one action at a time. Its score is par."""

    def __init__(self, solo: SoloGame, decisions: Sequence[Action] = ()) -> None:
        """`decisions`: the actions played so far. They are replayed; chance follows from the seed of the game."""
        self.match = solo.match()
        self.bot = make(solo.game.name, LEVEL, number_of(date.min, solo.seed) % 2**32)
        self.decisions = list(decisions)
        for action in decisions:
            self.match.play(action)

    def step(self, ms: float | None = None) -> bool:
        """Let the bot play one action, in `ms` milliseconds or else in the time of its level. Return False if the game
        is over."""
        if self.match.state.turn() < 0:
            return False
        self.decisions.append(self.bot.choose(self.match.state.view(0), ms))
        self.match.play(self.decisions[-1])
        return True

    def par(self) -> DailyPar | None:
        """Return the score that the archmage reached, and whether it won; None before the end."""
        outcome = self.match.state.outcome()
        return None if outcome is None else DailyPar(outcome["scores"][0], 0 in outcome["winners"])
