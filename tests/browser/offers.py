"""A table that records each action it receives and stays in its position, so that a test can try every action of the
position one after the other.
"""

import json
from typing import Any

from tests.browser.stage import Stage
from tests.browser.visitor import DESKTOP, PHONE, Visitor

Action = dict[str, Any]
MOUSE: dict[str, Any] = {"size": DESKTOP}
FINGER: dict[str, Any] = {"size": PHONE, "has_touch": True}
SIDE_FINGER: dict[str, Any] = {"size": (844, 390), "has_touch": True}
BY_HAND = {"mouse": MOUSE, "finger": FINGER, "on its side": SIDE_FINGER}


class Offers(Stage):
    """`pressed` holds the actions received; the table answers each with the same position."""

    def __init__(self, visitor: Visitor, position: dict[str, Any], you: int | None = 0) -> None:
        self.pressed: list[Action] = []
        self.question_n = 0
        super().__init__(visitor, position, you)

    def _receive(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "act":
            self.pressed.append(message["action"])
            self.n += 1
            self.send_snapshot()
        else:
            super()._receive(text)

    def set_position(self, position: dict[str, Any], *before: Action) -> None:
        """Show another position, after these actions have been played in it."""
        self.position = position
        self.match = self._new_match()
        for action in before:
            self.match.play(action)
        self.n += 1
        self.send_snapshot()
        self.wait_for_question(self.n)

    def wait_for_question(self, n: int) -> None:
        self.visitor.page.wait_for_selector(f".shell[data-n='{n}']:has(.act[data-tone=ask])")
        self.question_n = n

    def legal(self) -> list[Action]:
        state = self.match.state
        return [self.match.game.describe(action) for action in state.legal()]

    def sent(self) -> Action:
        """Return the one action that the last click sent."""
        self.wait_for_question(self.question_n + 1)
        assert len(self.pressed) == 1, self.pressed
        return self.pressed.pop()


def press(element: Any, finger: bool, **more: Any) -> None:
    """Tap the element if `finger` is true, otherwise click it."""
    if finger:
        element.tap(**more)
    else:
        element.click(**more)
