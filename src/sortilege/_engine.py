"""A compiled engine that lies in a folder of its own, apart from the sources: `SORTILEGE_ENGINE` names it.

`run.py` starts the table before the engine is compiled, and has it compiled meanwhile. The folder's `state.json` says
how far that is: `{"state": "compiling"}`, then `{"state": "ready", "seconds": 41}` or `{"state": "none", "why": "…"}`.
A process that starts once it is ready runs compiled; one that is running already stays as it is.

An installed package has its machine code beside its sources. If it has none, the file `_interpreted.json` in the
package says why, in the form of `state.json`: `{"state": "none", "why": "…", "compiler": "/usr/bin/cc"}`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

RECORD: Final = Path(__file__).with_name("_interpreted.json")  # written by hatch_build.py


def folder() -> Path | None:
    """Where the compiled engine lies or will lie; None where nobody spoke of one."""
    named = os.environ.get("SORTILEGE_ENGINE")
    return Path(named) if named else None


def state() -> dict[str, Any]:
    """Return the content of `state.json`, or of the record in the installed package; {} if there is neither."""
    where = folder()
    try:
        return dict(json.loads((where / "state.json" if where else RECORD).read_bytes()))
    except (OSError, ValueError):
        return {}


class EngineFinder:
    """Finds the modules that are compiled, before anybody looks at their sources."""

    def __init__(self, engine: Path) -> None:
        found: dict[str, str] = json.loads((engine / "whole" / "engine.json").read_bytes())
        self.files = {name: engine / "whole" / file for name, file in found.items()}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self.files.get(name)
        return spec_from_file_location(name, file) if file else None


def install() -> None:
    """From here on, `import sortilege.…` prefers machine code, if it is ready."""
    where = folder()
    if where and state().get("state") == "ready":
        with suppress(OSError):  # thrown away since, by a start of newer sources
            sys.meta_path.insert(0, EngineFinder(where))
