"""A record told again: in sentences for people, in objects for programs; and what a check of it found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sortilege.core.chance import commitment
from sortilege.core.game import Line
from sortilege.core.log import log_of, story
from sortilege.core.match import Match
from sortilege.core.state import CHANCE
from sortilege.core.turns import turns_in
from sortilege.terminal.session import Sitting, joined

RULE = "─" * 80


def told(match: Match, seat: int | None) -> list[Line]:
    """The log as a seat saw it, or hiding nothing."""
    return story(match.state) if seat is None else log_of(match.state, seat)


def as_lines(match: Match, seat: int | None, language: str) -> Iterator[str]:
    """Who played, what happened turn by turn, the table as it stands, how it ended."""
    sitting = Sitting(match, -1 if seat is None else seat, "adept", language, None)
    yield f"{sitting.words['title']} · {joined(sitting.names, sitting.said['and'])}"
    yield ""
    for turn in turns_in(match.game, told(match, seat)):
        if summary := match.game.sum_up(turn, language):
            yield sitting.named(summary)
        for line in turn.lines:
            if sentence := sitting.tell(line):
                yield f"  {sentence}"
    yield RULE
    yield from sitting.screen.lines(match.state.view(seat), sitting.words, sitting.names)
    yield RULE
    yield sitting.status()


def as_object(match: Match, seat: int | None) -> dict[str, Any]:
    """The same for programs: every line with its sentence in each language; {0}, {1}, … stand for the names."""
    game = match.game
    lines = [{"line": line, "en": game.say(line, "en"), "fr": game.say(line, "fr")} for line in told(match, seat)]
    return {
        "game": game.name,
        "options": match.state.options,
        "seats": match.names,
        "seat": seat,
        "lines": lines,
        "scores": match.state.scores(),
        "outcome": match.state.outcome(),
    }


def verified(match: Match) -> dict[str, Any]:
    """What a record that passed every check is."""
    return {
        "verified": True,
        "game": match.game.name,
        "seats": match.names,
        "lines": len(match.ids),
        "draws": match._by.count(CHANCE),
        "commitment": commitment(match.seed),
        "outcome": match.state.outcome(),
    }


def verdict(found: dict[str, Any]) -> str:
    """The same in a sentence."""
    state = "finished" if found["outcome"] else "still running"
    return (
        f"{found['game']}, {len(found['seats'])} seats, {state}: all {found['lines']} steps are legal and all "
        f"{found['draws']} draws are what the seed gives.\nThe seed's fingerprint: {found['commitment']}"
    )
