"""The ladder as tables of a page: one for every game, between two marks that a later run finds again."""

from __future__ import annotations

from pathlib import Path

from sortilege.arena.duel import Duel, alone
from sortilege.arena.journal import Journal
from sortilege.arena.ladder import Row
from sortilege.arena.ratings import wilson
from sortilege.core.errors import OptionError
from sortilege.games import game

BEGIN, END = "<!-- ladder: begin -->", "<!-- ladder: end -->"
COLUMNS = ("table", "first – second", "score", "95 %", "luck out", "whenever stopped", "matches", "ms")
HEAD = f"| {' | '.join(COLUMNS)} |\n|---|---{'|--:' * (len(COLUMNS) - 2)}|\n"


def tables(rows: list[Row], journal: Journal) -> str:
    """Every game that was played, as Markdown."""
    parts = []
    for name in dict.fromkeys(row.game for row in rows):
        lines = [line for row in in_order(rows, name) if (line := line_of(row, journal))]
        if lines:
            by = sorted(set().union(*(journal.played_by.get(row.key, ()) for row in rows if row.game == name)))
            title = game(name).words["en"]["title"]
            parts.append(f"### {title}\n\n{HEAD}{''.join(lines)}\nPlayed by version {'; '.join(by)}.\n")
    return "\n".join(parts) or "Nothing was played yet.\n"


def in_order(rows: list[Row], name: str) -> list[Row]:
    """As one reads them: by size, then as they are played."""
    return sorted((row for row in rows if row.game == name), key=lambda row: (row.seats == 1, row.seats, row.options))


def line_of(row: Row, journal: Journal) -> str:
    """One row; "" where no block of it is complete."""
    results = journal.of(row)
    if not results:
        return ""
    duel = Duel(row.sides, row.bar)
    for result in results:
        duel.add(result)
    if not duel.counted:
        return ""
    seen = duel.sequence.interval
    if row.sides == 2:
        share = wilson(seen.value, len(duel.counted))
        score, fixed = f"{seen.value:.0%}", f"{share.low:.0%}–{share.high:.0%}"
    else:
        singles = [alone(duel.counted, bot) for bot in range(2)]
        score = f"{singles[0]['value']:.0%} · {singles[1]['value']:.0%}"
        fixed = " · ".join(f"{one['low']:.0%}–{one['high']:.0%}" for one in singles)
    times = " · ".join(figure(milliseconds(duel, bot)) for bot in range(2))
    stopped = f"{seen.value:.0%}: {seen.low:.0%}–{seen.high:.0%}"
    steady = duel.sequence.steadied
    out = f"{steady.value:.0%} ± {steady.high - steady.value:.0%}" if steady else "–"
    cells = (row.table, f"{row.first} – {row.second}", score, fixed, out, stopped, str(len(duel.counted)), times)
    return f"| {' | '.join(cells)} |\n"


def milliseconds(duel: Duel, bot: int) -> float:
    """What a bot thought about a decision, on average."""
    seats = [(result, seat) for result in duel.counted for seat, who in enumerate(result.lineup) if who == bot]
    decisions = sum(result.decisions[seat] for result, seat in seats)
    return 1000 * sum(result.seconds[seat] for result, seat in seats) / max(1, decisions)


def write_tables(path: Path, text: str) -> None:
    """Put the tables between the marks of a page."""
    page = path.read_text(encoding="utf-8")
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise OptionError(f"{path} has no lines {BEGIN} and {END} to put the tables between")
    path.write_text(f"{before}{BEGIN}\n{text}{END}{after}", encoding="utf-8")


def figure(number: float) -> str:
    """Three digits that tell, and never a power of ten."""
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
