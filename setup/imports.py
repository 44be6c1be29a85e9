"""Find the modules that compiled modules import, directly and indirectly, because mypyc reads all of them.

The result determines the packages that a build environment needs, and the source files that a compiled engine depends
on. A regular expression finds the imports, because every start of `run.py` does this and `ast` takes half a second; a
test compares the result with `ast`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

PACKAGE = "sortilege"
IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<module>[\w.]+)[ \t]+import[ \t]+(?P<names>\([^)]*\)|[^\n]*)"
    r"|import[ \t]+(?P<modules>[\w.]+[^\n]*))",
    re.MULTILINE,
)


def reached(src: Path, files: Iterable[str]) -> tuple[set[str], set[str]]:
    """Return the files of the package that these files import, themselves included, and the names of the packages
    outside the standard library that any of them imports. Paths are relative to `src`."""
    own = {module_name(path): path.as_posix() for path in sources(src)}
    waiting, seen, modules = list(files), set(files), set[str]()
    while waiting:
        imported = imported_modules((src / waiting.pop()).read_text("utf-8")) - modules
        modules |= imported
        new = {own[name] for module in imported for name in enclosing(module) if name in own} - seen
        seen |= new
        waiting += new
    return seen, {module.partition(".")[0] for module in modules} - {PACKAGE} - sys.stdlib_module_names


def sources(src: Path) -> list[Path]:
    """Return the source files of the package, relative to `src`."""
    return [path.relative_to(src) for path in (src / PACKAGE).rglob("*.py")]


def module_name(path: Path) -> str:
    """Return the dotted name of a source file's module."""
    return path.with_suffix("").as_posix().removesuffix("/__init__").replace("/", ".")


def enclosing(module: str) -> list[str]:
    """Return the modules that importing this one imports first, and itself: for a.b.c these are a, a.b and a.b.c."""
    parts = module.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts) + 1)]


def imported_modules(text: str) -> set[str]:
    """Return the modules that a source file may import. `from a import b` counts as `a` and `a.b`, because `b` may be a
    module."""
    modules = set()
    for statement in IMPORT.finditer(text):
        if statement["module"]:
            names = re.findall(r"(\w+)(?:[ \t]+as[ \t]+\w+)?", re.sub(r"#[^\n]*", "", statement["names"]))
            modules |= {statement["module"], *(f"{statement['module']}.{name}" for name in names)}
        else:
            modules |= {part.split()[0] for part in re.sub("#.*", "", statement["modules"]).split(",") if part.split()}
    return modules
