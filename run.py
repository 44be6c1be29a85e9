#!/usr/bin/env python3
"""One command from a fresh clone to a table in your browser. Needs Python 3.11+ and pip; nothing else.

python3 run.py                set up .venv once, then open the table; the engine is compiled while you play
python3 run.py check          types, style and imports of the engine; types and unit tests of the browser
python3 run.py test [...]     set up the tests, then run pytest on all cores (add -m browser for those in a real
                              browser, -m long for the long ones, tests/interop for those with OpenSpiel,
                              PettingZoo and Ray; -n 1 for one process, -n 0 for none but pytest's own)
python3 run.py test --quick   less than a minute, for the time between two edits: the rules and the table in the
                              terminal, with the interpreted engine, up to the first failure; no server, no
                              search by bots, no packaging. Name paths to run those instead
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

EXTRAS = {"play": "terminal", "test": "test", "check": "dev", "train": "train"}  # extra dependencies of a command
WAITING = ("test", "bench", "arena", "ladder", "train")  # these wait until the engine is compiled
PLAYING = ("", "serve", "play")  # these start at once; the engine is compiled in the background
QUICK_PATHS = ("tests/core", "tests/games", "tests/terminal", "tests/plots")
# the tests of a game that search, or that compare two implementations node by node
SLOW_FILES = ("test_bots", "test_insight", "test_beliefs", "test_play", "test_great_turns", "test_reference")


def install_interop() -> None:
    """Install the optional dependencies of tests/interop, as far as they exist for this Python."""
    for extra in ("research", "cluster"):
        try:
            install(f"test,{extra}")
        except SetupFailed:
            say(f"  not here: sortilege[{extra}] cannot be installed on Python {sys.version.split()[0]}; not tested.")


def install_node() -> None:
    """Install Node, which builds and tests the browser's side, unless the system has it."""
    from hatch_build import NODE_REQUIREMENT, system_node

    if not system_node():
        pip_install([NODE_REQUIREMENT])


def freshen_bundle() -> None:
    """Rebuild the browser bundle if web/ has changed. An unchanged checkout uses the committed bundle."""
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
    """Compile the engine before or while this command runs, and pass its folder on to child processes."""
    if os.environ.get("SORTILEGE_PURE"):
        return
    folder = engine.folder()
    os.environ["SORTILEGE_ENGINE"] = str(folder)
    needed = engine.needed(folder)
    if command not in WAITING + PLAYING:
        return
    if needed:
        engine.wait_for(folder) if command in WAITING or engine.required() else engine.begin(folder)
    engine.insist(folder)


def processes(args: list[str]) -> list[str]:
    """Return the pytest options that distribute the tests over all cores, unless the arguments already choose. Tests
    with Ray get one process, because Ray starts its own."""
    own = any(arg in ("--pdb", "tests/interop") or arg.startswith(("-n", "--numprocesses")) for arg in args)
    return [] if own else ["-n", "auto", "--maxprocesses", "8", "--dist", "worksteal"]


def quick_arguments(args: list[str]) -> list[str]:
    """Return pytest arguments for a quick run: selected paths without slow files, stopping at the first failure."""
    rest = [arg for arg in args if arg != "--quick"]
    if any(arg.startswith("tests") for arg in rest):
        return ["-x", *rest]
    return ["-x", *(f"--ignore-glob=*/games/*/{name}.py" for name in SLOW_FILES), *rest, *QUICK_PATHS]


def run_module(module: str, args: list[str]) -> int:
    """Run a module from the sources in src/ and return its exit code. On POSIX the module replaces this process, so
    that signals reach it."""
    paths = [str(SRC), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    os.environ["PYTHONPYCACHEPREFIX"] = str(VENV / "bytecode")  # src/ may be read-only
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    cmd = [str(PY), "-m", module, *args]
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(cmd[0], cmd)
    return subprocess.call(cmd)


def check() -> int:
    """Check types, style and import rules, and run the browser's unit tests; return 0 if everything passes."""
    install_node()
    failed = subprocess.call([str(PY), "hatch_build.py", "check"], cwd=ROOT)
    own = os.environ | {"PYTHONPATH": str(SRC)}
    for tool in (["mypy"], ["ruff", "check", "."], ["lint-imports"]):
        failed |= subprocess.call([str(BIN / tool[0]), *tool[1:]], cwd=ROOT, env=own)
    return failed


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 (an older Python may start this file)
        sys.exit("Sortilege needs Python 3.11 or newer; this is " + sys.version.split()[0])
    args = sys.argv[1:]
    command = next((arg for arg in args if not arg.startswith("-")), "")
    browser = command == "test" and "browser" in args
    install("browser" if browser else EXTRAS.get(command, ""))
    if browser:
        install_node()
    if command == "test" and "tests/interop" in args:
        install_interop()
    if command == "check":
        return check()
    if command == "test" and "--quick" in args:
        os.environ["SORTILEGE_PURE"] = "1"
        args = ["test", *quick_arguments(args[1:])]
    else:
        freshen_bundle()
        prepare_engine(command)
    if command == "test":
        os.chdir(ROOT)
        return run_module("pytest", [*processes(args[1:]), *args[1:]])
    return run_module("sortilege.cli", args)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except subprocess.CalledProcessError as error:
        sys.exit(f"set-up failed at: {' '.join(map(str, error.cmd))}")
    except Exception as error:
        if type(error).__name__ != "SetupFailed":  # not imported if this Python is too old
            raise
        sys.exit(str(error))
