"""SPELL at a real table: two presses upheave, a rune shows where it fits, a turn is taken back and played again; a
whole tournament game, and a solo game at its hardest.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.hands import SCROLLS, SpellHands
from tests.browser.stage import Stage
from tests.browser.visitor import BOT, DESKTOP, ME, PHONE, Visitor, expect
from tests.games.spell.board import MID, drawing

pytestmark = pytest.mark.browser

TOURNAMENT, HARD = {"tournament": True}, {"mode": "solo", "difficulty": "hard"}


def begin_game(visitor: Visitor, seats: list[dict[str, Any]], options: dict[str, Any]) -> SpellHands:
    """A game that has come to the first turn of its maker."""
    hands = SpellHands(visitor, seats, options)
    while hands.next_question() and {"do": "end"} not in hands.legal:
        hands.act()
    return hands


def what_glows_is_what_is_legal(hands: SpellHands) -> None:
    claims = sorted(action["card"] for action in hands.legal if action["do"] == "claim")
    assert sorted(hands.lit(".runes", "card")) == claims
    lit = set(hands.lit(".arena", "cell"))
    moves = [action for action in hands.legal if action["do"] not in ("claim", "cast", "end")]
    pressable = {move.get("lift") or move.get("at") or move.get("to") for move in moves}
    assert lit <= pressable
    assert bool(lit) == bool(pressable) or hands.view["arena"] is None


def test_a_step_is_taken_back_and_played_again(visit: Callable[..., Visitor]) -> None:
    hands = begin_game(visit(), [ME], HARD)
    page, before = hands.page, hands.view
    upheave = next(action for action in hands.legal if action["do"] == "upheave" and action["side"] != "-")
    redo = page.get_by_role("button", name="Redo")
    expect(redo).to_be_disabled()
    hands.take(upheave)
    hands.next_question()
    after = hands.view
    assert after["arena"] != before["arena"]
    page.keyboard.press("u")
    expect(redo).to_be_enabled()
    hands.next_question()
    assert hands.view["arena"] == before["arena"]
    page.keyboard.press("r")
    hands.settle()
    hands.next_question()
    assert hands.view["arena"] == after["arena"]
    expect(redo).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(redo).to_be_enabled()
    hands.next_question()
    hands.take(
        next(action for action in hands.legal if action["do"] == "move")
    )  # another way: what was taken back is gone
    expect(redo).to_be_disabled()


def test_an_upheave_is_previewed_before_it_is_done(visit: Callable[..., Visitor]) -> None:
    hands = begin_game(visit(), [ME], HARD)
    upheave = next(action for action in hands.legal if action["do"] == "upheave" and action["side"] != "-")
    hands.button("Upheave")
    hands.cell(upheave["lift"]).click()
    arrow = hands.page.locator(f".arrow[data-side={upheave['side']}]")
    slides = hands.seen["board"]["slides"][upheave["lift"] + upheave["side"]]
    arrow.hover()
    ghosts = hands.page.locator(".cell.ghost").evaluate_all("all => all.map(one => one.dataset.cell)")
    assert sorted(ghosts) == sorted(end for _, end in slides)
    hands.page.keyboard.press("Escape")
    expect(hands.page.locator(".arrow")).to_have_count(0)
    assert hands.visitor.fetch_table(hands.table)["n"] == hands.seen["n"]


BOXES = """(what) => [...document.querySelectorAll(what)].map(one => {
  const { left, right, top, bottom } = one.getBoundingClientRect()
  return [left, right, top, bottom]
})"""


def disjoint(first: list[float], second: list[float]) -> bool:
    return first[1] <= second[0] or second[1] <= first[0] or first[3] <= second[2] or second[3] <= first[2]


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (320, 640)], ids=["desk", "phone", "320 px"])
def test_clicking_the_tile_that_would_slide_in_plays_the_slide(
    visit: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    bruno = visit(size=size)
    stage = Stage(bruno, MID, you=1)
    bruno.page.get_by_role("button", name="Upheave", exact=True).click()
    bruno.page.locator(".arena [data-cell='11']").click()
    arrows = bruno.page.evaluate(BOXES, ".arrow")
    assert len(arrows) == 4
    assert all(disjoint(arrow, earlier) for k, arrow in enumerate(arrows) for earlier in arrows[:k])
    above = bruno.page.evaluate(BOXES, "[data-cell='01']")[0]
    assert bruno.page.evaluate(BOXES, ".arrow[data-side=U]")[0] == pytest.approx(above, abs=1)
    bruno.page.locator(".arrow[data-side=U]").click()
    expect(bruno.page.locator(".arrow")).to_have_count(0)
    assert [message["action"] for message in stage.received] == [{"do": "upheave", "lift": "11", "side": "U"}]


@pytest.mark.parametrize("stays", [False, True], ids=["slide", "stay"])
def test_a_place_may_be_left_empty_only_where_the_table_allows_it(visit: Callable[..., Visitor], stays: bool) -> None:
    bruno = visit()
    stage = Stage(bruno, MID | ({"options": {"keep_border_hole": True}} if stays else {}), you=1)
    bruno.page.get_by_role("button", name="Upheave", exact=True).click()
    bruno.page.locator(".arena [data-cell='01']").click()
    expect(bruno.page.locator(".arrow")).to_have_count(3)
    leave = bruno.page.get_by_role("button", name="Leave its place empty")
    expect(leave).to_have_count(int(stays))
    if stays:
        leave.click()
        expect(bruno.page.locator(".arrow")).to_have_count(0)
        assert [message["action"] for message in stage.received] == [{"do": "upheave", "lift": "01", "side": "-"}]


@pytest.mark.parametrize("second_tap", [".arrow[data-side=U]", ".act .s-btn.main"], ids=["arrow", "button"])
def test_a_finger_sees_the_slide_before_it_is_played(visit: Callable[..., Visitor], second_tap: str) -> None:
    bruno = visit(size=PHONE, has_touch=True)
    stage = Stage(bruno, MID, you=1)
    bruno.page.get_by_role("button", name="Upheave", exact=True).tap()
    bruno.page.locator(".arena [data-cell='11']").tap()
    bruno.page.locator(".arrow[data-side=U]").tap()
    expect(bruno.page.locator(".act .s-btn.main")).to_have_text("Slide down from above")
    ghosts = bruno.page.locator(".cell.ghost").evaluate_all("all => all.map(one => one.dataset.cell)")
    assert sorted(ghosts) == sorted(end for _, end in drawing(stage.match.state, 1)["slides"]["11U"])
    assert stage.received == []
    bruno.page.locator(second_tap).tap()
    expect(bruno.page.locator(".arrow")).to_have_count(0)
    assert [message["action"] for message in stage.received] == [{"do": "upheave", "lift": "11", "side": "U"}]


@pytest.mark.parametrize(("you", "sentence"), [(1, "Press something that glows"), (0, "It is Bruno's turn.")])
def test_a_click_without_effect_says_what_to_click(visit: Callable[..., Visitor], you: int, sentence: str) -> None:
    visitor = visit()
    Stage(visitor, MID, you=you)
    visitor.page.locator(".arena [data-cell='33']").click(force=True)
    expect(visitor.page.locator(".act[data-tone=error]")).to_contain_text(sentence)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_a_rune_shows_where_it_fits_or_what_is_missing(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    phone = size == PHONE
    bruno = visit(size=size, has_touch=phone)
    fits = drawing(Stage(bruno, MID, you=1).match.state, 1)["fits"]
    card = next(card for card, fit in fits.items() if fit["near"] and not fit["whole"])
    rune = bruno.page.locator(f".runes [data-card='{card}']")
    rune.tap(force=True) if phone else rune.hover()
    expect(bruno.page.locator(".cell.missing")).to_have_count(1)
    missing = bruno.page.locator(".cell.missing").get_attribute("data-cell")
    assert missing == fits[card]["near"][0]["missing"]
    sentence = bruno.page.locator(".act .tail" if phone else ".hint p")
    expect(sentence).to_contain_text("ne cell missing at")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_play_needs_no_scrolling(visit: Callable[..., Visitor], size: tuple[int, int], language: str) -> None:
    ada = visit(size=size, language=language)
    hands = SpellHands(ada, [ME, BOT], {"tournament": True, "mode": "asymmetric"})
    assert hands.next_question()
    assert not ada.page.evaluate(SCROLLS)
    solo = SpellHands(ada, [ME], HARD)
    assert solo.next_question()
    assert not ada.page.evaluate(SCROLLS)


def test_a_tournament_game(visit: Callable[..., Visitor]) -> None:
    hands = SpellHands(visit(), [ME, BOT], TOURNAMENT)
    while hands.next_question():
        score = hands.view["score"]["k"]
        assert hands.page.locator(".plate[data-seat='0'] .pts").inner_text().startswith(f"{score}/16")
        if hands.view["arena"]:
            what_glows_is_what_is_legal(hands)
        action = hands.act()
        if action["do"] == "claim":  # a claimed rune brings its level
            after = hands.visitor.fetch_table(hands.table)["view"]["score"]["k"]
            assert after == score + int(action["card"][1])
    assert {"lay", "stand", "upheave", "claim", "end"} <= set(hands.did)
    assert {"move", "activate"} & set(hands.did)
    finals = [int(text) for text in hands.page.locator(".paper .final em").all_inner_texts()]
    assert finals == [hands.view["score"]["k"], hands.view["score"]["p"]]


def test_a_solo_game_at_its_hardest(visit: Callable[..., Visitor]) -> None:
    hands = SpellHands(visit(), [ME], HARD)
    while hands.next_question():
        hands.act()
    assert {"upheave", "end"} <= set(hands.did)
    expect(hands.page.locator(".paper .final li")).to_have_count(2)
