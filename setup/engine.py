"""The engine, compiled while people already play. `run.py` asks for it; this file, run as a program, makes it.

An engine lies in the environment's folder `engine/<digest of its sources>/`; its `state.json` (described in
src/sortilege/_engine.py) says whether it is compiling, ready, or will not come, and its folder `whole`, which is there
or not, holds the modules. Finished units are kept beside the engines.
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
from setup.environment import CONSTRAINTS, PY, ROOT, SRC, VENV, SetupFailed, alone, pip_install, say

ENGINES = VENV / "engine"
KEPT = 3  # engines; the units of older ones are thrown away


def digest() -> str:
    """A fingerprint of everything a compiled engine depends on."""
    h = hashlib.sha256(sys.version.encode())
    for path in [ROOT / "pyproject.toml", CONSTRAINTS, Path(units.__file__)]:
        h.update(path.read_bytes())
    for file in sorted(units.reached()[0]):
        h.update(file.encode() + (SRC / file).read_bytes())
    return h.hexdigest()[:20]


def folder() -> Path:
    return ENGINES / digest()


def wanted() -> bool:
    return os.environ.get("SORTILEGE_COMPILE", "auto").lower() not in ("0", "false", "no", "off")


def required() -> bool:
    return os.environ.get("SORTILEGE_COMPILE", "auto").lower() == "require"


# ---------------------------------------------------------------- what is known of it
def state(engine: Path) -> dict[str, Any]:
    try:
        return dict(json.loads((engine / "state.json").read_bytes()))
    except (OSError, ValueError):
        return {}


def write_state(engine: Path, **what: Any) -> None:
    engine.mkdir(parents=True, exist_ok=True)
    beside = engine / f".state-{os.getpid()}"
    beside.write_text(json.dumps({**what, "compiler": units.compiler()}), "utf-8")
    beside.replace(engine / "state.json")


def needed(engine: Path) -> bool:
    """Whether there is something to compile here. If there is not, state.json says why."""
    known = state(engine)
    if known.get("failed") or (known.get("state") == "ready" and (engine / "whole").exists()):
        return False  # what failed is tried again when the sources change
    why = "SORTILEGE_COMPILE asks for that" if not wanted() else units.why_not()
    if why:
        write_state(engine, state="none", why=why)
    return not why


# ---------------------------------------------------------------- asked for
def begin(engine: Path) -> None:
    """Have it compiled by a process that ends with this one."""
    write_state(engine, state="compiling")
    subprocess.Popen(
        [sys.executable, str(Path(__file__)), str(engine), str(os.getpid())],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def wait_for(engine: Path) -> None:
    """Have it compiled now, with words on the way."""
    say("  compiling the engine; this takes about a minute, and happens once …")
    subprocess.call([sys.executable, str(Path(__file__)), str(engine)])
    known = state(engine)
    if known.get("state") == "ready" and "seconds" in known:
        say(f"  the engine is compiled ({known['seconds']} s).")
    elif known.get("why"):
        say(f"  the engine stays interpreted: {known['why']}.")


def insist(engine: Path) -> None:
    """Go no further without a compiled engine where SORTILEGE_COMPILE says so."""
    known = state(engine)
    if required() and known.get("state") != "ready":
        raise SetupFailed(f"The engine could not be compiled, and SORTILEGE_COMPILE asks for it: {known.get('why')}.")


# ---------------------------------------------------------------- the program
def compile_engine(engine: Path) -> None:
    """Fetch mypyc, compile, and say in state.json how it went."""
    begun = time.monotonic()
    with alone(ENGINES / ".lock", "  another start is compiling it; waiting for that …"):
        if not needed(engine):
            return
        write_state(engine, state="compiling")
        if not (engine / "whole").exists() and not build(engine):
            log = engine / "log.txt"
            error = units.reason(log.read_text("utf-8", errors="replace"))
            words = f"compiling it failed: {error} (all of it is in {log}; delete that folder to have it tried again)"
            write_state(engine, state="none", failed=True, why=words)
            return
        write_state(engine, state="ready", seconds=round(time.monotonic() - begun))
        tidy(engine)


def build(engine: Path) -> bool:
    """Make the folder `whole` under another name, and give it its own at the end."""
    tools, made, scratch = fetch_tools(engine), engine / "new", ENGINES / "scratch"
    for folder in (made, scratch):  # of a build that was interrupted
        shutil.rmtree(folder, ignore_errors=True)
    scratch.mkdir()
    (engine / "begun").touch()  # every unit that goes into it is used later than this
    own = os.environ | {"PYTHONPATH": str(tools), "TMPDIR": str(scratch)}
    # -S: without the packages of the environment, so that it needs what the packaged build needs
    command = [str(PY), "-S", str(units.__file__), str(made), str(ENGINES / "units")]
    with open(engine / "log.txt", "w", encoding="utf-8") as log:
        done = subprocess.run(command, env=own, stderr=log, check=False, close_fds=False)  # it holds the lock with us
    shutil.rmtree(scratch, ignore_errors=True)
    if done.returncode == 0:
        made.rename(engine / "whole")
    return done.returncode == 0


def fetch_tools(engine: Path) -> Path:
    """What compiling needs, in a folder of its own, away from what the table runs on."""
    needed = units.requirements()
    tag = hashlib.sha256(f"{sys.version} {needed}".encode() + CONSTRAINTS.read_bytes()).hexdigest()[:12]
    tools = VENV / f"tools-{tag}"
    if not tools.exists():
        beside = VENV / f".{tools.name}"
        shutil.rmtree(beside, ignore_errors=True)
        try:
            pip_install(needed, beside)
        except SetupFailed as error:
            write_state(engine, state="none", why=f"mypyc could not be fetched; the next start tries again ({error})")
            raise
        beside.rename(tools)
    return tools


def tidy(engine: Path) -> None:
    """Keep the newest engines, and the units that went into them."""
    engines = [path for path in ENGINES.iterdir() if (path / "state.json").exists() and path != engine]
    engines = sorted(engines, key=lambda path: -path.stat().st_mtime)
    begun = [path / "begun" for path in [engine, *engines[: KEPT - 1]]]
    oldest = min([file.stat().st_mtime for file in begun if file.exists()], default=0.0)
    for old in engines[KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
    for unit in (ENGINES / "units").iterdir():
        if unit.stat().st_mtime < oldest:
            shutil.rmtree(unit, ignore_errors=True)


def leave_with(parent: int) -> None:
    """End, compilers and all, when the one who asked is gone: nobody is left compiling after Ctrl-C."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os.killpg(os.getpgrp(), signal.SIGKILL)


def main() -> int:
    if len(sys.argv) > 2 and os.name == "posix":
        threading.Thread(target=leave_with, args=(int(sys.argv[2]),), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(10)
    engine = Path(sys.argv[1])
    try:
        compile_engine(engine)
    except OSError as off:  # a full disk, most likely
        with suppress(OSError):
            write_state(engine, state="none", why=f"{off}; mend that and start again")
        return 1
    except (SetupFailed, KeyboardInterrupt):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
