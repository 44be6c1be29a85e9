"""Write the results of the ladder as Markdown tables into a page, one per game, between two marker comments.

Rows without results in the journal stay on the page as they are, because the journal may be lost. Every row says which
version played it, and when.
"""

from __future__ import annotations

from pathlib import Path

from sortilege.analysis.intervals import wilson
from sortilege.arena.duel import Duel, single_share_json
from sortilege.arena.journal import Journal
from sortilege.arena.ladder import Row
from sortilege.core.errors import OptionError
from sortilege.games import game

BEGIN, END = "<!-- ladder: begin -->", "<!-- ladder: end -->"
COLUMNS = ("table", "first – second", "score", "95 %", "luck out", "whenever stopped", "matches", "ms", "played by")
HEAD = f"| {' | '.join(COLUMNS)} |\n|---|---{'|--:' * (len(COLUMNS) - 3)}|---|\n"
LadderLines = dict[tuple[str, str, str], str]  # lines of the page by title of the game, table and bots
GAME_HEADING = "### "


def ladder_tables(rows: list[Row], journal: Journal, previous: LadderLines | None = None) -> str:
    """Return the tables of all games that were played, as Markdown. A row without results in the journal keeps its line
    in `previous`, the lines that the page has now."""
    old_lines = previous or {}
    tables = []
    for name in dict.fromkeys(row.game for row in rows):
        title = game(name).words["en"]["title"]
        game_rows = in_reading_order([row for row in rows if row.game == name])
        lines = [row_line(row, journal) or old_lines.get((title, row.table, duel_name(row)), "") for row in game_rows]
        if any(lines):
            tables.append(f"{GAME_HEADING}{title}\n\n{HEAD}{''.join(lines)}")
    return "\n".join(tables) or "Nothing was played yet.\n"


def read_lines(path: Path) -> LadderLines:
    """Return the lines of the tables on a Markdown page, by game, table and bots."""
    title = ""
    lines: LadderLines = {}
    tables = path.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    for line in tables.splitlines():
        if line.startswith(GAME_HEADING):
            title = line.removeprefix(GAME_HEADING)
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        is_heading = cells[0] == COLUMNS[0] or cells[0].startswith("---")
        if len(cells) == len(COLUMNS) and not is_heading:
            table, bots = cells[:2]
            lines[title, table, bots] = line + "\n"
    return lines


def duel_name(row: Row) -> str:
    """Return the two bots of a row as the tables show them."""
    return f"{row.bot} – {row.opponent}"


def in_reading_order(rows: list[Row]) -> list[Row]:
    """Sort the rows of a game by number of seats. Rows with one seat come last."""
    return sorted(rows, key=lambda row: (row.seats == 1, row.seats, row.options))


def row_line(row: Row, journal: Journal) -> str:
    """Return the results of a ladder row as one line of a Markdown table, or "" if no block of matches is complete."""
    duel = Duel(row.sides, row.threshold)
    for result in journal.results_of(row):
        duel.add(result)
    if not duel.counted:
        return ""
    score = duel.sequence.interval
    share, interval = share_cells(duel)
    adjusted = duel.sequence.luck_adjusted
    cells = (
        row.table,
        duel_name(row),
        share,
        interval,
        f"{adjusted.mean:.0%} ± {adjusted.half_width:.0%}" if adjusted else "–",
        f"{score.mean:.0%}: {score.low:.0%}–{score.high:.0%}",
        str(len(duel.counted)),
        " · ".join(format_number(mean_milliseconds(duel, bot)) for bot in range(2)),
        "; ".join(sorted(journal.played_by[row.key])),
    )
    return f"| {' | '.join(cells)} |\n"


def share_cells(duel: Duel) -> tuple[str, str]:
    """Return the first bot's share of the victories and its confidence interval as two cells of a table. With more than
    two sides, the cells have the shares of both bots, each from the matches in which the bot played a single side."""
    if duel.sides == 2:
        share = wilson(duel.sequence.mean, len(duel.counted))
        return f"{share.mean:.0%}", f"{share.low:.0%}–{share.high:.0%}"
    shares = [single_share_json(duel.counted, bot) for bot in range(2)]
    values = " · ".join(f"{share['value']:.0%}" for share in shares)
    return values, " · ".join(f"{share['low']:.0%}–{share['high']:.0%}" for share in shares)


def mean_milliseconds(duel: Duel, bot: int) -> float:
    """Return the mean thinking time of a bot's decisions, in milliseconds."""
    seconds, decisions = 0.0, 0
    for result in duel.counted:
        for seat, bot_of_seat in enumerate(result.lineup):
            if bot_of_seat == bot:
                seconds += result.seconds[seat]
                decisions += result.decisions[seat]
    return 1000 * seconds / max(1, decisions)


def replace_tables(page_path: Path, tables: str) -> None:
    """Replace the tables on a Markdown page by new tables: all text between its lines BEGIN and END. Raise OptionError
    if the page does not have these lines."""
    page = page_path.read_text(encoding="utf-8")
    before, begin, after_begin = page.partition(BEGIN)
    _, end, after_end = after_begin.partition(END)
    if not begin or not end:
        raise OptionError(f"{page_path} has no lines {BEGIN} and {END} to put the tables between")
    page_path.write_text(f"{before}{BEGIN}\n{tables}{END}{after_end}", encoding="utf-8")


def format_number(number: float) -> str:
    """Format a number with three significant digits and without an exponent."""
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
