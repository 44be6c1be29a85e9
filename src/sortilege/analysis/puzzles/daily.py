"""The daily: one puzzle and one solo game per day. Both follow from the date alone, so everybody with the same version
and the same cards gets the same ones, and no other server is asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from msgspec import Struct

from sortilege.analysis.puzzles.puzzle_file import FILE, Puzzle, set_of
from sortilege.analysis.seeds import daily_seed, day_number
from sortilege.bots import make
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.types import Action, Object
from sortilege.games import game, names

SOLO: Final = ("spellbook", "spell")  # on alternate days
LEVEL: Final = "archmage"


class SoloGame(NamedTuple):
    """The solo game of a day: the draws follow from its seed."""

    game: Game
    options: Object
    seed: str

    def match(self) -> Match:
        return Match(self.game, 1, self.options, self.seed)


class DailyPar(Struct):
    """The result that the archmage bot reached in today's game on this server."""

    score: int
    won: bool


def puzzle_of(day: date) -> tuple[Game, Puzzle] | None:
    """Return the puzzle of a day, from the sets that ship with the games; None if no set fits the cards of this
    host."""
    with_sets = [each for each in map(game, names()) if (each.folder / FILE).is_file()]
    sets = [(each, set_of(each, [each.folder / FILE]).puzzles) for each in with_sets]
    available = [(each, puzzles) for each, puzzles in sets if puzzles]
    if not available:
        return None
    chosen, puzzles = available[day_number(day, "game") % len(available)]
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.id)
    return chosen, ordered[day_number(day, "puzzle") % len(ordered)]


def solo_of(day: date) -> SoloGame:
    """Return the solo game of a day. The games alternate, and the day's number selects one of the game's tables."""
    chosen = game(SOLO[day.toordinal() % len(SOLO)])
    tables = [options for seats, options in chosen.tasks.tables if seats == 1] or [{}]
    return SoloGame(chosen, tables[day_number(day, "table") % len(tables)], daily_seed(day))


class ParGame:
    """The solo game of a day, played by the archmage one action at a time. Its score is par."""

    def __init__(self, solo: SoloGame, decisions: Sequence[Action] = ()) -> None:
        """`decisions`: the actions played so far. They are replayed; chance follows from the seed of the game."""
        self.match = solo.match()
        self.bot = make(solo.game.name, LEVEL, day_number(date.min, solo.seed) % 2**32)
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
