"""The journal of the ladder: one line of JSON for every match, appended as it ends, so that nothing is lost and a run
that was stopped goes on where it was.

A line names its row and the engine it was played by: a digest of the sources that decide how a game is played and
searched. When those change, the row begins anew; the old lines stay, and count no more.
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
from sortilege.core.shapes import Object

SOURCES = ("*.py", "*.toml", "*.json")
KEPT = ("number", "block", "lineup", "sides", "winners", "scores", "nodes", "decisions", "seconds", "luck")


@cache
def engine(game: str) -> str:
    """A digest of what plays this game: core, bots and the game itself, compiled or not."""
    house = Path(sortilege.__file__).parent
    found = hashlib.sha256(b"compiled" if sortilege.compiled() else b"interpreted")
    for part in ("core", "bots", f"games/{game}"):
        files = {path for kind in SOURCES for path in (house / part).rglob(kind)}
        for path in sorted(files):
            found.update(path.relative_to(house).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:12]


@cache
def commit() -> str:
    """The commit of the checkout this is run in; "" where it is run elsewhere."""
    if not Path("src/sortilege").is_dir():
        return ""
    try:
        asked = ["git", "rev-parse", "--short", "HEAD"]
        return subprocess.run(asked, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


class Journal:
    """The results of all rows."""

    def __init__(self, path: Path, older: bool = False) -> None:
        """Reads what is there. `older`: count what other engines played as well."""
        self.path = path
        self.results: dict[str, dict[int, Result]] = {}
        self.played_by: dict[str, set[str]] = {}  # by row: version, commit, day
        self.torn = False  # the last line was cut off: a process was killed while writing
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
        kept: Any = {name: tupled(line[name]) for name in KEPT}
        result = Result(**kept)
        self.results.setdefault(line["row"], {}).setdefault(result.number, result)
        self.played_by.setdefault(line["row"], set()).add(line["by"])

    def add(self, row: Row, result: Result) -> None:
        """One more match, on disk before this returns."""
        day = datetime.now(UTC).date().isoformat()
        by = f"{sortilege.__version__}{' ' + commit() if commit() else ''}, {day}"
        line = {"row": row.key, "engine": engine(row.game), "by": by} | {n: getattr(result, n) for n in KEPT}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(("\n" if self.torn else "") + json.dumps(line) + "\n")
        self.torn = False
        self.remember(line)

    def of(self, row: Row) -> list[Result]:
        """What was played of a row, by number."""
        return [result for _, result in sorted(self.results.get(row.key, {}).items())]


def tupled(thing: object) -> object:
    """JSON's lists as the tuples they were."""
    return tuple(tupled(part) for part in thing) if isinstance(thing, list | tuple) else thing
