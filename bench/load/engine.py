"""The compiled engine that `run.py` has made from these very sources, if it has: what people play on is measured."""

from __future__ import annotations

import os
import sys

import sortilege
from setup import engine


def take_compiled() -> None:
    """Start again with it; whoever named an engine, or wants none, is not overruled."""
    folder = engine.folder()
    overrides = {"SORTILEGE_ENGINE", "SORTILEGE_PURE"} & set(os.environ)
    if not overrides and not sortilege.compiled() and engine.state(folder).get("state") == "ready":
        os.environ["SORTILEGE_ENGINE"] = str(folder)
        os.execv(sys.executable, [sys.executable, *sys.argv])
