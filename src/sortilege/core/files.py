"""Atomic writes of files."""

from __future__ import annotations

from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Replace the content of a file, and create the file and its folder if necessary. The text is written to a second
    file, which is then renamed. So if the program crashes while writing, the old file is still complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".new")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
