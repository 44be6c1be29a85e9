"""`sortilege ladder`: how strong every level is, measured; the tables of docs/bots.md."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from sortilege.core.errors import OptionError

LADDER_EPILOG = "Example: sortilege ladder spellbook --seats 2 --minutes 30 --journal ladder.jsonl --write docs/bots.md"


def ladder(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All of them when not said.")] = None,
    seats: Annotated[list[int] | None, typer.Option(help="Only tables of this size; may be said again.")] = None,
    rows: Annotated[
        str, typer.Option(metavar="TEXT", help="Only rows with this in their name, as archmage/plain.")
    ] = "",
    matches: Annotated[int, typer.Option(min=1, max=1_000_000, help="The most matches of a row.")] = 200,
    minutes: Annotated[float, typer.Option(min=0, help="The most minutes the bots of a row think, together.")] = 20.0,
    journal: Annotated[Path, typer.Option(metavar="FILE", help="Where results are kept.")] = Path("ladder.jsonl"),
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Put the tables into this page; rows not played stay.")
    ] = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes to play in; 0 takes one per core.")] = 0,
    older: Annotated[bool, typer.Option("--older", help="Count what older engines played as well.")] = False,
    plan: Annotated[bool, typer.Option("--plan", help="Say what would be played, and play nothing.")] = False,
    tables_only: Annotated[bool, typer.Option("--tables", help="Play nothing, only make the tables.")] = False,
) -> None:
    """Measure every level of every game and size against the one below and against outsiders. Stopped, it goes on where
    it was; its processes give way to all others."""
    import sortilege
    from sortilege.arena.climb import Limits, Teller, climb, rungs, span
    from sortilege.arena.journal import Journal
    from sortilege.arena.ladder import chosen
    from sortilege.arena.tables import lines_in, tables, write_tables

    found = chosen([sortilege.game(name).name for name in games or []], seats or [], rows)
    if not found:
        raise OptionError("there is no such row; `sortilege ladder --plan` names them all")
    if not journal.parent.is_dir():
        raise OptionError(f"--journal {journal}: there is no folder for this file")
    if write is not None and not write.is_file():
        raise OptionError(f"--write {write}: there is no such page")
    kept = Journal(journal, older)
    say = Teller(lambda line: typer.echo(line, err=True))
    try:
        if not tables_only:
            ready = rungs(found, kept, Limits(matches, minutes), say)
            if plan:
                for rung in ready:
                    left = "done" if rung.done else f"at most {span(rung.seconds_left())} of thinking left"
                    typer.echo(f"{rung.row.title}: {len(rung.results)} matches, {left}")
                return
            if hasattr(os, "nice"):
                os.nice(10)
            climb(ready, kept, workers, say)
    finally:
        if write is not None and not plan:
            write_tables(write, tables(chosen([], [], ""), kept, lines_in(write)))
    if write is None:
        typer.echo(tables(found, kept), nl=False)
