"""By keyboard alone: whole games, with the focus where the question is; the keys that press, and the list of them."""

import random
from collections.abc import Callable

import pytest

from tests.browser.stage import Stage
from tests.browser.test_spellbook import EVENING
from tests.browser.test_table import POSITION, column
from tests.browser.visitor import BOT, ME, Visitor, expect

pytestmark = pytest.mark.browser

QUESTION, PAGE, OVER = ".act[data-tone='ask']", ".s-board-area .paper", ".paper a[href^='/replay']"
GOLD, LEAF = ".act .buttons .s-btn.main", "dialog[open] .s-btn"
# The focus is on the first lit piece, or where none is lit on the first button of the bar.
AT_THE_QUESTION = """() => {
  const seen = where => [...document.querySelectorAll(where)].filter(one => one.checkVisibility())
  return document.activeElement === (seen('.s-board-area [data-lit]')[0] ?? seen('.act .buttons .s-btn')[0])
}"""
THERE = """([where, nth]) => [...document.querySelectorAll(where)].some((one, k) =>
  one === document.activeElement && (nth === null || nth === k))"""
BROUGHT = """([n, more]) => Number(document.querySelector('.shell').dataset.n) > n
  || [...document.querySelectorAll(more)].some(one => one.checkVisibility())"""
MIDDAY = EVENING | {"turn": {"seat": 0, "phase": "midday", "mornings": 0}}
WALKS = 80  # steps of Tab, at most, from one end of a table to the other


class Keys:
    """Somebody without a mouse, who takes what the focus is on, and now and then another of the lit buttons."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.rng = random.Random(2)

    def from_the_lobby(self, game: str) -> None:
        self.visitor.go(f"/new/{game}")
        self.page.wait_for_selector("form .s-btn.main")
        self.reach("form .s-btn.main")
        self.page.keyboard.press("Enter")
        self.visitor.wait_for_table()

    def at_a_table(self, game: str) -> None:
        alone = game == "spell"  # its script answers at once
        self.visitor.sit([ME] if alone else [ME, BOT], {"mode": "solo"} if alone else {}, game=game)
        self.page.wait_for_selector(QUESTION)
        self.reach(".s-board-area [data-lit], .act .buttons .s-btn")

    def reach(self, where: str, nth: int | None = None) -> None:
        """Walk with Tab to one of these, or to the one of this number."""
        for _ in range(WALKS):
            if self.page.evaluate(THERE, [where, nth]):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {where}")

    def steps(self) -> int:
        return int(self.page.locator(".shell").get_attribute("data-n"))

    def enter(self, *more: str) -> None:
        """Press what has the focus, until the table has gone on or offers one of these."""
        before = self.steps()
        self.page.keyboard.press("Enter")
        self.page.wait_for_function(BROUGHT, arg=[before, ", ".join([*more, PAGE])])

    def answer(self) -> None:
        before, lit = self.steps(), self.page.locator(".act .buttons .s-btn.lit").count()
        if lit and self.rng.random() < 0.4:
            self.reach(".act .buttons .s-btn.lit", self.rng.randrange(lit))
        self.enter(GOLD, ".arrow", LEAF, ".act .buttons .s-btn.lit")
        for there in (LEAF, ".arrow", GOLD):
            if self.steps() == before and self.page.locator(there).count():
                self.reach(there)
                self.enter()

    def play(self) -> int:
        """To the end; answers how many questions there were."""
        for questions in range(1_000):
            self.page.wait_for_selector(f"{QUESTION}, {PAGE}")
            if self.page.locator(OVER).count():
                return questions
            if self.page.locator(PAGE).count():
                assert self.page.evaluate("document.activeElement.closest('.paper') !== null")
                self.reach(".paper .s-btn.main")
                self.page.keyboard.press("Enter")
                self.page.locator(PAGE).wait_for(state="detached")
            else:
                self.page.wait_for_function(AT_THE_QUESTION)
                self.answer()
        raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", ["abracada", "spell", "spellbook", "spellcaster"])
def test_a_whole_game_by_keyboard_alone(visit: Callable[..., Visitor], game: str) -> None:
    keys = Keys(visit())
    keys.from_the_lobby(game) if game == "abracada" else keys.at_a_table(game)
    assert keys.play() > 5
    assert keys.page.evaluate("document.activeElement.closest('.paper') !== null")


def test_a_mouse_keeps_the_focus_to_itself(visit: Callable[..., Visitor]) -> None:
    """Nobody who presses with a mouse is shown where the keys would be."""
    ada = visit()
    Stage(ada, POSITION)
    column(ada, 5).click()
    expect(ada.page.locator(".act")).to_contain_text("Call 5 or higher, or stop")
    assert ada.page.locator(":focus-visible").count() == 0


def test_figures_call_and_e_stops(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, POSITION)
    ada.page.keyboard.press("5")
    expect(ada.page.locator(".act")).to_contain_text("Call 5 or higher, or stop")
    ada.page.keyboard.press("3")  # has the number, but is not lit: it says what would work
    expect(ada.page.locator(".act[data-tone=error]")).to_contain_text("Call 5 or higher.")
    ada.page.keyboard.press("e")
    expect(ada.page.locator(".act")).to_contain_text("Bruno to play")
    assert [message["action"] for message in stage.received] == [{"do": "call", "spell": 5}, {"do": "end"}]


def test_a_figure_is_the_so_manieth_that_glows_and_the_gold_button_after_it(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, MIDDAY)
    third = ada.page.locator(".s-board-area [data-lit]").nth(2).get_attribute("data-token")
    ada.page.keyboard.press("3")
    expect(ada.page.locator(GOLD)).to_be_visible()
    assert stage.received == []
    ada.page.keyboard.press("3")
    expect(ada.page.locator(".shell[data-n='2']")).to_have_count(1)
    assert stage.received[-1]["action"] == {"do": "store", "token": third}


def test_a_question_mark_lists_the_keys_in_both_languages(visit: Callable[..., Visitor]) -> None:
    for language, words in (("en", "End the turn, skip, stop"), ("fr", "Finir le tour, passer, arrêter")):
        ada = visit(language=language)
        Stage(ada, POSITION)
        ada.page.keyboard.press("?")
        expect(ada.page.get_by_role("dialog")).to_contain_text(words)
        ada.page.keyboard.press("?")
        expect(ada.page.get_by_role("dialog")).to_have_count(0)
        ada.page.get_by_role("button", name="Menu").click()
        ada.page.get_by_role("dialog").locator(".s-btn", has_text={"en": "Keys", "fr": "Touches"}[language]).click()
        expect(ada.page.get_by_role("dialog")).to_contain_text(words)
