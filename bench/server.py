"""What the server costs and carries: real games at real tables, played over loopback from processes of their own.

    python bench/server.py                              100 tables of all four games, about half a minute in all
    python bench/server.py --tables 1000 --between 2 --seconds 30 --saturate 20 --idle 10000 --stored 10000 --pin
    python bench/server.py --against boardgame.io --seconds 0 --saturate 20 --pin      beside boardgame.io, from npm
    python bench/server.py --tables 2 --seconds 0.2 --saturate 0.2 --idle 4 --stored 2      only to see that it runs

Each table has four sockets: its people, and spectators where a game has fewer seats. Games are random but legal, and
begin in the middle. A move is timed from sending it to the last of the four having seen it; a move that is seen is on
disk. `cpu_ms_per_move` is processor time of the server's process over the moves, which a busy machine hardly changes.
`--saturate`: every table moves again as soon as its last move was seen by all. `--idle`: sockets that only wait, and
what memory each takes. `--stored`: how soon tables that lie in the store are seen after a start. `--pin`: the server on
the first core, the players on the others. The server is `sortilege serve` on a free port with a folder of its own, and
everything is stopped at the end.

The last lines are figure, aim and how much of the aim is reached. Where moves cost more than they should, a short run
under a profiler says which rooms of the server the time goes to.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import sortilege
from bench.load import boardgame_io
from bench.load.aims import Report, results, table
from bench.load.engine import take_compiled
from bench.load.looks import answer, holder, run_looks, start
from bench.load.players import Pace, Party, Played, at_tables
from bench.load.profiled import shares
from bench.load.server_process import ServerProcess, check_machine, open_files, say, settle, sortilege_server
from bench.load.tables import SOCKETS, Placed, place, store, write_scripts

BEGUN = 12  # decisions made at a table before the run
MOST_TABLES, MOST_SOCKETS, MOST_SECONDS = 20_000, 18_000, 600.0
SPARE_FILES = 512  # besides the sockets
PROFILED = Pace(0.0, 5.0)


def at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def figures(played: Played, cpu: float) -> dict[str, float]:
    """What a run says."""
    moves = len(played.all)
    return {
        "moves": moves,
        "moves_per_second": moves / played.seconds,
        "cpu_ms_per_move": 1000 * cpu / moves,
        "moves_per_cpu_second": moves / cpu if cpu else 0.0,
        "own_p50_ms": 1000 * at(played.own, 0.5),
        "own_p99_ms": 1000 * at(played.own, 0.99),
        "all_p50_ms": 1000 * at(played.all, 0.5),
        "all_p99_ms": 1000 * at(played.all, 0.99),
        "late": played.late,
        "messages_per_move": played.messages / moves,
        "bytes_per_message": played.bytes / max(1, played.messages),
    }


def measured(server: ServerProcess, party: Party, pace: Pace) -> dict[str, float]:
    settle(server)
    before = server.cpu()
    played = party.play(pace)
    if not played.all:
        raise SystemExit("no move was made: the scripts are at their end")
    return figures(played, server.cpu() - before)


def playing(folder: Path, options: argparse.Namespace, placed: list[Placed]) -> Report:
    """At a steady pace, then as fast as it goes."""
    cores = sorted(os.sched_getaffinity(0))
    core, others = (cores[0], cores[-1]) if options.pin else (None, None)
    more = "" if options.whole else "&changes=1"
    report: Report = {}
    say(f"{len(placed)} tables with {SOCKETS} sockets each sit down")
    with sortilege_server(folder, core) as server:
        empty = server.memory()
        with at_tables(server.address, placed, options.processes, more, others) as party:
            settle(server)
            report["seated"] = {"tables": len(placed), "sockets": SOCKETS * len(placed),
                                "table_with_sockets_kb": (server.memory() - empty) / len(placed) / 1024}  # fmt: skip
            if options.seconds:
                say(f"each moves every {options.between:g} s for {options.seconds:g} s")
                report["steady"] = measured(server, party, Pace(options.between, options.seconds))
            if options.saturate:
                say(f"each moves as fast as it goes for {options.saturate:g} s")
                report["saturated"] = measured(server, party, Pace(0.0, options.saturate))
    return report


def idling(folder: Path, placed: list[Placed], sockets: int) -> dict[str, float]:
    """Sockets that wait."""
    say(f"{sockets} sockets wait")
    with sortilege_server(folder) as server:
        process, pipe = start(holder, server.address, placed, len(placed))  # so that every table is in memory
        answer(pipe)
        settle(server)
        before = server.memory()
        more, second = start(holder, server.address, placed, sockets)
        answer(second)
        settle(server)
        after, cpu = server.memory(), server.cpu()
        settle(server, 2.0)
        second.send(None)
        held = answer(second)
        for one in (process, more):
            one.kill()
            one.join()
        return {"sockets": sockets, "held": float(str(held)), "kb_per_socket": (after - before) / sockets / 1024,
                "server_mb": after / 2**20, "cpu_ms_to_connect": 1000 * cpu / (sockets + len(placed))}  # fmt: skip


def recovering(folder: Path, placed: list[Placed], at_once: int) -> dict[str, float]:
    """Tables that lie in the store are looked at, each once."""
    say(f"{len(placed)} stored tables are looked at")
    with sortilege_server(folder) as server:
        settle(server)
        before, empty = server.cpu(), server.memory()
        process, pipe = start(run_looks, server.address, placed, at_once)
        durations: list[float] = sorted(answer(pipe))  # type: ignore[call-overload]
        process.join()
        return {
            "tables": len(placed),
            "first_look_p50_ms": 1000 * at(durations, 0.5),
            "first_look_p99_ms": 1000 * at(durations, 0.99),
            "cpu_ms_per_look": 1000 * (server.cpu() - before) / len(placed),
            "kb_per_table": (server.memory() - empty) / len(placed) / 1024,
        }


def fresh(count: int, scripts: list[Any]) -> tuple[tempfile.TemporaryDirectory[str], list[Placed]]:
    """A folder with so many stored tables."""
    folder = tempfile.TemporaryDirectory()
    placed = place(scripts, count)
    store(Path(folder.name), placed)
    return folder, placed


def profiling(options: argparse.Namespace, scripts: list[Any]) -> dict[str, float]:
    """The share of each room of the server in the time of moves."""
    say("a short run under the profiler")
    folder, placed = fresh(min(options.tables, 100), scripts)
    with folder:
        file = Path(folder.name) / "profile"
        with sortilege_server(Path(folder.name), profile=file) as server:
            more = "" if options.whole else "&changes=1"
            with at_tables(server.address, placed, 1, more, None) as party:
                settle(server)
                server.process.send_signal(signal.SIGUSR1)
                party.play(PROFILED._replace(seconds=min(PROFILED.seconds, options.saturate)))
                server.process.send_signal(signal.SIGUSR1)
                settle(server)
        return shares(file)


def all_runs(options: argparse.Namespace) -> Report:
    say("games are played out beforehand")
    ahead = 10 + int(options.seconds / max(options.between, 0.001)) + int(options.saturate * 5000 / options.tables)
    scripts = write_scripts(options.games, BEGUN, min(ahead, 2000))
    report: Report = {}
    if options.seconds or options.saturate:
        folder, placed = fresh(options.tables, scripts)
        with folder:
            report |= playing(Path(folder.name), options, placed)
    if options.idle:
        folder, placed = fresh(min(options.tables, options.idle), scripts)
        with folder:
            report["idle"] = idling(Path(folder.name), placed, options.idle)
    if options.stored:
        folder, placed = fresh(options.stored, scripts)
        with folder:
            report["stored"] = recovering(Path(folder.name), placed, options.at_once)
    if options.against:
        report |= compared(report, options)
    if any(result.aim.run in ("saturated", "ratios") and result.ratio < 1 for result in results(report)):
        report["profile"] = profiling(options, scripts)
    return report


def compared(report: Report, options: argparse.Namespace) -> Report:
    """The other one, driven as hard, and how many of its moves ours are worth."""
    say("boardgame.io is fetched and driven as hard")
    core = min(os.sched_getaffinity(0)) if options.pin else None
    theirs = boardgame_io.measure_both(options.tables, options.saturate, core)
    ours = report["saturated"]["moves_per_cpu_second"]
    ratios = {name: ours / run["moves_per_cpu_second"] for name, run in theirs.items()}
    return {**{f"boardgame.io, {name}": run for name, run in theirs.items()}, "ratios": ratios}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--games", default=",".join(sortilege.games()), help="which games, in turn")
    parser.add_argument("--between", type=float, default=1.0, help="seconds between the moves of a table")
    parser.add_argument("--seconds", type=float, default=10.0, help="of the steady run; 0: none")
    parser.add_argument("--saturate", type=float, default=10.0, help="seconds as fast as it goes; 0: none")
    parser.add_argument("--idle", type=int, default=0, help="sockets that only wait")
    parser.add_argument("--stored", type=int, default=0, help="stored tables to be looked at after a start")
    parser.add_argument("--at-once", type=int, default=2, help="how many of those at a time")
    parser.add_argument("--processes", type=int, default=1, help="of players")
    parser.add_argument("--whole", action="store_true", help="ask for whole snapshots instead of changes")
    parser.add_argument("--pin", action="store_true", help="the server on one core, the players on another")
    parser.add_argument("--against", choices=["boardgame.io"], help="measure this beside it")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.games = options.games.split(",")
    if not 1 <= options.tables <= MOST_TABLES or not 0 <= options.stored <= MOST_TABLES:
        parser.error(f"1 to {MOST_TABLES} tables")
    if max(SOCKETS * options.tables, options.idle) > MOST_SOCKETS:
        parser.error(f"at most {MOST_SOCKETS} sockets; a table has {SOCKETS}")
    if options.against and not options.saturate:
        parser.error("--against compares the saturated runs: give --saturate some seconds")
    if max(options.seconds, options.saturate) > MOST_SECONDS:
        parser.error(f"at most {MOST_SECONDS:.0f} seconds")
    return options


def main() -> None:
    check_machine()
    options = arguments()
    take_compiled()
    open_files(max(SOCKETS * options.tables, options.idle) + SPARE_FILES)
    report = all_runs(options)
    if options.json:
        print(json.dumps({"compiled": sortilege.compiled(), **report}, indent=1))
        return
    print(f"engine: {'compiled' if sortilege.compiled() else 'interpreted, so a move costs up to twice as much'}")
    for name, run in report.items():
        print(f"{name}:")
        for key, value in run.items():
            if name == "profile":
                print(f"  {key:40}{100 * value:10.1f} %")
            else:
                print(f"  {key:40}{value:12.2f}" if isinstance(value, float) else f"  {key:40}{value:12}")
    print(f"\n{table(results(report))}")


if __name__ == "__main__":
    main()
