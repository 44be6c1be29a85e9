"""A record replayed: in sentences for people, in objects for programs; and what a check of it found."""

from __future__ import annotations

from collections.abc import Iterator

from sortilege.core.chance import commitment
from sortilege.core.log import full_log, log_of
from sortilege.core.match import Match
from sortilege.core.shapes import Line, Object
from sortilege.core.turns import turns_in
from sortilege.terminal.session import Session, join

RULE = "─" * 80


def lines_of(match: Match, seat: int | None) -> list[Line]:
    """The log as a seat saw it, or hiding nothing."""
    return full_log(match.state) if seat is None else log_of(match.state, seat)


def as_lines(match: Match, seat: int | None, language: str) -> Iterator[str]:
    """Who played, what happened turn by turn, the table as it stands, how it ended."""
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
    """The same for programs: every line with its sentence in each language; {0}, {1}, … stand for the names."""
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
    """What a record that passed every check is."""
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


def verdict(found: Object) -> str:
    """The same in a sentence."""
    return (
        f"{found['game']}, {len(found['seats'])} seats, {how_it_ended(found)}: "
        f"all {found['lines']} steps are legal and all {found['draws']} draws are what the seed gives."
        + taken_back(found["undone"])
        + f"\nThe seed's fingerprint: {found['commitment']}"
        + (mixture(found["luck"], found["seats"]) if found["luck"] else "")
    )


def how_it_ended(found: Object) -> str:
    if found["ended"] is None:
        return "finished" if found["outcome"] else "still running"
    seat = found["ended"]["seat"]
    return "ended by agreement" if seat is None else f"ended by resignation of {found['seats'][seat]}"


def taken_back(times: int) -> str:
    """Whoever did not agree to that should know of it."""
    if not times:
        return ""
    often = "Once" if times == 1 else f"{times} times"
    return f"\n{often} something was taken back by agreement of everybody; what was drawn in it is among the draws."


def mixture(luck: Object, names: list[str]) -> str:
    """What the seed was mixed from, for whoever noted what they were shown and what they sent."""
    shares = [f"\n  {name}: {share}" for name, share in zip(names, luck["shares"], strict=True) if share]
    return (
        f"\nThe seed is what the server's half and everybody's share give.\nThe half's fingerprint, fixed before the "
        f"shares: {luck['commitment']}\nThe shares (those that begin with server- were drawn for somebody):"
        + "".join(shares)
    )
