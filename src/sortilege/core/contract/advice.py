"""The text of a hint: how a game describes a recommended action to the player, using only that player's view. Each game
provides the functions in its `advice` module and the words in the `advice` table of its words.toml."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sortilege.core.text.phrases import shared
from sortilege.core.text.words import words_in
from sortilege.core.types import Action, Untrusted, View, Words


def no_reason(view: View, action: Action, words: Words) -> str:
    """Return "": the hints of the game give no reasons, only probabilities."""
    return ""


@dataclass(frozen=True)
class Advice:
    """The functions that describe an action in a hint. They get the view, the action and the words of one language."""

    # Returns the action as a command, such as "Call 8, Potion". None: use its label in the terminal.
    command: Callable[[Untrusted, Untrusted, Words], str] | None = None
    # Returns the reason for the action as a clause, without a full stop and from the view alone; "" if there is none.
    reason: Callable[[Untrusted, Untrusted, Words], str] = no_reason


def place_sentence(action: Action, words: Words) -> str:
    """Return the sentence about where on the board an action happens, from the table `advice.where` of the words. Its
    keys are verbs ("draw"), or a verb and the key `action` of the action object ("act_draw")."""
    sentences: Words = words.get("advice", {}).get("where", {})
    verb = action["do"]
    special_key = f"{verb}_{action.get('action', '')}"
    general_sentence: str = words_in(shared.folder)[words["language"]]["where"]
    return str(sentences.get(special_key) or sentences.get(verb) or general_sentence)
