"""Reports which engine runs, and switches a server from the interpreted to the compiled engine once that is
compiled."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Final

from sortilege import _engine, compiled
from sortilege.server.workers.pool import WorkerPool

POLL_SECONDS: Final = 0.5  # between two checks of the engine's state


def engine_status() -> str:
    """Return a sentence for the start-up text and `doctor`: which engine runs and, if it is interpreted, why."""
    if compiled():
        return "compiled"
    if os.environ.get("SORTILEGE_PURE"):
        return "interpreted: SORTILEGE_PURE asks for it"
    state = _engine.state()
    if state.get("state") in ("compiling", "ready"):
        return "interpreted; it is being compiled meanwhile, and the bots change over when that is done"
    if "why" in state:
        return f"interpreted: {state['why']}"
    if _engine.folder():
        return "interpreted; the next start of the table compiles it meanwhile"
    return "interpreted: it runs from its sources; `python3 run.py` compiles them"


async def switch_when_compiled(
    pool: WorkerPool, report: Callable[[str], None], poll_seconds: float = POLL_SECONDS
) -> None:
    """Wait until the engine is compiled, then replace all worker processes. Call `report` once with the outcome. Do
    nothing if no engine is being compiled."""
    if compiled() or _engine.state().get("state") not in ("compiling", "ready"):
        return
    while (state := _engine.state()).get("state") == "compiling":
        await asyncio.sleep(poll_seconds)
    if state.get("state") == "ready":
        await pool.renew()
        report(f"  Engine compiled in {state.get('seconds', 0)} s; the bots now think at full strength.")
    else:
        report(f"  The engine stays interpreted: {state.get('why', 'its folder is gone')}.")
