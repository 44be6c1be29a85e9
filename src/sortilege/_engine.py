"""Loads a compiled engine from a folder outside the source tree, named by the environment variable SORTILEGE_ENGINE.

`run.py` starts the server with the interpreted engine, and compiles the engine in the background. The file `state.json`
in the folder reports the progress: `{"state": "compiling"}`, then `{"state": "ready", "seconds": 41}` or `{"state":
"none", "why": "…"}`. Processes that start later use the compiled engine; a running process does not change.

An installed package has its compiled modules beside the sources. If it was installed without compiled modules, the file
`_interpreted.json` in the package says why: `{"state": "none", "why": "…", "compiler": "/usr/bin/cc"}`.
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
    """Return the folder of the compiled engine (perhaps not ready yet), or None if SORTILEGE_ENGINE is not set."""
    path = os.environ.get("SORTILEGE_ENGINE")
    return Path(path) if path else None


def state() -> dict[str, Any]:
    """Return the content of `state.json` or, without engine folder, of `_interpreted.json`; {} if it is missing."""
    engine = folder()
    try:
        return dict(json.loads((engine / "state.json" if engine else RECORD).read_bytes()))
    except (OSError, ValueError):
        return {}


class EngineFinder:
    """An import hook that finds the compiled modules in the engine's folder, before Python looks for their sources."""

    def __init__(self, engine: Path) -> None:
        files: dict[str, str] = json.loads((engine / "whole" / "engine.json").read_bytes())
        self.files = {name: engine / "whole" / file for name, file in files.items()}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self.files.get(name)
        return spec_from_file_location(name, file) if file else None


def install() -> None:
    """Make `import sortilege.…` prefer compiled modules, if they are ready."""
    engine = folder()
    if engine and state().get("state") == "ready":
        with suppress(OSError):  # the folder may just have been deleted, because newer sources were started
            sys.meta_path.insert(0, EngineFinder(engine))
