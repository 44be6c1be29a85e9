"""Advice: how a game speaks of a decision to whoever has to make it, from their view alone. The `advice` room of a game
answers; its words are under `advice` in words.toml, where `where` says by verb which part of the board to look at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sortilege.core.shapes import Action, Untrusted, View, Words
from sortilege.core.words import words_in

HERE: Final = Path(__file__).parent


def nothing_to_add(view: View, action: Action, words: Words) -> str:
    """Where the numbers speak for themselves."""
    return ""


@dataclass(frozen=True)
class Advice:
    """The functions of a game's `advice` room. Each is given one language's words."""

    # The decision as a command: "Call 8, Potion". Without it: what the terminal calls the choice.
    what: Callable[[Untrusted, Untrusted, Words], str] | None = None
    # What the view alone says for it, as a clause without a full stop; "" for nothing.
    why: Callable[[Untrusted, Untrusted, Words], str] = nothing_to_add


def where_of(action: Action, words: Words) -> str:
    """Which part of the board to look at: by the verb and its `action`, by the verb, or in general."""
    places: Words = words.get("advice", {}).get("where", {})
    narrow = f"{action['do']}_{action.get('action', '')}"
    general: str = words_in(HERE)[words["language"]]["where"]
    return str(places.get(narrow) or places.get(action["do"]) or general)
