"""`sortilege train`: train a net by self-play."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from sortilege.cli.cards import Data
from sortilege.cli.output import parse_options, progress
from sortilege.core.data_folder import set_data_folder
from sortilege.core.errors import OptionError

NetFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The file of the net; default: where the bots of this host look for it."),
]
FixedOptions = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VALUE", help="A fixed option; the others are drawn at random.")
]


def train(
    game: Annotated[str, typer.Argument(help="The game, such as spell.")],
    minutes: Annotated[float, typer.Option(help="Duration of the training, for all sizes together.")],
    size: Annotated[str | None, typer.Option(help="Table sizes separated by commas, such as 2, or all.")] = None,
    out: NetFile = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue to train the net in the file.")] = False,
    option: FixedOptions = None,
    hidden: Annotated[int, typer.Option(help="Number of hidden units of the net.")] = 32,
    workers: Annotated[int, typer.Option(help="Number of processes; 0 means one per core.")] = 0,
    seed: Annotated[str, typer.Option(help="Seed of the games.")] = "train",
    data: Data = None,
) -> None:
    """Train a net for the bots of a game by self-play: it learns to predict who wins."""
    if data is not None:
        set_data_folder(data)
    if find_spec("numpy") is None:
        raise OptionError("training needs numpy: pip install 'sortilege[train]'")
    from sortilege.core.engine.playout import compiled
    from sortilege.train.training import Plan, run

    plan = Plan(
        game,
        minutes,
        size=size,
        out=out,
        resume=resume,
        options=parse_options(option or []),
        hidden=hidden,
        workers=workers,
        seed=seed,
    )
    if not compiled():
        typer.echo("The engine is not compiled, so the net learns from far fewer games in this time.", err=True)
    try:
        with progress(count=False) as bar:
            task = bar.add_task(game, total=60 * minutes)
            start = perf_counter()

            def tick(what: str) -> None:
                bar.update(task, description=what, completed=perf_counter() - start)

            path = run(plan, partial(print, flush=True), tick)  # the progress bar moves down for `print`
        typer.echo(f"The net is {path}")
    except KeyboardInterrupt:
        if plan.path.is_file():
            typer.echo(f"{plan.path} keeps the last generation that was finished; --resume goes on with it.", err=True)
        raise
