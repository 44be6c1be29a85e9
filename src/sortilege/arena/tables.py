"""The ladder as tables of a page: one for every game, between two marks that a later run finds again.

A journal is lost with its machine, the page is not: rows that the journal does not know stay on the page as they are.
Every row says which version played it, and when.
"""

from __future__ import annotations

from pathlib import Path

from sortilege.arena.duel import Duel, alone
from sortilege.arena.journal import Journal
from sortilege.arena.ladder import Row
from sortilege.arena.ratings import wilson
from sortilege.core.errors import OptionError
from sortilege.games import game

BEGIN, END = "<!-- ladder: begin -->", "<!-- ladder: end -->"
COLUMNS = ("table", "first – second", "score", "95 %", "luck out", "whenever stopped", "matches", "ms", "played by")
HEAD = f"| {' | '.join(COLUMNS)} |\n|---|---{'|--:' * (len(COLUMNS) - 3)}|---|\n"
Lines = dict[tuple[str, str, str], str]  # by game, table and duel


def tables(rows: list[Row], journal: Journal, kept: Lines | None = None) -> str:
    """Every game that was played, as Markdown; `kept` has the rows for which the journal has nothing."""
    parts = []
    for name in dict.fromkeys(row.game for row in rows):
        title = game(name).words["en"]["title"]
        lines = []
        for row in in_order(rows, name):
            lines.append(line_of(row, journal) or (kept or {}).get((title, row.table, duel_of(row)), ""))
        if any(lines):
            parts.append(f"### {title}\n\n{HEAD}{''.join(lines)}")
    return "\n".join(parts) or "Nothing was played yet.\n"


def lines_in(path: Path) -> Lines:
    """The rows that stand on a page."""
    title, found = "", {}
    for line in path.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("### "):
            title = line[4:]
        elif len(cells) == len(COLUMNS) and cells[0] != COLUMNS[0] and not cells[0].startswith("---"):
            found[title, cells[0], cells[1]] = line + "\n"
    return found


def duel_of(row: Row) -> str:
    """Who plays against whom, as the tables write it."""
    return f"{row.first} – {row.second}"


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
    by = "; ".join(sorted(journal.played_by[row.key]))
    cells = (row.table, duel_of(row), score, fixed, out, stopped, str(len(duel.counted)), times, by)
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
