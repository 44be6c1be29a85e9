"""Replay a record as sentences for people or as JSON for programs, and report the result of verifying it."""

from __future__ import annotations

from collections.abc import Iterator

from sortilege.core.chance import commitment
from sortilege.core.log import full_log, log_of
from sortilege.core.match import Match
from sortilege.core.text.words import join_with
from sortilege.core.turns import turns_in
from sortilege.core.types import Line, Object
from sortilege.terminal.session import DEFAULT_LEVEL, Session

HORIZONTAL_LINE = "─" * 80
NO_SEAT = -1  # for a session in which nobody plays


def lines_of(match: Match, seat: int | None) -> list[Line]:
    """Return the log of a match as a seat saw it, or without hiding anything if `seat` is None."""
    return full_log(match.state) if seat is None else log_of(match.state, seat)


def as_lines(match: Match, seat: int | None, language: str) -> Iterator[str]:
    """Yield a replay as lines of text: the players, the events turn by turn, the final table and the result. Show what
    `seat` saw, or everything if `seat` is None."""
    # Nobody plays in this session; it only turns the log into sentences.
    session = Session(match, NO_SEAT if seat is None else seat, DEFAULT_LEVEL, language, path=None)
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
    """Return a replay as JSON: the options, the result, and every log line with its sentence in each language. Show
    what `seat` saw, or everything if `seat` is None. {0}, {1}, … in a sentence stand for the names of the seats."""
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
    """Return the facts about a verified match that `sortilege verify --json` prints."""
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


def verification_text(verified: Object) -> str:
    """Return the result of `verification`, the facts about a verified match, as sentences."""
    return (
        f"{verified['game']}, {len(verified['seats'])} seats, {ending_text(verified)}: "
        f"all {verified['lines']} steps are legal and all {verified['draws']} draws are what the seed gives."
        + undo_text(verified["undone"])
        + f"\nThe seed's fingerprint: {verified['commitment']}"
        + (seed_text(verified["luck"], verified["seats"]) if verified["luck"] else "")
    )


def ending_text(verified: Object) -> str:
    """Return in a few words whether a verified match has ended, and how."""
    if verified["ended"] is None:
        return "finished" if verified["outcome"] else "still running"
    seat = verified["ended"]["seat"]
    return "ended by agreement" if seat is None else f"ended by resignation of {verified['seats'][seat]}"


def undo_text(undo_count: int) -> str:
    """Return a sentence that says how often actions were undone by agreement, or "" if none was."""
    if undo_count == 0:
        return ""
    frequency = "Once" if undo_count == 1 else f"{undo_count} times"
    return f"\n{frequency} something was taken back by agreement of everybody; what was drawn in it is among the draws."


def seed_text(luck: Object, names: list[str]) -> str:
    """Return as text the parts from which the seed of a match was made: the fingerprint of the server's half, and the
    share of each player. Players can compare their share with the one they sent."""
    shares = [f"\n  {name}: {share}" for name, share in zip(names, luck["shares"], strict=True) if share]
    return (
        f"\nThe seed is what the server's half and everybody's share give.\nThe half's fingerprint, fixed before the "
        f"shares: {luck['commitment']}\nThe shares (those that begin with server- were drawn for somebody):"
        + "".join(shares)
    )
