"""The widget at the bottom of the screen that lists the choices in columns, selected by number keys or arrows and
Enter."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

GAP = 2


class Choices(Widget, can_focus=True):
    """A list of (key, label) in as many columns as fit, with at most one selected."""

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
    index: reactive[int] = reactive(-1)

    class Chosen(Message):
        """The person confirmed the choice with this index."""

        def __init__(self, index: int) -> None:
            self.index = index
            super().__init__()

    class Unknown(Message):
        """The person typed a number that no choice has."""

        def __init__(self, typed: str) -> None:
            self.typed = typed
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self.items: list[tuple[str, str]] = []
        self.typed = ""  # the digits typed so far, if keys have several

    def offer(self, items: list[tuple[str, str]]) -> None:
        """Show these choices with none selected, so that Enter alone decides nothing."""
        self.items = items
        self.typed = ""
        self.index = -1
        self.refresh(layout=True)

    # ------------------------------------------------------------ layout
    @property
    def cell_width(self) -> int:
        """Return the width of one choice in columns: selection mark, key, label, gap."""
        return max((len(k) + len(name) + 4 for k, name in self.items), default=1) + GAP

    def columns(self, width: int) -> int:
        """Return how many choices fit side by side in this width."""
        return max(1, (width - 2 + GAP) // self.cell_width)

    def rows(self, width: int) -> int:
        """Return how many lines are needed for all choices in this width."""
        return -(-len(self.items) // self.columns(width))

    def render(self) -> Text:
        """Draw the rows around the selected choice. Arrows at the right edge count the choices above and below."""
        columns = self.columns(self.size.width + 2)
        height = max(1, self.size.height)
        rows = -(-len(self.items) // columns)
        top = min(max(0, self.index // columns - height + 1), max(0, rows - height))
        visible = range(top, min(rows, top + height))
        lines = [self.row(r * columns, columns) for r in visible]
        above, below = top * columns, len(self.items) - (top + len(visible)) * columns
        if above > 0:
            self.note(lines[0], f"↑ {above}")
        if below > 0:
            self.note(lines[-1], f"↓ {below}")
        return Text("\n", no_wrap=True, overflow="ellipsis").join(lines)

    def row(self, first: int, columns: int) -> Text:
        """Draw one row, starting with the choice of this index."""
        out = Text(no_wrap=True, overflow="ellipsis")
        for i, (key, name) in enumerate(self.items[first : first + columns], first):
            cell = f"{'▸' if i == self.index else ' '}[{key}] {name}"
            out.append(cell, "reverse bold" if i == self.index else "")
            out.append(" " * (self.cell_width - len(cell)))
        return out

    def note(self, line: Text, note: str) -> None:
        """Put a note at the right end of a row."""
        line.truncate(max(0, self.size.width - len(note) - 1), pad=True)
        line.append(f" {note}", "bold")

    # ------------------------------------------------------------ choosing
    def action_step(self, down: int, right: int) -> None:
        """Select the neighbour in this direction. Sideways it continues in the next row; at the edges the selection
        stays."""
        if self.index < 0:
            self.action_jump(0 if down + right > 0 else -1)
            return
        target = self.index + right + down * self.columns(self.size.width + 2)
        if 0 <= target < len(self.items):
            self.index = target

    def action_jump(self, to: int) -> None:
        if self.items:
            self.index = to % len(self.items)

    def action_choose(self) -> None:
        if self.index >= 0:
            self.post_message(self.Chosen(self.index))

    def press(self, character: str) -> bool:
        """Handle a key that may belong to a choice, and return whether it was used. If only one choice begins with the
        typed digits it is chosen at once; otherwise it is selected and waits for more digits or Enter."""
        typed = self.typed + character
        matches = [i for i, (key, _) in enumerate(self.items) if key.startswith(typed)]
        if not matches:
            self.typed = ""
            if character.isdigit() and self.items:
                self.post_message(self.Unknown(typed))
            return character.isdigit()
        exact = next((i for i in matches if self.items[i][0] == typed), None)
        self.index = matches[0] if exact is None else exact
        self.typed = "" if len(matches) == 1 else typed
        if exact is not None and len(matches) == 1:
            self.action_choose()
        return True
