"""A session at the terminal: one person at a table with bots, their match, language and record file.

The full screen and the plain lines both use it. It contains no rules.
"""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path
from random import choice
from typing import NamedTuple

from sortilege.core.chance import Seed
from sortilege.core.contract.screen import Screen
from sortilege.core.engine.state import OVER
from sortilege.core.errors import no_such_seat
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.text.words import LANGUAGES, insert_names
from sortilege.core.types import Action, Line, Object, Options, Untrusted, View, Words
from sortilege.terminal.records import fresh_path, write_record

NAME = 13  # maximum width of a name in columns; the games' screens rely on it


class Choice(NamedTuple):
    """A legal action of the person, with its key and its label."""

    key: str
    label: str
    action: Action


@cache
def all_words() -> dict[str, Words]:
    """Return the texts of the terminal by language."""
    with open(Path(__file__).parent / "words.toml", "rb") as file:
        return tomllib.load(file)


def bot_name(name: str, level: str) -> str:
    """Return a bot's name for a record. It includes the level, so that a saved game can resume with the same bots."""
    return f"{name} ({level})"


def level_in(name: str) -> str | None:
    """Return the level in a bot's name; None for a person's name."""
    from sortilege.bots import LEVELS

    return next((level for level in (*LEVELS, "random") if name.endswith(f" ({level})")), None)


def bot_seed(seed: Seed, seat: int) -> int:
    """Derive a bot's seed from the seed of the match, so that a match can be repeated."""
    return int.from_bytes(hashlib.sha256(f"{seed}:bot:{seat}".encode()).digest()[:7], "big")


class Session:
    """A match being played at this terminal."""

    def __init__(self, match: Match, seat: int, level: str, language: str, path: Path | None) -> None:
        self.match = match
        self.seat = seat
        self.path = path
        self.language = language
        self.trouble = ""  # why the record could not be saved; "" if it was
        self.levels = {s: level_in(match.names[s]) or level for s in range(match.seats) if s != seat}
        self.names = [short_name(name) for name in match.names]
        self.screen = match.game.screen

    # ------------------------------------------------------------ words
    @property
    def phrases(self) -> Words:
        """Return the terminal's texts in the current language."""
        return all_words()[self.language]

    @property
    def words(self) -> Words:
        """Return the game's texts in the current language."""
        return self.match.game.words[self.language]

    def switch_language(self) -> None:
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]

    # ------------------------------------------------------------ state
    @property
    def turn(self) -> int:
        """Return the seat to decide, or OVER."""
        return int(self.match.state.turn())

    @property
    def view(self) -> View:
        """Return the person's view."""
        return self.match.state.view(self.seat)

    def lines(self) -> list[str]:
        """Return the table as the game draws it."""
        return self.screen.lines(self.view, self.words, self.names)

    def choices(self) -> list[Choice]:
        """Return the person's choices; none if it is not their turn."""
        legal = self.view["legal"] if self.turn == self.seat else []
        return choices_of(self.screen, legal, self.words, self.names)

    def log_sentences(self) -> list[str]:
        """Return the log in sentences as the person saw it, each with the game's symbol in front if it has one."""
        return [sentence for line in self.view["log"] if (sentence := self.tell(line))]

    def tell(self, line: Line) -> str:
        """Return the sentence for a line of the log, "" if it has none."""
        sentence = self.match.game.say(line, self.language)
        if not sentence:
            return ""
        mark = self.screen.mark_of(line)
        return f"{mark} {self.insert_names(sentence)}"

    def insert_names(self, sentence: str) -> str:
        """Replace the placeholders of a sentence by the names of the seats."""
        return insert_names(sentence, self.names, self.language)

    def status(self) -> str:
        """Say whose turn it is, or how the game ended."""
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
        """Say who won and why."""
        winners = [self.names[seat] for seat in outcome["winners"]]
        reason = self.words["reasons"].get(outcome["reason"], outcome["reason"])
        key = ("over_lost", "over", "over_shared")[min(len(winners), 2)]
        return str(self.phrases[key].format(winners=join(winners, self.phrases["and"]), reason=reason))

    # ------------------------------------------------------------ acting
    def play(self, action: Action) -> None:
        """Play an action of the seat to move and save the record."""
        self.match.play(action, self.turn)
        self.save()

    def undo(self) -> str:
        """Take the person's last step back if that is fair, and return the message to show."""
        reason = self.match.why_no_undo(self.seat)
        if reason is not None:
            return str(self.phrases["no_undo"].format(why=self.phrases["undo"][reason]))
        self.match.undo(self.seat)
        self.save()
        return str(self.phrases["undone"])

    def any_action(self) -> Action:
        """Return a random legal action of the seat to move."""
        return self.match.game.describe(choice(self.match.state.legal()))

    @property
    def over(self) -> bool:
        return self.turn == OVER

    def save(self) -> None:
        """Write the record. If the disk is full or read-only, the game continues and `trouble` says so."""
        if self.path is None:
            return
        try:
            write_record(self.path, self.match.save())
            self.trouble = ""
        except OSError as error:
            self.trouble = str(self.phrases["unsaved"].format(path=self.path, english=error.strerror or error))

    def farewell(self) -> str:
        """Say where the game is saved and how to continue it."""
        if self.trouble or self.path is None:
            return self.trouble
        return str(self.phrases["kept" if self.over else "saved"].format(path=self.path))

    def again(self) -> Session:
        """Return a new match with the same people and bots."""
        match = Match(self.match.game, self.match.seats, chosen_options(self.match), names=self.match.names)
        path = None if self.path is None else fresh_path(self.path.parent, match.game.name)
        return Session(match, self.seat, "adept", self.language, path)


def choices_of(screen: Screen, legal: list[Action], words: Words, names: list[str]) -> list[Choice]:
    """Return actions as choices, with the game's own keys if it has any, otherwise numbered from 1."""
    keys = screen.keys_of(legal)
    return [Choice(key, screen.label(a, words, names), a) for key, a in zip(keys, legal, strict=True)]


def chosen_options(match: Match) -> Options:
    """Return the options that differ from the game's defaults."""
    defaults = match.game.options
    return {name: value for name, value in match.state.options.items() if value != defaults[name].default}


def join(names: list[str], last: str) -> str:
    """Join names in a sentence: a, b and c."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}" if names else ""


def short_name(name: str) -> str:
    """Return a name as the table shows it: without level and control characters, at most NAME columns wide."""
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
    """Start a new match: the person in one seat, bots of one level in the others."""
    if seats is None:
        seats = usual_seats(game)
    game.check_seats(seats)
    if not 0 <= seat < seats:
        raise no_such_seat(seats, seat)
    phrases = all_words()[language]
    names = [bot_name(bot, level) for bot in phrases["bots"][: seats - 1]]
    names.insert(seat, name or phrases["person"])
    session = Session(Match(game, seats, options, seed, names), seat, level, language, path)
    session.save()
    return session


def usual_seats(game: Game) -> int:
    """Return the default number of seats: two, or three in games for many, which need a neighbour on each side."""
    usual = 3 if max(game.seats) > 4 else 2
    return usual if usual in game.seats else game.seats[0]


def sit_again(record: Untrusted, level: str, language: str, seat: int | None, path: Path | None) -> Session:
    """Resume a record. Without `seat`, the person is the first player whose name is not a bot's."""
    match = Match.load(record)
    if seat is None:
        people = [s for s, name in enumerate(match.names) if level_in(name) is None]
        seat = people[0] if people else 0
    if not 0 <= seat < match.seats:
        raise no_such_seat(match.seats, seat)
    return Session(match, seat, level, language, path)
