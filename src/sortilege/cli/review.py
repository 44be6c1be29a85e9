"""`sortilege review`: review a finished game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sortilege.cli.output import Json, Language, Record, progress, show_json, translating_errors
from sortilege.core.errors import OptionError

EPILOG = "Example: sortilege review evening.json --html evening.html"


def review(
    record: Record,
    seed: Annotated[int, typer.Option(help="Seed of the sampled worlds.")] = 0,
    worlds: Annotated[
        int | None, typer.Option(help="Sampled worlds per evaluation; default: as many as take about a minute.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with charts (HTML).")
    ] = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Review a finished game: win probabilities over time, the part of luck and play, and each decision."""
    from sortilege.analysis.phrases import phrase
    from sortilege.analysis.review.render_html import render_html
    from sortilege.analysis.review.render_text import render_text
    from sortilege.analysis.review.review import Review
    from sortilege.cli.output import check_language, load_match

    check_language(lang)
    with translating_errors(lang):
        if html is not None and (html.is_dir() or not html.parent.is_dir()):
            raise OptionError(phrase("no_folder", file=html))  # better now than after a minute
        review_run = Review(load_match(record), seed, worlds)
    with progress(count=False) as bar:
        task = bar.add_task(f"{review_run.timeline.game.name}, {review_run.worlds} worlds", total=1.0)
        while review_run.step():
            bar.update(task, completed=review_run.progress())
    if html is not None:
        html.write_text(render_html(review_run, lang), encoding="utf-8")
    if as_json:
        show_json(review_run.result())
    elif html is None:
        typer.echo("\n".join(render_text(review_run, lang)))
