"""Compile the engine while people already play. `run.py` starts this file as a program.

An engine is stored in the environment's folder `engine/<digest of its sources>/`. Its `state.json` (see
src/sortilege/_engine.py) says whether it is compiling, ready or impossible to compile. Its folder `whole` contains the
modules and appears only when they are complete. Compiled units are stored beside the engines for reuse.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from setup import units
from setup.environment import CONSTRAINTS, PY, ROOT, SRC, VENV, SetupFailed, exclusive, pip_install, say

ENGINES = VENV / "engine"
MAX_ENGINES = 3  # older engines and their units are deleted


def digest() -> str:
    """Return a hash of everything that a compiled engine depends on."""
    hasher = hashlib.sha256(sys.version.encode())
    for path in [ROOT / "pyproject.toml", CONSTRAINTS, Path(units.__file__)]:
        hasher.update(path.read_bytes())
    for file in sorted(units.reached()[0]):
        hasher.update(file.encode() + (SRC / file).read_bytes())
    return hasher.hexdigest()[:20]


def folder() -> Path:
    """Return the folder of the engine for the current sources."""
    return ENGINES / digest()


def compile_requested() -> bool:
    """Return whether SORTILEGE_COMPILE allows compiling."""
    return os.environ.get("SORTILEGE_COMPILE", "auto").lower() not in ("0", "false", "no", "off")


def required() -> bool:
    """Return whether SORTILEGE_COMPILE requires a compiled engine."""
    return os.environ.get("SORTILEGE_COMPILE", "auto").lower() == "require"


# ---------------------------------------------------------------- its state
def state(engine: Path) -> dict[str, Any]:
    """Return the content of `state.json`; {} if there is none."""
    try:
        return dict(json.loads((engine / "state.json").read_bytes()))
    except (OSError, ValueError):
        return {}


def write_state(engine: Path, **fields: Any) -> None:
    """Write `state.json` atomically."""
    engine.mkdir(parents=True, exist_ok=True)
    unfinished = engine / f".state-{os.getpid()}"
    unfinished.write_text(json.dumps({**fields, "compiler": units.compiler()}), "utf-8")
    unfinished.replace(engine / "state.json")


def needed(engine: Path) -> bool:
    """Return whether the engine must be compiled and can be. If it cannot, write the reason to `state.json`."""
    current = state(engine)
    if current.get("failed") or (current.get("state") == "ready" and (engine / "whole").exists()):
        return False  # a failed build is tried again when the sources change
    reason = "SORTILEGE_COMPILE asks for that" if not compile_requested() else units.why_not()
    if reason:
        write_state(engine, state="none", why=reason)
    return not reason


# ---------------------------------------------------------------- for run.py
def begin(engine: Path) -> None:
    """Compile the engine in a background process that ends with this one."""
    write_state(engine, state="compiling")
    subprocess.Popen(
        [sys.executable, str(Path(__file__)), str(engine), str(os.getpid())],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def wait_for(engine: Path) -> None:
    """Compile the engine now and print the progress."""
    say("  compiling the engine; this takes about a minute, and happens once …")
    subprocess.call([sys.executable, str(Path(__file__)), str(engine)])
    current = state(engine)
    if current.get("state") == "ready" and "seconds" in current:
        say(f"  the engine is compiled ({current['seconds']} s).")
    elif current.get("why"):
        say(f"  the engine stays interpreted: {current['why']}.")


def insist(engine: Path) -> None:
    """Raise SetupFailed if SORTILEGE_COMPILE requires a compiled engine and there is none."""
    current = state(engine)
    if required() and current.get("state") != "ready":
        raise SetupFailed(f"The engine could not be compiled, and SORTILEGE_COMPILE asks for it: {current.get('why')}.")


# ---------------------------------------------------------------- the program
def compile_engine(engine: Path) -> None:
    """Install mypyc, compile, and write the result to `state.json`."""
    start = time.monotonic()
    with exclusive(ENGINES / ".lock", "  another start is compiling it; waiting for that …"):
        if not needed(engine):
            return
        write_state(engine, state="compiling")
        if not (engine / "whole").exists() and not build(engine):
            log = engine / "log.txt"
            error = units.reason(log.read_text("utf-8", errors="replace"))
            message = f"compiling it failed: {error} (all of it is in {log}; delete that folder to have it tried again)"
            write_state(engine, state="none", failed=True, why=message)
            return
        write_state(engine, state="ready", seconds=round(time.monotonic() - start))
        tidy(engine)


def build(engine: Path) -> bool:
    """Build the modules in a temporary folder and rename it to `whole` at the end. Return whether that succeeded."""
    tools, unfinished, scratch = fetch_tools(engine), engine / "new", ENGINES / "scratch"
    for folder in (unfinished, scratch):  # left by an interrupted build
        shutil.rmtree(folder, ignore_errors=True)
    scratch.mkdir()
    (engine / "begun").touch()  # older than every use of its units; see tidy
    environment = os.environ | {"PYTHONPATH": str(tools), "TMPDIR": str(scratch)}
    # -S: without the packages of the environment, so that it needs what the packaged build needs
    command = [str(PY), "-S", str(units.__file__), str(unfinished), str(ENGINES / "units")]
    with open(engine / "log.txt", "w", encoding="utf-8") as log:
        result = subprocess.run(command, env=environment, stderr=log, check=False, close_fds=False)  # inherits the lock
    shutil.rmtree(scratch, ignore_errors=True)
    if result.returncode == 0:
        unfinished.rename(engine / "whole")
    return result.returncode == 0


def fetch_tools(engine: Path) -> Path:
    """Install the build dependencies in a folder of their own, separate from the environment of the server."""
    needed = units.requirements()
    tag = hashlib.sha256(f"{sys.version} {needed}".encode() + CONSTRAINTS.read_bytes()).hexdigest()[:12]
    tools = VENV / f"tools-{tag}"
    if not tools.exists():
        unfinished = VENV / f".{tools.name}"
        shutil.rmtree(unfinished, ignore_errors=True)
        try:
            pip_install(needed, unfinished)
        except SetupFailed as error:
            write_state(engine, state="none", why=f"mypyc could not be fetched; the next start tries again ({error})")
            raise
        unfinished.rename(tools)
    return tools


def tidy(engine: Path) -> None:
    """Delete all engines but the newest, and units that none of these uses."""
    engines = [path for path in ENGINES.iterdir() if (path / "state.json").exists() and path != engine]
    engines = sorted(engines, key=lambda path: -path.stat().st_mtime)
    starts = [path / "begun" for path in [engine, *engines[: MAX_ENGINES - 1]]]
    oldest = min([file.stat().st_mtime for file in starts if file.exists()], default=0.0)
    for outdated in engines[MAX_ENGINES - 1 :]:
        shutil.rmtree(outdated, ignore_errors=True)
    for unit in (ENGINES / "units").iterdir():
        if unit.stat().st_mtime < oldest:
            shutil.rmtree(unit, ignore_errors=True)


def leave_with(parent: int) -> None:
    """Kill this process group, compilers included, when the parent process has ended, so that nothing compiles after
    Ctrl-C."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os.killpg(os.getpgrp(), signal.SIGKILL)


def main() -> int:
    """Compile the engine in the folder that the command line names."""
    if len(sys.argv) > 2 and os.name == "posix":
        threading.Thread(target=leave_with, args=(int(sys.argv[2]),), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(10)
    engine = Path(sys.argv[1])
    try:
        compile_engine(engine)
    except OSError as error:  # most likely a full disk
        with suppress(OSError):
            write_state(engine, state="none", why=f"{error}; mend that and start again")
        return 1
    except (SetupFailed, KeyboardInterrupt):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
