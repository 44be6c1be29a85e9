"""boardgame.io beside us: its own server, in memory and with FlatFile, four sockets at each match, as fast as it goes.

It comes from npm into a folder that is thrown away, and is no dependency of ours. Its game (boardgame/game.cjs) is far
smaller than any of ours: hardly any rules, a state of a few hundred bytes, no sentences and no undo; which favours it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from bench.load.server_process import ServerProcess, running, settle

VERSION = "0.50.2"
PIECES = Path(__file__).parent / "boardgame"
PATIENCE = 300.0


def install_packages(folder: Path) -> None:
    """Its packages, and our pieces beside them."""
    if not shutil.which("npm"):
        raise SystemExit("boardgame.io is fetched with npm, which is not installed here.")
    for piece in PIECES.iterdir():
        shutil.copy(piece, folder)
    (folder / "package.json").write_text("{}")
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", f"boardgame.io@{VERSION}"]
    command += ["socket.io-client@4", "node-persist@3"]  # its players speak the one, FlatFile asks for the other
    if subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, timeout=PATIENCE, check=False).returncode:
        raise SystemExit("npm could not fetch boardgame.io.")


def measured(folder: Path, storage: str, matches: int, seconds: float, core: int | None) -> dict[str, float]:
    """One run with one kind of storage: `memory`, or a folder."""
    command = ["node", str(folder / "server.cjs"), storage]
    with running(command, r"ready http://(\S+)/", core) as server:
        return play(server, folder, matches, seconds)


def play(server: ServerProcess, folder: Path, matches: int, seconds: float) -> dict[str, float]:
    command = ["node", str(folder / "players.cjs"), server.address, str(matches), str(seconds)]
    players = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert players.stdin is not None and players.stdout is not None
    try:
        if players.stdout.readline().strip() != "seated":
            raise SystemExit("the players of boardgame.io could not sit down")
        settle(server)
        before = server.cpu()
        players.stdin.write("go\n")
        players.stdin.flush()
        took = json.loads(players.stdout.readline())
        cpu = server.cpu() - before
    finally:
        players.kill()
        players.wait()
    moves = took["moves"]
    return {
        "moves": moves,
        "moves_per_second": moves / took["seconds"],
        "cpu_ms_per_move": 1000 * cpu / moves,
        "moves_per_cpu_second": moves / cpu,
        "all_p50_ms": took["p50"],
        "all_p99_ms": took["p99"],
    }


def measure_both(matches: int, seconds: float, core: int | None) -> dict[str, dict[str, float]]:
    """In memory, then with FlatFile."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        install_packages(folder)
        return {
            "in memory": measured(folder, "memory", matches, seconds, core),
            "FlatFile": measured(folder, str(folder / "matches"), matches, seconds, core),
        }
