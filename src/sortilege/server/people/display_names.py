"""The names that people and bots have at a table: checked, tidied, and different from each other."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import Final

from sortilege.server import runtime
from sortilege.server.errors import BAD_REQUEST, Denied
from sortilege.server.people.lookalikes import has_blanks, outline

LONGEST_NAME: Final = 24
UNNAMED: Final = "Mage"
BOT_NAMES: Final = (
    "Alma", "Basile", "Cléo", "Dorian", "Elouan", "Fantine", "Gaspard", "Hermine",
    "Isaure", "Jorik", "Kenza", "Lazare", "Mélisande", "Nestor", "Ondine", "Perceval",
)  # fmt: skip


def tidy_name(name: str) -> str:
    """A person's name as the table shows it."""
    tidied = " ".join(unicodedata.normalize("NFC", name).split())
    if not tidied:
        raise Denied(BAD_REQUEST, "name_needed")
    if len(tidied) > LONGEST_NAME:
        raise Denied(BAD_REQUEST, "name_too_long", most=LONGEST_NAME, length=len(tidied))
    if not tidied.isprintable() or has_blanks(tidied) or "{" in tidied or "}" in tidied:
        raise Denied(BAD_REQUEST, "name_signs")
    return tidied


def unlike(name: str, others: Collection[str]) -> str:
    """The name, numbered if somebody at the table has it already, or one that looks like it."""
    taken = {outline(other) for other in others}
    if outline(name) not in taken:
        return name
    stem = name[: LONGEST_NAME - 3]
    return next(numbered for i in range(2, 99) if outline(numbered := f"{stem} {i}") not in taken)


def bot_name(others: Collection[str]) -> str:
    """A name for a bot that nobody at the table has."""
    names = [name for name in BOT_NAMES if name not in others] or [unlike(BOT_NAMES[0], others)]
    return runtime.generator().choice(names)
