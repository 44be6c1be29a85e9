"""`sortilege puzzles`: positions with one clearly best line, listed, checked anew and looked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortilege.cli.output import Json, progress, show_json

if TYPE_CHECKING:
    from sortilege.analysis.puzzles import Puzzle

puzzles_app = typer.Typer(help="Positions where one line is clearly best: what there is, whether it holds, and more.")

OneGame = Annotated[str, typer.Argument(metavar="GAME", help="The game, such as abracada.")]
Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; otherwise all.")]


@puzzles_app.command("list", epilog="Example: sortilege puzzles list spell")
def list_puzzles(games: Games = None, as_json: Json = False) -> None:
    """The puzzles of every game, the easiest first."""
    import sortilege
    from sortilege.analysis.puzzles import puzzles_of

    sets = {name: puzzles_of(sortilege.game(name)) for name in games or sortilege.games()}
    if as_json:
        show_json({name: [card(puzzle) for puzzle in found.puzzles] for name, found in sets.items()})
        return
    for name, found in sets.items():
        typer.echo(f"{name}: {len(found.puzzles)}")
        for puzzle in found.puzzles:
            typer.echo(f"  {'●' * puzzle.level}{'○' * (5 - puzzle.level)}  {puzzle.kind:<8}  {puzzle.id}")
        notice = found.notice(sortilege.game(name))
        if notice is not None:
            typer.echo(f"  {notice}")


def card(puzzle: Puzzle) -> dict[str, object]:
    return {"id": puzzle.id, "kind": puzzle.kind, "level": puzzle.level}


@puzzles_app.command(epilog="Example: sortilege puzzles check abracada")
def check(
    game: OneGame,
    sample: Annotated[int | None, typer.Option(min=1, help="Only so many, spread over the set.")] = None,
    file: Annotated[Path | None, typer.Option(metavar="FILE", help="The puzzles of this file instead.")] = None,
    as_json: Json = False,
) -> None:
    """Analyse every puzzle of a game anew; the first that does not hold is said in one line."""
    import sortilege
    from sortilege.analysis.puzzles.check import check_puzzle
    from sortilege.analysis.puzzles.puzzle_file import puzzles_of, set_of

    found = sortilege.game(game)
    whole = puzzles_of(found) if file is None else set_of(found, [file])
    chosen = whole.puzzles[:: max(1, len(whole.puzzles) // sample)][:sample] if sample else whole.puzzles
    with progress() as bar:
        task = bar.add_task(game, total=len(chosen))
        for puzzle in chosen:
            check_puzzle(found, puzzle)
            bar.advance(task)
    if as_json:
        show_json({"game": game, "checked": len(chosen), "of": len(whole.puzzles), "aside": len(whole.outdated)})
        return
    typer.echo(f"{game}: {len(chosen)} puzzles, each with one clearly best line")
    notice = whole.notice(found)
    if notice is not None:
        typer.echo(str(notice))


@puzzles_app.command(epilog="Example: sortilege puzzles mine spell --count 60 --minutes 30")
def mine(
    game: OneGame,
    count: Annotated[int, typer.Option(min=1, help="How many puzzles the set shall have.")] = 60,
    minutes: Annotated[float, typer.Option(min=0, help="How long to look at most.")] = 30,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to keep them; a set there is gone on with.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Looks in other games.")] = 1,
    anew: Annotated[
        bool, typer.Option("--anew", help="Weigh the set that is there anew first: after new nets, for instance.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Let bots play, and keep the positions where one line is clearly best and not easily found."""
    import sortilege
    from sortilege.analysis.puzzles.mining import MiningPlan, Report
    from sortilege.analysis.puzzles.mining import mine as look
    from sortilege.analysis.puzzles.puzzle_file import own_path, read, write
    from sortilege.core.clock import use_cpu_time
    from sortilege.core.errors import OptionError

    use_cpu_time()  # so that a busy machine does not make puzzles look harder than they are
    found = sortilege.game(game)
    path = own_path(found) if out is None else out
    if path.is_dir() or (out is not None and not path.parent.is_dir()):
        raise OptionError(f"--out {path}: there is no folder for this file")
    kept = list(read(found, path)) if path.is_file() else []
    with progress() as bar:
        task = bar.add_task(game, total=count, completed=len(kept))

        def tell(report: Report) -> None:
            bar.update(task, description=f"{game}, game {report.games}, {report.positions} positions")

        def keep(puzzles: list[Puzzle]) -> None:
            write(path, puzzles)
            bar.update(task, completed=len(puzzles))

        puzzles = look(MiningPlan(found, count, minutes, seed, anew), kept, keep, tell)
    write(path, puzzles)
    if as_json:
        show_json({"game": game, "puzzles": len(puzzles), "file": str(path)})
    else:
        typer.echo(f"{game}: {len(puzzles)} puzzles in {path}")
