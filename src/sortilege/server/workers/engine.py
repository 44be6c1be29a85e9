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
    """Return a text for the user about the rules of the games: whether they run as compiled code or, more slowly, are
    interpreted, and the reason if they are interpreted. The server shows it when it starts, and the command
    `doctor`."""
    if compiled():
        return "compiled"
    if os.environ.get("SORTILEGE_PURE"):
        return "interpreted: SORTILEGE_PURE asks for it"
    compilation = _engine.state()
    if compilation.get("state") in ("compiling", "ready"):
        return "interpreted; it is being compiled meanwhile, and the bots change over when that is done"
    if "why" in compilation:
        return f"interpreted: {compilation['why']}"
    if _engine.folder():
        return "interpreted; the next start of the table compiles it meanwhile"
    return "interpreted: it runs from its sources; `python3 run.py` compiles them"


async def switch_when_compiled(
    pool: WorkerPool, report: Callable[[str], None], poll_seconds: float = POLL_SECONDS
) -> None:
    """Wait until the engine (the rules and bots of the games) is compiled, then replace all worker processes, so that
    they use it. Call `report` with a sentence about the outcome. Do nothing if the engine is not being compiled."""
    compilation = _engine.state()
    if compiled() or compilation.get("state") not in ("compiling", "ready"):
        return
    while compilation.get("state") == "compiling":
        await asyncio.sleep(poll_seconds)
        compilation = _engine.state()
    if compilation.get("state") == "ready":
        await pool.renew()
        report(f"  Engine compiled in {compilation.get('seconds', 0)} s; the bots now think at full strength.")
    else:
        report(f"  The engine stays interpreted: {compilation.get('why', 'its folder is gone')}.")
