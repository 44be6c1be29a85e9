#!/usr/bin/env python3
"""One command from a fresh clone to a table in your browser. Needs Python 3.11+ and pip; nothing else.

python3 run.py                set up .venv once, then open the table; the engine is compiled while you play
python3 run.py check [TOOL]   types, style and imports of the Python code; format, types and unit tests of web/; with
                              the name of a tool (mypy, ruff, lint-imports, prettier, svelte-check, vitest) only that
python3 run.py test [...]     set up the tests, then run pytest on all cores (add -m browser for those in a real
                              browser, -m long for the long ones, tests/interop for those with OpenSpiel,
                              PettingZoo and Ray; -n 1 for one process, -n 0 for none but pytest's own)
python3 run.py <command> ...  any other `sortilege` command: play, arena, replay, verify, bench, serve, doctor
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 11):  # an older Python reads as far as main's sentence
    from setup import engine
    from setup.environment import BIN, PY, ROOT, SRC, VENV, SetupFailed, install, pip_install, say

EXTRAS = {"play": "terminal", "test": "test", "check": "dev", "train": "train"}  # what a command needs beyond the core
PATIENT = ("test", "bench", "arena", "ladder", "train")  # what is about the engine's speed waits for the compiled one
PLAYING = ("", "serve", "play")  # what has people waiting goes on while it is compiled


def install_others() -> None:
    """The tools of others that tests/interop is about, each where this Python can have it."""
    for extra in ("research", "cluster"):
        try:
            install(f"test,{extra}")
        except SetupFailed:
            say(f"  not here: sortilege[{extra}] cannot be installed on Python {sys.version.split()[0]}; not tested.")


def install_node() -> None:
    """What builds and tests the browser's side, where the system has none."""
    from hatch_build import NODE_REQUIREMENT, system_node

    if not system_node():
        pip_install([NODE_REQUIREMENT])


def freshen_bundle() -> None:
    """Make the browser's files anew where web/ has changed. Who only plays has the ones that are committed."""
    import hatch_build

    if not hatch_build.want_frontend():
        return
    say("  making the browser's files anew, for web/ has changed …")
    try:
        install_node()
        failed = subprocess.call([str(PY), "hatch_build.py"], cwd=ROOT, stdout=subprocess.DEVNULL)
    except SetupFailed:
        failed = True
    if failed:
        say("  that failed; the table shows the files that are there.")


def prepare_engine(command: str) -> None:
    """Compiled already, compiled while people play, or waited for; its folder is told to whoever runs next."""
    if os.environ.get("SORTILEGE_PURE"):
        return
    folder = engine.folder()
    os.environ["SORTILEGE_ENGINE"] = str(folder)
    needed = engine.needed(folder)
    if command not in PATIENT + PLAYING:
        return
    if needed:
        engine.wait_for(folder) if command in PATIENT or engine.required() else engine.begin(folder)
    engine.insist(folder)


def processes(args: list[str]) -> list[str]:
    """How pytest shares the tests out where it is not told: a process for each core, but one for Ray, which starts its
    own."""
    own = any(arg in ("--pdb", "tests/interop") or arg.startswith(("-n", "--numprocesses")) for arg in args)
    return [] if own else ["-n", "auto", "--maxprocesses", "8", "--dist", "worksteal"]


def hand_over(module: str, args: list[str]) -> int:
    """Go on as this module, run from the sources in src/."""
    paths = [str(SRC), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    os.environ["PYTHONPYCACHEPREFIX"] = str(VENV / "bytecode")  # also where src/ cannot be written, or should not be
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    cmd = [str(PY), "-m", module, *args]
    if os.name == "posix":  # become it, so that signals reach it
        sys.stdout.flush()
        os.execv(cmd[0], cmd)
    return subprocess.call(cmd)


def checks() -> dict[str, list[str]]:
    """Return the command of each tool that `run.py check` runs; .pre-commit-config.yaml names the same tools."""
    from hatch_build import WEB_CHECKS

    return {
        "mypy": [str(BIN / "mypy")],
        "ruff": [str(BIN / "ruff"), "check", "."],
        "lint-imports": [str(BIN / "lint-imports")],
        **{tool: [str(PY), "hatch_build.py", "check", tool] for tool in WEB_CHECKS},
    }


def check(tools: list[str]) -> int:
    """Run these checks, or all of them if none is named; return 1 if one fails."""
    commands = checks()
    for tool in tools:
        if tool not in commands:
            raise SetupFailed(f"{tool} is not one of the checks: {', '.join(commands)}")
    install_node()
    environment = os.environ | {"PYTHONPATH": str(SRC)}
    failed = [tool for tool in tools or commands if subprocess.call(commands[tool], cwd=ROOT, env=environment)]
    if failed:
        say(f"failed: {', '.join(failed)}")
    return int(bool(failed))


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 (an older Python may well be what starts this file)
        sys.exit("Sortilege needs Python 3.11 or newer; this is " + sys.version.split()[0])
    args = sys.argv[1:]
    command = next((arg for arg in args if not arg.startswith("-")), "")
    browser = command == "test" and "browser" in args
    install("browser" if browser else EXTRAS.get(command, ""))
    if browser:
        install_node()
    if command == "test" and "tests/interop" in args:
        install_others()
    if command == "check":
        return check(args[1:])
    freshen_bundle()
    prepare_engine(command)
    if command == "test":
        os.chdir(ROOT)
        return hand_over("pytest", [*processes(args[1:]), *args[1:]])
    return hand_over("sortilege.cli", args)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except subprocess.CalledProcessError as exc:
        sys.exit(f"set-up failed at: {' '.join(map(str, exc.cmd))}")
    except Exception as exc:
        if type(exc).__name__ != "SetupFailed":
            raise
        sys.exit(str(exc))
