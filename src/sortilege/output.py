"""What commands print: JSON for programs, one line for what went wrong."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

LONGEST = 400  # characters of one error line
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text.")]


def show_json(thing: Any) -> None:
    typer.echo(json.dumps(thing, ensure_ascii=False, indent=2))


def one_line(message: str) -> str:
    """A message without line breaks or terminal codes, and not longer than a person reads."""
    line = " ".join("".join(c if c.isprintable() else " " for c in message).split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
