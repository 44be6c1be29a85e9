"""The names of people and bots at a table: normalized, checked, and different from each other."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import Final

from sortilege.server import runtime
from sortilege.server.errors import BAD_REQUEST, Denied
from sortilege.server.people.lookalikes import has_invisible_letters, skeleton

LONGEST_NAME: Final = 24  # characters
MAX_NUMBER: Final = 99  # more than the number of people at a table
UNNAMED: Final = "Mage"
BOT_NAMES: Final = (
    "Alma", "Basile", "Cléo", "Dorian", "Elouan", "Fantine", "Gaspard", "Hermine",
    "Isaure", "Jorik", "Kenza", "Lazare", "Mélisande", "Nestor", "Ondine", "Perceval",
)  # fmt: skip


def normalize_name(name: str) -> str:
    """Return a person's name in Unicode form NFC with single spaces. Raise Denied if it is empty, too long or has
    characters that are not allowed."""
    normalized = " ".join(unicodedata.normalize("NFC", name).split())
    if not normalized:
        raise Denied(BAD_REQUEST, "name_needed")
    if len(normalized) > LONGEST_NAME:
        raise Denied(BAD_REQUEST, "name_too_long", most=LONGEST_NAME, length=len(normalized))
    if not normalized.isprintable() or has_invisible_letters(normalized) or "{" in normalized or "}" in normalized:
        raise Denied(BAD_REQUEST, "name_signs")
    return normalized


def distinct_name(name: str, used_names: Collection[str]) -> str:
    """Return this name, if necessary with a number ("Ada 2"), so that it looks different from all used names."""
    used_skeletons = {skeleton(used_name) for used_name in used_names}
    if skeleton(name) not in used_skeletons:
        return name
    stem = name[: LONGEST_NAME - len(f" {MAX_NUMBER}")]
    numbered_names = (f"{stem} {number}" for number in range(2, MAX_NUMBER))
    return next(numbered for numbered in numbered_names if skeleton(numbered) not in used_skeletons)


def random_bot_name(used_names: Collection[str]) -> str:
    """Return a random name for a bot that differs from all used names."""
    names = [name for name in BOT_NAMES if name not in used_names] or [distinct_name(BOT_NAMES[0], used_names)]
    return runtime.generator().choice(names)
