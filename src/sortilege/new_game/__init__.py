"""Creates a new game: copies the files of template/ into the three folders that a game has in a checkout. In the files,
the name of the game replaces __game__ and __Title__, and the two letters of the game's rule ids replace XX."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from keyword import iskeyword
from pathlib import Path
from string import ascii_uppercase

from sortilege.core.errors import SortilegeError, quote

TEMPLATE = Path(__file__).parent / "template"
FOLDERS = {"game": "src/sortilege/games", "web": "web/src/games", "tests": "tests/games"}  # by folder of template/
NAME = re.compile(r"[a-z][a-z0-9]{1,19}")
# Python tools of the checkout that generate the remaining files.
GENERATORS = (("-m", "tests.shelf.golden", "write"), ("web/make_types.py",))


class NewGameError(SortilegeError):
    """The game could not be created."""


def make(name: str, current_folder: Path) -> list[Path]:
    """Create the files of a new game in the source checkout that contains `current_folder`, and return their paths."""
    if not NAME.fullmatch(name) or iskeyword(name):
        raise NewGameError(f"a game is named with 2 to 20 of a-z and 0-9, a letter first, not {quote(name)}")
    checkout = find_checkout(current_folder)
    for folder in FOLDERS.values():
        if (checkout / folder / name).exists():
            raise NewGameError(f"there is already a folder {folder}/{name}")
    copy_template(name, checkout)
    for generator in GENERATORS:
        run(checkout, *generator, name)
    folders = (checkout / folder / name for folder in FOLDERS.values())
    return sorted(path for folder in folders for path in folder.rglob("*.*") if path.suffix != ".pyc")


def copy_template(name: str, checkout: Path) -> None:
    """Copy the files of the template to the folders of a new game, and replace the placeholders in their texts."""
    letters = free_letters(name, checkout)
    for path in sorted(TEMPLATE.rglob("*.*")):
        template_folder, *path_in_game = path.relative_to(TEMPLATE).parts
        if path.is_file() and "__pycache__" not in path_in_game:
            text = path.read_text(encoding="utf-8")
            text = text.replace("__game__", name).replace("__Title__", name.capitalize()).replace("XX-", f"{letters}-")
            target = checkout.joinpath(FOLDERS[template_folder], name, *path_in_game)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")


def find_checkout(current_folder: Path) -> Path:
    """Return the root folder of the checkout that contains `current_folder`."""
    for folder in (current_folder, *current_folder.parents):
        if all((folder / path).is_dir() for path in FOLDERS.values()):
            return folder
    raise NewGameError(
        f"{current_folder} is no checkout of Sortilege: a game needs the folders {', '.join(FOLDERS.values())}"
    )


def free_letters(name: str, checkout: Path) -> str:
    """Return two letters with which the rule ids of a new game begin. No other game uses them. They come from the name
    if possible, such as "PI" for pig."""
    used_pairs = set()
    for rules_file in (checkout / FOLDERS["game"]).glob("*/RULES.md"):
        used_pairs |= set(re.findall(r"\b([A-Z]{2})-[A-Z]*\d+", rules_file.read_text(encoding="utf-8")))
    first = name[0].upper()
    second_letters = [letter.upper() for letter in name[1:] if letter.isalpha()] + list(ascii_uppercase)
    return next(first + second for second in second_letters if first + second not in used_pairs)


def run(checkout: Path, *command: str) -> None:
    """Run Python in the checkout with these command-line arguments. Raise NewGameError if the command fails."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "SORTILEGE_PURE": "1"}
    process = subprocess.run(
        [sys.executable, *command], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    if process.returncode != 0:
        last_error_line = process.stderr.strip().splitlines()[-1]
        raise NewGameError(f"{' '.join(command)} failed: {last_error_line}")
