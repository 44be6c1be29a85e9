"""Run the tests for `.ci/run`. A test that fails is run once more, alone: if it passes then, it is unsteady.

    python3 setup/unsteady.py [argument of `run.py test` ...]

An unsteady test fails the run unless `tests/unsteady.toml` lists it with the cause.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMAND = (sys.executable, "run.py", "test")
AGAIN = ("-n", "0", "--last-failed", "--last-failed-no-failures", "none", "-v")


def run_tests(arguments: list[str], command: tuple[str, ...] = COMMAND, root: Path = ROOT) -> int:
    """Return the exit code: 0 if every test passed at once, or failed first and is listed."""
    cache = root / ".pytest_cache" / "v" / "cache" / "lastfailed"
    cache.unlink(missing_ok=True)
    first = subprocess.call([*command, *arguments], cwd=root)
    if not first:
        return 0
    failed = sorted(json.loads(cache.read_bytes())) if cache.exists() else []
    if not failed:
        return first
    print(f"== {len(failed)} failed; once more, alone", flush=True)
    second = subprocess.call([*command, *AGAIN, *arguments], cwd=root)
    if second:
        return second
    causes = listed_causes(root)
    for name in failed:
        print(f"== UNSTEADY {name}: {causes.get(name, 'not listed in tests/unsteady.toml, so this run fails')}")
    return int(not set(failed) <= causes.keys())


def listed_causes(root: Path = ROOT) -> dict[str, str]:
    """Return the known unsteady tests, each with its cause."""
    return dict(tomllib.loads((root / "tests" / "unsteady.toml").read_text("utf-8")))


if __name__ == "__main__":
    sys.exit(run_tests(sys.argv[1:]))
