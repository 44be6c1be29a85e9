"""The environment `run.py` sets up: a venv with what the table needs. No broken start leaves it half done.

The project itself is not installed: it runs from src/, so there is no wheel to build before the first page. Whatever
takes long is written under another name first or stamped last, and only one start at a time does it.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SRC = ROOT / "src"
CONSTRAINTS = ROOT / "constraints.txt"
HALF = ".half"  # a file in what pip has begun and not ended


class SetupFailed(Exception):
    """One sentence that says what to do."""


def say(words: str) -> None:
    print(words, flush=True)


# ---------------------------------------------------------------- where
def place() -> Path:
    """Where the environment is kept: beside run.py, or among the person's own files where that cannot be written."""
    named = os.environ.get("SORTILEGE_VENV")
    if named:
        return Path(named).absolute()
    if os.access(ROOT / ".venv" if (ROOT / ".venv").exists() else ROOT, os.W_OK):
        return ROOT / ".venv"
    checkout = hashlib.sha256(str(ROOT).encode()).hexdigest()[:8]
    return cache_folder() / f"environment-{checkout}"


def cache_folder() -> Path:
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "sortilege"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/sortilege"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sortilege"


VENV = place()
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PY = BIN / ("python.exe" if os.name == "nt" else "python")


# ---------------------------------------------------------------- one at a time
@contextmanager
def alone(lock: Path, waiting: str = "") -> Iterator[None]:
    """Nobody else is in here at the same time. The system lets go of the lock however its holder ends, but not before
    the programs have ended that `run` started meanwhile: a pip whose start was killed still writes."""
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        handle = open(lock, "a+b")  # noqa: SIM115 (closed below)
    except OSError as off:
        words = f"{lock.parent} cannot be written ({off.strerror}): name another folder with SORTILEGE_VENV."
        raise SetupFailed(words) from off
    with handle:
        os.set_inheritable(handle.fileno(), True)
        if not _locked(handle, wait=False):
            if waiting:
                say(waiting)
            _locked(handle, wait=True)
        yield


def _locked(handle: Any, wait: bool) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            handle.seek(0)
            while True:
                try:
                    msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                    return True
                except OSError:
                    if not wait:
                        return False
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


# ---------------------------------------------------------------- what is needed
def requirements(extra: str = "") -> list[str]:
    """The dependencies of pyproject.toml, with those of an extra; an extra may be made of others."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed, extras = list(project["dependencies"]), [name for name in extra.split(",") if name]
    while extras:
        for line in project["optional-dependencies"][extras.pop()]:
            own = re.fullmatch(r"sortilege\[(.*)\]", line)
            if own:
                extras += own[1].split(",")
            else:
                needed.append(line)
    return needed


def fingerprint(needed: list[str]) -> str:
    seen = f"{sys.version} {sys.executable} {needed}".encode() + CONSTRAINTS.read_bytes()
    return hashlib.sha256(seen).hexdigest()


def install(extra: str = "") -> None:
    """Bring the venv in line with pyproject.toml; nothing to do, and nothing fetched, when it is."""
    needed = requirements(extra)
    stamp, now = VENV / f".installed-{extra or 'core'}", fingerprint(needed)
    if is_stamped(stamp, now):
        return
    with alone(VENV / ".lock", "Another start is setting up; waiting for it …"):
        if is_stamped(stamp, now):
            return
        say(f"Setting up Sortilege in {VENV} (first time, or something changed):")
        make_venv()
        say("  fetching what the table needs …" if not extra else f"  fetching what `{extra}` needs …")
        pip_install(needed)
        written = stamp.with_suffix(".new")
        written.write_text(now)
        written.replace(stamp)


def is_stamped(stamp: Path, now: str) -> bool:
    try:
        return PY.exists() and stamp.read_text() == now
    except OSError:
        return False


# ---------------------------------------------------------------- venv and pip
def make_venv() -> None:
    """A venv without a pip of its own: the pip that is here can fill it, which saves seconds."""
    marker = VENV / ".python"
    whole = PY.exists() and marker.exists() and not (VENV / HALF).exists()
    if whole and marker.read_text() == sys.version and works():
        return
    for old in [*VENV.glob(".installed-*"), marker, VENV / HALF]:
        old.unlink(missing_ok=True)
    for folder in ("bin", "Scripts", "lib", "lib64", "include", "Lib"):  # half made, or of another Python
        gone = VENV / folder
        gone.unlink() if gone.is_symlink() else shutil.rmtree(gone, ignore_errors=True)
    flags = ["--without-pip"] if pip_runner() else []
    made = run([sys.executable, "-m", "venv", *flags, str(VENV)])
    if made.returncode:
        raise SetupFailed(
            "This Python cannot make an environment, for it has neither pip nor venv "
            f"(Debian: apt install python3-pip python3-venv); it said: {last_line(made)}"
        )
    marker.write_text(sys.version)


def works() -> bool:
    return run([str(PY), "-c", ""]).returncode == 0


def pip_runner() -> Path | None:
    """How the pip of the Python that runs this fills other environments (22.3 and newer); None where it cannot."""
    from importlib.util import find_spec

    pip = find_spec("pip")
    runner = Path(pip.origin).with_name("__pip-runner__.py") if pip and pip.origin else None
    return runner if runner and runner.exists() else None


def pip_install(needed: list[str], into: Path | None = None) -> None:
    """Into the venv, or into a folder of its own. Who is killed meanwhile leaves HALF behind."""
    inner = (BIN / "pip").exists() or (BIN / "pip.exe").exists()
    pip = [str(PY), "-m", "pip"] if inner else [str(PY), str(pip_runner())]
    quiet = ["-qq", "--disable-pip-version-check", "--no-input", "--no-compile", "--prefer-binary"]
    target = ["--target", str(into)] if into else []
    half = (into or VENV) / HALF
    half.parent.mkdir(exist_ok=True)
    half.touch()
    done = run([*pip, "install", *quiet, "-c", str(CONSTRAINTS), *target, *needed])
    half.unlink()
    if done.returncode:
        wanted = "What the table needs could not be fetched; look at the network and start again."
        raise SetupFailed(f"{wanted} pip said: {last_line(done)}")


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run quietly, without what the shell around may have set for other Pythons; it holds our lock with us."""
    own = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "PIP_USER")}
    return subprocess.run(
        command, env=own, capture_output=True, text=True, errors="replace", check=False, close_fds=False
    )


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    wrong = [line for line in lines if line.upper().startswith("ERROR")]
    return (wrong or lines or ["nothing"])[-1]
