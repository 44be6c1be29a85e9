"""The full-screen interface: the table, the log, the choices and a line of keys, in 80 by 24 characters."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key, Resize
from textual.screen import ModalScreen
from textual.theme import Theme
from textual.widgets import RichLog, Static

from sortilege.core.errors import SortilegeError
from sortilege.core.types import Action
from sortilege.terminal.bot_process import BotProcess
from sortilege.terminal.choices import Choices
from sortilege.terminal.session import Session
from sortilege.terminal.tint import BAD, CANDLE, tint

MIN_SIZE = (80, 24)  # columns, lines
MIN_LOG_LINES = 2
MIN_CHOICE_LINES = 2
MAX_TABLE_LINES = 17  # that a game draws
HEAD_AND_FOOT = 2  # lines
BORDERS = 2  # lines: one above the log, one above the choices

# Dark wood and brass; the brightest colour marks the seat to move.
WALNUT = Theme(
    name="walnut",
    primary="#8a6534",
    secondary="#d3c0a0",
    accent="#cfa25f",
    foreground="#f6ebd6",
    background="#1a120d",
    surface="#231811",
    panel="#3f2d20",
    success=CANDLE,
    error=BAD,
    dark=True,
)


class Help(ModalScreen[None]):
    """The help screen, which explains the game and the keys. Any key closes it."""

    CSS = """
    Help { align: center middle; }
    Help > Static { width: 76; height: auto; padding: 1 2; border: round $accent; background: $surface; }
    """

    def __init__(self, text: Text) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        yield Static(self.text)

    def on_key(self, event: Key) -> None:
        event.stop()
        self.dismiss()


class TableApp(App[None]):
    """The full-screen interface of one session (a match of one person against bots). The widget `Choices` lists the
    legal actions. While the interface asks a question such as "Leave?", it lists the answers."""

    CSS = """
    Screen { layout: vertical; }
    #head { height: 1; background: $panel; text-style: bold; padding: 0 1; }
    #head.yours { background: $success; color: #2a1803; }
    #table { height: auto; max-height: 17; }
    #log { height: 1fr; min-height: 2; border-top: solid $primary; padding: 0 1; background: $background; }
    #log { scrollbar-size-vertical: 1; }
    Choices { border-top: solid $primary; }
    Choices.yours { border-top: solid $success; }
    #log.tight { border-top: none; background: $surface; }
    Choices.tight, Choices.tight.yours { border-top: none; }
    #keys { dock: bottom; height: 1; background: $panel; color: $secondary; padding: 0 1; }
    #keys.telling { color: $foreground; text-style: bold; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", show=False),
        Binding("l", "language", show=False),
        Binding("q,ctrl+q,ctrl+c,escape", "leave", show=False, priority=True),
        Binding("question_mark,f1,h", "help", show=False),
        Binding("pageup", "scroll_log(-1)", show=False),
        Binding("pagedown", "scroll_log(1)", show=False),
    ]

    def __init__(self, session: Session, pace: float = 0.9) -> None:
        super().__init__()
        self.session = session
        self.pace = pace  # minimum seconds between two actions of bots
        self.bot_process = BotProcess()
        self.question = ""  # what `Choices` asks: "leave", "again" (play again?) or "" (the next action)
        self.choice_actions: list[Action] = []  # the actions listed in `Choices`
        self.note = ""  # a sentence shown in place of the keys until the next action
        self.bot_error = ""  # how a bot failed
        # Attributes, because while the help screen is open a query would search only that screen.
        self.head = Static(id="head")
        self.table = Static(id="table")
        self.log_pane = RichLog(id="log", wrap=True, min_width=20, max_lines=2000)
        self.pane = Choices()
        self.foot = Static(id="keys")

    def compose(self) -> ComposeResult:
        yield from (self.head, self.table, self.log_pane, self.pane, self.foot)

    def on_mount(self) -> None:
        self.register_theme(WALNUT)
        self.theme = "walnut"
        self.log_pane.can_focus = False
        self.pane.focus()
        self.bot_process.import_game(self.session)
        self.show()
        self.play_bots()

    def on_unmount(self) -> None:
        self.bot_process.stop()

    # ------------------------------------------------------------ showing
    def show(self) -> None:
        """Draw the whole interface from the session."""
        if self.session.over and not self.question:
            self.question = "again"
        self.show_table()
        self.show_log()
        self.show_choices()
        self.show_foot()

    def show_table(self) -> None:
        title, status = self.session.words["title"], self.session.status()
        space = max(1, self.size.width - 2 - cell_len(title) - cell_len(status))
        self.head.update(Text(f"{title}{' ' * space}{status}", no_wrap=True, overflow="ellipsis"))
        self.head.set_class(self.is_my_turn, "yours")
        text = Text("\n", no_wrap=True, overflow="ellipsis").join(tint(line) for line in self.session.lines())
        text.no_wrap = True
        self.table.update(text)

    def show_log(self) -> None:
        log = self.log_pane
        log.clear()
        for sentence in self.session.log_sentences():
            text = tint(sentence)
            text.overflow = "fold"
            log.write(text)

    def show_choices(self) -> None:
        """Fill the list of choices with the legal actions or, while the interface asks a question, with its answers."""
        phrases = self.session.phrases
        self.choice_actions = []
        if self.question == "leave":
            items = [(phrases["yes_key"], phrases["yes"]), (phrases["no_key"], phrases["no"])]
        elif self.question == "again":
            items = [(phrases["again_key"], phrases["again"]), ("q", phrases["leave_now"])]
        else:
            choices = self.session.choices()
            self.choice_actions = [choice.action for choice in choices]
            items = [(choice.key, choice.label) for choice in choices]
        pane = self.pane
        title = phrases["leave"] if self.question == "leave" else phrases["choices"]
        pane.border_title = title if items else self.session.status()
        pane.set_class(bool(items), "yours")
        pane.list_items(items)
        self.fit_choices()

    def show_foot(self) -> None:
        foot = self.foot
        width, height = self.size
        if width < MIN_SIZE[0] or height < MIN_SIZE[1]:
            note = self.session.phrases["small"].format(width=width, height=height)
        else:
            note = self.note or self.bot_error or self.session.save_error
        foot.update(Text(note or self.session.phrases["keys"], no_wrap=True, overflow="ellipsis"))
        foot.set_class(bool(note), "telling")

    def fit_choices(self) -> None:
        """Limit the height of the choices so that the log keeps MIN_LOG_LINES lines. Drop the borders if needed."""
        pane = self.pane
        table_lines = min(MAX_TABLE_LINES, len(self.session.lines()))
        free_lines = self.size.height - HEAD_AND_FOOT - table_lines
        rows = pane.rows(self.size.width) if pane.items else 0
        needed_lines = MIN_LOG_LINES + max(MIN_CHOICE_LINES, rows) + BORDERS
        is_tight = free_lines < needed_lines
        for widget in (self.log_pane, pane):
            widget.set_class(is_tight, "tight")
        if not rows:  # while others play the height stays, so that nothing moves
            return
        borders = 0 if is_tight else BORDERS
        lines_for_choices = free_lines - borders - MIN_LOG_LINES
        pane.styles.height = max(1, min(rows, lines_for_choices)) + borders // 2

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.show)

    @property
    def is_my_turn(self) -> bool:
        return self.session.turn == self.session.seat

    # ------------------------------------------------------------ deciding
    def on_key(self, event: Key) -> None:
        if event.character and event.character.isprintable() and self.pane.type_character(event.character):
            event.prevent_default()
            event.stop()

    def on_choices_unknown_number(self, message: Choices.UnknownNumber) -> None:
        self.show_note(self.session.phrases["not_a_choice"].format(given=message.typed))

    def on_choices_chosen(self, message: Choices.Chosen) -> None:
        question, self.question = self.question, ""
        is_yes = message.index == 0
        if question == "leave":
            self.exit() if is_yes else self.show()
        elif question == "again":
            self.play_again() if is_yes else self.exit()
        elif message.index < len(self.choice_actions):
            self.play(self.choice_actions[message.index])
            self.play_bots()

    def play(self, action: Action) -> None:
        """Play an action of the seat to move, and show the result or the reason why the action is not legal."""
        self.note = ""
        try:
            self.session.play(action)
        except SortilegeError as error:
            self.note = error.say_with_rule(self.session.language)
        self.show()

    @work(exclusive=True)
    async def play_bots(self) -> None:
        """Play the bots' actions until it is the person's turn, at least `pace` seconds apart."""
        while not self.session.over and not self.is_my_turn:
            session = self.session
            log_length = len(session.match.ids)
            start = monotonic()
            action = await self.bot_action(session)
            await asyncio.sleep(max(0.0, self.pace - (monotonic() - start)))
            is_unchanged = session is self.session and log_length == len(session.match.ids)
            if is_unchanged:  # nothing was undone and no new game was started meanwhile
                self.play(action)

    async def bot_action(self, session: Session) -> Action:
        """Return the action of the bot to move. If the bot fails, keep the error message and return a random action."""
        try:
            return await asyncio.wrap_future(self.bot_process.choose_action(session))
        except Exception as error:
            self.bot_process.stop()
            self.bot_process = BotProcess()
            self.bot_error = session.phrases["bot_failed"].format(
                who=session.names[session.turn], english=type(error).__name__
            )
            return session.any_action()

    def play_again(self) -> None:
        """Start a new match with the same players."""
        self.session = self.session.rematch()
        self.session.save()
        self.note = ""
        self.show()
        self.play_bots()

    # ------------------------------------------------------------ the keys
    def show_note(self, note: str) -> None:
        self.note = note
        self.show_foot()

    def action_undo(self) -> None:
        if self.question:
            return
        note = self.session.undo()
        self.show()
        self.show_note(note)
        self.play_bots()

    def action_language(self) -> None:
        self.session.switch_language()
        self.note = ""
        self.show()

    def action_leave(self) -> None:
        """Ask whether to leave. If a question is already open, leave at once. If the help is open, close it."""
        if isinstance(self.screen, Help):
            self.screen.dismiss()
        elif self.question:
            self.exit()
        else:
            self.question = "leave"
            self.note = ""
            self.show_choices()
            self.show_foot()

    def action_help(self) -> None:
        self.push_screen(Help(self.help_text()))

    def help_text(self) -> Text:
        """Return the text of the help screen, which explains the game and the keys."""
        phrases, words = self.session.phrases, self.session.words
        text = Text(f"{words['title']} · {words['by']}\n", style="bold")
        for paragraph in (words["about"], words.get("screen", {}).get("help", "")):
            text.append(f"\n{paragraph}\n" if paragraph else "", "not bold")
        text.append(f"\n{phrases['help_keys']}\n", "not bold")
        text.append(f"\n{phrases['help_close']}", "not bold italic")
        return text

    def action_scroll_log(self, pages: int) -> None:
        log = self.log_pane
        log.scroll_relative(y=pages * max(1, log.size.height - 1), animate=False)


def play(session: Session, pace: float = 0.9) -> Session:
    """Play in full screen until the person leaves, and return the session of the last game."""
    table = TableApp(session, pace)
    table.run()
    return table.session
