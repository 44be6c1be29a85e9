"""A session at the terminal: a match of one person against bots, with its language and record file.

The full-screen interface and the plain-line interface both use it. It contains no rules.
"""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path
from random import choice
from typing import NamedTuple
from unicodedata import east_asian_width

from sortilege.core.chance import Seed
from sortilege.core.contract.screen import Screen
from sortilege.core.engine.state import OVER
from sortilege.core.errors import no_such_seat
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.text.words import LANGUAGES, insert_names, join_with
from sortilege.core.types import Action, Line, Object, Options, Untrusted, View, Words
from sortilege.terminal.records import new_path, write_record

MAX_NAME_WIDTH = 13  # columns; the games' screens rely on it
DEFAULT_LEVEL = "adept"  # for bots whose names do not contain a level
MAX_DUEL_SEATS = 4  # a game that allows more seats is not meant for two players
BOT_SEED_BYTES = 7
WIDE = "WF"  # classes of characters that are two columns wide (East Asian Width)


class Choice(NamedTuple):
    """A legal action of the person at the terminal, with the key that chooses it and the label that describes it."""

    key: str
    label: str
    action: Action


@cache
def texts_by_language() -> dict[str, Words]:
    """Return the texts of the terminal interfaces, by language."""
    with open(Path(__file__).parent / "words.toml", "rb") as file:
        return tomllib.load(file)


def bot_name(name: str, level: str) -> str:
    """Return the name of a bot in a record: its name and level, such as "Morgane (adept)"."""
    return f"{name} ({level})"


def level_in(name: str) -> str | None:
    """Return the level in the name of a bot, such as "adept" in "Morgane (adept)", or None for the name of a person."""
    from sortilege.bots import LEVELS

    return next((level for level in (*LEVELS, "random") if name.endswith(f" ({level})")), None)


def bot_seed(seed: Seed, seat: int) -> int:
    """Derive the seed of a bot from the seed of the match and its seat, so that a match can be repeated exactly."""
    digest = hashlib.sha256(f"{seed}:bot:{seat}".encode()).digest()
    return int.from_bytes(digest[:BOT_SEED_BYTES], "big")


class Session:
    """A match that one person plays at this terminal against bots."""

    def __init__(self, match: Match, seat: int, level: str, language: str, path: Path | None) -> None:
        self.match = match
        self.seat = seat
        self.path = path
        self.language = language
        self.save_error = ""  # why the record could not be saved; "" if it was
        bot_seats = [other for other in range(match.seats) if other != seat]
        self.levels = {bot_seat: level_in(match.names[bot_seat]) or level for bot_seat in bot_seats}
        self.names = [short_name(name) for name in match.names]
        self.screen = match.game.screen

    # ------------------------------------------------------------ words
    @property
    def phrases(self) -> Words:
        """Return the terminal's texts in the current language."""
        return texts_by_language()[self.language]

    @property
    def words(self) -> Words:
        """Return the game's texts in the current language."""
        return self.match.game.words[self.language]

    def switch_language(self) -> None:
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]

    # ------------------------------------------------------------ state
    @property
    def turn(self) -> int:
        """Return the seat to move, or OVER after the game."""
        return int(self.match.state.turn())

    @property
    def view(self) -> View:
        return self.match.state.view(self.seat)

    def lines(self) -> list[str]:
        """Return the table as lines of text, as the game draws it for the person."""
        return self.screen.lines(self.view, self.words, self.names)

    def choices(self) -> list[Choice]:
        """Return the legal actions of the person with their keys and labels; [] if it is not their turn."""
        legal = self.view["legal"] if self.turn == self.seat else []
        return choices_of(self.screen, legal, self.words, self.names)

    def log_sentences(self) -> list[str]:
        """Return the log as the person saw it, as sentences. Each begins with a symbol, such as "·"."""
        return [sentence for line in self.view["log"] if (sentence := self.sentence_of(line))]

    def sentence_of(self, line: Line) -> str:
        """Return the sentence for a log line, or "" if the game has no sentence for the line."""
        sentence = self.match.game.say(line, self.language)
        if not sentence:
            return ""
        symbol = self.screen.mark_of(line)
        return f"{symbol} {self.insert_names(sentence)}"

    def insert_names(self, sentence: str) -> str:
        """Replace the placeholders {0}, {1}, … of a sentence by the names of the seats."""
        return insert_names(sentence, self.names, self.language)

    def status(self) -> str:
        """Return a sentence that says whose turn it is, or how the game ended."""
        outcome = self.match.state.outcome()
        if outcome is not None:
            return self.ending(outcome)
        if self.match.ended is not None:
            return self.early_ending(self.match.ended["seat"])
        key = "your_turn" if self.turn == self.seat else "thinking"
        return str(self.phrases[key].format(who=self.names[self.turn]))

    def early_ending(self, seat: int | None) -> str:
        """Return a sentence that says which seat resigned, or that all agreed to stop if `seat` is None."""
        if seat is None:
            return insert_names(str(self.phrases["ended_agreed"]), [], self.language)
        return insert_names(str(self.phrases["ended_resigned"]), [self.names[seat]], self.language)

    def ending(self, outcome: Object) -> str:
        """Return a sentence that says who won and why."""
        winners = [self.names[seat] for seat in outcome["winners"]]
        reason = self.words["reasons"].get(outcome["reason"], outcome["reason"])
        keys_by_winners = ("over_lost", "over", "over_shared")  # for none, one, or several
        key = keys_by_winners[min(len(winners), 2)]
        return str(self.phrases[key].format(winners=join_with(winners, self.phrases["and"]), reason=reason))

    # ------------------------------------------------------------ acting
    def play(self, action: Action) -> None:
        """Play an action of the seat to move, and save the record."""
        self.match.play(action, self.turn)
        self.save()

    def undo(self) -> str:
        """Undo the person's last action if the rules of undoing allow it, and return the message to show."""
        reason = self.match.why_no_undo(self.seat)
        if reason is not None:
            return str(self.phrases["no_undo"].format(why=self.phrases["undo"][reason]))
        self.match.undo(self.seat)
        self.save()
        return str(self.phrases["undone"])

    def any_action(self) -> Action:
        return self.match.game.describe(choice(self.match.state.legal()))

    @property
    def over(self) -> bool:
        return self.turn == OVER

    def save(self) -> None:
        """Save the record. If this fails, for example because the disk is full, set `save_error` and go on."""
        if self.path is None:
            return
        try:
            write_record(self.path, self.match.save())
            self.save_error = ""
        except OSError as error:
            self.save_error = str(self.phrases["unsaved"].format(path=self.path, english=error.strerror or error))

    def closing_message(self) -> str:
        """Return a sentence that says where the game is saved and how to continue it, or why it was not saved."""
        if self.save_error or self.path is None:
            return self.save_error
        key = "kept" if self.over else "saved"
        return str(self.phrases[key].format(path=self.path))

    def rematch(self) -> Session:
        """Return a new session with the same game, options, person and bots."""
        match = Match(self.match.game, self.match.seats, chosen_options(self.match), names=self.match.names)
        path = None if self.path is None else new_path(self.path.parent, match.game.name)
        level = DEFAULT_LEVEL  # for bots without a level in their names; the others keep theirs
        return Session(match, self.seat, level, self.language, path)


def choices_of(screen: Screen, legal: list[Action], words: Words, names: list[str]) -> list[Choice]:
    """Return actions as choices. Their keys are those that the game defines or, if it defines none, numbers from 1."""
    keys = screen.keys_of(legal)
    return [Choice(key, screen.label(action, words, names), action) for key, action in zip(keys, legal, strict=True)]


def chosen_options(match: Match) -> Options:
    """Return the options of a match that differ from the default options of the game."""
    defaults = match.game.options
    return {name: value for name, value in match.state.options.items() if value != defaults[name].default}


def short_name(name: str) -> str:
    """Return a player's name as the terminal shows it: without level and control characters, and cut after
    MAX_NAME_WIDTH columns."""
    level = level_in(name)
    bare_name = name.removesuffix(f" ({level})") if level else name
    shortened, width = "", 0
    for letter in filter(str.isprintable, bare_name):
        width += 2 if east_asian_width(letter) in WIDE else 1
        if width > MAX_NAME_WIDTH:
            break
        shortened += letter
    return shortened or "?"


# ---------------------------------------------------------------- new and resumed sessions
def new_session(
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
    """Start a match of one person against bots of one level. It is not saved if `path` is None."""
    seat_count = usual_seats(game) if seats is None else seats
    game.check_seats(seat_count)
    if not 0 <= seat < seat_count:
        raise no_such_seat(seat_count, seat)
    phrases = texts_by_language()[language]
    names = [bot_name(bot, level) for bot in phrases["bots"][: seat_count - 1]]
    names.insert(seat, name or phrases["person"])
    match = Match(game, seat_count, options, seed, names)
    session = Session(match, seat, level, language, path)
    session.save()
    return session


def usual_seats(game: Game) -> int:
    """Return the default number of seats: two, or three in games for more than four players."""
    usual = 3 if max(game.seats) > MAX_DUEL_SEATS else 2
    return usual if usual in game.seats else game.seats[0]


def resume_session(record: Untrusted, level: str, language: str, seat: int | None, path: Path | None) -> Session:
    """Return a session that continues a saved match. `level` is used for bots whose names do not contain a level. By
    default the person gets the first seat that no bot has."""
    match = Match.load(record)
    seats_of_people = [number for number, name in enumerate(match.names) if level_in(name) is None]
    default_seat = seats_of_people[0] if seats_of_people else 0
    own_seat = default_seat if seat is None else seat
    if not 0 <= own_seat < match.seats:
        raise no_such_seat(match.seats, own_seat)
    return Session(match, own_seat, level, language, path)
