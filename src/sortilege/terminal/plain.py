"""Play in plain lines: for pipes, screen readers, and terminals without tricks. Reads one choice per line."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import fill

from sortilege.terminal.rivals import decide, question
from sortilege.terminal.session import Choice, Sitting

WIDTH = 80
Say = Callable[[str], None]


class Table:
    """The conversation of one game: what was already told, and where it is told."""

    def __init__(self, sitting: Sitting, say: Say) -> None:
        self.sitting = sitting
        self.say = say
        self.told = 0  # sentences the person has read

    def play(self, read: Callable[[str], str]) -> None:
        """Until the game is over or the person leaves. `read` asks for a line; EOFError from it means leaving."""
        sitting = self.sitting
        self.say(f"{sitting.words['title']} — {sitting.words['tagline']}")
        self.say(fill(sitting.words["about"], WIDTH))
        while not sitting.over:
            if sitting.turn != sitting.seat:
                sitting.play(decide(*question(sitting)))
                continue
            self.show()
            if not self.ask(read):
                return
        self.show()
        self.say(sitting.status())

    def show(self) -> None:
        """What happened since, then the table."""
        story = self.sitting.story()
        self.say("")
        for sentence in story[self.told :]:
            self.say(sentence)
        self.told = len(story)
        self.table()

    def table(self) -> None:
        self.say("─" * WIDTH)
        for line in self.sitting.lines():
            self.say(line)
        self.say("─" * WIDTH)

    # ------------------------------------------------------------ asking
    def ask(self, read: Callable[[str], str]) -> bool:
        """One decision of the person; False when they leave."""
        sitting = self.sitting
        choices = sitting.choices()
        self.offer(choices)
        while True:
            try:
                given = read(sitting.said["prompt"].format(who=sitting.names[sitting.seat])).strip()
            except EOFError:
                return False
            chosen = next((choice for choice in choices if choice.key == given), None)
            if chosen is not None:
                sitting.play(chosen.action)
                return True
            if given.lower() == "q":
                return False
            if self.aside(given.lower(), choices):
                return True

    def offer(self, choices: list[Choice]) -> None:
        """The choices in as many columns as fit."""
        cells = [f"[{choice.key}] {choice.label}" for choice in choices]
        wide = max(map(len, cells)) + 2
        per_line = max(1, WIDTH // wide)
        for i in range(0, len(cells), per_line):
            self.say("".join(f"{cell:<{wide}}" for cell in cells[i : i + per_line]).rstrip())

    def aside(self, given: str, choices: list[Choice]) -> bool:
        """Anything but a choice; True when the table changed and must be shown again."""
        sitting = self.sitting
        if given == "u":
            before = len(sitting.match.ids)
            self.say(sitting.undo())
            return len(sitting.match.ids) != before
        if given == "l":
            sitting.switch_language()
            self.told = len(sitting.story())
            return True
        if given == "b":
            return True
        if given == "?":
            for text in (sitting.words.get("screen", {}).get("help", ""), sitting.said["plain_help"]):
                self.say(fill(text, WIDTH))
        elif given:
            self.say(sitting.said["not_a_choice"].format(given=given[:20]))
        self.offer(choices)
        return False


def play(sitting: Sitting, read: Callable[[str], str], say: Say) -> None:
    """A whole game in plain lines."""
    Table(sitting, say).play(read)
