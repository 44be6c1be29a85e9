"""Processes apart: they leave Ctrl-C alone, and none outlives the one that started it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from sortilege.bots.processes import close_pool, open_pool

# A program that starts a process apart, sees it answer, and is then killed without a chance to clean up.
STARTS_ONE = """
import os, signal
from sortilege.bots.processes import open_pool
if __name__ == "__main__":
    print(open_pool(1).submit(os.getpid).result(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_ctrl_c_is_left_to_whoever_started_them() -> None:
    pool = open_pool(1)
    try:
        assert pool.submit(signal.getsignal, signal.SIGINT).result() is signal.SIG_IGN
    finally:
        close_pool(pool)


def test_a_closed_pool_ends_even_those_in_the_middle_of_a_thought() -> None:
    pool = open_pool(1)
    pool.submit(os.getpid).result()
    (process,) = pool._processes.values()
    pool.submit(signal.pause)  # a thought without an end
    close_pool(pool)
    until = time.monotonic() + 60
    while process.exitcode is None and time.monotonic() < until:  # the pool's own thread may be the one that reaps it
        time.sleep(0.01)
    assert process.exitcode == -signal.SIGKILL


def test_they_go_with_the_one_that_started_them_however_it_went(tmp_path: Path) -> None:
    """Its output ends only when every process that writes to it is gone, the one apart included."""
    program = tmp_path / "starts_one.py"
    program.write_text(STARTS_ONE)
    command, env = [sys.executable, str(program)], os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(command, env=env, stdout=subprocess.PIPE, timeout=120, check=False)
    assert ran.returncode == -signal.SIGKILL
    assert int(ran.stdout) > 0
