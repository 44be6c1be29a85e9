#!/usr/bin/env python3
"""One-command set-up. Needs Python 3.11+ and pip; nothing else.

    python3 run.py            set up .venv, then start the browser game server
    python3 run.py test       set up .venv, then run the tests
    python3 run.py <cmd> ...  any other `sortilege` sub-command
"""
from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("SORTILEGE_VENV", ROOT / ".venv"))
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PY = BIN / ("python.exe" if os.name == "nt" else "python")


def digest() -> str:
    h = hashlib.sha256(f"{sys.version_info[:2]} {os.environ.get('SORTILEGE_COMPILE')}".encode())
    for top in ("pyproject.toml", "constraints.txt", "hatch_build.py", "src", "web"):
        for p in sorted([ROOT / top] if (ROOT / top).is_file() else (ROOT / top).rglob("*")):
            if p.is_file() and not {"node_modules", "__pycache__", ".mypy_cache"} & set(p.parts):
                h.update(str(p.relative_to(ROOT)).encode() + p.read_bytes())
    return h.hexdigest()


def make_venv() -> None:
    if PY.exists():
        return
    probe = subprocess.run([sys.executable, "-c", "import ensurepip"], capture_output=True)
    flags = [] if probe.returncode == 0 else ["--without-pip"]
    subprocess.run([sys.executable, "-m", "venv", *flags, str(VENV)], check=True)


def pip(*args: str) -> None:
    if (BIN / "pip").exists() or (BIN / "pip.exe").exists():
        cmd = [str(PY), "-m", "pip"]
    else:                                        # Debian without python3-venv: drive the venv from the outer pip
        cmd = [sys.executable, "-m", "pip", "--python", str(PY)]
    subprocess.run([*cmd, args[0], "-q", "--disable-pip-version-check", *args[1:]], check=True)


def install(extras: str) -> None:
    stamp, wheels = VENV / f".installed-{extras or 'core'}", VENV / ".wheel"
    if stamp.exists() and stamp.read_text() == digest():
        return
    make_venv()
    print("setting up", VENV, "...", flush=True)
    built = wheels / "digest"
    if not built.exists() or built.read_text() != digest():      # build once, install for every extra
        shutil.rmtree(wheels, ignore_errors=True)
        pip("wheel", "--no-deps", "-w", str(wheels), str(ROOT))
        built.write_text(digest())                               # after the build: it may have made the bundle
        for old in VENV.glob(".installed-*"):
            old.unlink()
        pip("install", "--force-reinstall", "--no-deps", str(next(wheels.glob("*.whl"))))
    whl = next(wheels.glob("*.whl"))
    pip("install", "-c", str(ROOT / "constraints.txt"), f"{whl}[{extras}]" if extras else str(whl))
    stamp.write_text(digest())


def hand_over(module: str, args: list[str]) -> int:
    cmd = [str(PY), "-m", module, *args]
    if os.name == "posix":                       # become it, so that signals reach it
        sys.stdout.flush()
        os.execv(cmd[0], cmd)
    return subprocess.call(cmd)


def main() -> int:
    if sys.version_info < (3, 11):
        sys.exit("Python 3.11 or newer is needed")
    args = sys.argv[1:]
    if args[:1] == ["test"]:
        install("test")
        os.chdir(ROOT)
        return hand_over("pytest", args[1:])
    install("")
    return hand_over("sortilege.cli", args or ["serve"])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except subprocess.CalledProcessError as exc:
        sys.exit(f"set-up failed: {' '.join(map(str, exc.cmd))}")
