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
ROOMS = {
    "views": r"/view\.py|/notation\.py|open_game\.py|\.view\.|method 'view' of 'State'|'view(_shown)?' of 'Feeds'",
    "boards": r"/board\.py|/dealer\.py|/deck\.py|/position\.py|\.board\.|\.dealer\.|'board' of 'Feeds'",
    "the log and its sentences": r"log_lines|/log\.py|sentences|turns\.py|/words\.py|\.log\.|'SeatLog'|'Turns'"
    r"|'news_for' of 'Feeds'",
    "what changed": r"/changes\.py|/feeds\.py|'Feeds?' objects",
    "other fields of snapshots": r"/snapshot\.py|/undo\.py|/talk\.py|/luck\.py|/seats\.py",
    "encoding and decoding": r"msgspec",
    "the store": r"/store/|sqlite3|queue",
    "the move itself": r"/table\.py|/table_state\.py|/events\.py|/match\.py|/verbs\.py|/actions\.py|/rules/|/chance\.py"
    r"|/driver\.py|/timekeeper\.py|/clock|/metrics\.py|'State'|\.rules\.|\.actions\.|sha256",
    "sockets and the loop": r"/socket\.py|/line\.py|/transport\.py|/limits\.py|uvicorn|websockets|asyncio|uvloop"
    r"|httptools|contextlib|Transport|'run' of",
}


def room_of(name: str) -> str | None:
    """Return the component that a path or a built-in name belongs to."""
    return next((room for room, pattern in ROOMS.items() if re.search(pattern, name)), None)


def shares(file: Path) -> dict[str, float]:
    """The share of each room in the time of a profile, the largest first."""
    times: dict[str, float] = {}
    stats: dict[tuple[str, int, str], Any] = pstats.Stats(str(file)).stats  # type: ignore[attr-defined]
    for (path, _, name), (_, _, own, _, callers) in stats.items():
        room = room_of(name if path == "~" else path)
        if room is not None or not callers:
            times[room or "the rest"] = times.get(room or "the rest", 0.0) + own
            continue
        for (caller, _, its_name), (_, _, part, _) in callers.items():
            found = room_of(its_name if caller == "~" else caller) or "the rest"
            times[found] = times.get(found, 0.0) + part
    whole = sum(times.values()) or 1.0
    return {room: time / whole for room, time in sorted(times.items(), key=lambda pair: -pair[1])}


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
