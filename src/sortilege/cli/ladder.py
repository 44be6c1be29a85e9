"""`sortilege ladder`: measure the strength of every level, for the tables of docs/bots.md."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortilege.core.errors import OptionError

if TYPE_CHECKING:
    from sortilege.arena.ladder_run import RowRun

LADDER_EPILOG = "Example: sortilege ladder spellbook --seats 2 --minutes 30 --journal ladder.jsonl --write docs/bots.md"

RowName = Annotated[
    str, typer.Option(metavar="TEXT", help="Only rows whose name contains this, such as archmage/plain.")
]
Page = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the tables into this page; rows without results stay.")
]


def ladder(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Default: all games.")] = None,
    seats: Annotated[list[int] | None, typer.Option(help="Only tables of this size; may be repeated.")] = None,
    rows: RowName = "",
    matches: Annotated[int, typer.Option(min=1, max=1_000_000, help="Maximum number of matches per row.")] = 200,
    minutes: Annotated[float, typer.Option(min=0, help="Maximum total thinking time per row.")] = 20.0,
    journal: Annotated[Path, typer.Option(metavar="FILE", help="The file of the results.")] = Path("ladder.jsonl"),
    write: Page = None,
    workers: Annotated[int, typer.Option(min=0, help="Number of processes; 0 means one per core.")] = 0,
    include_old: Annotated[bool, typer.Option("--include-old", help="Count results of older engines too.")] = False,
    older: Annotated[bool, typer.Option("--older", hidden=True, help="The former name of --include-old.")] = False,
    plan: Annotated[bool, typer.Option("--plan", help="Print what would be played, and play nothing.")] = False,
    tables_only: Annotated[bool, typer.Option("--tables-only", help="Play nothing, only write the tables.")] = False,
    old_tables: Annotated[bool, typer.Option("--tables", hidden=True, help="Formerly --tables-only.")] = False,
) -> None:
    """Measure every level against the level below and against baselines, for every game and table size. If interrupted,
    the next run resumes where it left off. Workers run at low priority."""
    import sortilege
    from sortilege.arena.journal import Journal
    from sortilege.arena.ladder import select_rows
    from sortilege.arena.ladder_run import Limits, ThrottledReport, load_runs, play_ladder
    from sortilege.arena.tables import ladder_tables, read_lines, replace_tables

    selected = select_rows([sortilege.game(name).name for name in games or []], seats or [], rows)
    if not selected:
        raise OptionError("there is no such row; `sortilege ladder --plan` names them all")
    if not journal.parent.is_dir():
        raise OptionError(f"--journal {journal}: there is no folder for this file")
    if write is not None and not write.is_file():
        raise OptionError(f"--write {write}: there is no such page")
    results = Journal(journal, include_old or older)
    report = ThrottledReport(lambda line: typer.echo(line, err=True))
    try:
        if not (tables_only or old_tables):
            runs = load_runs(selected, results, Limits(matches, minutes), report)
            if plan:
                print_plan(runs)
                return
            if hasattr(os, "nice"):
                os.nice(10)
            play_ladder(runs, results, workers, report)
    finally:
        if write is not None and not plan:
            replace_tables(write, ladder_tables(select_rows([], [], ""), results, read_lines(write)))
    if write is None:
        typer.echo(ladder_tables(selected, results), nl=False)


def print_plan(runs: list[RowRun]) -> None:
    """Print what the next run of the ladder would still play for each row."""
    from sortilege.arena.ladder_run import duration_text

    for run in runs:
        thinking = "done" if run.done else f"at most {duration_text(run.seconds_left())} of thinking left"
        typer.echo(f"{run.row.title}: {len(run.results)} matches, {thinking}")
