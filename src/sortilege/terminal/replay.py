"""Replay a record as sentences for people or as JSON for programs, and report the result of verifying it."""

from __future__ import annotations

from collections.abc import Iterator

from sortilege.core.chance import commitment
from sortilege.core.log import full_log, log_of
from sortilege.core.match import Match
from sortilege.core.text.words import join_with
from sortilege.core.turns import turns_in
from sortilege.core.types import Line, Object
from sortilege.terminal.session import UNNAMED_LEVEL, Session

HORIZONTAL_LINE = "─" * 80


def lines_of(match: Match, seat: int | None) -> list[Line]:
    """Return the log as a seat saw it or, if `seat` is None, the log that hides nothing."""
    return full_log(match.state) if seat is None else log_of(match.state, seat)


def as_lines(match: Match, seat: int | None, language: str) -> Iterator[str]:
    """Yield the replay as lines of text: the players, the events turn by turn, the final table and the result. Show
    what `seat` saw, or everything if `seat` is None."""
    # The session only supplies texts here, and nobody plays in it. The seat -1 stands for no seat.
    session = Session(match, -1 if seat is None else seat, UNNAMED_LEVEL, language, None)
    yield f"{session.words['title']} · {join_with(session.names, session.phrases['and'])}"
    yield ""
    for turn in turns_in(match.game, lines_of(match, seat)):
        if summary := match.game.summarise(turn, language):
            yield session.insert_names(summary)
        for line in turn.lines:
            if sentence := session.sentence_of(line):
                yield f"  {sentence}"
    yield HORIZONTAL_LINE
    yield from session.screen.lines(match.state.view(seat), session.words, session.names)
    yield HORIZONTAL_LINE
    yield session.status()


def as_object(match: Match, seat: int | None) -> Object:
    """Return the replay as JSON, with every log line and its sentence in each language. Show what `seat` saw, or
    everything if `seat` is None. {0}, {1}, … in a sentence stand for the names of the seats."""
    game = match.game
    lines = [{"line": line, "en": game.say(line, "en"), "fr": game.say(line, "fr")} for line in lines_of(match, seat)]
    return {
        "game": game.name,
        "options": match.state.options,
        "seats": match.names,
        "seat": seat,
        "lines": lines,
        "scores": match.state.scores(),
        "outcome": match.state.outcome(),
        "ended": match.ended,
        "undone": match.undone,
    }


def verification(match: Match) -> Object:
    """Return what `sortilege verify --json` prints about a match whose record was verified."""
    parts = match.seed_parts
    return {
        "verified": True,
        "game": match.game.name,
        "seats": match.names,
        "lines": len(match.ids),
        "draws": match.draw_count(),
        "commitment": commitment(match.seed),
        "luck": None if parts is None else {"commitment": commitment(parts["half"]), **parts},
        "outcome": match.state.outcome(),
        "ended": match.ended,
        "undone": len(match.undone),
    }


def verification_text(facts: Object) -> str:
    """Return the result of `verification` as sentences."""
    return (
        f"{facts['game']}, {len(facts['seats'])} seats, {ending_text(facts)}: "
        f"all {facts['lines']} steps are legal and all {facts['draws']} draws are what the seed gives."
        + undo_text(facts["undone"])
        + f"\nThe seed's fingerprint: {facts['commitment']}"
        + (seed_text(facts["luck"], facts["seats"]) if facts["luck"] else "")
    )


def ending_text(facts: Object) -> str:
    """Return in a few words whether and how the game ended."""
    if facts["ended"] is None:
        return "finished" if facts["outcome"] else "still running"
    seat = facts["ended"]["seat"]
    return "ended by agreement" if seat is None else f"ended by resignation of {facts['seats'][seat]}"


def undo_text(times: int) -> str:
    """Return a sentence about how often actions were taken back by agreement, or "" if they never were."""
    if not times:
        return ""
    often = "Once" if times == 1 else f"{times} times"
    return f"\n{often} something was taken back by agreement of everybody; what was drawn in it is among the draws."


def seed_text(luck: Object, names: list[str]) -> str:
    """Return the parts of the seed (see core/chance.py) as text, for players to compare with what they sent."""
    shares = [f"\n  {name}: {share}" for name, share in zip(names, luck["shares"], strict=True) if share]
    return (
        f"\nThe seed is what the server's half and everybody's share give.\nThe half's fingerprint, fixed before the "
        f"shares: {luck['commitment']}\nThe shares (those that begin with server- were drawn for somebody):"
        + "".join(shares)
    )
