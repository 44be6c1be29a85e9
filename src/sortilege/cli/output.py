"""Input and output that the commands share: options as NAME=VALUE, JSON, error lines, progress bars."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortilege.core.contract.cards import CardsError
from sortilege.core.errors import OptionError, RecordError, SortilegeError, quote
from sortilege.core.text.phrases import shared
from sortilege.core.types import Options
from sortilege.terminal.phrases import phrase

if TYPE_CHECKING:
    from rich.progress import Progress

    from sortilege.core.match import Match

INTERRUPTED = 130  # exit code after Ctrl-C, as in POSIX shells
MAX_ERROR_LENGTH = 400  # characters of an error line
# command-line arguments and options that several commands have
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text.")]
Language = Annotated[str, typer.Option("--lang", metavar="en|fr", help="The language of the sentences.")]
Record = Annotated[Path, typer.Argument(metavar="RECORD", help="A record: the JSON file of a saved game.")]
GameOptions = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")]


def show_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def one_line(message: str) -> str:
    """Return a message as one line of at most MAX_ERROR_LENGTH characters, without control characters."""
    printable = "".join(character if character.isprintable() else " " for character in message)
    line = " ".join(printable.split())
    if len(line) <= MAX_ERROR_LENGTH:
        return line
    return line[: MAX_ERROR_LENGTH - 1] + "…"


@contextmanager
def naming_file_in_errors(file: Path) -> Iterator[None]:
    """A context manager that puts the name of a file in front of each RecordError and CardsError raised inside it."""
    try:
        yield
    except (RecordError, CardsError) as error:
        raise type(error)(shared("field", field=file, why=error)) from None


@contextmanager
def translating_errors(language: str) -> Iterator[None]:
    """A context manager that translates each SortilegeError raised inside it into a language, "en" or "fr"."""
    try:
        yield
    except SortilegeError as error:
        raise SortilegeError(error.say_with_rule(language)) from None


def parse_options(pairs: list[str]) -> Options:
    """Parse NAME=VALUE pairs. A value that is valid JSON (3, true, [1,2,3]) is JSON, any other is text."""
    options: Options = {}
    for pair in pairs:
        name, equals_sign, value = pair.partition("=")
        if not name or not equals_sign:
            raise OptionError(phrase("option_pair", given=quote(pair)))
        is_truth_value = value.lower() in ("true", "false")
        try:
            options[name] = json.loads(value.lower() if is_truth_value else value)
        except (ValueError, RecursionError):
            options[name] = value
    return options


def check_output_file(option: str, file: Path | None) -> None:
    """Raise OptionError if a file cannot be written, because it is a folder or its folder does not exist."""
    if file is not None and (file.is_dir() or not file.parent.is_dir()):
        raise OptionError(f"{option} {file}: there is no folder for this file")


def progress(count: bool = True) -> Progress:
    """Return a progress bar on stderr, so that stdout can be piped. It shows nothing unless stderr is a terminal.
    `count` is whether to show the number of completed steps."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    counted = (MofNCompleteColumn(),) if count else ()
    columns = (TextColumn("{task.description}"), BarColumn(), *counted, TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def load_match(path: Path, verify: bool = False) -> Match:
    """Load a match from a record file. `verify` also checks its draws against its seed."""
    from sortilege.core.match import Match
    from sortilege.terminal.records import read_record

    record = read_record(path)
    has_null_seed = isinstance(record, dict) and "seed" in record and record["seed"] is None
    if verify and has_null_seed:
        raise RecordError(f"{path}: has no seed (the game was still running), so its draws cannot be checked")
    with naming_file_in_errors(path):
        return Match.load(record, verify)


def check_language(language: str) -> None:
    """Raise OptionError unless `language` is "en" or "fr", the languages of the games."""
    if language not in ("en", "fr"):
        raise OptionError(f"--lang is en or fr, not {language!r}")
