"""The text of a hint: how a game describes a decision to the player who has to make it, using only that player's view.
Each game provides the functions in its `advice` module and the words in the `advice` table of its words.toml."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sortilege.core.text.phrases import shared
from sortilege.core.text.words import words_in
from sortilege.core.types import Action, Untrusted, View, Words


def nothing_to_add(view: View, action: Action, words: Words) -> str:
    """Return no explanation: the default `why` of games that only show the numbers."""
    return ""


@dataclass(frozen=True)
class Advice:
    """The functions by which a game describes a decision. Each receives the words of one language."""

    # Return the decision as a command: "Call 8, Potion". None: use the label of the terminal.
    what: Callable[[Untrusted, Untrusted, Words], str] | None = None
    # Return an argument for the decision that follows from the view alone, as a clause without a full stop, or "".
    why: Callable[[Untrusted, Untrusted, Words], str] = nothing_to_add


def where_of(action: Action, words: Words) -> str:
    """Return the sentence that says which part of the board an action concerns. The `where` table is searched for the
    verb with its `action` value ("act_draw"), then for the verb alone; the default is a general sentence."""
    places: Words = words.get("advice", {}).get("where", {})
    narrow = f"{action['do']}_{action.get('action', '')}"
    general: str = words_in(shared.folder)[words["language"]]["where"]
    return str(places.get(narrow) or places.get(action["do"]) or general)
