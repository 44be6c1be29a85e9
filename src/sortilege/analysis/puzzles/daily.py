"""The daily challenges: one puzzle and one solo game for every day.

The challenges are computed from the date alone. So everybody with the same version and the same cards gets the same
challenges without asking another server.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from msgspec import Struct

from sortilege.analysis.puzzles.puzzle_file import FILE, Puzzle, puzzles_in_files
from sortilege.analysis.seeds import daily_seed, day_number
from sortilege.bots import make
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.types import Action, Object
from sortilege.games import game, names

SOLO: Final = ("spellbook", "spell")  # the games that are played solo on alternate days
LEVEL: Final = "archmage"  # of the bot that sets par
SEEDS: Final = 2**32  # bots accept seeds below this number


class SoloGame(NamedTuple):
    """The solo game of a day. Its seed determines all random draws."""

    game: Game
    options: Object
    seed: str

    def match(self) -> Match:
        return Match(self.game, 1, self.options, self.seed)


class DailyPar(Struct):
    """The result that the archmage bot reached in today's game on this server."""

    score: int  # the bot's final score
    won: bool  # whether the bot won


def puzzle_of(day: date) -> tuple[Game, Puzzle] | None:
    """Return the puzzle of a day with its game, from the puzzles that ship with the games. Return None if no puzzle
    fits the cards of this host."""
    available = []
    for candidate in map(game, names()):
        path = candidate.folder / FILE
        puzzles = puzzles_in_files(candidate, [path]).puzzles if path.is_file() else ()
        if puzzles:
            available.append((candidate, puzzles))
    if not available:
        return None
    chosen, puzzles = available[day_number(day, "game") % len(available)]
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.id)
    return chosen, ordered[day_number(day, "puzzle") % len(ordered)]


def solo_of(day: date) -> SoloGame:
    """Return the solo game of a day. The day decides which game is played, with which of the game's sets of options,
    and the seed."""
    chosen = game(SOLO[day.toordinal() % len(SOLO)])
    tables = [options for seats, options in chosen.tasks.tables if seats == 1] or [{}]
    return SoloGame(chosen, tables[day_number(day, "table") % len(tables)], daily_seed(day))


class ParGame:
    """An archmage bot's match of the solo game of a day, played one action at a time. The score that the bot reaches is
    par: players compare their own score with it."""

    def __init__(self, solo: SoloGame, decisions: Sequence[Action] = ()) -> None:
        """Begin the match, or continue an interrupted one after `decisions`, the actions that the bot has played."""
        self.match = solo.match()
        # The bot's seed follows from the seed of the game, which names the day, so any constant date will do here.
        self.bot = make(solo.game.name, LEVEL, day_number(date.min, solo.seed) % SEEDS)
        self.decisions = list(decisions)
        for action in decisions:
            self.match.play(action)

    def step(self, ms: float | None = None) -> bool:
        """Let the bot play one action within `ms` milliseconds. Return False if the game is over."""
        if self.match.state.turn() < 0:
            return False
        self.decisions.append(self.bot.choose(self.match.state.view(0), ms))
        self.match.play(self.decisions[-1])
        return True

    def par(self) -> DailyPar | None:
        """Return the score that the bot reached and whether it won, or None before the end of the game."""
        outcome = self.match.state.outcome()
        return None if outcome is None else DailyPar(outcome["scores"][0], 0 in outcome["winners"])
