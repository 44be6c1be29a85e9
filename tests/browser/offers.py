"""A table that hears what is pressed and stays as it is, so that every offer of a position can be tried one after the
other.
"""

import json
from typing import Any

from tests.browser.stage import Stage
from tests.browser.visitor import DESK, PHONE, Visitor

Action = dict[str, Any]
MOUSE: dict[str, Any] = {"size": DESK}
FINGER: dict[str, Any] = {"size": PHONE, "has_touch": True}
SIDE_FINGER: dict[str, Any] = {"size": (844, 390), "has_touch": True}
BY_HAND = {"mouse": MOUSE, "finger": FINGER, "on its side": SIDE_FINGER}


class Offers(Stage):
    """`pressed` are the actions that were sent; the table answers each with itself."""

    def __init__(self, visitor: Visitor, position: dict[str, Any], you: int | None = 0) -> None:
        self.pressed: list[Action] = []
        self.asked_at = 0
        super().__init__(visitor, position, you)

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "act":
            self.pressed.append(message["action"])
            self.n += 1
            self.tell()
        else:
            super()._hear(text)

    def put(self, position: dict[str, Any], *before: Action) -> None:
        """Another position, and the steps that lead from it to what is asked."""
        self.position = position
        self.match = self._begun()
        for action in before:
            self.match.play(action)
        self.n += 1
        self.tell()
        self.asked_again(self.n)

    def asked_again(self, n: int) -> None:
        self.visitor.page.wait_for_selector(f".shell[data-n='{n}']:has(.act[data-tone=ask])")
        self.asked_at = n

    def legal(self) -> list[Action]:
        state = self.match.state
        return [self.match.game.describe(action) for action in state.legal()]

    def sent(self) -> Action:
        """What the last press sent: one action, no more."""
        self.asked_again(self.asked_at + 1)
        assert len(self.pressed) == 1, self.pressed
        return self.pressed.pop()


def press(thing: Any, finger: bool, **more: Any) -> None:
    """With a mouse or with a finger."""
    if finger:
        thing.tap(**more)
    else:
        thing.click(**more)
