"""Atomic writes of files."""

from __future__ import annotations

from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Replace a file with this text and create its folder if necessary. After a crash while writing, the file still has
    its old content, because the text goes to a second file first that is then renamed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".new")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
