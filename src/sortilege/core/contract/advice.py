"""The text of a hint: how a game describes a recommended action to the player, using only that player's view. Each game
provides the functions in its `advice` module and the words in the `advice` table of its words.toml."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sortilege.core.text.phrases import shared
from sortilege.core.text.words import words_in
from sortilege.core.types import Action, Untrusted, View, Words


def no_reason(view: View, action: Action, words: Words) -> str:
    """Return "": the default of `Advice.why`, for games that only show the numbers."""
    return ""


@dataclass(frozen=True)
class Advice:
    """The functions by which a game describes an action. They are called with the view, the action and the words of one
    language."""

    # Return the action as a command: "Call 8, Potion". None: use its label in the terminal.
    what: Callable[[Untrusted, Untrusted, Words], str] | None = None
    # Return an argument for the action that follows from the view alone, as a clause without a full stop, or "".
    why: Callable[[Untrusted, Untrusted, Words], str] = no_reason


def where_of(action: Action, words: Words) -> str:
    """Return the sentence that tells which part of the board an action concerns, from the table `advice.where` of the
    words. Its keys are verbs ("draw"), or verbs with the value of `action` ("act_draw"). Without an entry the sentence
    is a general one."""
    sentences: Words = words.get("advice", {}).get("where", {})
    key = f"{action['do']}_{action.get('action', '')}"
    general: str = words_in(shared.folder)[words["language"]]["where"]
    return str(sentences.get(key) or sentences.get(action["do"]) or general)
