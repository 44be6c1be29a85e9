"""Records on disk: where they are kept, how they are written so that nothing is lost, how they are read."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Any

from sortilege.core.errors import RecordError
from sortilege.core.folder import data_folder

LARGEST = 16 * 1024 * 1024  # bytes; the longest games take some hundred kilobytes


def folder() -> Path:
    """Where this machine keeps the games played in the terminal."""
    return data_folder() / "records"


def fresh_path(place: Path, game: str) -> Path:
    """A name for a new record in this folder that is not taken yet."""
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    names = (place / f"{stem}{'' if i == 1 else f'-{i}'}.json" for i in range(1, 10_000))
    return next(path for path in names if not path.exists())


def write_record(path: Path, record: dict[str, Any]) -> None:
    """All or nothing: a crash while writing leaves the record of the move before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    beside.write_text(json.dumps(record, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(beside, path)


def read_record(path: Path) -> Any:
    """The JSON in a file; RecordError says in one sentence why there is none."""
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as off:
        raise RecordError(f"{path}: {(off.strerror or str(off)).lower()}") from None
    if len(raw) > LARGEST:
        raise RecordError(f"{path}: is over {LARGEST >> 20} MB, too large for a record")
    try:
        return json.loads(raw)
    except UnicodeDecodeError:
        raise RecordError(f"{path}: is not text, so it is no record") from None
    except RecursionError:
        raise RecordError(f"{path}: is nested too deeply for a record") from None
    except ValueError as off:
        raise RecordError(f"{path}: is not JSON ({off})") from None
