"""The widget at the bottom of the screen that lists choices in columns. Number keys, or arrows and Enter, choose."""

from __future__ import annotations

from math import ceil
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

GAP = 2  # columns between two choices
PADDING = 2  # columns: one on either side of the widget
NOT_SELECTED = -1


class Choices(Widget, can_focus=True):
    """A widget that lists choices, each with a key and a label, in as many columns as fit. At most one is selected."""

    DEFAULT_CSS = """
    Choices { height: 2; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1, 0)", show=False),
        Binding("down", "step(1, 0)", show=False),
        Binding("left", "step(0, -1)", show=False),
        Binding("right", "step(0, 1)", show=False),
        Binding("tab", "step(0, 1)", show=False),
        Binding("shift+tab", "step(0, -1)", show=False),
        Binding("home", "jump(0)", show=False),
        Binding("end", "jump(-1)", show=False),
        Binding("enter", "choose", show=False),
    ]
    index: reactive[int] = reactive(NOT_SELECTED)

    class Chosen(Message):
        """Sent when the person has chosen the item with this index."""

        def __init__(self, index: int) -> None:
            self.index = index
            super().__init__()

    class UnknownNumber(Message):
        """Sent when the person has typed a number that is not the key of a choice."""

        def __init__(self, typed: str) -> None:
            self.typed = typed
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self.items: list[tuple[str, str]] = []
        self.typed = ""  # the first characters of a key, while more must be typed

    def list_items(self, items: list[tuple[str, str]]) -> None:
        """Show these choices, pairs of a key and a label. None is selected at first, so Enter does nothing."""
        self.items = items
        self.typed = ""
        self.index = NOT_SELECTED
        self.refresh(layout=True)

    # ------------------------------------------------------------ layout
    @property
    def cell_width(self) -> int:
        """Return the width of the widest choice with the gap after it, in columns of the terminal."""
        return max((len(cell_text(key, label)) for key, label in self.items), default=1) + GAP

    def columns(self, width: int) -> int:
        """Return how many choices fit side by side in a widget of this width."""
        return max(1, (width - PADDING + GAP) // self.cell_width)

    def rows(self, width: int) -> int:
        """Return how many lines all choices need in a widget of this width."""
        return ceil(len(self.items) / self.columns(width))

    def first_visible_row(self, columns: int, height: int) -> int:
        """Return the first row to draw so that the selected choice is visible in a widget of `height` lines."""
        rows = ceil(len(self.items) / columns)
        selected_row = self.index // columns
        return min(max(0, selected_row - height + 1), max(0, rows - height))

    def render(self) -> Text:
        """Draw the rows around the selected choice. If not all rows fit, arrows at the right edge say how many choices
        are hidden above and below."""
        width = self.size.width + PADDING
        height = max(1, self.size.height)
        columns, rows = self.columns(width), self.rows(width)
        top = self.first_visible_row(columns, height)
        bottom = min(rows, top + height)
        lines = [self.draw_row(row * columns, columns) for row in range(top, bottom)]
        hidden_above = top * columns
        hidden_below = len(self.items) - bottom * columns
        if hidden_above > 0:
            self.add_note(lines[0], f"↑ {hidden_above}")
        if hidden_below > 0:
            self.add_note(lines[-1], f"↓ {hidden_below}")
        return Text("\n", no_wrap=True, overflow="ellipsis").join(lines)

    def draw_row(self, first: int, columns: int) -> Text:
        """Draw one row of choices. `first` is the index of its first choice."""
        line = Text(no_wrap=True, overflow="ellipsis")
        for index, (key, label) in enumerate(self.items[first : first + columns], first):
            is_selected = index == self.index
            cell = cell_text(key, label, is_selected)
            line.append(cell, "reverse bold" if is_selected else "")
            line.append(" " * (self.cell_width - len(cell)))
        return line

    def add_note(self, line: Text, note: str) -> None:
        """Put a note at the right end of a row."""
        line.truncate(max(0, self.size.width - len(note) - 1), pad=True)
        line.append(f" {note}", "bold")

    # ------------------------------------------------------------ choosing
    def action_step(self, down: int, right: int) -> None:
        """Move the selection to a neighbour: down (1) or up (-1), right (1) or left (-1). To the right of the last
        choice in a row is the first choice of the next row."""
        if self.index == NOT_SELECTED:
            self.action_jump(0 if down + right > 0 else -1)
            return
        columns = self.columns(self.size.width + PADDING)
        target = self.index + right + down * columns
        if 0 <= target < len(self.items):
            self.index = target

    def action_jump(self, target: int) -> None:
        """Select the choice with this index. A negative index counts from the end."""
        if self.items:
            self.index = target % len(self.items)

    def action_choose(self) -> None:
        if self.index != NOT_SELECTED:
            self.post_message(self.Chosen(self.index))

    def type_character(self, character: str) -> bool:
        """Handle a typed character of a key, and return whether it was used. Select the first choice whose key begins
        with the typed characters. Choose it if its key is complete and no other fits. Report a digit that fits no
        key."""
        typed = self.typed + character
        matches = [index for index, (key, _) in enumerate(self.items) if key.startswith(typed)]
        if not matches:
            self.typed = ""
            if character.isdigit() and self.items:
                self.post_message(self.UnknownNumber(typed))
            return character.isdigit()
        exact_matches = [index for index in matches if self.items[index][0] == typed]
        self.index = (exact_matches or matches)[0]
        is_only_match = len(matches) == 1
        self.typed = "" if is_only_match else typed
        if exact_matches and is_only_match:
            self.action_choose()
        return True


def cell_text(key: str, label: str, is_selected: bool = False) -> str:
    """Return the text of a choice, such as " [3] Draw a card", or "▸[3] Draw a card" if it is selected."""
    return f"{'▸' if is_selected else ' '}[{key}] {label}"
