"""A new game, tiny but playable everywhere: the files in template/, in the three folders a game has in a checkout.

In the template the new name stands as __game__ and __Title__, and the two letters of its ledger as XX.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from keyword import iskeyword
from pathlib import Path

from sortilege.core.errors import SortilegeError, quote

TEMPLATE = Path(__file__).parent / "template"
FOLDERS = {"game": "src/sortilege/games", "web": "web/src/games", "tests": "tests/games"}
NAME = re.compile(r"[a-z][a-z0-9]{1,19}")
# what is made from the rest of the new game, by the checkout's own tools
MAKE = (("-m", "tests.shelf.golden", "write"), ("web/make_types.py",))


class NewGameError(SortilegeError):
    """Why no game was made."""


def make(name: str, here: Path) -> list[Path]:
    """Write a game of this name into the checkout around `here`; answers the files."""
    if not NAME.fullmatch(name) or iskeyword(name):
        raise NewGameError(f"a game is named with 2 to 20 of a-z and 0-9, a letter first, not {quote(name)}")
    checkout = find_checkout(here)
    for folder in FOLDERS.values():
        if (checkout / folder / name).exists():
            raise NewGameError(f"there is already a folder {folder}/{name}")
    letters = free_letters(name, checkout)
    for path in sorted(TEMPLATE.rglob("*.*")):
        kind, *rest = path.relative_to(TEMPLATE).parts
        if path.is_file() and "__pycache__" not in rest:
            text = path.read_text(encoding="utf-8")
            text = text.replace("__game__", name).replace("__Title__", name.capitalize()).replace("XX-", f"{letters}-")
            new = checkout.joinpath(FOLDERS[kind], name, *rest)
            new.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(text, encoding="utf-8")
    for tool in MAKE:
        run(checkout, *tool, name)
    folders = (checkout / folder / name for folder in FOLDERS.values())
    return sorted(path for folder in folders for path in folder.rglob("*.*") if path.suffix != ".pyc")


def find_checkout(here: Path) -> Path:
    """The checkout this folder lies in."""
    for folder in (here, *here.parents):
        if all((folder / one).is_dir() for one in FOLDERS.values()):
            return folder
    raise NewGameError(f"{here} is no checkout of Sortilege: a game needs the folders {', '.join(FOLDERS.values())}")


def free_letters(name: str, checkout: Path) -> str:
    """The two letters of the new ledger: from the name, unlike those of the other games."""
    taken = set()
    for ledger in (checkout / FOLDERS["game"]).glob("*/RULES.md"):
        taken |= set(re.findall(r"\b([A-Z]{2})-[A-Z]*\d+", ledger.read_text(encoding="utf-8")))
    wanted = [letter.upper() for letter in name[1:] if letter.isalpha()] + list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return next(name[0].upper() + letter for letter in wanted if name[0].upper() + letter not in taken)


def run(checkout: Path, *command: str) -> None:
    """Run a Python tool of the checkout, on the checkout's own sources."""
    own = {**os.environ, "PYTHONPATH": str(checkout / "src"), "SORTILEGE_PURE": "1"}
    ran = subprocess.run([sys.executable, *command], cwd=checkout, env=own, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise NewGameError(f"{' '.join(command)} failed: {ran.stderr.strip().splitlines()[-1]}")
