"""Every benchmark still runs: each once, as briefly as it can, as people start it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sortilege

BENCH = Path(__file__).parents[2] / "bench"
SOURCE = Path(sortilege.__file__).parents[1]
PATIENCE = 300  # seconds, on the slowest machine
BRIEFLY = {
    "engine": ["abracada", "--seconds", "0.01"],
    "luck": ["abracada", "--blocks", "2", "--bots", "random,apprentice"],
    "nets": ["spell", "--seconds", "0.01"],
    "notify": ["--seconds", "0.2"],
    "pool": ["--tables", "2", "--answers", "1"],
    "review": ["spellcaster", "--worlds", "1"],
    "server": ["--tables=4", "--between=0.1", "--seconds=0.3", "--saturate=0.3", "--idle=8", "--stored=4"],
    "start": ["--ways", "here"],
    "weights": ["--seconds", "0.01", "--pairs", "1", "--games", "1"],
    "turns": ["--matches", "1", "--seconds", "0.01"],
}


def test_there_is_a_brief_way_to_run_each() -> None:
    assert set(BRIEFLY) == {file.stem for file in BENCH.glob("*.py")}


@pytest.mark.parametrize("name", BRIEFLY)
def test_a_benchmark_runs_and_stops_by_itself(name: str) -> None:
    command = [sys.executable, str(BENCH / f"{name}.py"), *BRIEFLY[name], "--json"]
    own = os.environ | {"PYTHONPATH": str(SOURCE)}
    ran = subprocess.run(command, env=own, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)
