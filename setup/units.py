"""Compile the engine to machine code in units: core and search are two, and every game has its own. Needs mypy and
setuptools.

    python setup/units.py OUT [CACHE]     compile into OUT; CACHE stores compiled units for reuse

mypyc translates all units to C in one run, so that they call each other directly. The C compiler takes most of the time
and works on as many units in parallel as there are cores. A unit is cached under the digest of its C code, so a change
in one game compiles one game, and an interrupted build resumes where it left off.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import tomllib
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SRC = ROOT / "src"
sys.path.insert(0, str(ROOT))

from setup import imports  # noqa: E402

TOOLS = ["mypy[mypyc]==2.4.1", "setuptools>=77"]  # pinned: a new mypyc must not change what players compile
OPTIMISE = "3"  # -O2 saves a fifth of the time and costs up to a quarter of the playouts
LIGHTLY = "1"  # for modules that build dicts and sentences: a third of the time to compile, and as fast
FLAGS = {
    "-fvisibility=hidden": "30 % on the hot paths",
    "-ffp-contract=off": "a * b + c rounds twice, as in Python",
}
TABLE = "_table"  # suffix of units that are compiled with LIGHTLY: what a table shows
MANIFEST = "engine.json"  # module name -> file, read by src/sortilege/_engine.py
RECORD = "_interpreted.json"  # in an installed package without machine code: the reason


def pyproject() -> dict[str, Any]:
    """Return the content of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def unit_files() -> dict[str, list[str]]:
    """Return the source files of each unit, relative to src/. An __init__.py stays interpreted: it is not hot, and
    imports look for it there."""
    patterns = pyproject()["tool"]["hatch"]["build"]["hooks"]["custom"]
    units: dict[str, list[str]] = {}
    for effort, suffix in (("compiled", ""), ("compiled_lightly", TABLE)):
        paths = {path.relative_to(SRC) for pattern in patterns[effort] for path in ROOT.glob(pattern)}
        for path in sorted(paths):
            if path.name != "__init__.py":
                unit = path.parts[2] if path.parts[1] == "games" else "core"
                units.setdefault(f"sortilege_{unit}{suffix}", []).append(path.as_posix())
    return units


def reached() -> tuple[set[str], set[str]]:
    """Return every source file that mypyc reads, and the packages that these files import."""
    return imports.reached(SRC, [file for files in unit_files().values() for file in files])


def requirements() -> list[str]:
    """Return the packages needed to compile: mypyc, and the project's dependencies that the compiled code imports. The
    packaged build and `run.py` both use this list."""
    _, packages = reached()
    return [*TOOLS, *(line for line in pyproject()["project"]["dependencies"] if import_name(line) in packages)]


def import_name(requirement: str) -> str:
    """Return the package that a requirement provides. Each of our dependencies has the name of its package."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].replace("-", "_").lower()


def compiler() -> str | None:
    """Return the C compiler to use; None if there is none."""
    if os.name == "nt":
        return "MSVC"  # setuptools finds it or reports that it is missing
    preferred = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return next((path for name in (preferred, "cc", "gcc", "clang") if (path := shutil.which(name))), None)


def why_not() -> str:
    """Return why this machine cannot compile and what to do about it; "" if it can."""
    if compiler() is None:
        return "no C compiler was found (Debian: apt install gcc python3-dev; macOS: xcode-select --install)"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the C compiler is there but Python.h is not (Debian: apt install python3-dev)"
    return ""


def reason(output: str) -> str:
    """Return the line of a failed build's output that says why it failed: the first error, or else the last line."""
    lines = [line.strip() for line in re.sub(r"\x1b\[[\d;]*m", "", output).splitlines() if line.strip()]
    errors = [line for line in lines if re.search(r"\berror: ", line)]
    return (errors or lines[-1:] or ["the compiler said nothing"])[0][:300]


def compile_units(out: Path, cache: Path | None = None, progress: Callable[[str], None] = lambda _: None) -> None:
    """Compile the units that are not in the cache, and put the whole engine into `out`. Raise RuntimeError with the
    compiler's message if that fails."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        cache = cache or scratch / "kept"
        cache.mkdir(parents=True, exist_ok=True)
        units = translate(scratch / "c")
        missing = [unit for unit in units if not (cache / unit.key).exists()]
        progress(f"{len(units) - len(missing)} of {len(units)} units are there")
        if missing:
            build(missing, scratch, cache, progress)
        for unit in units:
            os.utime(cache / unit.key)  # time of the last use, for setup/engine.py:tidy
            shutil.copytree(cache / unit.key, out, dirs_exist_ok=True)
    write_manifest(out)


def write_manifest(out: Path) -> None:
    """Write the file that maps module names to compiled files."""
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    files = sorted(path.relative_to(out).as_posix() for path in out.rglob(f"*{suffix}"))
    modules = {file.removesuffix(suffix).replace("/", "."): file for file in files}
    (out / MANIFEST).write_text(json.dumps(modules, indent=1), "utf-8")


class Unit:
    """One shared library and the small modules that load it."""

    def __init__(self, name: str, extensions: list[Any]) -> None:
        self.name = name
        self.extensions = extensions
        self.key = f"{name}-{digest_of(extensions)}"
        self.remaining = len(extensions)


def translate(target: Path) -> list[Unit]:
    """Translate all units to C, under `target`."""
    from mypyc.build import mypycify

    files = unit_files()
    paths = [path for unit in files.values() for path in unit]
    groups: list[tuple[list[str], str | None]] = [(unit, name) for name, unit in files.items()]
    options = [f"--cache-dir={os.devnull}", *paths]
    with redirect_stdout(sys.stderr):  # its remarks belong in the log
        extensions = mypycify(options, opt_level=OPTIMISE, debug_level="0", separate=groups, target_dir=str(target))
    by_unit: dict[str, list[Any]] = {name: [] for name in files}
    owner = {path.removesuffix(".py").replace("/", "."): name for name, unit in files.items() for path in unit}
    for extension in extensions:
        unit = owner.get(extension.name) or extension.name.removesuffix("__mypyc")
        if os.name == "posix":
            effort = [f"-O{LIGHTLY}"] if unit.endswith(TABLE) else []  # the last -O wins
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS, *effort]  # mypyc shares one list
        by_unit[unit].append(extension)
    return [Unit(name, extensions) for name, extensions in by_unit.items()]


def digest_of(extensions: list[Any]) -> str:
    """Return a hash of everything the C compiler reads, and of the compiler."""
    hasher = hashlib.sha256(f"{sys.version} {sysconfig.get_config_var('EXT_SUFFIX')} {compiler_version()}".encode())
    for extension in extensions:
        hasher.update(f"{extension.name} {extension.extra_compile_args}".encode())
        for path in [*extension.sources, *sorted(extension.depends)]:
            hasher.update(Path(path).name.encode() + Path(path).read_bytes())
    return hasher.hexdigest()[:20]


def compiler_version() -> str:
    """Return the compiler's version text."""
    path = compiler()
    if path is None or os.name == "nt":
        return str(path)
    return subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout


def build(units: list[Unit], scratch: Path, cache: Path, progress: Callable[[str], None]) -> None:
    """Compile these units with the C compiler, the largest first; each goes into the cache when it is complete."""
    from setuptools import setup
    from setuptools.command.build_ext import build_ext

    lib = scratch / "lib"
    owner = {extension.name: unit for unit in units for extension in unit.extensions}
    lock = threading.Lock()
    done: list[str] = []

    class BuildUnits(build_ext):  # type: ignore[misc]
        def build_extension(self, ext: Any) -> None:
            super().build_extension(ext)
            unit = owner[ext.name]
            with lock:
                unit.remaining -= 1
                if unit.remaining == 0:
                    store(unit, self.get_ext_filename, lib, cache)
                    done.append(unit.name)
                    progress(f"{len(done)} of {len(units)} units compiled")

    extensions = sorted((e for unit in units for e in unit.extensions), key=amount_of_c, reverse=True)
    command = ["-q", "build_ext", "-j", str(os.cpu_count() or 1), "-b", str(lib), "-t", str(scratch / "t")]
    try:
        setup(name="sortilege_engine", ext_modules=extensions, cmdclass={"build_ext": BuildUnits}, script_args=command)
    except SystemExit as error:
        raise RuntimeError(f"the C compiler failed: {error}") from error


def amount_of_c(extension: Any) -> int:
    """Return the number of bytes of C code."""
    return sum(Path(path).stat().st_size for path in extension.sources)


def store(unit: Unit, file_of: Callable[[str], str], lib: Path, cache: Path) -> None:
    """Copy a compiled unit into the cache, atomically."""
    unfinished = Path(tempfile.mkdtemp(prefix=".", dir=cache))
    for extension in unit.extensions:
        file = Path(file_of(extension.name))
        (unfinished / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(lib / file, unfinished / file)
    try:
        unfinished.rename(cache / unit.key)
    except OSError:  # another process was faster
        shutil.rmtree(unfinished)


if __name__ == "__main__":
    os.chdir(SRC)  # where mypyc looks for the modules
    arguments = [Path(argument) if Path(argument).is_absolute() else ROOT / argument for argument in sys.argv[1:]]
    compile_units(*arguments[:2], progress=lambda words: print(f"    {words}", flush=True))
