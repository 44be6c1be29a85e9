"""What commands read and print: options as NAME=VALUE, JSON for programs, one line for what went wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortilege.core.cards import CardsError
from sortilege.core.errors import OptionError, RecordError, SortilegeError, quote
from sortilege.core.phrases import shared
from sortilege.core.shapes import Options
from sortilege.terminal.phrases import phrase

if TYPE_CHECKING:
    from rich.progress import Progress

LONGEST = 400  # characters of one error line
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text.")]


def show_json(thing: object) -> None:
    typer.echo(json.dumps(thing, ensure_ascii=False, indent=2))


def one_line(message: str) -> str:
    """A message without line breaks or terminal codes, and not longer than a person reads."""
    line = " ".join("".join(c if c.isprintable() else " " for c in message).split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Whatever is wrong with a record or with cards is said with the name of their file."""
    try:
        yield
    except (RecordError, CardsError) as off:
        raise type(off)(shared("field", field=file, why=off)) from None


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Whatever is refused within is said in this language."""
    try:
        yield
    except SortilegeError as off:
        raise SortilegeError(off.say_with_rule(language)) from None


def options_in(given: list[str]) -> Options:
    """NAME=VALUE pairs; a value is JSON where it reads as JSON (3, true, [1,2,3]), otherwise text."""
    options: Options = {}
    for pair in given:
        name, sign, value = pair.partition("=")
        if not name or not sign:
            raise OptionError(phrase("option_pair", given=quote(pair)))
        try:
            options[name] = json.loads(value.lower() if value.lower() in ("true", "false") else value)
        except (ValueError, RecursionError):
            options[name] = value
    return options


def progress(count: bool = True) -> Progress:
    """A bar on stderr, so that what is printed stays clean; nothing where nobody watches."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    counted = (MofNCompleteColumn(),) if count else ()
    columns = (TextColumn("{task.description}"), BarColumn(), *counted, TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
