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
    """The functions by which a game describes an action, from the view, the action and the words of one language."""

    # Return the action as a command: "Call 8, Potion". None: use its label in the terminal.
    what: Callable[[Untrusted, Untrusted, Words], str] | None = None
    # Return a clause that argues for the action, without a full stop and from the view alone; "" if there is none.
    why: Callable[[Untrusted, Untrusted, Words], str] = no_reason


def where_of(action: Action, words: Words) -> str:
    """Return the sentence about the part of the board where an action happens, from the table `advice.where` of the
    words. The keys of the table are verbs ("draw"), or a verb and the value of `action` ("act_draw"). An action without
    an entry gets a general sentence."""
    sentences: Words = words.get("advice", {}).get("where", {})
    key = f"{action['do']}_{action.get('action', '')}"
    general: str = words_in(shared.folder)[words["language"]]["where"]
    return str(sentences.get(key) or sentences.get(action["do"]) or general)
