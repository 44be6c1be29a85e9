"""The journal of the ladder: one line of JSON per match, appended when the match ends, so that a stopped run can
resume.

A line names its row and a digest of the engine, that is of the sources that decide how a game is played and searched.
When those change, the row starts again. Lines of older engines stay in the file but do not count.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import sortilege
from sortilege.arena.contest import Result
from sortilege.arena.ladder import Row
from sortilege.core.types import Object

SOURCES = ("*.py", "*.toml", "*.json")
FIELDS = ("number", "block", "lineup", "sides", "winners", "scores", "nodes", "decisions", "seconds", "luck")


@cache
def engine(game: str) -> str:
    """Return a digest of the code that plays this game: core, bots and the game itself, compiled or not."""
    package = Path(sortilege.__file__).parent
    digest = hashlib.sha256(b"compiled" if sortilege.compiled() else b"interpreted")
    for part in ("core", "bots", f"games/{game}"):
        files = {path for kind in SOURCES for path in (package / part).rglob(kind)}
        for path in sorted(files):
            digest.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def commit() -> str:
    """Return the commit of the checkout in the working directory; "" if it is not a checkout."""
    if not Path("src/sortilege").is_dir():
        return ""
    try:
        command = ["git", "rev-parse", "--short", "HEAD"]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


class Journal:
    """The results of all rows."""

    def __init__(self, path: Path, older: bool = False) -> None:
        """Read the file if it exists. `older` also counts the results of older engines."""
        self.path = path
        self.results: dict[str, dict[int, Result]] = {}
        self.played_by: dict[str, set[str]] = {}  # by row: version, commit, day
        self.torn = False  # whether the last line is incomplete, because a process was killed while writing
        lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else [""]
        for text in lines:
            try:
                line = json.loads(text)
                if older or line["engine"] == engine(line["row"].split(" ")[0]):
                    self.remember(line)
            except (ValueError, KeyError, TypeError):
                continue
        self.torn = bool(lines[-1])

    def remember(self, line: Object) -> None:
        """Count the result in a line of the file."""
        fields: Any = {name: tupled(line[name]) for name in FIELDS}
        result = Result(**fields)
        self.results.setdefault(line["row"], {}).setdefault(result.number, result)
        self.played_by.setdefault(line["row"], set()).add(line["by"])

    def add(self, row: Row, result: Result) -> None:
        """Append a result to the file and count it."""
        day = datetime.now(UTC).date().isoformat()
        by = f"{sortilege.__version__}{' ' + commit() if commit() else ''}, {day}"
        line = {"row": row.key, "engine": engine(row.game), "by": by} | {n: getattr(result, n) for n in FIELDS}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(("\n" if self.torn else "") + json.dumps(line) + "\n")
        self.torn = False
        self.remember(line)

    def of(self, row: Row) -> list[Result]:
        """Return the results of a row, sorted by match number."""
        return [result for _, result in sorted(self.results.get(row.key, {}).items())]


def tupled(value: object) -> object:
    """Convert lists from JSON to the tuples they were before, recursively."""
    return tuple(tupled(part) for part in value) if isinstance(value, list | tuple) else value
