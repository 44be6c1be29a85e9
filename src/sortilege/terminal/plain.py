"""Play in plain lines: for pipes, screen readers, and terminals without tricks. Reads one choice per line."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import fill

from sortilege.terminal.rivals import decide, question
from sortilege.terminal.session import Choice, Session

WIDTH = 80
Say = Callable[[str], None]


class Table:
    """The conversation of one game: what was already told, and where it is told."""

    def __init__(self, session: Session, say: Say) -> None:
        self.session = session
        self.say = say
        self.told = 0  # sentences the person has read

    def play(self, read: Callable[[str], str]) -> None:
        """Until the game is over or the person leaves. `read` asks for a line; EOFError from it means leaving."""
        session = self.session
        self.say(f"{session.words['title']} — {session.words['tagline']}")
        self.say(fill(session.words["about"], WIDTH))
        while not session.over:
            if session.turn != session.seat:
                session.play(decide(*question(session)))
                continue
            self.show()
            if not self.ask(read):
                return
        self.show()
        self.say(session.status())

    def show(self) -> None:
        """What happened since, then the table."""
        story = self.session.log_sentences()
        self.say("")
        for sentence in story[self.told :]:
            self.say(sentence)
        self.told = len(story)
        self.table()

    def table(self) -> None:
        self.say("─" * WIDTH)
        for line in self.session.lines():
            self.say(line)
        self.say("─" * WIDTH)

    # ------------------------------------------------------------ asking
    def ask(self, read: Callable[[str], str]) -> bool:
        """One decision of the person; False when they leave."""
        session = self.session
        choices = session.choices()
        self.offer(choices)
        while True:
            try:
                given = read(session.phrases["prompt"].format(who=session.names[session.seat])).strip()
            except EOFError:
                return False
            chosen = next((choice for choice in choices if choice.key == given), None)
            if chosen is not None:
                session.play(chosen.action)
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
        session = self.session
        if given == "u":
            before = len(session.match.ids)
            self.say(session.undo())
            return len(session.match.ids) != before
        if given == "l":
            session.switch_language()
            self.told = len(session.log_sentences())
            return True
        if given == "b":
            return True
        if given == "?":
            for text in (session.words.get("screen", {}).get("help", ""), session.phrases["plain_help"]):
                self.say(fill(text, WIDTH))
        elif given:
            self.say(session.phrases["not_a_choice"].format(given=given[:20]))
        self.offer(choices)
        return False


def play(session: Session, read: Callable[[str], str], say: Say) -> None:
    """A whole game in plain lines."""
    Table(session, say).play(read)
