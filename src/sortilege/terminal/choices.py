"""The choices at the foot of the screen: in columns, by number key or by arrows and Enter."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

GAP = 2


class Choices(Widget, can_focus=True):
    """A list of (key, label) laid out in as many columns as fit, one of them lit."""

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
        """The person decided: position in the list."""

        def __init__(self, index: int) -> None:
            self.index = index
            super().__init__()

    class Unknown(Message):
        """A number was typed that stands for nothing."""

        def __init__(self, given: str) -> None:
            self.given = given
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self.items: list[tuple[str, str]] = []
        self.typed = ""  # digits so far, where keys are longer than one

    def offer(self, items: list[tuple[str, str]]) -> None:
        """Show these, none lit yet: a stray Enter decides nothing."""
        self.items = items
        self.typed = ""
        self.index = -1
        self.refresh(layout=True)

    # ------------------------------------------------------------ layout
    @property
    def cell_width(self) -> int:
        """Columns one choice takes: sign, key, label, gap."""
        return max((len(k) + len(name) + 4 for k, name in self.items), default=1) + GAP

    def columns(self, width: int) -> int:
        return max(1, (width - 2 + GAP) // self.cell_width)

    def rows(self, width: int) -> int:
        """Lines needed to show all of them in this width."""
        return -(-len(self.items) // self.columns(width))

    def render(self) -> Text:
        """The window of rows around the lit choice; arrows at its right edge count what lies above and below."""
        columns = self.columns(self.size.width + 2)
        height = max(1, self.size.height)
        rows = -(-len(self.items) // columns)
        top = min(max(0, self.index // columns - height + 1), max(0, rows - height))
        shown = range(top, min(rows, top + height))
        lines = [self.row(r * columns, columns) for r in shown]
        above, below = top * columns, len(self.items) - (top + len(shown)) * columns
        if above > 0:
            self.note(lines[0], f"↑ {above}")
        if below > 0:
            self.note(lines[-1], f"↓ {below}")
        return Text("\n", no_wrap=True, overflow="ellipsis").join(lines)

    def row(self, first: int, columns: int) -> Text:
        """One row of choices, from this one on."""
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
        """To the neighbour; past the edge it stays where it is, sideways it goes on in the next row."""
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
        """A key that may stand for a choice: taken at once when only one choice can be meant; otherwise it is lit and
        more digits or Enter are awaited. Answers whether the key meant anything here."""
        typed = self.typed + character
        begins = [i for i, (key, _) in enumerate(self.items) if key.startswith(typed)]
        if not begins:
            self.typed = ""
            if character.isdigit() and self.items:
                self.post_message(self.Unknown(typed))
            return character.isdigit()
        exact = next((i for i in begins if self.items[i][0] == typed), None)
        self.index = begins[0] if exact is None else exact
        self.typed = "" if len(begins) == 1 else typed
        if exact is not None and len(begins) == 1:
            self.action_choose()
        return True
