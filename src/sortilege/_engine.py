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
    """Return the folder of the compiled engine, which may not be ready yet. Return None if the environment variable
    SORTILEGE_ENGINE does not name a folder."""
    path = os.environ.get("SORTILEGE_ENGINE")
    return Path(path) if path else None


def state() -> dict[str, Any]:
    """Return how far the compilation of the engine is, as `state.json` in its folder says. If no folder is set, return
    the content of `_interpreted.json`. Return {} if the file is missing."""
    engine_folder = folder()
    file = engine_folder / "state.json" if engine_folder else RECORD
    try:
        return dict(json.loads(file.read_bytes()))
    except (OSError, ValueError):
        return {}


class EngineFinder:
    """An import hook that finds the compiled modules in the engine's folder, before Python looks for their sources."""

    def __init__(self, engine_folder: Path) -> None:
        modules_folder = engine_folder / "whole"
        file_names: dict[str, str] = json.loads((modules_folder / "engine.json").read_bytes())
        self.files = {module: modules_folder / file_name for module, file_name in file_names.items()}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self.files.get(name)
        return spec_from_file_location(name, file) if file else None


def install() -> None:
    """Make Python import the compiled modules of this package instead of the source files, if they are ready."""
    engine_folder = folder()
    if engine_folder and state().get("state") == "ready":
        with suppress(OSError):  # the folder may just have been deleted, because newer sources were started
            sys.meta_path.insert(0, EngineFinder(engine_folder))
