"""The journal of the ladder: a file with one line of JSON per match, so that a stopped run can resume.

A line names the row of the ladder (one duel of two bots) and the engine: a digest of the source files that decide how
bots play the game. When these files change, the row starts again. Lines of older engines stay in the file but do not
count.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import msgspec

import sortilege
from sortilege.arena.contest import Result
from sortilege.arena.ladder import Row
from sortilege.core.types import Object

SOURCE_FILES = ("*.py", "*.toml", "*.json")
DIGEST_LENGTH = 12  # hexadecimal digits
GIT_TIMEOUT = 10  # seconds
FIELDS = ("number", "block", "lineup", "sides", "winners", "scores", "nodes", "decisions", "seconds", "luck")


@cache
def engine_digest(game: str) -> str:
    """Return a hash of the code that plays this game: the engine, the bots and the game itself, compiled or not."""
    package = Path(sortilege.__file__).parent
    digest = hashlib.sha256(b"compiled" if sortilege.compiled() else b"interpreted")
    for folder in ("core", "bots", f"games/{game}"):
        files = {path for pattern in SOURCE_FILES for path in (package / folder).rglob(pattern)}
        for path in sorted(files):
            digest.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:DIGEST_LENGTH]


@cache
def commit() -> str:
    """Return the git commit of the source checkout in the working directory, or "" if there is no checkout."""
    if not Path("src/sortilege").is_dir():
        return ""
    try:
        command = ["git", "rev-parse", "--short", "HEAD"]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=GIT_TIMEOUT).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


class Journal:
    """The results of all rows of the ladder, in memory and in a file."""

    def __init__(self, path: Path, include_old: bool = False) -> None:
        """Read the file if it exists. With `include_old`, results of older engines count too."""
        self.path = path
        self.results: dict[str, dict[int, Result]] = {}  # by row key and match number
        self.played_by: dict[str, set[str]] = {}  # version, commit and day of the matches, by row key
        lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else [""]
        for text in lines:
            try:
                line = json.loads(text)
                game_name, *_ = line["row"].split(" ")
                is_current = line["engine"] == engine_digest(game_name)
                if include_old or is_current:
                    self.remember(line)
            except (ValueError, KeyError, TypeError):  # an incomplete line, or one of another version
                continue
        self.last_line_incomplete = bool(lines[-1])  # a process was killed while writing

    def remember(self, line: Object) -> None:
        """Count the result in a parsed line of the file. Raise KeyError or ValueError if it is not a result."""
        result = msgspec.convert({name: line[name] for name in FIELDS}, Result)
        self.results.setdefault(line["row"], {}).setdefault(result.number, result)
        self.played_by.setdefault(line["row"], set()).add(line["by"])

    def add(self, row: Row, result: Result) -> None:
        """Append the result of a match to the file, and count it for its row of the ladder."""
        day = datetime.now(UTC).date().isoformat()
        version = f"{sortilege.__version__} {commit()}".strip()
        fields = {name: getattr(result, name) for name in FIELDS}
        line = {"row": row.key, "engine": engine_digest(row.game), "by": f"{version}, {day}", **fields}
        text = json.dumps(line)
        with self.path.open("a", encoding="utf-8") as file:
            if self.last_line_incomplete:
                file.write("\n")
            file.write(text + "\n")
        self.last_line_incomplete = False
        self.remember(json.loads(text))

    def results_of(self, row: Row) -> list[Result]:
        """Return the results of a row, sorted by match number."""
        return [result for _, result in sorted(self.results.get(row.key, {}).items())]
