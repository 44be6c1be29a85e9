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
# Finished lines and turns by the ids of what they were built from. An entry holds these objects too, so that the ids
# stay valid.
LineCache = dict[tuple[int, ...], tuple[LogLine, Line, TurnParts]]
TurnCache = dict[tuple[object, ...], tuple[TurnLine, list[Line]]]
RECENT_TURNS: Final = (
    2  # the number of latest turns whose sentences are cached; earlier turns are only sent to new viewers
)


class LogTextCache:
    """Caches the LogLine and TurnLine objects of one table, so that each is built once for all viewers who see the same
    line or turn.

    The objects of recent turns are kept for two changes of the match. Earlier turns may have many objects, so these are
    kept only while one change is sent to all viewers."""

    def __init__(self) -> None:
        self._lines: LineCache = {}
        self._turns: TurnCache = {}
        self._previous_lines = self._lines
        self._previous_turns = self._turns
        self._early_lines: LineCache = {}
        self._early_turns: TurnCache = {}

    def start_generation(self) -> None:
        """Drop the entries that were not used since the previous call; entries that were used stay until the next call.
        Called when the match has changed."""
        self._previous_lines, self._lines = self._lines, {}
        self._previous_turns, self._turns = self._turns, {}

    def drop_early(self) -> None:
        """Drop the entries of all but the most recent turns. Called when a change was sent to all viewers."""
        self._early_lines.clear()
        self._early_turns.clear()

    def lines(self, game: Game, log: SeatLog, first: int) -> list[LogLine]:
        """Return the message for each visible line of the log from index `first` on (see `log_line`)."""
        numbers, turns = log.numbers, log.by_turns()
        if first == len(numbers):
            return []
        log_lines: list[LogLine] = []
        turn_index = last_turn_index(turns, numbers[first])
        for number, line in zip(numbers[first:], log.visible[first:], strict=True):
            while turn_index + 1 < len(turns) and turns[turn_index + 1].numbers[0] <= number:
                turn_index += 1
            cache = self._lines if turn_index >= len(turns) - RECENT_TURNS else self._early_lines
            log_lines.append(self._line(game, line, parts_until(turns, turn_index, number), cache))
        return log_lines

    def _line(self, game: Game, line: Line, parts: TurnParts, cache: LineCache) -> LogLine:
        """Return the message for a line from the cache, or build it and add it to the cache. The key contains ids of
        objects. The entry holds these objects as well, so that Python gives their ids to no other object."""
        key: tuple[int, ...] = (id(line),)
        for turn_index, part in parts:
            key += (turn_index, id(part))
        entry = cache.get(key) or self._previous_lines.get(key)
        if entry is None:
            entry = line_from_parts(game, line, parts), line, parts
        cache[key] = entry
        return entry[0]

    def turns(self, game: Game, turns: list[Turn], first: int) -> list[TurnLine]:
        """Return the message for each turn from index `first` on (see `turn_line`)."""
        messages: list[TurnLine] = []
        for index in range(first, len(turns)):
            cache = self._turns if index >= len(turns) - RECENT_TURNS else self._early_turns
            messages.append(self._turn(game, turns[index], turn_before(turns, index), cache))
        return messages

    def _turn(self, game: Game, turn: Turn, previous: Turn | None, cache: TurnCache) -> TurnLine:
        """Return the message for a turn from the cache, or build it and add it to the cache. The key contains the ids
        of the turn's lines. The entry holds the lines as well, so that Python gives their ids to no other object."""
        previous_chapter = None if previous is None else previous.opening.chapter
        key = turn.opening, previous_chapter, *map(id, turn.lines)
        entry = cache.get(key) or self._previous_turns.get(key)
        if entry is None:
            entry = turn_line(game, turn, previous), turn.lines.copy()
        cache[key] = entry
        return entry[0]


# ---------------------------------------------------------------- lines
def last_turn_index(turns: list[Turn], number: int) -> int:
    """Return the index of the last turn that contains a part of the log line with this number."""
    if turns[-1].numbers[0] <= number:  # the usual case
        return len(turns) - 1
    return bisect_right(turns, number, key=lambda turn: turn.numbers[0]) - 1


def log_line(game: Game, turns: list[Turn], number: int, line: Line) -> LogLine:
    """Return the message for a line as one viewer saw it, with its sentences, its turn and its parts."""
    return line_from_parts(game, line, parts_until(turns, last_turn_index(turns, number), number))


def parts_until(turns: list[Turn], last_turn: int, number: int) -> TurnParts:
    """Return the parts of the log line with this number, each as the index of its turn and the part. A line has several
    parts if a turn begins in the middle of it: then its first part belongs to the turn before `last_turn`."""
    parts = [(last_turn, part) for part in parts_in(turns[last_turn], number)]
    if last_turn > 0 and turns[last_turn - 1].numbers[-1] == number:
        return [(last_turn - 1, part) for part in parts_in(turns[last_turn - 1], number)] + parts
    return parts


def parts_in(turn: Turn, number: int) -> list[Line]:
    """Return the parts of the log line with this number that belong to this turn."""
    numbers = turn.numbers
    if numbers[-1] == number and (len(numbers) == 1 or numbers[-2] != number):  # the newest line: the usual case
        return [turn.lines[-1]]
    return turn.lines[bisect_left(numbers, number) : bisect_right(numbers, number)]


def line_from_parts(game: Game, line: Line, parts: TurnParts) -> LogLine:
    """Return the message for a log line that has these parts (see `parts_until`)."""
    words = game.words_of(line)
    en, fr = game.sentence(words["en"], line), game.sentence(words["fr"], line)
    first_turn, _ = parts[0]
    return LogLine(line, en, fr, first_turn, line_parts(game, parts), game.is_skip(line))


def line_parts(game: Game, parts: TurnParts) -> list[LinePart]:
    """Return the messages for the parts of a log line, which has several parts if a turn begins in the middle of it.
    Return [] if the line has only one part. Parts without a sentence are left out."""
    if len(parts) == 1:
        return []
    messages = [LinePart(turn_index, game.say(part, "en"), game.say(part, "fr")) for turn_index, part in parts]
    return [message for message in messages if message.en]


# ---------------------------------------------------------------- turns
def turn_before(turns: list[Turn], index: int) -> Turn | None:
    """Return the turn before the turn with this index; None for the first turn."""
    return turns[index - 1] if index > 0 else None


def turn_lines(game: Game, turns: list[Turn], first: int) -> list[TurnLine]:
    """Return the message for each turn from index `first` on."""
    return [turn_line(game, turns[index], turn_before(turns, index)) for index in range(first, len(turns))]


def turn_line(game: Game, turn: Turn, previous: Turn | None) -> TurnLine:
    """Return the message for one turn. If a chapter (such as a round) begins with the turn, the message has a heading:
    then the `previous` turn belongs to another chapter."""
    seat, chapter, scripted = turn.opening
    words = game.words_of(turn.lines[0])
    en, fr = words["en"], words["fr"]
    is_new_chapter = chapter > 0 and (previous is None or previous.opening.chapter != chapter)
    heading = Text(game.chapter(turn, "en"), game.chapter(turn, "fr")) if is_new_chapter else None
    skipped = game.skipped_summary(en, turn)
    skipped_text = Text(skipped, game.skipped_summary(fr, turn)) if skipped else None
    return TurnLine(seat, scripted, heading, game.summarise_with(en, turn), game.summarise_with(fr, turn), skipped_text)
