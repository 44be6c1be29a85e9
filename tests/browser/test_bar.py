"""The bar under the leather: one height whatever it says, nothing lost that does not fit, and a question before
something is thrown away.
"""

import json
from collections.abc import Callable

import pytest

from sortilege import game
from tests.browser.stage import Stage
from tests.browser.test_spellbook import EVENING
from tests.browser.test_spellcaster_face import position
from tests.browser.test_table import POSITION, column
from tests.browser.visitor import DESKTOP, PHONE, Visitor, expect
from tests.games.spell.board import MID

pytestmark = pytest.mark.browser

SIZES = [DESKTOP, PHONE, (412, 915), (360, 740), (320, 640), (844, 390)]
LONG = "This cannot be done now, and the reason takes more words than a bar under a small table has room for. " * 3
BAR_AND_BOARD = """() => ['.act', '.s-board-area'].map(where => {
  const box = document.querySelector(where).getBoundingClientRect()
  return [box.left, box.top, box.right, box.bottom].map(Math.round)
})"""
SPILLS = """() => [...document.querySelectorAll('.act, .act *')].filter(one => one.checkVisibility()).filter(one => {
  const bar = document.querySelector('.act').getBoundingClientRect(), box = one.getBoundingClientRect()
  return box.top < bar.top - 1 || box.bottom > bar.bottom + 1
}).map(one => one.outerHTML)"""

# Choose each piece that glows there, and put it back: what the bar said of each, and whether it had to be cut.
BAR_TEXT_OF_EACH = """async where => {
  const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  const said = []
  for (const piece of [...document.querySelectorAll(where)].filter(one => one.checkVisibility())) {
    piece.click()
    await drawn()
    said.push([document.querySelector('.act .tail').innerText, Boolean(document.querySelector('.act .more'))])
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await drawn()
  }
  return said
}"""


def refuse(stage: Stage, why: str) -> None:
    stage.socket.send(json.dumps({"type": "refused", "message": why, "fr": why, "rule": "SP-001"}))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]} by {size[1]}")
def test_the_bar_keeps_its_height_whatever_it_says(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    bruno = visit(size=size, language="fr")  # which says it in more words
    stage = Stage(bruno, MID | {"hands": {"k": ["B1-3"], "p": ["B3-2"]}, "score": {"k": 2, "p": 6}}, you=1)
    page = bruno.page
    before = page.evaluate(BAR_AND_BOARD)

    def wait_for_bar(tone: str, buttons: int) -> None:
        page.wait_for_selector(f".act[data-tone={tone}]")
        expect(page.locator(".act .buttons .s-btn")).to_have_count(buttons)
        assert page.evaluate(BAR_AND_BOARD) == before
        assert page.evaluate(SPILLS) == []

    wait_for_bar("ask", 3)
    page.locator(".hand:visible [data-lit]").first.click()  # three spells to choose from, and a way back
    wait_for_bar("ask", 4)
    page.keyboard.press("Escape")
    page.locator(".arena [data-cell='33']").click(force=True)  # not now: one line says so
    wait_for_bar("error", 3)
    refuse(stage, LONG)
    wait_for_bar("error", 3)
    stage.disconnect()
    wait_for_bar("lost", 0)
    stage.reconnect()
    page.wait_for_selector(".act:not([data-tone=lost])")
    stage.play({"do": "end"})
    wait_for_bar("wait", 0)


@pytest.mark.parametrize("size", [DESKTOP, (360, 740), (844, 390)], ids=["desk", "phone", "on its side"])
def test_text_that_does_not_fit_is_one_click_away(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    bruno = visit(size=size)
    stage = Stage(bruno, MID, you=1)
    expect(bruno.page.get_by_role("button", name="More", exact=True)).to_have_count(0)
    refuse(stage, LONG)
    bruno.page.get_by_role("button", name="More", exact=True).click()
    leaf = bruno.page.get_by_role("dialog")
    expect(leaf).to_contain_text(LONG.strip())
    leaf.get_by_role("button", name="End turn").click()
    expect(leaf).to_have_count(0)
    assert [message["action"] for message in stage.received] == [{"do": "end"}]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("colour", "RYBG")
def test_on_a_phone_the_bar_describes_every_card_of_spellcaster_without_cutting_it_short(
    visit: Callable[..., Visitor], colour: str, language: str
) -> None:
    cards = game("spellcaster").words[language]["sets"]["standin"]["cards"]
    *hand, top = sorted((card for card in cards if card[0] == colour), key=lambda card: len(cards[card]["name"]))
    ada = visit(size=PHONE, language=language)
    Stage(
        ada, position(hands=[hand, []], piles={letter: [f"{top}/1"] if letter == colour else [] for letter in "RYBG"})
    )
    texts = ada.page.evaluate(BAR_TEXT_OF_EACH, ".hand [data-lit]")
    assert len(texts) == len(hand) and all(cards[top]["name"] in text for text, _ in texts)
    assert [text for text, cut in texts if cut] == []


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_the_bar_describes_the_spells_of_a_card_without_cutting_them_short(
    visit: Callable[..., Visitor], size: tuple[int, int], language: str
) -> None:
    spells = game("spell").words[language]["spells"]
    bruno = visit(size=size, language=language)
    Stage(bruno, MID | {"hands": {"k": [], "p": ["B3-2", "B2-4", "B1-3"]}, "score": {"k": 0, "p": 10}}, you=1)
    texts = bruno.page.evaluate(BAR_TEXT_OF_EACH, ".hand [data-lit]")
    assert len(texts) == 3 and all(spells["summon"]["short"] in text for text, _ in texts)
    assert [text for text, cut in texts if cut] == []


def test_throwing_something_away_is_confirmed_once(visit: Callable[..., Visitor]) -> None:
    ada = visit(careful=True)
    stage = Stage(ada, EVENING)  # three spells could be learned
    question = ada.page.locator(".act b").inner_text()
    ada.page.get_by_role("button", name="Skip").dblclick()  # the second press is not an answer
    expect(ada.page.locator(".act[data-tone=warn]")).to_be_visible()
    expect(ada.page.locator(".act .buttons .s-btn")).to_have_text(["Go back", "Skip all the same"])
    assert stage.received == []
    ada.page.get_by_role("button", name="Go back").click()
    expect(ada.page.locator(".act[data-tone=ask] b")).to_have_text(question)
    ada.page.keyboard.press("e")
    expect(ada.page.get_by_role("button", name="Go back")).to_be_focused()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".act[data-tone=ask] b")).to_have_text(question)
    ada.page.keyboard.press("e")
    ada.page.get_by_role("button", name="Skip all the same").click()
    expect(ada.page.locator(".act")).to_contain_text("Bruno to play")
    assert [message["action"]["do"] for message in stage.received] == ["skip"]


def test_confirmations_can_be_switched_off(visit: Callable[..., Visitor]) -> None:
    ada = visit(careful=True, language="fr")
    stage = Stage(ada, EVENING)
    ada.page.keyboard.press("e")
    expect(ada.page.get_by_role("button", name="Passer quand même")).to_be_visible()
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("group", name="Demander avant de perdre quelque chose").get_by_label("Non").check()
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("e")
    expect(ada.page.locator(".act")).to_contain_text("Bruno")
    assert [message["action"]["do"] for message in stage.received] == ["skip"]


def test_a_click_answers_the_question_it_began_on(visit: Callable[..., Visitor]) -> None:
    """What lights up under a pressed button is not pressed by it."""
    ada = visit()
    stage = Stage(ada, POSITION | {"turn": {"seat": 1, "last": 0}})
    box = column(ada, 8).bounding_box()
    ada.page.mouse.move(box["x"] + 20, box["y"] + 20)
    ada.page.mouse.down()
    stage.play({"do": "call", "spell": 8})
    stage.play({"do": "end"})
    stage.play({"do": "call", "spell": 7})
    stage.play({"do": "end"})
    expect(ada.page.locator(".act[data-tone=ask]")).to_be_visible()
    ada.page.mouse.up()
    ada.page.locator(".plate").first.hover()
    assert stage.received == []
    column(ada, 8).click()
    expect(ada.page.locator(".act")).to_contain_text("Call 8 again, or stop")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_on_a_phone_on_its_side_the_hint_button_lies_beside_the_question(
    visit: Callable[..., Visitor], language: str
) -> None:
    ada = visit(size=(844, 390), language=language)
    Stage(ada, position())
    lamp, question = (ada.page.locator(f".act {part}").bounding_box() for part in (".show", ".ask"))
    assert lamp and question and lamp["x"] >= question["x"] + question["width"]
