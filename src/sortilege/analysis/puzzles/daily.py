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
    """The result of the archmage bot, the strongest one, in today's solo game on this server."""

    score: int  # the bot's final score
    won: bool  # whether the bot won


def puzzle_of(day: date) -> tuple[Game, Puzzle] | None:
    """Return the puzzle of a day with its game, from the puzzles that ship with the games. Return None if no puzzle
    fits the cards of this host."""
    available = []
    for name in names():
        path = game(name).folder / FILE
        puzzles = puzzles_in_files(game(name), [path]).puzzles if path.is_file() else ()
        if puzzles:
            available.append((game(name), puzzles))
    if not available:
        return None
    game_of_day, puzzles = available[day_number(day, "game") % len(available)]
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.id)
    return game_of_day, ordered[day_number(day, "puzzle") % len(ordered)]


def solo_of(day: date) -> SoloGame:
    """Return the solo game of a day: the game, its options and its seed. All three follow from the day."""
    game_of_day = game(SOLO[day.toordinal() % len(SOLO)])
    solo_options = [options for seats, options in game_of_day.tasks.tables if seats == 1]
    if not solo_options:
        return SoloGame(game_of_day, {}, daily_seed(day))
    options = solo_options[day_number(day, "table") % len(solo_options)]
    return SoloGame(game_of_day, options, daily_seed(day))


class ParGame:
    """A match in which the archmage bot plays the solo game of a day, one action at a time. The score that the bot
    reaches is par: players compare their own score with it."""

    def __init__(self, solo: SoloGame, decisions: Sequence[Action] = ()) -> None:
        """Begin the match, or continue an interrupted one after `decisions`, the actions that the bot has played."""
        self.match = solo.match()
        # The seed of the game names its day, so the bot plays differently every day although the date is constant.
        bot_seed = day_number(date.min, purpose=solo.seed) % SEEDS
        self.bot = make(solo.game.name, LEVEL, bot_seed)
        self.decisions = list(decisions)
        for action in decisions:
            self.match.play(action)

    def step(self, ms: float | None = None) -> bool:
        """Let the bot play one action within `ms` milliseconds. Return False if the game is over."""
        is_over = self.match.state.turn() < 0
        if is_over:
            return False
        action = self.bot.choose(self.match.state.view(0), ms)
        self.decisions.append(action)
        self.match.play(action)
        return True

    def par(self) -> DailyPar | None:
        """Return the score that the bot reached and whether it won, or None before the end of the game."""
        outcome = self.match.state.outcome()
        return None if outcome is None else DailyPar(outcome["scores"][0], 0 in outcome["winners"])
