"""Measure the speed of the engine, compared with the interpreted engine and with pyspiel's games.

python bench/engine.py                    every game on the shelf, about a minute each
python bench/engine.py abracada --seconds 3 --json
"""

from __future__ import annotations

import argparse
import json
import sys

import sortilege
from sortilege import bench


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--seconds", type=float, default=1.0, help="per number (default 1)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    arguments = parser.parse_args()
    games = arguments.games or list(sortilege.games())
    for name in games:
        if name not in sortilege.games():
            parser.error(f"there is no game {name!r} on the shelf; there are {', '.join(sortilege.games())}")
    report = bench.run(games, arguments.seconds, progress=lambda what: print(what, file=sys.stderr))
    print(json.dumps(report, indent=1) if arguments.json else "\n".join(bench.lines(report)))


if __name__ == "__main__":
    main()
