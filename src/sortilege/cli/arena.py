"""The command `arena`: bots play against each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from sortilege.cli.output import INTERRUPTED, GameOptions, Json, check_output_file, parse_options, progress, show_json
from sortilege.core.types import Object

if TYPE_CHECKING:
    from sortilege.arena.contest import Plan

EPILOG: Final = "Example: sortilege arena --bots apprentice,adept,master --matches 300 --ms 50 --report arena.html"

# ---------------------------------------------------------------- options
Bots = Annotated[
    str, typer.Option(help="The bots: levels, random, search, plain, ismcts, NAME@MS, plain:400, module:name.")
]
MatchCount = Annotated[
    int, typer.Option(help="Number of matches, rounded up so that every bot plays every seat equally often.")
]
Milliseconds = Annotated[
    float | None, typer.Option(help="Milliseconds per decision, for bots without a time of their own.")
]
SameDraws = Annotated[
    bool,
    typer.Option("--same-draws", help="Give all matches of a block the same draws; their records cannot be verified."),
]
Luck = Annotated[bool, typer.Option("--luck", help="Measure luck, and subtract it from the score of a duel.")]
Duel = Annotated[
    bool, typer.Option("--duel", help="Compare two bots: each in turn plays alone against copies of the other.")
]
StopAt = Annotated[
    float | None,
    typer.Option(help="Stop a duel when the first bot's score is certainly above or below this, such as 0.55."),
]


# ---------------------------------------------------------------- the command
def arena(
    game: Annotated[str, typer.Option(help="The game to play.")] = "abracada",
    bots: Bots = "apprentice,adept",
    matches: MatchCount = 200,
    seats: Annotated[int | None, typer.Option(help="Number of seats.")] = None,
    option: GameOptions = None,
    ms: Milliseconds = None,
    same_draws: SameDraws = False,
    luck: Luck = False,
    duel: Duel = False,
    stop_at: StopAt = None,
    until: Annotated[float | None, typer.Option(hidden=True, help="The former name of --stop-at.")] = None,
    seed: Annotated[str, typer.Option(help="Seed of the deals.")] = "arena",
    workers: Annotated[int, typer.Option(help="Number of processes; 0 means one per core.")] = 0,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster.")] = False,
    report: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page with charts (HTML).")] = None,
    records: Annotated[Path | None, typer.Option(metavar="DIR", help="Save the record of every match.")] = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other and rate them, with 95% intervals. Thinking time is CPU time, so that a busy machine
    slows no bot down."""
    from sortilege.arena.contest import Plan

    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    plan = Plan(
        game,
        bots=names,
        matches=matches,
        seats=seats,
        options=parse_options(option or []),
        milliseconds=ms,
        seed=seed,
        records=records is not None,
        duel=duel,
        same_draws=same_draws,
        luck=luck,
        stop_at=stop_at if stop_at is not None else until,
    )
    check_output_file("--report", report)  # better now than after an hour
    summary = play_plan(plan, workers, ray, records)
    if report is not None:
        from sortilege.arena.page import write_page

        write_page(report, summary)
    if as_json:
        show_json(summary)
    else:
        print_summary(plan, summary)
    if summary["matches"] < summary["planned"]:
        raise typer.Exit(INTERRUPTED)


def print_summary(plan: Plan, summary: Object) -> None:
    """Print the results of an arena as a table and, for a duel, which bot is better."""
    from rich.console import Console

    from sortilege.arena.report import duel_lines, footnote, headline, text_table

    typer.echo(headline(summary) + "\n")
    Console().print(text_table(summary))
    if plan.duel:
        typer.echo("\n" + "\n".join(duel_lines(summary, *plan.bots)))
    typer.echo("\n" + footnote(summary))


def play_plan(plan: Plan, workers: int, ray: bool, records: Path | None) -> Object:
    """Play the matches of an arena with a progress bar, and return their summary. After Ctrl-C it covers the finished
    matches. `records` is the folder in which to save the record of every match; None means that none is saved."""
    from time import perf_counter

    from sortilege.arena.contest import Result
    from sortilege.arena.report import summary
    from sortilege.arena.workers import run
    from sortilege.terminal.records import write_record

    results: list[Result] = []
    start = perf_counter()
    with progress() as bar:
        task = bar.add_task(f"{plan.game}, {plan.seat_count} seats", total=plan.total_matches)

        def on_result(result: Result) -> None:
            results.append(result)
            bar.advance(task)
            if records is not None and result.record is not None:
                write_record(records / f"{plan.game}-{result.number:06}.json", result.record)

        try:
            played = run(plan, workers, ray, on_result)
        except KeyboardInterrupt:
            if not results:
                raise
            played = sorted(results, key=lambda result: result.number)
    return summary(plan, played, perf_counter() - start)
