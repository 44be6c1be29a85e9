#!/usr/bin/env python3
"""One command from a fresh clone to a table in your browser. Needs Python 3.11+ and pip; nothing else.

    python3 run.py                set up .venv once, then open the table
    python3 run.py check          types, style and imports of the engine; types and unit tests of the browser
    python3 run.py test [...]     set up the tests, then run pytest (add -m browser for those in a real browser,
                                  tests/interop for those with OpenSpiel, PettingZoo and Ray)
    python3 run.py <command> ...  any other `sortilege` command: play, arena, replay, verify, bench, serve
"""
from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("SORTILEGE_VENV", ROOT / ".venv"))
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PY = BIN / ("python.exe" if os.name == "nt" else "python")
EXTRAS = {"play": "terminal", "test": "test", "check": "dev"}  # what a command needs beyond the core


def digest() -> str:
    """A fingerprint of everything the installed wheel is made from."""
    h = hashlib.sha256(f"{sys.version_info[:2]} {os.environ.get('SORTILEGE_COMPILE')}".encode())
    for top in ("pyproject.toml", "constraints.txt", "hatch_build.py", "src", "web"):
        for p in sorted([ROOT / top] if (ROOT / top).is_file() else walk(ROOT / top)):
            h.update(str(p.relative_to(ROOT)).encode() + p.read_bytes())
    return h.hexdigest()


def walk(folder: Path) -> list[Path]:
    found = []
    for here, folders, files in os.walk(folder):
        folders[:] = [f for f in folders if f not in ("node_modules", "__pycache__", ".mypy_cache")]
        found += [Path(here, f) for f in files]
    return found


def say(words: str) -> None:
    print(words, flush=True)


def make_venv() -> None:
    if PY.exists():
        return
    probe = subprocess.run([sys.executable, "-c", "import ensurepip"], capture_output=True, check=False)
    flags = [] if probe.returncode == 0 else ["--without-pip"]
    subprocess.run([sys.executable, "-m", "venv", *flags, str(VENV)], check=True)


def pip(*args: str) -> None:
    if (BIN / "pip").exists() or (BIN / "pip.exe").exists():
        cmd = [str(PY), "-m", "pip"]
    else:                                        # Debian without python3-venv: drive the venv from the outer pip
        cmd = [sys.executable, "-m", "pip", "--python", str(PY)]
    subprocess.run([*cmd, args[0], "-q", "--disable-pip-version-check", *args[1:]], check=True)


def build_wheel(wheels: Path) -> None:
    say("  building the engine; compiling it takes a minute or two, and happens once …")
    begun = time.monotonic()
    shutil.rmtree(wheels, ignore_errors=True)
    pip("wheel", "--no-deps", "-w", str(wheels), str(ROOT))
    for old in VENV.glob(".installed-*"):
        old.unlink()
    whl = next(wheels.glob("*.whl"))
    pip("install", "--force-reinstall", "--no-deps", str(whl))
    (wheels / "digest").write_text(digest())  # taken now, for the build may have made the browser bundle anew
    asked = os.environ.get("SORTILEGE_COMPILE") == "0"
    why = "as SORTILEGE_COMPILE asks" if asked else "since this machine cannot compile it"
    how = f"interpreted, {why}" if whl.name.endswith("-none-any.whl") else "compiled"
    say(f"  built in {time.monotonic() - begun:.0f} s: the engine is {how}.")


def install(extras: str) -> None:
    """Bring the venv in line with the sources; nothing to do when it is."""
    stamp, wheels = VENV / f".installed-{extras or 'core'}", VENV / ".wheel"
    now = digest()
    if stamp.exists() and stamp.read_text() == now:
        return
    say(f"Setting up Sortilege in {VENV} (first time, or something changed):")
    make_venv()
    built = wheels / "digest"
    if not built.exists() or built.read_text() != now:           # build once, install for every extra
        build_wheel(wheels)
        now = digest()
    whl = next(wheels.glob("*.whl"))
    say("  fetching what it needs …")
    pip("install", "-c", str(ROOT / "constraints.txt"), f"{whl}[{extras}]" if extras else str(whl))
    stamp.write_text(now)
    say("  done.")


def install_others() -> None:
    """The tools of others that tests/interop is about, each where this Python can have it."""
    for extra in ("research", "cluster"):
        try:
            install(f"test,{extra}")
        except subprocess.CalledProcessError:
            say(f"  not here: sortilege[{extra}] cannot be installed on Python {sys.version.split()[0]}; not tested.")


def hand_over(module: str, args: list[str]) -> int:
    cmd = [str(PY), "-m", module, *args]
    if os.name == "posix":                       # become it, so that signals reach it
        sys.stdout.flush()
        os.execv(cmd[0], cmd)
    return subprocess.call(cmd)


def install_node() -> None:
    """What builds and tests the browser's side, where the system has none."""
    from hatch_build import NODE_REQUIREMENT, system_node  # here, so that an old Python reads as far as main's sentence

    if not system_node():
        pip("install", "-c", str(ROOT / "constraints.txt"), NODE_REQUIREMENT)


def check() -> int:
    """What a reader of the code may rely on: types, style, arrows between the rooms, the browser's own tests."""
    install_node()
    failed = subprocess.call([str(PY), "hatch_build.py", "check"], cwd=ROOT)
    for tool in (["mypy"], ["ruff", "check", "."], ["lint-imports"]):
        failed |= subprocess.call([str(BIN / tool[0]), *tool[1:]], cwd=ROOT)
    return failed


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 (an older Python may well be what starts this file)
        sys.exit("Sortilege needs Python 3.11 or newer; this is " + sys.version.split()[0])
    args = sys.argv[1:]
    command = args[0] if args else ""
    browser = command == "test" and "browser" in args
    install("browser" if browser else EXTRAS.get(command, ""))
    if browser:
        install_node()
    if command == "test" and "tests/interop" in args:
        install_others()
    if command == "test":
        os.chdir(ROOT)
        return hand_over("pytest", args[1:])
    if command == "check":
        return check()
    return hand_over("sortilege.cli", args)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except subprocess.CalledProcessError as exc:
        sys.exit(f"set-up failed at: {' '.join(map(str, exc.cmd))}")
