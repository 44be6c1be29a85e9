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

TurnParts = list[tuple[int, Line]]  # the parts of a log line, each with the number of its turn
# Finished lines and turns by the ids of what they were made from. An entry holds these objects too, so that the ids
# stay valid.
LineCache = dict[tuple[int, ...], tuple[LogLine, Line, TurnParts]]
TurnCache = dict[tuple[object, ...], tuple[TurnLine, list[Line]]]
RECENT: Final = 2  # the number of latest turns whose sentences are cached; earlier turns are only sent to new viewers


class LogTextCache:
    """Caches the LogLine and TurnLine objects of one table, so that each is made once for all viewers who see it alike.

    Those of recent turns are kept for two changes of the match. Those of earlier turns may be many, so they are kept
    only while one change is sent to all viewers."""

    def __init__(self) -> None:
        self._lines: LineCache = {}
        self._turns: TurnCache = {}
        self._previous_lines = self._lines
        self._previous_turns = self._turns
        self._early_lines: LineCache = {}
        self._early_turns: TurnCache = {}

    def start_generation(self) -> None:
        """Drop the entries that were not used since the previous call. Called when the match has changed."""
        self._previous_lines, self._lines = self._lines, {}
        self._previous_turns, self._turns = self._turns, {}

    def drop_early(self) -> None:
        """Drop the entries of earlier turns, because the change was sent to all viewers."""
        self._early_lines.clear()
        self._early_turns.clear()

    def lines(self, game: Game, log: SeatLog, first: int) -> list[LogLine]:
        """Return `log_line` of every visible line from index `first` on."""
        numbers, turns = log.numbers, log.by_turns()
        if first == len(numbers):
            return []
        last = turn_of(turns, numbers[first])
        log_lines: list[LogLine] = []
        for number, line in zip(numbers[first:], log.visible[first:], strict=True):
            while last + 1 < len(turns) and turns[last + 1].numbers[0] <= number:
                last += 1
            parts = parts_until(turns, last, number)
            if len(parts) == 1:
                key: tuple[int, ...] = id(line), last, id(parts[0][1])
            else:
                key = id(line), *[one for k, part in parts for one in (k, id(part))]
            cache = self._lines if last >= len(turns) - RECENT else self._early_lines
            entry = cache.get(key) or self._previous_lines.get(key)
            if entry is None:
                entry = line_from_parts(game, line, parts), line, parts
            cache[key] = entry
            log_lines.append(entry[0])
        return log_lines

    def turns(self, game: Game, turns: list[Turn], first: int) -> list[TurnLine]:
        """Return `turn_lines` of every turn from `first` on."""
        recent = len(turns) - RECENT
        return [
            self._turn(game, turns[k], turns[k - 1] if k else None, self._turns if k >= recent else self._early_turns)
            for k in range(first, len(turns))
        ]

    def _turn(self, game: Game, turn: Turn, before: Turn | None, cache: TurnCache) -> TurnLine:
        key = turn.opening, before and before.opening.chapter, *map(id, turn.lines)
        entry = cache.get(key) or self._previous_turns.get(key)
        if entry is None:
            entry = turn_line(game, turn, before), turn.lines.copy()
        cache[key] = entry
        return entry[0]


def turn_of(turns: list[Turn], number: int) -> int:
    """Return the index of the last turn that contains a part of the log line with this number."""
    if turns[-1].numbers[0] <= number:  # the usual case
        return len(turns) - 1
    return bisect_right(turns, number, key=lambda turn: turn.numbers[0]) - 1


def log_line(game: Game, turns: list[Turn], number: int, line: Line) -> LogLine:
    """Return the message for a line as one viewer saw it, with its sentences, its turn and its parts."""
    return line_from_parts(game, line, parts_until(turns, turn_of(turns, number), number))


def parts_until(turns: list[Turn], last: int, number: int) -> TurnParts:
    """Return the parts of the log line with this number, each with its turn, if `last` is the line's last turn."""
    parts = [(last, part) for part in parts_in(turns[last], number)]
    if last > 0 and turns[last - 1].numbers[-1] == number:
        return [(last - 1, part) for part in parts_in(turns[last - 1], number)] + parts
    return parts


def line_from_parts(game: Game, line: Line, parts: TurnParts) -> LogLine:
    """Return the message for a line whose parts are known."""
    words, sentence = game.words_of(line), game.sentence
    en, fr = sentence(words["en"], line), sentence(words["fr"], line)
    return LogLine(line, en, fr, parts[0][0], line_parts(game, parts), game.is_skip(line))


def parts_in(turn: Turn, number: int) -> list[Line]:
    """Return the parts of the log line with this number that belong to this turn."""
    numbers = turn.numbers
    if numbers[-1] == number and (len(numbers) == 1 or numbers[-2] != number):  # the newest line: the usual case
        return [turn.lines[-1]]
    return turn.lines[bisect_left(numbers, number) : bisect_right(numbers, number)]


def line_parts(game: Game, parts: TurnParts) -> list[LinePart]:
    """Return the parts of a line that have a sentence; [] if the line has only one part."""
    if len(parts) == 1:
        return []
    return [text for k, part in parts if (text := LinePart(k, game.say(part, "en"), game.say(part, "fr"))).en]


def turn_lines(game: Game, turns: list[Turn], first: int) -> list[TurnLine]:
    """Return the message for every turn from `first` on."""
    return [turn_line(game, turns[k], turns[k - 1] if k else None) for k in range(first, len(turns))]


def turn_line(game: Game, turn: Turn, before: Turn | None) -> TurnLine:
    """Return the message for one turn. `before` is the previous turn, which tells whether a new chapter begins."""
    seat, chapter, scripted = turn.opening
    words = game.words_of(turn.lines[0])
    en, fr = words["en"], words["fr"]
    new = chapter > 0 and (before is None or before.opening.chapter != chapter)
    opens = Text(game.chapter(turn, "en"), game.chapter(turn, "fr")) if new else None
    skipped = game.skipped_summary(en, turn)
    left_out = Text(skipped, game.skipped_summary(fr, turn)) if skipped else None
    return TurnLine(seat, scripted, opens, game.sum_up_in(en, turn), game.sum_up_in(fr, turn), left_out)
