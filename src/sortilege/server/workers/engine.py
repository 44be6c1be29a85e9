"""The switch-over: a server that began interpreted computes with the compiled engine as soon as that is ready."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Final

from sortilege import _engine, compiled
from sortilege.server.workers.pool import WorkerPool

GLANCE: Final = 0.5  # seconds between two looks at the engine's state


def sentence() -> str:
    """Return which engine runs and, if it is interpreted, why; shown at the start and by `doctor`."""
    if compiled():
        return "compiled"
    if os.environ.get("SORTILEGE_PURE"):
        return "interpreted: SORTILEGE_PURE asks for it"
    known = _engine.state()
    if known.get("state") in ("compiling", "ready"):
        return "interpreted; it is being compiled meanwhile, and the bots change over when that is done"
    if "why" in known:
        return f"interpreted: {known['why']}"
    if _engine.folder():
        return "interpreted; the next start of the table compiles it meanwhile"
    return "interpreted: it runs from its sources; `python3 run.py` compiles them"


async def change_over(pool: WorkerPool, say: Callable[[str], None], glance: float = GLANCE) -> None:
    """Wait for the engine while it is being compiled, then replace all worker processes. The outcome is announced once,
    either way."""
    if compiled() or _engine.state().get("state") not in ("compiling", "ready"):
        return
    while (known := _engine.state()).get("state") == "compiling":
        await asyncio.sleep(glance)
    if known.get("state") == "ready":
        await pool.renew()
        say(f"  Engine compiled in {known.get('seconds', 0)} s; the bots now think at full strength.")
    else:
        say(f"  The engine stays interpreted: {known.get('why', 'its folder is gone')}.")
