"""`sortilege puzzles`: list, check and find positions with one clearly best move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortilege.cli.output import Json, progress, show_json

if TYPE_CHECKING:
    from sortilege.analysis.puzzles import Puzzle

MAX_LEVEL = 5  # of the difficulty of a puzzle

puzzles_app = typer.Typer(help="Positions with one clearly best move: list them, check them, find more.")

OneGame = Annotated[str, typer.Argument(metavar="GAME", help="The game, such as abracada.")]
PuzzleFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The file of the puzzles; an existing set is extended.")
]
Reanalyse = Annotated[
    bool, typer.Option("--reanalyse", help="First analyse the existing set again, for example after new nets.")
]
Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Default: all games.")]


@puzzles_app.command("list", epilog="Example: sortilege puzzles list spell")
def list_puzzles(games: Games = None, as_json: Json = False) -> None:
    """List the puzzles of every game, the easiest first."""
    import sortilege
    from sortilege.analysis.puzzles import puzzles_of

    sets = {name: puzzles_of(sortilege.game(name)) for name in games or sortilege.games()}
    if as_json:
        show_json({name: [list_entry(puzzle) for puzzle in puzzle_set.puzzles] for name, puzzle_set in sets.items()})
        return
    for name, puzzle_set in sets.items():
        typer.echo(f"{name}: {len(puzzle_set.puzzles)}")
        for puzzle in puzzle_set.puzzles:
            difficulty = ("●" * puzzle.level).ljust(MAX_LEVEL, "○")
            typer.echo(f"  {difficulty}  {puzzle.kind:<8}  {puzzle.id}")
        notice = puzzle_set.notice(sortilege.game(name))
        if notice is not None:
            typer.echo(f"  {notice}")


def list_entry(puzzle: Puzzle) -> dict[str, object]:
    return {"id": puzzle.id, "kind": puzzle.kind, "level": puzzle.level}


@puzzles_app.command(epilog="Example: sortilege puzzles check abracada")
def check(
    game: OneGame,
    sample: Annotated[int | None, typer.Option(min=1, help="Check only so many, spread over the set.")] = None,
    file: Annotated[Path | None, typer.Option(metavar="FILE", help="Check the puzzles of this file.")] = None,
    as_json: Json = False,
) -> None:
    """Analyse every puzzle of a game again. Stop at the first that is no longer valid."""
    import sortilege
    from sortilege.analysis.puzzles.check import check_puzzle
    from sortilege.analysis.puzzles.puzzle_file import puzzles_in_files, puzzles_of

    rules = sortilege.game(game)
    puzzle_set = puzzles_of(rules) if file is None else puzzles_in_files(rules, [file])
    chosen = puzzle_set.puzzles
    if sample is not None:
        stride = max(1, len(chosen) // sample)
        chosen = chosen[::stride][:sample]
    with progress() as bar:
        task = bar.add_task(game, total=len(chosen))
        for puzzle in chosen:
            check_puzzle(rules, puzzle)
            bar.advance(task)
    if as_json:
        show_json(
            {"game": game, "checked": len(chosen), "of": len(puzzle_set.puzzles), "aside": len(puzzle_set.outdated)}
        )
        return
    typer.echo(f"{game}: {len(chosen)} puzzles, each with one clearly best line")
    notice = puzzle_set.notice(rules)
    if notice is not None:
        typer.echo(str(notice))


@puzzles_app.command(epilog="Example: sortilege puzzles mine spell --count 60 --minutes 30")
def mine(
    game: OneGame,
    count: Annotated[int, typer.Option(min=1, help="Number of puzzles to reach.")] = 60,
    minutes: Annotated[float, typer.Option(min=0, help="Maximum minutes to search.")] = 30,
    out: PuzzleFile = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games to search.")] = 1,
    reanalyse: Reanalyse = False,
    anew: Annotated[bool, typer.Option("--anew", hidden=True, help="The former name of --reanalyse.")] = False,
    as_json: Json = False,
) -> None:
    """Let bots play, and save the positions in which one move is clearly best and hard to find."""
    import sortilege
    from sortilege.analysis.puzzles.mining import MiningPlan, Report
    from sortilege.analysis.puzzles.mining import mine as search
    from sortilege.analysis.puzzles.puzzle_file import own_path, read, write
    from sortilege.core.engine.timer import use_cpu_time
    from sortilege.core.errors import OptionError

    use_cpu_time()  # so that a busy machine does not make puzzles seem harder
    rules = sortilege.game(game)
    path = own_path(rules) if out is None else out
    if path.is_dir() or (out is not None and not path.parent.is_dir()):
        raise OptionError(f"--out {path}: there is no folder for this file")
    puzzles_before = list(read(rules, path)) if path.is_file() else []
    with progress() as bar:
        task = bar.add_task(game, total=count, completed=len(puzzles_before))

        def show_progress(report: Report) -> None:
            bar.update(task, description=f"{game}, game {report.games}, {report.positions} positions")

        def save(puzzles: list[Puzzle]) -> None:
            write(path, puzzles)
            bar.update(task, completed=len(puzzles))

        plan = MiningPlan(rules, count, minutes, seed, reanalyse or anew)
        puzzles = search(plan, puzzles_before, save, show_progress)
    write(path, puzzles)
    if as_json:
        show_json({"game": game, "puzzles": len(puzzles), "file": str(path)})
    else:
        typer.echo(f"{game}: {len(puzzles)} puzzles in {path}")
