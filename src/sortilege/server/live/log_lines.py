"""Turns log lines and turns into the messages that clients receive, with their sentences in every language."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Final

from sortilege.core.game import Game
from sortilege.core.log import SeatLog
from sortilege.core.turns import Turn
from sortilege.core.types import Line
from sortilege.server.live.messages import LinePart, LogLine, TurnLine
from sortilege.server.text import Text

TurnParts = list[tuple[int, Line]]  # the parts of a log line, each with the index of its turn
# The messages for lines and turns. A key contains the `id()` of each object from which the message was built. An entry
# holds the message and these objects: while they exist, Python gives their ids to no other object.
LineCache = dict[tuple[int, ...], tuple[LogLine, Line, TurnParts]]
TurnCache = dict[tuple[object, ...], tuple[TurnLine, list[Line]]]
RECENT_TURNS: Final = 2  # how many of the latest turns have cached messages; only new viewers are sent earlier turns


class LogTextCache:
    """Caches the messages that describe the log lines and turns of one table (LogLine and TurnLine). A message is built
    once for all viewers who see the same line or turn.

    A message about one of the most recent turns is kept until the match has changed twice without using it. There may
    be many messages about earlier turns. They are dropped as soon as every viewer has been sent the latest change."""

    def __init__(self) -> None:
        self._lines: LineCache = {}
        self._turns: TurnCache = {}
        self._previous_lines = self._lines
        self._previous_turns = self._turns
        self._early_lines: LineCache = {}
        self._early_turns: TurnCache = {}

    def drop_unused(self) -> None:
        """Drop the messages that were not used since the previous call. Called whenever the match has changed."""
        self._previous_lines, self._lines = self._lines, {}
        self._previous_turns, self._turns = self._turns, {}

    def drop_early(self) -> None:
        """Drop the messages about all but the most recent turns. Called when a change was sent to all viewers."""
        self._early_lines.clear()
        self._early_turns.clear()

    def lines(self, game: Game, log: SeatLog, first: int) -> list[LogLine]:
        """Return the message for each visible line of the log, without the first lines before index `first`."""
        turns = log.by_turns()
        first_recent_turn = len(turns) - RECENT_TURNS
        messages: list[LogLine] = []
        for number, line in zip(log.numbers[first:], log.visible[first:], strict=True):
            turn_index = last_turn_index(turns, number)
            cache = self._lines if turn_index >= first_recent_turn else self._early_lines
            messages.append(self._line(game, line, parts_of(turns, turn_index, number), cache))
        return messages

    def _line(self, game: Game, line: Line, parts: TurnParts, cache: LineCache) -> LogLine:
        """Return the message for a log line that has these parts. Build it only if the cache does not have it."""
        key: tuple[int, ...] = (id(line),)
        for turn_index, part in parts:
            key += (turn_index, id(part))
        entry = cache.get(key) or self._previous_lines.get(key)
        if entry is None:
            entry = line_from_parts(game, line, parts), line, parts
        cache[key] = entry
        return entry[0]

    def turns(self, game: Game, turns: list[Turn], first: int) -> list[TurnLine]:
        """Return the message for each turn of a log, without the first turns before index `first`."""
        first_recent_turn = len(turns) - RECENT_TURNS
        messages: list[TurnLine] = []
        for index in range(first, len(turns)):
            cache = self._turns if index >= first_recent_turn else self._early_turns
            messages.append(self._turn(game, turns[index], turn_before(turns, index), cache))
        return messages

    def _turn(self, game: Game, turn: Turn, previous: Turn | None, cache: TurnCache) -> TurnLine:
        """Return the message for a turn after the turn `previous`. Build it only if the cache does not have it."""
        previous_chapter = None if previous is None else previous.opening.chapter
        key = turn.opening, previous_chapter, *map(id, turn.lines)
        entry = cache.get(key) or self._previous_turns.get(key)
        if entry is None:
            entry = turn_line(game, turn, previous), turn.lines.copy()
        cache[key] = entry
        return entry[0]


# ---------------------------------------------------------------- lines
def last_turn_index(turns: list[Turn], line_number: int) -> int:
    """Return the index of the last turn to which this log line belongs. A turn may begin in the middle of a line."""
    if turns[-1].numbers[0] <= line_number:  # usually the line is in the last turn
        return len(turns) - 1
    return bisect_right(turns, line_number, key=lambda turn: turn.numbers[0]) - 1


def log_line(game: Game, turns: list[Turn], line_number: int, line: Line) -> LogLine:
    """Return the message that describes a log line to a viewer. `turns` are all turns of the viewer's log."""
    return line_from_parts(game, line, parts_of(turns, last_turn_index(turns, line_number), line_number))


def parts_of(turns: list[Turn], turn_index: int, line_number: int) -> TurnParts:
    """Return the parts of a log line in order, each with the index of its turn. `turn_index` is the last turn that
    contains a part of the line. If that turn begins in the middle of the line, the turn before it has parts too."""
    parts = [(turn_index, part) for part in parts_in_turn(turns[turn_index], line_number)]
    previous_index = turn_index - 1
    if turn_index > 0 and turns[previous_index].numbers[-1] == line_number:
        return [(previous_index, part) for part in parts_in_turn(turns[previous_index], line_number)] + parts
    return parts


def parts_in_turn(turn: Turn, line_number: int) -> list[Line]:
    """Return those parts of a log line that belong to this turn."""
    numbers = turn.numbers  # the line number of each part of the turn, in increasing order
    is_last_part = numbers[-1] == line_number and (len(numbers) == 1 or numbers[-2] != line_number)
    if is_last_part:  # usually the line is the newest one and has one part
        return [turn.lines[-1]]
    return turn.lines[bisect_left(numbers, line_number) : bisect_right(numbers, line_number)]


def line_from_parts(game: Game, line: Line, parts: TurnParts) -> LogLine:
    """Return the message that describes a log line. `parts` are its parts with the indices of their turns."""
    words = game.words_by_language(line)
    en, fr = game.sentence(words["en"], line), game.sentence(words["fr"], line)
    first_turn, _ = parts[0]
    return LogLine(line, en, fr, first_turn, line_parts(game, parts), game.is_skip(line))


def line_parts(game: Game, parts: TurnParts) -> list[LinePart]:
    """Return a message for each part of a log line that has several parts, because a turn begins in the middle of it.
    Return [] for a line of one part. Parts that no sentence describes are left out."""
    if len(parts) == 1:
        return []
    messages = [LinePart(turn_index, game.say(part, "en"), game.say(part, "fr")) for turn_index, part in parts]
    return [message for message in messages if message.en]


# ---------------------------------------------------------------- turns
def turn_before(turns: list[Turn], index: int) -> Turn | None:
    """Return the turn before the turn with this index; None for the first turn."""
    return turns[index - 1] if index > 0 else None


def turn_lines(game: Game, turns: list[Turn], first: int) -> list[TurnLine]:
    """Return the message for each turn of a log, without the first turns before index `first`."""
    return [turn_line(game, turns[index], turn_before(turns, index)) for index in range(first, len(turns))]


def turn_line(game: Game, turn: Turn, previous: Turn | None) -> TurnLine:
    """Return the message that sums up one turn. It has a heading if a chapter of the game, such as a round, begins with
    the turn: then the `previous` turn (None before the first) belongs to another chapter."""
    seat, chapter, is_scripted = turn.opening
    words = game.words_by_language(turn.lines[0])
    en, fr = words["en"], words["fr"]
    is_new_chapter = chapter > 0 and (previous is None or previous.opening.chapter != chapter)
    heading = Text(game.chapter(turn, "en"), game.chapter(turn, "fr")) if is_new_chapter else None
    skipped = game.skipped_summary(en, turn)
    skipped_text = Text(skipped, game.skipped_summary(fr, turn)) if skipped else None
    summary_en, summary_fr = game.summarise_with(en, turn), game.summarise_with(fr, turn)
    return TurnLine(seat, is_scripted, heading, summary_en, summary_fr, skipped_text)
