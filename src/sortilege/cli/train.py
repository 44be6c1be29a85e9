"""`sortilege train`: bots play themselves and learn who wins."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from sortilege.cli.cards import Data
from sortilege.cli.output import options_in, progress
from sortilege.core.errors import OptionError
from sortilege.core.folder import set_data_folder


def train(
    game: Annotated[str, typer.Argument(help="The game to learn, such as spell.")],
    minutes: Annotated[float, typer.Option(help="How long, for all sizes together.")],
    size: Annotated[
        str | None, typer.Option(help="The size of the table, such as 2; several with commas; all.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the net goes; otherwise where bots of this host find it.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the net in the file.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option to keep; the others are drawn by lot.")
    ] = None,
    hidden: Annotated[int, typer.Option(help="How many units the net has.")] = 32,
    workers: Annotated[int, typer.Option(help="Processes to play in; 0 takes one per core.")] = 0,
    seed: Annotated[str, typer.Option(help="Deals other games.")] = "train",
    data: Data = None,
) -> None:
    """Train a net for the bots of a game: they play themselves, and it learns who wins."""
    if data is not None:
        set_data_folder(data)
    if find_spec("numpy") is None:
        raise OptionError("training needs numpy: pip install 'sortilege[train]'")
    from sortilege.core.playout import compiled
    from sortilege.train.course import Plan, run

    plan = Plan(game, minutes, size, out, resume, options_in(option or []), hidden, workers, seed)
    if not compiled():
        typer.echo("The engine runs interpreted: the same minutes teach far less than compiled.", err=True)
    try:
        with progress(count=False) as bar:
            task = bar.add_task(game, total=60 * minutes)
            began = perf_counter()

            def tick(what: str) -> None:
                bar.update(task, description=what, completed=perf_counter() - began)

            path = run(plan, partial(print, flush=True), tick)  # print, for the bar makes way for it
        typer.echo(f"The net is {path}")
    except KeyboardInterrupt:
        if plan.path.is_file():
            typer.echo(f"{plan.path} keeps the last generation that was finished; --resume goes on with it.", err=True)
        raise
