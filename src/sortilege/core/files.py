"""Atomic writes of files, and the key that is wrong in a file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from msgspec import ValidationError

FIELD: Final = re.compile(r"field `(.+?)`")
PATH: Final = re.compile(r"at `\$\.?(.+)`$")


def write_atomically(path: Path, text: str) -> None:
    """Replace the content of a file, and create the file and its folder if necessary. The text is written to a second
    file, which is then renamed. So if the program crashes while writing, the old file is still complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".new")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)


def invalid_key(error: ValidationError) -> str:
    """Return the path of the key that msgspec could not decode, such as "steps[1].en"; "" if it is the whole value. An
    error that `__post_init__` raises names its key as msgspec does: "field `share`"."""
    message = str(error)
    path, field = PATH.search(message), FIELD.search(message)
    return ".".join(match[1] for match in (path, field) if match)
