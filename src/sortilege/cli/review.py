"""`sortilege review`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sortilege.cli.output import Json, progress, show_json, speaking
from sortilege.core.errors import OptionError

EPILOG = "Example: sortilege review evening.json --html evening.html"


def review(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record: the JSON file a game was saved in.")],
    seed: Annotated[int, typer.Option(help="Imagines other worlds.")] = 0,
    worlds: Annotated[
        int | None, typer.Option(help="Imagined worlds for each judgement; otherwise what a minute allows.")
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page with the curve.")] = None,
    lang: Annotated[str, typer.Option("--lang", metavar="en|fr", help="The language of the sentences.")] = "en",
    as_json: Json = False,
) -> None:
    """Look back at a finished game: the chances over its course, luck and play that add up, every decision judged."""
    from sortilege.analysis.phrases import phrase
    from sortilege.analysis.review.render_html import render_html
    from sortilege.analysis.review.render_text import render_text
    from sortilege.analysis.review.review import Review
    from sortilege.cli import check_language, loaded

    check_language(lang)
    with speaking(lang):
        if html is not None and (html.is_dir() or not html.parent.is_dir()):
            raise OptionError(phrase("no_folder", file=html))  # better now than after a minute
        under_way = Review(loaded(record), seed, worlds)
    with progress(count=False) as bar:
        task = bar.add_task(f"{under_way.timeline.game.name}, {under_way.worlds} worlds", total=1.0)
        while under_way.step():
            bar.update(task, completed=under_way.progress())
    if html is not None:
        html.write_text(render_html(under_way, lang), encoding="utf-8")
    if as_json:
        show_json(under_way.result())
    elif html is None:
        typer.echo("\n".join(render_text(under_way, lang)))
