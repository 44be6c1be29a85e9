"""The engine as machine code, unit by unit: core with search is two, and so is every game. Needs mypy and setuptools.

    python setup/units.py OUT [KEPT]      compile into OUT; KEPT is where finished units are kept

mypyc turns all of them into C in one go, so that they call each other directly; the C compiler, which takes most of the
time, then works on as many units as there are cores. A unit is kept under the digest of the very C it was made from, so
a change in one game compiles one game, and an interrupted build goes on where it was.
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
LIGHTLY = "1"  # for rooms that make dicts and sentences: a third of the compiler's time, and as quick
FLAGS = {
    "-fvisibility=hidden": "30 % on the hot paths",
    "-ffp-contract=off": "a * b + c rounds twice, as in Python",
}
TABLE = "_table"  # ends the name of a unit with what a table shows, of a game or of all
MANIFEST = "engine.json"  # module name -> file, for who reads the engine from a folder of its own
RECORD = "_interpreted.json"  # in an installed package without machine code: why it has none


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def unit_files() -> dict[str, list[str]]:
    """Which files make up which unit, relative to src/. An __init__.py is cold, and stays where people look for it."""
    patterns = pyproject()["tool"]["hatch"]["build"]["hooks"]["custom"]
    units: dict[str, list[str]] = {}
    for effort, suffix in (("compiled", ""), ("compiled_lightly", TABLE)):
        found = {path.relative_to(SRC) for pattern in patterns[effort] for path in ROOT.glob(pattern)}
        for path in sorted(found):
            if path.name != "__init__.py":
                unit = path.parts[2] if path.parts[1] == "games" else "core"
                units.setdefault(f"sortilege_{unit}{suffix}", []).append(path.as_posix())
    return units


def reached() -> tuple[set[str], set[str]]:
    """Return every source file that mypyc reads, and the packages that these files import."""
    return imports.reached(SRC, [file for files in unit_files().values() for file in files])


def requirements() -> list[str]:
    """What must be installed to compile: mypyc, and each dependency of the project that the compiled code imports.
    The packaged build and `run.py` both take this list."""
    _, packages = reached()
    return [*TOOLS, *(line for line in pyproject()["project"]["dependencies"] if import_name(line) in packages)]


def import_name(requirement: str) -> str:
    """The package that a requirement provides. Each of our dependencies has the name of its package."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].replace("-", "_").lower()


def compiler() -> str | None:
    """The C compiler that would be used; None where there is none."""
    if os.name == "nt":
        return "MSVC"  # setuptools finds it, or says that it is not there
    wanted = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return next((found for name in (wanted, "cc", "gcc", "clang") if (found := shutil.which(name))), None)


def why_not() -> str:
    """What keeps this machine from compiling, in words that say what to do; "" for nothing."""
    if compiler() is None:
        return "no C compiler was found (Debian: apt install gcc python3-dev; macOS: xcode-select --install)"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the C compiler is there but Python.h is not (Debian: apt install python3-dev)"
    return ""


def reason(output: str) -> str:
    """The line of a failed build's output that says why it failed: the first error, or else the last line."""
    lines = [line.strip() for line in re.sub(r"\x1b\[[\d;]*m", "", output).splitlines() if line.strip()]
    errors = [line for line in lines if re.search(r"\berror: ", line)]
    return (errors or lines[-1:] or ["the compiler said nothing"])[0][:300]


def compile_units(out: Path, kept: Path | None = None, progress: Callable[[str], None] = lambda _: None) -> None:
    """Compile what `kept` does not hold, and put the whole engine into `out`. Raises RuntimeError with what failed."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        kept = kept or scratch / "kept"
        kept.mkdir(parents=True, exist_ok=True)
        units = translate(scratch / "c")
        missing = [unit for unit in units if not (kept / unit.key).exists()]
        progress(f"{len(units) - len(missing)} of {len(units)} units are there")
        if missing:
            build(missing, scratch, kept, progress)
        for unit in units:
            os.utime(kept / unit.key)  # used now: who tidies up goes by this
            shutil.copytree(kept / unit.key, out, dirs_exist_ok=True)
    write_manifest(out)


def write_manifest(out: Path) -> None:
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    files = sorted(path.relative_to(out).as_posix() for path in out.rglob(f"*{suffix}"))
    modules = {file.removesuffix(suffix).replace("/", "."): file for file in files}
    (out / MANIFEST).write_text(json.dumps(modules, indent=1), "utf-8")


class Unit:
    """One shared library and the small modules that lead into it."""

    def __init__(self, name: str, extensions: list[Any]) -> None:
        self.name = name
        self.extensions = extensions
        self.key = f"{name}-{digest_of(extensions)}"
        self.left = len(extensions)


def translate(target: Path) -> list[Unit]:
    """All units as C, under `target`."""
    from mypyc.build import mypycify

    files = unit_files()
    paths = [path for unit in files.values() for path in unit]
    groups: list[tuple[list[str], str | None]] = [(unit, name) for name, unit in files.items()]
    options = [f"--cache-dir={os.devnull}", *paths]
    with redirect_stdout(sys.stderr):  # its remarks are for who looks for a fault, not for who waits
        made = mypycify(options, opt_level=OPTIMISE, debug_level="0", separate=groups, target_dir=str(target))
    by_unit: dict[str, list[Any]] = {name: [] for name in files}
    owner = {path.removesuffix(".py").replace("/", "."): name for name, unit in files.items() for path in unit}
    for extension in made:
        unit = owner.get(extension.name) or extension.name.removesuffix("__mypyc")
        if os.name == "posix":
            effort = [f"-O{LIGHTLY}"] if unit.endswith(TABLE) else []  # the last one counts
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS, *effort]  # mypyc shares one list
        by_unit[unit].append(extension)
    return [Unit(name, extensions) for name, extensions in by_unit.items()]


def digest_of(extensions: list[Any]) -> str:
    """A fingerprint of everything the C compiler reads, and of the compiler."""
    h = hashlib.sha256(f"{sys.version} {sysconfig.get_config_var('EXT_SUFFIX')} {compiler_version()}".encode())
    for extension in extensions:
        h.update(f"{extension.name} {extension.extra_compile_args}".encode())
        for path in [*extension.sources, *sorted(extension.depends)]:
            h.update(Path(path).name.encode() + Path(path).read_bytes())
    return h.hexdigest()[:20]


def compiler_version() -> str:
    found = compiler()
    if found is None or os.name == "nt":
        return str(found)
    return subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout


def build(units: list[Unit], scratch: Path, kept: Path, progress: Callable[[str], None]) -> None:
    """Let the C compiler loose on these units, the largest first; each is kept as soon as it is whole."""
    from setuptools import setup
    from setuptools.command.build_ext import build_ext

    lib = scratch / "lib"
    owner = {extension.name: unit for unit in units for extension in unit.extensions}
    whole = threading.Lock()
    done: list[str] = []

    class BuildUnits(build_ext):  # type: ignore[misc]
        def build_extension(self, ext: Any) -> None:
            super().build_extension(ext)
            unit = owner[ext.name]
            with whole:
                unit.left -= 1
                if unit.left == 0:
                    keep(unit, self.get_ext_filename, lib, kept)
                    done.append(unit.name)
                    progress(f"{len(done)} of {len(units)} units compiled")

    extensions = sorted((e for unit in units for e in unit.extensions), key=amount_of_c, reverse=True)
    command = ["-q", "build_ext", "-j", str(os.cpu_count() or 1), "-b", str(lib), "-t", str(scratch / "t")]
    try:
        setup(name="sortilege_engine", ext_modules=extensions, cmdclass={"build_ext": BuildUnits}, script_args=command)
    except SystemExit as off:
        raise RuntimeError(f"the C compiler failed: {off}") from off


def amount_of_c(extension: Any) -> int:
    return sum(Path(path).stat().st_size for path in extension.sources)


def keep(unit: Unit, file_of: Callable[[str], str], lib: Path, kept: Path) -> None:
    """All or nothing: into a folder of another name first."""
    beside = Path(tempfile.mkdtemp(prefix=".", dir=kept))
    for extension in unit.extensions:
        file = Path(file_of(extension.name))
        (beside / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(lib / file, beside / file)
    try:
        beside.rename(kept / unit.key)
    except OSError:  # somebody else was quicker
        shutil.rmtree(beside)


if __name__ == "__main__":
    os.chdir(SRC)  # where mypyc looks for the modules
    arguments = [Path(argument) if Path(argument).is_absolute() else ROOT / argument for argument in sys.argv[1:]]
    compile_units(*arguments[:2], progress=lambda words: print(f"    {words}", flush=True))
