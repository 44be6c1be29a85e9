"""The full screen: the table, what happened, the choices, and a line of keys; everything fits 80 by 24."""

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
from sortilege.core.shapes import Action
from sortilege.terminal.choices import Choices
from sortilege.terminal.rivals import Rivals
from sortilege.terminal.session import Session
from sortilege.terminal.tint import BAD, CANDLE, tint

LEAST = (80, 24)
LEAST_LOG = 2
TALLEST = 17  # lines a game may draw


# The table by night: walnut and brass; the candle's light stands with whoever is to move.
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
    """What the game is about and which keys there are; any key closes it."""

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
    """One person's table. What is asked of them (a decision, whether to leave, what now) is always in `Choices`."""

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
        self.pace = pace  # seconds a bot's step stays before the next
        self.rivals = Rivals()
        self.asking = ""  # "", "leave" or "again": a question of the table's own instead of the game's
        self.offered: list[Action] = []
        self.note = ""  # one sentence in place of the keys, until the next thing happens
        self.trouble = ""  # what went wrong with a bot
        # Kept here, because a query would look in the help page while that is open.
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
        self.rivals.wake(self.session)
        self.show()
        self.go_on()

    def on_unmount(self) -> None:
        self.rivals.dismiss()

    # ------------------------------------------------------------ showing
    def show(self) -> None:
        """Everything anew from the session."""
        if self.session.over and not self.asking:
            self.asking = "again"
        self.show_table()
        self.show_log()
        self.show_choices()
        self.show_foot()

    def show_table(self) -> None:
        title, status = self.session.words["title"], self.session.status()
        room = max(1, self.size.width - 2 - cell_len(title) - cell_len(status))
        self.head.update(Text(f"{title}{' ' * room}{status}", no_wrap=True, overflow="ellipsis"))
        self.head.set_class(self.yours, "yours")
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
        """The game's choices, or the table's own question."""
        said = self.session.phrases
        self.offered = []
        items = []
        if self.asking == "leave":
            items = [(said["yes_key"], said["yes"]), (said["no_key"], said["no"])]
        elif self.asking == "again":
            items = [(said["again_key"], said["again"]), ("q", said["leave_now"])]
        else:
            choices = self.session.choices()
            self.offered = [choice.action for choice in choices]
            items = [(choice.key, choice.label) for choice in choices]
        pane = self.pane
        asked = said["leave"] if self.asking == "leave" else said["choices"]
        pane.border_title = asked if items else self.session.status()
        pane.set_class(bool(items), "yours")
        pane.offer(items)
        self.fit()

    def show_foot(self) -> None:
        foot = self.foot
        width, height = self.size
        if width < LEAST[0] or height < LEAST[1]:
            note = self.session.phrases["small"].format(width=width, height=height)
        else:
            note = self.note or self.trouble or self.session.trouble
        foot.update(Text(note or self.session.phrases["keys"], no_wrap=True, overflow="ellipsis"))
        foot.set_class(bool(note), "telling")

    def fit(self) -> None:
        """Give the choices the lines they need while a few are left for the log; where it is tight, drop the rules
        between the panes."""
        pane = self.pane
        free = self.size.height - 2 - min(TALLEST, len(self.session.lines()))
        wanted = pane.rows(self.size.width) if pane.items else 0
        tight = free < LEAST_LOG + max(2, wanted) + 2
        for widget in (self.log_pane, pane):
            widget.set_class(tight, "tight")
        borders = 0 if tight else 2
        if wanted:  # while others play it keeps its height, so that nothing jumps
            pane.styles.height = max(1, min(wanted, free - borders - LEAST_LOG)) + borders // 2

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.show)

    @property
    def yours(self) -> bool:
        """Whether the person is to decide."""
        return self.session.turn == self.session.seat

    # ------------------------------------------------------------ deciding
    def on_key(self, event: Key) -> None:
        if event.character and event.character.isprintable() and self.pane.press(event.character):
            event.prevent_default()
            event.stop()

    def on_choices_unknown(self, message: Choices.Unknown) -> None:
        self.tell(self.session.phrases["not_a_choice"].format(given=message.given))

    def on_choices_chosen(self, message: Choices.Chosen) -> None:
        asked, self.asking = self.asking, ""
        first = message.index == 0
        if asked == "leave":
            self.exit() if first else self.show()
        elif asked == "again":
            self.sit_again() if first else self.exit()
        elif message.index < len(self.offered):
            self.play(self.offered[message.index])
            self.go_on()

    def play(self, action: Action) -> None:
        """A decision of whoever is to move."""
        self.note = ""
        try:
            self.session.play(action)
        except SortilegeError as off:
            self.note = off.say_with_rule(self.session.language)
        self.show()

    @work(exclusive=True)
    async def go_on(self) -> None:
        """Let the bots play until the person is to decide. Each step stays long enough to be read."""
        while not self.session.over and not self.yours:
            session, n, began = self.session, len(self.session.match.ids), monotonic()
            action = await self.decision(session)
            await asyncio.sleep(max(0.0, self.pace - (monotonic() - began)))
            if session is self.session and n == len(session.match.ids):
                self.play(action)

    async def decision(self, session: Session) -> Action:
        """What the bot to move does. One that fails draws lots, because the game must go on, and the person is told."""
        try:
            return await asyncio.wrap_future(self.rivals.think(session))
        except Exception as off:
            self.rivals.dismiss()
            self.rivals = Rivals()
            self.trouble = session.phrases["bot_failed"].format(
                who=session.names[session.turn], english=type(off).__name__
            )
            return session.any_action()

    def sit_again(self) -> None:
        self.session = self.session.again()
        self.session.save()
        self.note = ""
        self.show()
        self.go_on()

    # ------------------------------------------------------------ the keys
    def tell(self, note: str) -> None:
        self.note = note
        self.show_foot()

    def action_undo(self) -> None:
        if self.asking:
            return
        note = self.session.undo()
        self.show()
        self.tell(note)
        self.go_on()

    def action_language(self) -> None:
        self.session.switch_language()
        self.note = ""
        self.show()

    def action_leave(self) -> None:
        """Asks once; asked while asking, leaves."""
        if isinstance(self.screen, Help):
            self.screen.dismiss()
        elif self.asking:
            self.exit()
        else:
            self.asking = "leave"
            self.note = ""
            self.show_choices()
            self.show_foot()

    def action_help(self) -> None:
        self.push_screen(Help(self.help_text()))

    def help_text(self) -> Text:
        said, words = self.session.phrases, self.session.words
        text = Text(f"{words['title']} · {words['by']}\n", style="bold")
        for part in (words["about"], words.get("screen", {}).get("help", "")):
            text.append(f"\n{part}\n" if part else "", "not bold")
        text.append(f"\n{said['help_keys']}\n", "not bold")
        text.append(f"\n{said['help_close']}", "not bold italic")
        return text

    def action_scroll_log(self, pages: int) -> None:
        log = self.log_pane
        log.scroll_relative(y=pages * max(1, log.size.height - 1), animate=False)


def play(session: Session, pace: float = 0.9) -> Session:
    """A whole evening at the full screen; answers the session it ended with."""
    table = TableApp(session, pace)
    table.run()
    return table.session
