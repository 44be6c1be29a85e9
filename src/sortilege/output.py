"""What commands print: JSON for programs, one line for what went wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from sortilege.core.cards import CardsError
from sortilege.core.errors import RecordError, SortilegeError
from sortilege.core.phrases import shared

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
        raise SortilegeError(off.whole(language)) from None
