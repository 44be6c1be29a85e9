"""Sitting: one person at a table with bots. The match, who sits where, the language, and the record on disk.

The full screen and the plain lines both play through this; neither knows a rule.
"""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path
from random import choice
from typing import NamedTuple

from sortilege.core.chance import Seed
from sortilege.core.errors import no_such_seat
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.screen import Screen
from sortilege.core.shapes import Action, Line, Object, Options, Untrusted, View, Words
from sortilege.core.state import OVER
from sortilege.core.words import LANGUAGES, insert_names
from sortilege.terminal.records import fresh_path, write_record

NAME = 13  # columns a game's screen may count on for a name


class Choice(NamedTuple):
    """One thing the person may do now: the key that stands for it, how it is called, and the action itself."""

    key: str
    label: str
    action: Action


@cache
def all_words() -> dict[str, Words]:
    """What the terminal itself says, by language."""
    with open(Path(__file__).parent / "words.toml", "rb") as file:
        return tomllib.load(file)


def bot_name(name: str, level: str) -> str:
    """A bot in a record: its level stands behind its name, so that a game can be taken up again with the same bots."""
    return f"{name} ({level})"


def level_in(name: str) -> str | None:
    """The level in a bot's name; None for a person's."""
    from sortilege.bots import LEVELS

    return next((level for level in (*LEVELS, "random") if name.endswith(f" ({level})")), None)


def bot_seed(seed: Seed, seat: int) -> int:
    """The same table seed gives the same bots."""
    return int.from_bytes(hashlib.sha256(f"{seed}:bot:{seat}".encode()).digest()[:7], "big")


class Session:
    """A match being played at this terminal."""

    def __init__(self, match: Match, seat: int, level: str, language: str, path: Path | None) -> None:
        self.match = match
        self.seat = seat
        self.path = path
        self.language = language
        self.trouble = ""  # why the record could not be written, "" while it can
        self.levels = {s: level_in(match.names[s]) or level for s in range(match.seats) if s != seat}
        self.names = [short_name(name) for name in match.names]
        self.screen = match.game.screen

    # ------------------------------------------------------------ words
    @property
    def phrases(self) -> Words:
        """What the terminal says, in the language of the moment."""
        return all_words()[self.language]

    @property
    def words(self) -> Words:
        """What the game says."""
        return self.match.game.words[self.language]

    def switch_language(self) -> None:
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]

    # ------------------------------------------------------------ looking
    @property
    def turn(self) -> int:
        """The seat to decide, or OVER."""
        return int(self.match.state.turn())

    @property
    def view(self) -> View:
        """What the person sees."""
        return self.match.state.view(self.seat)

    def lines(self) -> list[str]:
        """The table, drawn by the game."""
        return self.screen.lines(self.view, self.words, self.names)

    def choices(self) -> list[Choice]:
        """What the person may do; empty when it is not their turn."""
        legal = self.view["legal"] if self.turn == self.seat else []
        return choices_of(self.screen, legal, self.words, self.names)

    def log_sentences(self) -> list[str]:
        """The log in sentences, as the person saw it; a sign of the game's own may stand before a sentence."""
        return [told for line in self.view["log"] if (told := self.tell(line))]

    def tell(self, line: Line) -> str:
        """One line of the log, "" if it is not worth a sentence."""
        sentence = self.match.game.say(line, self.language)
        if not sentence:
            return ""
        mark = self.screen.mark_of(line)
        return f"{mark} {self.insert_names(sentence)}"

    def insert_names(self, sentence: str) -> str:
        """A sentence with everybody's name in it."""
        return insert_names(sentence, self.names, self.language)

    def status(self) -> str:
        """Whose turn it is, or how the game ended."""
        outcome = self.match.state.outcome()
        if outcome is not None:
            return self.ending(outcome)
        if self.match.ended is not None:
            seat = self.match.ended["seat"]
            key = "ended_agreed" if seat is None else "ended_resigned"
            return insert_names(str(self.phrases[key]), [] if seat is None else [self.names[seat]], self.language)
        who = self.names[self.turn]
        return str(self.phrases["your_turn" if self.turn == self.seat else "thinking"].format(who=who))

    def ending(self, outcome: Object) -> str:
        winners = [self.names[seat] for seat in outcome["winners"]]
        reason = self.words["reasons"].get(outcome["reason"], outcome["reason"])
        key = ("over_lost", "over", "over_shared")[min(len(winners), 2)]
        return str(self.phrases[key].format(winners=join(winners, self.phrases["and"]), reason=reason))

    # ------------------------------------------------------------ acting
    def play(self, action: Action) -> None:
        """A decision of the seat to move; the record is on disk before anything else happens."""
        self.match.play(action, self.turn)
        self.save()

    def undo(self) -> str:
        """Take the person's last step back if that is fair; answers what to tell them."""
        why = self.match.why_no_undo(self.seat)
        if why is not None:
            return str(self.phrases["no_undo"].format(why=self.phrases["undo"][why]))
        self.match.undo(self.seat)
        self.save()
        return str(self.phrases["undone"])

    def any_action(self) -> Action:
        """Some legal action of whoever is to move."""
        return self.match.game.describe(choice(self.match.state.legal()))

    @property
    def over(self) -> bool:
        return self.turn == OVER

    def save(self) -> None:
        """Write the record; a full or read-only disk spoils no game, but is told."""
        if self.path is None:
            return
        try:
            write_record(self.path, self.match.save())
            self.trouble = ""
        except OSError as off:
            self.trouble = str(self.phrases["unsaved"].format(path=self.path, english=off.strerror or off))

    def farewell(self) -> str:
        """What to tell somebody who leaves: where the game is and how to go on."""
        if self.trouble or self.path is None:
            return self.trouble
        return str(self.phrases["kept" if self.over else "saved"].format(path=self.path))

    def again(self) -> Session:
        """The same people and bots, a new match."""
        match = Match(self.match.game, self.match.seats, chosen_options(self.match), names=self.match.names)
        path = None if self.path is None else fresh_path(self.path.parent, match.game.name)
        return Session(match, self.seat, "adept", self.language, path)


def choices_of(screen: Screen, legal: list[Action], words: Words, names: list[str]) -> list[Choice]:
    """Actions as choices: with the game's own keys if it has any, otherwise counted from 1."""
    keys = screen.keys_of(legal)
    return [Choice(key, screen.label(a, words, names), a) for key, a in zip(keys, legal, strict=True)]


def chosen_options(match: Match) -> Options:
    """The options that differ from the game's defaults."""
    defaults = match.game.options
    return {name: value for name, value in match.state.options.items() if value != defaults[name].default}


def join(names: list[str], last: str) -> str:
    """Names in a row: a, b and c."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}" if names else ""


def short_name(name: str) -> str:
    """A name as the table shows it: no level, no control characters, at most NAME columns wide."""
    from unicodedata import east_asian_width

    level = level_in(name)
    name = name.removesuffix(f" ({level})") if level else name
    out, width = "", 0
    for letter in name:
        width += 2 if east_asian_width(letter) in "WF" else 1
        if letter.isprintable() and width <= NAME:
            out += letter
    return out or "?"


# ---------------------------------------------------------------- sitting down
def sit_down(
    game: Game,
    seats: int | None = None,
    level: str = "apprentice",
    options: Options | None = None,
    seed: Seed | None = None,
    language: str = "en",
    seat: int = 0,
    name: str = "",
    path: Path | None = None,
) -> Session:
    """A new table: the person in one seat, bots of one level in the others."""
    if seats is None:
        seats = usual_seats(game)
    game.check_seats(seats)
    if not 0 <= seat < seats:
        raise no_such_seat(seats, seat)
    said = all_words()[language]
    names = [bot_name(bot, level) for bot in said["bots"][: seats - 1]]
    names.insert(seat, name or said["person"])
    session = Session(Match(game, seats, options, seed, names), seat, level, language, path)
    session.save()
    return session


def usual_seats(game: Game) -> int:
    """Two, but three in a game for many: there a rival at either side makes the fun."""
    wanted = 3 if max(game.seats) > 4 else 2
    return wanted if wanted in game.seats else game.seats[0]


def sit_again(record: Untrusted, level: str, language: str, seat: int | None, path: Path | None) -> Session:
    """Take up a record: the person is the first whose name is not a bot's, unless a seat is named."""
    match = Match.load(record)
    if seat is None:
        people = [s for s, name in enumerate(match.names) if level_in(name) is None]
        seat = people[0] if people else 0
    if not 0 <= seat < match.seats:
        raise no_such_seat(match.seats, seat)
    return Session(match, seat, level, language, path)
