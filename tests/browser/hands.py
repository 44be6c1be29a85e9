"""Players who play whole games by clicking on the board. A bot chooses each action; a class per game clicks it."""

from typing import Any

from sortilege import Rng, game
from sortilege.bots import make
from sortilege.server.live.snapshot_cache import DUPLICATED_FIELDS
from tests.browser.live_server import UNLIMITED
from tests.browser.visitor import Visitor

Action = dict[str, Any]
QUESTION = ".act[data-tone='ask']"
OVER = ".paper a[href^='/replay']"
SCROLLS = """() => [document.querySelector('.s-board-area'), document.documentElement, document.querySelector('.seats')]
  .some(one => one && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1))"""
PHONE_WIDE = 720  # pixels: up to here a page is laid out for a phone
EDGE = {"x": 9, "y": 24}  # of a card that others may lie over


class Hands:
    """A person who plays at a real table with the mouse."""

    game = ""

    def __init__(self, visitor: Visitor, seats: list[dict[str, Any]], options: dict[str, Any] | None = None) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.words = game(self.game).words["en"]
        self.head = make(self.game, "apprentice", seed=3)
        self.table = visitor.sit(seats, options, game=self.game)["table"]
        self.seen: dict[str, Any] = {}
        self.did: list[str] = []

    # ------------------------------------------------------------ a whole game
    def next_question(self) -> bool:
        """Wait until there is a decision; return False if the game is over instead."""
        self.page.wait_for_selector(f"{QUESTION}, {OVER}")
        self.seen = self.visitor.fetch_table(self.table)
        self.page.wait_for_selector(f".shell[data-n='{self.seen['n']}']")
        return bool(self.seen["phase"] == "playing")

    def act(self) -> Action:
        """Let the bot choose the next action, click it, and return it."""
        action = self.head.choose(self.view, UNLIMITED)
        self.take(action)
        return action

    def take(self, action: Action) -> None:
        self.did.append(action["do"])
        self.settle(self.press(action))

    def settle(self, steps: int = 1) -> None:
        """Wait until the page shows that many more steps."""
        least = self.seen["n"] + steps
        self.page.wait_for_function("n => Number(document.querySelector('.shell').dataset.n) >= n", arg=least)

    def play_out(self) -> None:
        while self.next_question():
            self.act()

    # ------------------------------------------------------------ what every game has
    def press(self, action: Action) -> int:
        """Click the action; return how many steps that takes."""
        raise NotImplementedError

    def button(self, label: str) -> None:
        self.answer(label).click()

    def answer(self, label: str) -> Any:
        """Return the button of the bar with this label."""
        return self.page.locator(".act .buttons .s-btn").get_by_text(label, exact=True)

    def confirm(self, nth: int = 0) -> None:
        self.page.locator(".act .buttons .s-btn.main").nth(nth).click()

    def among(self, action: Action, *verbs: str) -> int:
        """Return the index of the action among the legal actions with these verbs."""
        return [choice for choice in self.legal if choice["do"] in verbs].index(action)

    @property
    def view(self) -> dict[str, Any]:
        """The view, with what a snapshot says beside it put back."""
        beside = {key: self.seen[key] for key in DUPLICATED_FIELDS}
        return self.seen["view"] | beside | {"log": [entry["line"] for entry in beside["log"]]}  # type: ignore[no-any-return]

    @property
    def board(self) -> dict[str, Any]:
        return self.seen["board"]  # type: ignore[no-any-return]

    @property
    def legal(self) -> list[Action]:
        return self.seen["legal"]  # type: ignore[no-any-return]

    def lit(self, where: str, what: str) -> list[str]:
        """What glows there, by one of its data."""
        lit = self.page.locator(f"{where} [data-lit]")
        return lit.evaluate_all(f"all => all.map(one => one.dataset.{what})")  # type: ignore[no-any-return]


ZONES = {
    **dict.fromkeys(("take", "sweep", "offer"), "altar"),
    **dict.fromkeys(("discard", "store", "give", "pay", "place"), "pool"),
    "recall": "board",
}


class SpellbookHands(Hands):
    game = "spellbook"
    DEEDS = ("use", "learn", "raise")
    FEW = 3  # more to do with a card than that, and it is read on its leaf

    def press(self, action: Action) -> int:
        do = action["do"]
        if do in ("pay", "place") and self.board["proposal"]:
            self.confirm()
            return len(self.board["proposal"])
        if do in self.DEEDS:
            self.use_card(action)
        elif do == "copy":
            self.page.locator("dialog .s-btn.lit").nth(self.among(action, "copy")).click()
        elif do == "act" and action["action"] in ("take", "store"):
            zone = "altar" if action["action"] == "take" else "pool"
            self.page.locator(f"[data-zone={zone}] [data-lit]").first.click()
            self.confirm()
            return 2
        elif do == "act" and action["action"] == "learn":
            self.use_card(self.lesson())
            return 2
        elif do == "wild":
            self.button(self.words["table"]["wild"].format(rune=self.words["runes"][action["rune"]]))
        elif do in ("act", "skip", "stop"):
            self.button(self.words["actions"][action.get("action", do)])
        else:
            self.token(action).click()
        return 1

    def lesson(self) -> Action:
        """Return the spell to learn. Clicking a spell also chooses to learn, so the bot looks one action ahead."""
        ahead = game(self.game).imagine(self.view, Rng(0))
        ahead.apply(game(self.game).find({"do": "act", "action": "learn"}))
        return self.head.choose(ahead.view(self.view["you"]), UNLIMITED)

    def use_card(self, action: Action) -> None:
        """Click a spell, then the button of the action among those possible with it."""
        self.card(action["spell"]).click()
        deeds = self.deeds(action["spell"])
        leaf = self.page.locator("dialog .deeds .s-btn.main")
        if len(deeds) > self.FEW or self.page.viewport_size["width"] <= PHONE_WIDE:
            leaf.nth(deeds.index(action)).click()
            return
        if action != deeds[-1]:
            self.button(self.words["table"]["at_level"].format(n=action["level"]))
        self.confirm()

    def card(self, spell: str) -> Any:
        return self.page.locator(f".spl[data-spell={spell}]")

    def deeds(self, spell: str) -> list[Action]:
        begun = [action for action in self.legal if action["do"] in self.DEEDS and action["spell"] == spell]
        if {"do": "act", "action": "learn"} not in self.legal:
            return begun
        lessons = [one for one in self.board["learnable"] if one["spell"] == spell]
        return [*begun, *({"do": "learn", "spell": spell, "level": lesson["level"]} for lesson in lessons)]

    def token(self, action: Action) -> Any:
        zone = "spent" if self.view["asks"]["step"] == "keep" else ZONES[action["do"]]
        return self.page.locator(f".s-board-area [data-zone={zone}] [data-token={action['token']}][data-lit]").first


class SpellHands(Hands):
    game = "spell"

    def press(self, action: Action) -> int:
        do = action["do"]
        if do == "lay":
            self.touch(self.page.locator(f"[data-at='{action['at']}']"))
        elif do == "claim":
            self.touch(self.page.locator(f".runes [data-card='{action['card']}']"))
        elif do == "cast":
            self.touch(self.page.locator(f".hand:visible [data-lit][data-level='{action['level']}']"))
            spells = [
                choice["spell"]
                for choice in self.legal
                if choice["do"] == "cast" and choice["level"] == action["level"]
            ]
            self.touch(self.page.locator(".act .buttons .s-btn.main").nth(spells.index(action["spell"])))
        elif do == "end":
            self.touch(self.answer(self.words["table"]["end_turn"]))
        else:
            self.use_arena(action)
        return 1

    def touch(self, thing: Any) -> None:
        """By mouse; fingers of other classes do it otherwise."""
        thing.click()

    def use_arena(self, action: Action) -> None:
        tool = self.answer(self.words["table"]["tools"][action["do"]])
        if tool.count():
            self.touch(tool)
        if len({choice["from"] for choice in self.legal if choice["do"] == action["do"] and "from" in choice}) > 1:
            self.touch(self.cell(action["from"]))
        self.touch(self.cell(action.get("lift") or action.get("at") or action["to"]))
        if action["do"] == "upheave":
            if action["side"] == "-":
                self.touch(self.answer(self.words["table"]["slide"]["-"]))
            else:
                self.touch(self.page.locator(f".arrow[data-side={action['side']}]"))

    def cell(self, at: str) -> Any:
        return self.page.locator(f".arena [data-cell='{at}']")


class SpellcasterHands(Hands):
    game = "spellcaster"
    ON_BUTTONS = ("choose", "pay", "draw", "pass", "decline", "stop")

    def press(self, action: Action) -> int:
        do = action["do"]
        if do in self.ON_BUTTONS:
            self.page.locator(".act .buttons .s-btn").nth(self.among(action, *self.ON_BUTTONS)).click()
        elif do == "recover":
            thrown = self.page.get_by_role("dialog").locator("li").filter(has_text=self.named(action["card"]))
            thrown.get_by_role("button").last.click()  # on a desk the card itself is a button too
        else:
            where = "hand0" if do in ("play", "discard") else action.get("colour") or action["card"][0]
            card = f"[data-card={action['card']}]" if "card" in action else "[data-card]"
            self.page.locator(f".s-board-area [data-zone={where}] {card}").last.click(position=EDGE)
            self.confirm()
        return 1

    def named(self, card: str) -> str:
        return self.words["sets"]["standin"]["cards"][card]["name"]  # type: ignore[no-any-return]
