"""What the server itself says to people, from words.toml: every sentence in both languages, so that a page shows the
one it speaks and may change its language at any moment."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from sortilege.server.messages import Said


@cache
def words() -> dict[str, dict[str, Any]]:
    """words.toml, by language."""
    with open(Path(__file__).with_name("words.toml"), "rb") as file:
        return tomllib.load(file)


def say(key: str, **values: Any) -> Said:
    """The sentence of this name with its values filled in."""
    return Said(words()["en"][key].format(**values), words()["fr"][key].format(**(values | in_french(values))))


def in_french(values: dict[str, Any]) -> dict[str, str]:
    """The values that are words themselves: why a step cannot be taken back."""
    reasons = words()["fr"]["undo"]
    return {name: reasons[value] for name, value in values.items() if name == "why" and value in reasons}
