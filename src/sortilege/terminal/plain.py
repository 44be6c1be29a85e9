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
    """The plain-line interface of one session: it prints the table, asks for a choice and reads a line of input."""

    def __init__(self, session: Session, print_line: Print) -> None:
        self.session = session
        self.print_line = print_line
        self.printed = 0  # how many sentences of the log have been printed

    def play(self, read_line: Callable[[str], str]) -> None:
        """Play until the game is over or the person leaves. `read_line` prints a prompt and returns a line of input. It
        raises EOFError at the end of the input, which means that the person leaves."""
        session = self.session
        self.print_line(f"{session.words['title']} — {session.words['tagline']}")
        self.print_line(fill(session.words["about"], WIDTH))
        while not session.over:
            if session.turn != session.seat:
                session.play(decide(*decision_arguments(session)))
                continue
            self.show()
            if not self.ask(read_line):
                return
        self.show()
        self.print_line(session.status())

    def show(self) -> None:
        """Print the log sentences that are new, then the table."""
        sentences = self.session.log_sentences()
        self.print_line("")
        for sentence in sentences[self.printed :]:
            self.print_line(sentence)
        self.printed = len(sentences)
        self.show_table()

    def show_table(self) -> None:
        """Print the table between two horizontal lines."""
        self.print_line("─" * WIDTH)
        for line in self.session.lines():
            self.print_line(line)
        self.print_line("─" * WIDTH)

    # ------------------------------------------------------------ asking
    def ask(self, read_line: Callable[[str], str]) -> bool:
        """Ask the person for one action and play it. Return False if the person leaves."""
        session = self.session
        choices = session.choices()
        self.list_choices(choices)
        while True:
            try:
                typed = read_line(session.phrases["prompt"].format(who=session.names[session.seat])).strip()
            except EOFError:
                return False
            choice = next((choice for choice in choices if choice.key == typed), None)
            if choice is not None:
                session.play(choice.action)
                return True
            if typed.lower() == "q":
                return False
            if self.run_command(typed.lower(), choices):
                return True

    def list_choices(self, choices: list[Choice]) -> None:
        """Print the choices in as many columns as fit."""
        cells = [f"[{choice.key}] {choice.label}" for choice in choices]
        width = max(map(len, cells)) + GAP
        per_line = max(1, WIDTH // width)
        for first in range(0, len(cells), per_line):
            self.print_line("".join(f"{cell:<{width}}" for cell in cells[first : first + per_line]).rstrip())

    def run_command(self, typed: str, choices: list[Choice]) -> bool:
        """Run a command that the person typed: u (undo), l (language), b (board) or ? (help). Return whether the table
        has to be printed again."""
        session = self.session
        if typed == "u":
            length_before = len(session.match.ids)
            self.print_line(session.undo())
            return len(session.match.ids) != length_before
        if typed == "l":
            session.switch_language()
            self.printed = len(session.log_sentences())
            return True
        if typed == "b":
            return True
        if typed == "?":
            for text in (session.words.get("screen", {}).get("help", ""), session.phrases["plain_help"]):
                self.print_line(fill(text, WIDTH))
        elif typed:
            self.print_line(session.phrases["not_a_choice"].format(given=typed[:MAX_ECHO]))
        self.list_choices(choices)
        return False


def play(session: Session, read_line: Callable[[str], str], print_line: Print) -> None:
    """Play a whole game in plain lines. `read_line` prints a prompt and returns a line of input."""
    Table(session, print_line).play(read_line)
