"""Play in plain lines of text, for pipes, screen readers and simple terminals. Each line of input is one choice."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import fill

from sortilege.terminal.bot_process import decide, decision_arguments
from sortilege.terminal.session import Choice, Session

WIDTH = 80  # columns
GAP = 2  # columns between two choices
MAX_ECHO = 20  # characters of unknown input that a message repeats
Print = Callable[[str], None]


class Table:
    """The plain-line interface of one session. It remembers how many sentences of the log it has printed."""

    def __init__(self, session: Session, say: Print) -> None:
        self.session = session
        self.say = say
        self.printed = 0  # number of sentences of the log

    def play(self, read: Callable[[str], str]) -> None:
        """Play until the game is over or the person leaves. `read` prints a prompt and returns a line of input. An
        EOFError, at the end of the input, means that the person leaves."""
        session = self.session
        self.say(f"{session.words['title']} — {session.words['tagline']}")
        self.say(fill(session.words["about"], WIDTH))
        while not session.over:
            if session.turn != session.seat:
                session.play(decide(*decision_arguments(session)))
                continue
            self.show()
            if not self.ask(read):
                return
        self.show()
        self.say(session.status())

    def show(self) -> None:
        """Print the new sentences of the log, then the table."""
        sentences = self.session.log_sentences()
        self.say("")
        for sentence in sentences[self.printed :]:
            self.say(sentence)
        self.printed = len(sentences)
        self.show_table()

    def show_table(self) -> None:
        """Print the table between two horizontal lines."""
        self.say("─" * WIDTH)
        for line in self.session.lines():
            self.say(line)
        self.say("─" * WIDTH)

    # ------------------------------------------------------------ asking
    def ask(self, read: Callable[[str], str]) -> bool:
        """Ask the person for one decision and play it. `read` prints a prompt and returns a line of input. Return False
        if the person leaves."""
        session = self.session
        choices = session.choices()
        self.list_choices(choices)
        while True:
            try:
                typed = read(session.phrases["prompt"].format(who=session.names[session.seat])).strip()
            except EOFError:
                return False
            choice = next((choice for choice in choices if choice.key == typed), None)
            if choice is not None:
                session.play(choice.action)
                return True
            if typed.lower() == "q":
                return False
            if self.command(typed.lower(), choices):
                return True

    def list_choices(self, choices: list[Choice]) -> None:
        """Print the choices in as many columns as fit."""
        cells = [f"[{choice.key}] {choice.label}" for choice in choices]
        width = max(map(len, cells)) + GAP
        per_line = max(1, WIDTH // width)
        for first in range(0, len(cells), per_line):
            self.say("".join(f"{cell:<{width}}" for cell in cells[first : first + per_line]).rstrip())

    def command(self, typed: str, choices: list[Choice]) -> bool:
        """Handle a command: u (undo), l (language), b (board) or ? (help). Return True to print the table again."""
        session = self.session
        if typed == "u":
            before = len(session.match.ids)
            self.say(session.undo())
            return len(session.match.ids) != before
        if typed == "l":
            session.switch_language()
            self.printed = len(session.log_sentences())
            return True
        if typed == "b":
            return True
        if typed == "?":
            for text in (session.words.get("screen", {}).get("help", ""), session.phrases["plain_help"]):
                self.say(fill(text, WIDTH))
        elif typed:
            self.say(session.phrases["not_a_choice"].format(given=typed[:MAX_ECHO]))
        self.list_choices(choices)
        return False


def play(session: Session, read: Callable[[str], str], say: Print) -> None:
    """Play a whole game in plain lines."""
    Table(session, say).play(read)
