"""Write the ladder as Markdown tables into a page, one per game, between two marker comments.

The journal may be lost, the page is not: rows without results in the journal stay on the page as they are. Every row
says which version played it, and when.
"""

from __future__ import annotations

from pathlib import Path

from sortilege.analysis.intervals import wilson
from sortilege.arena.duel import Duel, alone
from sortilege.arena.journal import Journal
from sortilege.arena.ladder import Row
from sortilege.core.errors import OptionError
from sortilege.games import game

BEGIN, END = "<!-- ladder: begin -->", "<!-- ladder: end -->"
COLUMNS = ("table", "first – second", "score", "95 %", "luck out", "whenever stopped", "matches", "ms", "played by")
HEAD = f"| {' | '.join(COLUMNS)} |\n|---|---{'|--:' * (len(COLUMNS) - 3)}|---|\n"
Lines = dict[tuple[str, str, str], str]  # by game, table and duel


def tables(rows: list[Row], journal: Journal, previous: Lines | None = None) -> str:
    """Return the tables of all games that were played. `previous` provides rows for which the journal has no
    results."""
    parts = []
    for name in dict.fromkeys(row.game for row in rows):
        title = game(name).words["en"]["title"]
        lines = []
        for row in in_order(rows, name):
            lines.append(row_line(row, journal) or (previous or {}).get((title, row.table, duel_of(row)), ""))
        if any(lines):
            parts.append(f"### {title}\n\n{HEAD}{''.join(lines)}")
    return "\n".join(parts) or "Nothing was played yet.\n"


def lines_in(path: Path) -> Lines:
    """Return the rows of the tables on a page."""
    title, lines = "", {}
    for line in path.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("### "):
            title = line[4:]
        elif len(cells) == len(COLUMNS) and cells[0] != COLUMNS[0] and not cells[0].startswith("---"):
            lines[title, cells[0], cells[1]] = line + "\n"
    return lines


def duel_of(row: Row) -> str:
    """Return the two bots of a row as the tables show them."""
    return f"{row.first} – {row.second}"


def in_order(rows: list[Row], name: str) -> list[Row]:
    """Return the rows of a game in reading order: by number of seats, one player last."""
    return sorted((row for row in rows if row.game == name), key=lambda row: (row.seats == 1, row.seats, row.options))


def row_line(row: Row, journal: Journal) -> str:
    """Return one table row; "" if no block of it is complete."""
    results = journal.of(row)
    if not results:
        return ""
    duel = Duel(row.sides, row.bar)
    for result in results:
        duel.add(result)
    if not duel.counted:
        return ""
    score = duel.sequence.interval
    if row.sides == 2:
        even_share = wilson(score.mean, len(duel.counted))
        share, interval = f"{even_share.mean:.0%}", f"{even_share.low:.0%}–{even_share.high:.0%}"
    else:
        singles = [alone(duel.counted, bot) for bot in range(2)]
        share = f"{singles[0]['value']:.0%} · {singles[1]['value']:.0%}"
        interval = " · ".join(f"{one['low']:.0%}–{one['high']:.0%}" for one in singles)
    times = " · ".join(figure(milliseconds(duel, bot)) for bot in range(2))
    anytime = f"{score.mean:.0%}: {score.low:.0%}–{score.high:.0%}"
    adjusted = duel.sequence.steadied
    luck_removed = f"{adjusted.mean:.0%} ± {adjusted.high - adjusted.mean:.0%}" if adjusted else "–"
    by = "; ".join(sorted(journal.played_by[row.key]))
    cells = (row.table, duel_of(row), share, interval, luck_removed, anytime, str(len(duel.counted)), times, by)
    return f"| {' | '.join(cells)} |\n"


def milliseconds(duel: Duel, bot: int) -> float:
    """Return the mean thinking time of a bot's decisions."""
    seats = [(result, seat) for result in duel.counted for seat, who in enumerate(result.lineup) if who == bot]
    decisions = sum(result.decisions[seat] for result, seat in seats)
    return 1000 * sum(result.seconds[seat] for result, seat in seats) / max(1, decisions)


def write_tables(path: Path, text: str) -> None:
    """Replace the text between the markers of a page."""
    page = path.read_text(encoding="utf-8")
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise OptionError(f"{path} has no lines {BEGIN} and {END} to put the tables between")
    path.write_text(f"{before}{BEGIN}\n{text}{END}{after}", encoding="utf-8")


def figure(number: float) -> str:
    """Format a number with three significant digits and without an exponent."""
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
