"""The virtual environment of `run.py`. An interrupted start leaves nothing half done.

The project itself is not installed but runs from src/, so no wheel must be built before the first page. Slow steps
write under a temporary name or write their stamp last, and a lock lets only one start at a time do them.
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
UNFINISHED = ".half"  # a file that marks a folder in which pip has not finished


class SetupFailed(Exception):
    """The set-up failed; the message is one sentence that says what to do."""


def say(words: str) -> None:
    print(words, flush=True)


# ---------------------------------------------------------------- where
def environment_folder() -> Path:
    """Return the folder of the environment: beside run.py, or the user's cache folder if that is read-only."""
    named = os.environ.get("SORTILEGE_VENV")
    if named:
        return Path(named).absolute()
    if os.access(ROOT / ".venv" if (ROOT / ".venv").exists() else ROOT, os.W_OK):
        return ROOT / ".venv"
    checkout = hashlib.sha256(str(ROOT).encode()).hexdigest()[:8]
    return cache_folder() / f"environment-{checkout}"


def cache_folder() -> Path:
    """Return the folder for caches of this operating system."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "sortilege"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/sortilege"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sortilege"


VENV = environment_folder()
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PY = BIN / ("python.exe" if os.name == "nt" else "python")


# ---------------------------------------------------------------- one at a time
@contextmanager
def exclusive(lock: Path, waiting: str = "") -> Iterator[None]:
    """Hold a file lock; print `waiting` if another process has it. Child processes started by `run` inherit the lock,
    so it stays held while a pip still writes whose start was killed."""
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        handle = open(lock, "a+b")  # noqa: SIM115 (closed below)
    except OSError as error:
        message = f"{lock.parent} cannot be written ({error.strerror}): name another folder with SORTILEGE_VENV."
        raise SetupFailed(message) from error
    with handle:
        os.set_inheritable(handle.fileno(), True)
        if not _locked(handle, wait=False):
            if waiting:
                say(waiting)
            _locked(handle, wait=True)
        yield


def _locked(handle: Any, wait: bool) -> bool:
    """Try to get the lock, and return whether this process has it."""
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
    """Return the dependencies in pyproject.toml, including those of the extras (separated by commas)."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    dependencies, extras = list(project["dependencies"]), [name for name in extra.split(",") if name]
    while extras:
        for line in project["optional-dependencies"][extras.pop()]:
            group = re.fullmatch(r"sortilege\[(.*)\]", line)
            if group:
                extras += group[1].split(",")
            else:
                dependencies.append(line)
    return dependencies


def fingerprint(needed: list[str]) -> str:
    """Return a hash of everything the environment depends on."""
    content = f"{sys.version} {sys.executable} {needed}".encode() + CONSTRAINTS.read_bytes()
    return hashlib.sha256(content).hexdigest()


def install(extra: str = "") -> None:
    """Install the dependencies unless the environment is up to date; then nothing is downloaded."""
    needed = requirements(extra)
    stamp, digest = VENV / f".installed-{extra or 'core'}", fingerprint(needed)
    if is_stamped(stamp, digest):
        return
    with exclusive(VENV / ".lock", "Another start is setting up; waiting for it …"):
        if is_stamped(stamp, digest):
            return
        say(f"Setting up Sortilege in {VENV} (first time, or something changed):")
        make_venv()
        say("  fetching what the table needs …" if not extra else f"  fetching what `{extra}` needs …")
        pip_install(needed)
        unfinished = stamp.with_suffix(".new")
        unfinished.write_text(digest)
        unfinished.replace(stamp)


def is_stamped(stamp: Path, digest: str) -> bool:
    """Return whether this installation was completed with this fingerprint."""
    try:
        return PY.exists() and stamp.read_text() == digest
    except OSError:
        return False


# ---------------------------------------------------------------- venv and pip
def make_venv() -> None:
    """Create the venv without pip if possible, because the pip of this Python can install into it, which saves
    seconds."""
    marker = VENV / ".python"
    complete = PY.exists() and marker.exists() and not (VENV / UNFINISHED).exists()
    if complete and marker.read_text() == sys.version and works():
        return
    for file in [*VENV.glob(".installed-*"), marker, VENV / UNFINISHED]:
        file.unlink(missing_ok=True)
    for folder in ("bin", "Scripts", "lib", "lib64", "include", "Lib"):  # unfinished, or of another Python
        path = VENV / folder
        path.unlink() if path.is_symlink() else shutil.rmtree(path, ignore_errors=True)
    flags = ["--without-pip"] if pip_runner() else []
    result = run([sys.executable, "-m", "venv", *flags, str(VENV)])
    if result.returncode:
        raise SetupFailed(
            "This Python cannot make an environment, for it has neither pip nor venv "
            f"(Debian: apt install python3-pip python3-venv); it said: {last_line(result)}"
        )
    marker.write_text(sys.version)


def works() -> bool:
    """Return whether the Python of the environment can be started."""
    return run([str(PY), "-c", ""]).returncode == 0


def pip_runner() -> Path | None:
    """Return the script that lets this Python's pip (22.3 or newer) install into other environments; None if it
    cannot."""
    from importlib.util import find_spec

    pip = find_spec("pip")
    runner = Path(pip.origin).with_name("__pip-runner__.py") if pip and pip.origin else None
    return runner if runner and runner.exists() else None


def pip_install(needed: list[str], into: Path | None = None) -> None:
    """Install packages into the environment, or into a folder. If pip is killed, the file UNFINISHED remains."""
    inner = (BIN / "pip").exists() or (BIN / "pip.exe").exists()
    pip = [str(PY), "-m", "pip"] if inner else [str(PY), str(pip_runner())]
    quiet = ["-qq", "--disable-pip-version-check", "--no-input", "--no-compile", "--prefer-binary"]
    target = ["--target", str(into)] if into else []
    marker = (into or VENV) / UNFINISHED
    marker.parent.mkdir(exist_ok=True)
    marker.touch()
    result = run([*pip, "install", *quiet, "-c", str(CONSTRAINTS), *target, *needed])
    marker.unlink()
    if result.returncode:
        message = "What the table needs could not be fetched; look at the network and start again."
        raise SetupFailed(f"{message} pip said: {last_line(result)}")


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command quietly, without environment variables meant for other Pythons. The child inherits the open
    lock."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "PIP_USER")
    }
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, errors="replace", check=False, close_fds=False
    )


def last_line(result: subprocess.CompletedProcess[str]) -> str:
    """Return the last error line of pip's output, or its last line."""
    lines = [line.strip() for line in (result.stdout + result.stderr).splitlines() if line.strip()]
    errors = [line for line in lines if line.upper().startswith("ERROR")]
    return (errors or lines or ["nothing"])[-1]
