"""Records on disk: where they are kept, how they are written so that nothing is lost, how they are read."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path

from sortilege.core.errors import RecordError
from sortilege.core.folder import data_folder
from sortilege.core.phrases import Sentence, shared
from sortilege.core.shapes import Object, Untrusted
from sortilege.terminal.phrases import phrase

LARGEST = 16 * 1024 * 1024  # bytes; the longest games take some hundred kilobytes


def folder() -> Path:
    """Where this machine keeps the games played in the terminal."""
    return data_folder() / "records"


def fresh_path(place: Path, game: str) -> Path:
    """A name for a new record in this folder that is not taken yet."""
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    names = (place / f"{stem}{'' if i == 1 else f'-{i}'}.json" for i in range(1, 10_000))
    return next(path for path in names if not path.exists())


def write_record(path: Path, record: Object) -> None:
    """All or nothing: a crash while writing leaves the record of the move before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    beside.write_text(json.dumps(record, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(beside, path)


def read_record(path: Path) -> Untrusted:
    """The JSON in a file; RecordError says in one sentence why there is none."""
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as off:
        raise wrong(path, phrase("unreadable", english=(off.strerror or str(off)).lower())) from None
    if len(raw) > LARGEST:
        raise wrong(path, phrase("record_large", most=LARGEST >> 20))
    try:
        return json.loads(raw)
    except UnicodeDecodeError:
        raise wrong(path, phrase("record_text")) from None
    except RecursionError:
        raise wrong(path, phrase("record_deep")) from None
    except ValueError as off:
        raise wrong(path, phrase("record_json", english=off)) from None


def wrong(path: Path, why: Sentence) -> RecordError:
    """What is wrong with a file that should hold a record."""
    return RecordError(shared("field", field=path, why=why))
