"""Replay a record as sentences for people or as JSON for programs, and report the result of verifying it."""

from __future__ import annotations

from collections.abc import Iterator

from sortilege.core.chance import commitment
from sortilege.core.log import full_log, log_of
from sortilege.core.match import Match
from sortilege.core.turns import turns_in
from sortilege.core.types import Line, Object
from sortilege.terminal.session import Session, join

RULE = "─" * 80


def lines_of(match: Match, seat: int | None) -> list[Line]:
    """Return the log as a seat saw it; for None, the whole log with all hidden information."""
    return full_log(match.state) if seat is None else log_of(match.state, seat)


def as_lines(match: Match, seat: int | None, language: str) -> Iterator[str]:
    """Yield the replay as text lines: players, events turn by turn, the final table, the result."""
    session = Session(match, -1 if seat is None else seat, "adept", language, None)
    yield f"{session.words['title']} · {join(session.names, session.phrases['and'])}"
    yield ""
    for turn in turns_in(match.game, lines_of(match, seat)):
        if summary := match.game.sum_up(turn, language):
            yield session.insert_names(summary)
        for line in turn.lines:
            if sentence := session.tell(line):
                yield f"  {sentence}"
    yield RULE
    yield from session.screen.lines(match.state.view(seat), session.words, session.names)
    yield RULE
    yield session.status()


def as_object(match: Match, seat: int | None) -> Object:
    """Return the replay as JSON: every log line with its sentence in each language. {0}, {1}, … in a sentence stand for
    the names of the seats."""
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


def findings(match: Match) -> Object:
    """Describe a record that passed verification, as JSON."""
    parts = match.seed_parts
    return {
        "verified": True,
        "game": match.game.name,
        "seats": match.names,
        "lines": len(match.ids),
        "draws": match.draws(),
        "commitment": commitment(match.seed),
        "luck": None if parts is None else {"commitment": commitment(parts["half"]), **parts},
        "outcome": match.state.outcome(),
        "ended": match.ended,
        "undone": len(match.undone),
    }


def verdict(findings: Object) -> str:
    """Describe a record that passed verification, in sentences."""
    return (
        f"{findings['game']}, {len(findings['seats'])} seats, {how_it_ended(findings)}: "
        f"all {findings['lines']} steps are legal and all {findings['draws']} draws are what the seed gives."
        + taken_back(findings["undone"])
        + f"\nThe seed's fingerprint: {findings['commitment']}"
        + (mixture(findings["luck"], findings["seats"]) if findings["luck"] else "")
    )


def how_it_ended(findings: Object) -> str:
    """Say in a few words whether and how the game ended."""
    if findings["ended"] is None:
        return "finished" if findings["outcome"] else "still running"
    seat = findings["ended"]["seat"]
    return "ended by agreement" if seat is None else f"ended by resignation of {findings['seats'][seat]}"


def taken_back(times: int) -> str:
    """Say how many steps were taken back by agreement; "" for none."""
    if not times:
        return ""
    often = "Once" if times == 1 else f"{times} times"
    return f"\n{often} something was taken back by agreement of everybody; what was drawn in it is among the draws."


def mixture(luck: Object, names: list[str]) -> str:
    """List what the seed was mixed from, so that players can compare it with what they sent and were shown."""
    shares = [f"\n  {name}: {share}" for name, share in zip(names, luck["shares"], strict=True) if share]
    return (
        f"\nThe seed is what the server's half and everybody's share give.\nThe half's fingerprint, fixed before the "
        f"shares: {luck['commitment']}\nThe shares (those that begin with server- were drawn for somebody):"
        + "".join(shares)
    )
