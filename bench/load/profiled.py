"""Profile the server by component.

    python -m bench.load.profiled FILE serve …      `sortilege serve …` under cProfile, whose figures go to FILE

Profiling doubles what a call costs, so shares are told and no times. What is built in (and compiled rooms are) counts
for its own room where its name says it, otherwise for the room that called it.
"""

from __future__ import annotations

import cProfile
import pstats
import re
import runpy
import signal
import sys
from pathlib import Path
from typing import Any

# The first that fits what is profiled: a path, or the name of something built in.
COMPONENTS = {
    "views": r"/view\.py|/notation\.py|open_game\.py|\.view\.|method 'view' of 'State'"
    r"|'(bare_)?view' of 'SnapshotCache'",
    "boards": r"/board\.py|/dealer\.py|/deck\.py|/position\.py|\.board\.|\.dealer\.|'board' of 'SnapshotCache'",
    "the log and its sentences": r"log_lines|/log\.py|sentences|turns\.py|/words\.py|\.log\.|'SeatLog'|'Turns'"
    r"|'log_update' of 'SnapshotCache'",
    "what changed": r"/changes\.py|/snapshot_cache\.py|'Snapshot(Cache|Series|Parts)' objects",
    "other fields of snapshots": r"/snapshots\.py|/undo\.py|/talk\.py|/luck\.py|/seats\.py",
    "encoding and decoding": r"msgspec",
    "the store": r"/store/|sqlite3|queue",
    "the move itself": r"/table\.py|/table_state\.py|/events\.py|/match\.py|/verbs\.py|/actions\.py|/rules/|/chance\.py"
    r"|/driver\.py|/timekeeper\.py|/clock|/metrics\.py|'State'|\.rules\.|\.actions\.|sha256",
    "sockets and the loop": r"socket\.py|transport\.py|/limits\.py|uvicorn|websockets|asyncio|uvloop"
    r"|httptools|contextlib|Transport|'run' of",
}


def component_of(name: str) -> str | None:
    """Return the component that a path or a built-in name belongs to."""
    return next((component for component, pattern in COMPONENTS.items() if re.search(pattern, name)), None)


def shares(file: Path) -> dict[str, float]:
    """The share of each component in the time of a profile, the largest first."""
    times: dict[str, float] = {}
    stats: dict[tuple[str, int, str], Any] = pstats.Stats(str(file)).stats  # type: ignore[attr-defined]
    for (path, _, name), (_, _, own, _, callers) in stats.items():
        component = component_of(name if path == "~" else path)
        if component is not None or not callers:
            times[component or "the rest"] = times.get(component or "the rest", 0.0) + own
            continue
        for (caller, _, its_name), (_, _, part, _) in callers.items():
            calling_component = component_of(its_name if caller == "~" else caller) or "the rest"
            times[calling_component] = times.get(calling_component, 0.0) + part
    whole = sum(times.values()) or 1.0
    return {component: time / whole for component, time in sorted(times.items(), key=lambda pair: -pair[1])}


def main() -> None:
    """Run the server under cProfile. The first SIGUSR1 starts the profile and the second writes it, so that the start
    is not measured."""
    file, *sys.argv[1:] = sys.argv[1:]
    profile = cProfile.Profile()

    def end(*_: object) -> None:
        profile.disable()
        profile.dump_stats(f"{file}.draft")
        Path(f"{file}.draft").rename(file)

    def begin(*_: object) -> None:
        signal.signal(signal.SIGUSR1, end)
        profile.enable()

    signal.signal(signal.SIGUSR1, begin)
    runpy.run_module("sortilege", run_name="__main__")


if __name__ == "__main__":
    main()
