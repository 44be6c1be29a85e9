"""Store games as record files and read them."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

from sortilege.core.data_folder import data_folder
from sortilege.core.errors import RecordError
from sortilege.core.files import write_atomically
from sortilege.core.text.phrases import Sentence, shared
from sortilege.core.types import Object, Untrusted
from sortilege.terminal.phrases import phrase

MEGABYTE = 1 << 20
MAX_BYTES = 16 * MEGABYTE  # the longest games need a few hundred kilobytes


def records_folder() -> Path:
    """Return the folder in which games played in the terminal are saved."""
    return data_folder() / "records"


def new_path(folder: Path, game: str) -> Path:
    """Return an unused path for a new record in this folder. Its name contains the game and the time."""
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = folder / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.json"
    return path


def write_record(path: Path, record: Object) -> None:
    """Write a record atomically: after a crash the file has either the old or the new content."""
    write_atomically(path, json.dumps(record, ensure_ascii=False) + "\n")


def read_record(path: Path) -> Untrusted:
    """Read the JSON value in a record file. Raise RecordError with the reason if this is not possible."""
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise invalid_file(path, phrase("unreadable", english=(error.strerror or str(error)).lower())) from None
    if len(raw) > MAX_BYTES:
        raise invalid_file(path, phrase("record_large", most=MAX_BYTES // MEGABYTE))
    try:
        return json.loads(raw)
    except UnicodeDecodeError:
        raise invalid_file(path, phrase("record_text")) from None
    except RecursionError:
        raise invalid_file(path, phrase("record_deep")) from None
    except ValueError as error:
        raise invalid_file(path, phrase("record_json", english=error)) from None


def invalid_file(path: Path, reason: Sentence) -> RecordError:
    """Return the error for a file that is not a valid record."""
    return RecordError(shared("field", field=path, why=reason))
