"""SPELL, what helps to plan: runes by name and shape, what is nearly formed, what an action would form, what ending the
turn would waste; and the hands' shorter ways."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sortilege import game
from tests.browser.offers import Offers
from tests.browser.test_spell_offers import TWINS
from tests.browser.visitor import DESKTOP, PHONE, Visitor, expect
from tests.games.spell.board import MID, REF, TEN, asymmetric, drawing

pytestmark = pytest.mark.browser

SPENT = {"mage": True, "upheaves": 1, "special": False, "levels": []}
# b2 and c3 wake a sleeping tile each; two runes lack a cell, and an upheave forms one
PLAN = MID | {"runes": MID["runes"] | {"1": ["B1-4", "B1-6"]}, "discard": ["B1-5", "B3-5"]}
TAGS = "all => Object.fromEntries(all.map(one => [one.dataset.card, one.dataset.tag]))"
# what axe calls svg-img-alt and label-content-name-mismatch
NAMELESS = """() => [...document.querySelectorAll('.s-board-area [role=img], .s-board-area svg, .seats [role=img]')]
  .filter(one => one.checkVisibility() && !one.closest('[aria-hidden=true]'))
  .filter(one => one.getAttribute('role') === 'img' && !one.getAttribute('aria-label')).map(one => one.outerHTML)"""
MISNAMED = """() => [...document.querySelectorAll('.s-board-area button[aria-label], .seats button[aria-label]')]
  .filter(one => !one.ariaLabel.toLowerCase().includes(one.innerText.replace(/\\s+/g, ' ').trim().toLowerCase()))
  .map(one => [one.ariaLabel, one.innerText])"""


def tags(visitor: Visitor) -> dict[str, str | None]:
    return visitor.page.locator(".runes [data-card]").evaluate_all(TAGS)  # type: ignore[no-any-return]


def accessible_name(visitor: Visitor, card: str) -> str:
    """What a screen reader says of a rune."""
    tree = visitor.page.locator(f".runes [data-card='{card}']").aria_snapshot()
    return str(tree.replace("\\", ""))


# ---------------------------------------------------------------- runes in words
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_a_rune_says_its_name_level_shape_and_where_it_fits(
    visit: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    bruno = visit(size=size)
    table = Offers(bruno, TEN, you=1)
    assert (
        "Square , level 1. Shape: first row 1 2, second row 1 2. fits at a1 b1 a2 b2, yours to claim"
        in accessible_name(bruno, "B1-2")
    )
    assert "Line , level 1. Shape: first row 1 2 3 4. one cell missing at" in accessible_name(bruno, "B1-1")
    assert "B1-" not in bruno.page.locator(".shell").inner_text()
    assert bruno.page.evaluate(NAMELESS) == []
    assert bruno.page.evaluate(MISNAMED) == []
    table.set_position(TEN, {"do": "claim", "card": "B2-1"})
    assert "but level 2 is spent this turn" in accessible_name(bruno, "B2-3")


def test_a_formed_rune_whose_level_is_spent_is_not_reported_as_unformed(visit: Callable[..., Visitor]) -> None:
    bruno = visit()
    claims = [{"do": "claim", "card": card} for card in ("B2-1", "B1-2", "B3-1", "B4-1")]
    table = Offers(bruno, TEN, you=1)
    table.set_position(TEN, *claims)
    tail = bruno.page.locator(".act .tail")
    expect(tail).to_have_text("Cup and Cross-cut are formed, but level 2 and 3 is spent this turn.")
    table.set_position(TEN | {"runes": TEN["runes"] | {"3": ["B3-1", "B3-5"]}}, *claims)
    expect(tail).to_have_text("Cup is formed, but level 2 is spent this turn.")
    table.set_position(REF)
    expect(tail).to_have_text("No rune is formed yet.")


def test_only_the_shapes_of_the_box_are_called_stand_ins(
    visit: Callable[..., Visitor], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    spell = game("spell")
    spell.add_cards("mine", spell.card_file("basic").replace('name = "Tee", ', ""))
    bruno = visit()
    table = Offers(bruno, REF, you=1)
    expect(bruno.page.locator(".s-board-area")).to_contain_text("stand-ins")
    table.set_position(REF | {"options": {"deck": "mine"}})
    expect(bruno.page.locator(".s-board-area")).not_to_contain_text("stand-ins")
    assert "level 1 (4 cells, 2 by 3) , level 1" in accessible_name(bruno, "B1-3")  # its owner gave it no name
    bruno.page.get_by_role("button", name="Rules").click()
    expect(bruno.page.get_by_role("dialog")).not_to_contain_text("stand-ins")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_captured_runes_show_what_they_can_still_be_cast_as(
    visit: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    bruno = visit(size=size)
    held = MID | {"hands": {"k": [], "p": ["B2-1", "B3-2", "B2-7"]}, "score": {"k": 3, "p": 8}}
    Offers(bruno, held, you=1)
    slots = bruno.page.locator(".hand[data-hand=p] .slot:visible")
    assert [text.split() for text in slots.locator(".spells").all_inner_texts()] == [
        ["Summon"],
        ["Levitate", "Summon"],
        ["Force", "Levitate", "Summon"],
    ]
    icons = slots.locator(".spells use").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert icons == ["#summon", "#levitate", "#summon", "#force", "#levitate", "#summon"]
    snapshot = bruno.page.locator(".hand[data-hand=p] [data-level='2']:visible").aria_snapshot()
    assert "Captured, level 2, 2 runes: Pee and Eff. Each casts Levitation and Summon" in snapshot


# ---------------------------------------------------------------- planning
def test_runes_that_lack_one_cell_are_marked_without_being_looked_at(visit: Callable[..., Visitor]) -> None:
    bruno = visit()
    table = Offers(bruno, PLAN, you=1)
    fits = drawing(table.match.state, 1)["fits"]
    near = {card for card, fit in fits.items() if fit["near"] and not fit["whole"]}
    assert len(near) > 2
    assert {card for card, tag in tags(bruno).items() if tag == "nearly"} == near
    card = min(near)
    bruno.page.locator(f".runes [data-card='{card}']").hover()
    expect(bruno.page.locator(".cell.missing")).to_have_attribute("data-cell", fits[card]["near"][0]["missing"])
    bruno.page.evaluate(
        "localStorage.sortilege = JSON.stringify({...JSON.parse(localStorage.sortilege), nearly: false})"
    )
    bruno.page.reload()
    bruno.wait_for_table()
    assert "nearly" not in tags(bruno).values()


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_what_an_action_would_form_lights_up_before_it_is_done(visit: Callable[..., Visitor], by: str) -> None:
    bruno = visit()
    table = Offers(bruno, PLAN, you=1)
    now = {entry["card"] for entry in table.legal() if entry["do"] == "claim"}
    forms = drawing(table.match.state, 1)["forms"]
    count = 0
    for do in ("move", "activate", "upheave"):
        best = max(
            (form for form in forms if form["action"]["do"] == do), key=lambda entry: len(set(entry["runes"]) - now)
        )
        count += hover(bruno, best["action"], by)
        seen = tags(bruno)
        assert {card for card, tag in seen.items() if tag == "forms"} == set(best["runes"]) - now
        assert {card for card, tag in seen.items() if tag == "lost"} == now - set(best["runes"])
        if set(best["runes"]) - now:
            expect(bruno.page.locator(".act .tail")).to_contain_text("Would form")
        bruno.page.keyboard.press("Escape")
    assert count == 3
    assert table.pressed == []


def hover(bruno: Visitor, action: dict[str, Any], by: str) -> int:
    """Point at what would play it, and see its ghost."""
    label = {"move": "", "activate": "Wake", "upheave": "Upheave"}[action["do"]]
    if label:
        bruno.page.get_by_role("button", name=label, exact=True).click()
    if action["do"] == "upheave":
        bruno.page.locator(f".arena [data-cell='{action['lift']}']").click()
        piece = bruno.page.locator(f".arrow[data-side={action['side']}]")
    else:
        piece = bruno.page.locator(f".arena [data-cell='{action.get('to') or action['at']}']")
    if by == "keys":
        bruno.page.keyboard.press("Shift")
        bruno.page.mouse.move(0, 0)
        piece.focus()
    else:
        piece.hover()
    ghost = {"move": ".fig.soon", "activate": ".tile.soon", "upheave": ".cell.ghost"}[action["do"]]
    expect(bruno.page.locator(ghost).first).to_be_visible()
    return 1


def test_ending_the_turn_says_first_what_would_be_lost(visit: Callable[..., Visitor]) -> None:
    bruno = visit(careful=True)
    table = Offers(bruno, TEN | {"used": SPENT}, you=1)
    end = bruno.page.locator(".act .buttons .s-btn[data-key=e]")
    question = bruno.page.locator(".act .ask b")
    end.click()
    expect(question).to_contain_text("Still to claim: Square (+1), Pee (+2)")
    bruno.page.keyboard.press("Escape")
    for position, warning in (
        (PLAN | {"runes": PLAN["runes"] | {"2": ["B2-4", "B2-5"]}, "discard": ["B1-5", "B3-5"]}, " would form "),
        (REF, "Still unused: your mage and the upheave."),
    ):
        table.set_position(position)
        end.click()
        expect(question).to_contain_text(warning)
        bruno.page.keyboard.press("Escape")
    assert table.pressed == []
    table.set_position(REF | {"used": SPENT})
    end.click()  # nothing to lose
    assert table.sent() == {"do": "end"}


# ---------------------------------------------------------------- hands
def drag(visitor: Visitor, piece: str, place: str) -> None:
    """From middle to middle, by mouse."""
    middles = [visitor.page.locator(f".arena {selector}").bounding_box() for selector in (piece, place)]
    start, end = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in middles]
    visitor.page.mouse.move(*start)
    visitor.page.mouse.down()
    visitor.page.mouse.move(*end, steps=6)
    visitor.page.mouse.up()


def test_pieces_are_dragged_to_where_they_go(visit: Callable[..., Visitor]) -> None:
    bruno = visit()
    table = Offers(bruno, TWINS, you=1)

    drag(bruno, "[data-cell='01']", "[data-cell='11']")  # both mages could go there, but this one was taken
    assert table.sent() == {"do": "move", "from": "01", "to": "11"}
    drag(bruno, "[data-cell='20']", "[data-cell='33']")  # a tile is taken to the hole: what slides after it?
    expect(bruno.page.locator(".act .ask b")).to_have_text("What slides into its place?")
    drag(bruno, ".arrow[data-side=R]", "[data-cell='20']")
    assert table.sent() == {"do": "upheave", "lift": "20", "side": "R"}


def test_a_captured_rune_with_one_spell_is_cast_by_two_presses(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    table = Offers(ada, MID | {"turn": "k", "gem": "k"}, you=0)
    ada.page.locator(".hand [data-level='1'][data-lit]").dblclick()
    assert table.sent() == {"do": "cast", "level": 1, "spell": 1}


def test_the_rim_is_named_like_the_log_names_it(visit: Callable[..., Visitor]) -> None:
    bruno = visit()
    Offers(bruno, asymmetric(MID, "bilevitagramaton", "extralimitae"), you=1)
    bruno.page.get_by_role("button", name="Special tile").click()
    names = bruno.page.locator(".cell.out").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert names[0].startswith("above column a, lay the special tile here")
    assert any(name.startswith("right of row 4") for name in names)
