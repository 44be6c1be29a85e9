"""Keyboard, names for screen readers, contrast, and nothing told by colour alone."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.stage import Stage
from tests.browser.test_table import POSITION, column, lit
from tests.browser.visitor import PHONE, Visitor, expect

pytestmark = pytest.mark.browser


def test_a_turn_by_keyboard_alone(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, POSITION)
    column(ada, 1).focus()
    for _ in range(4):
        ada.page.keyboard.press("ArrowRight")
    assert ada.page.evaluate("document.activeElement.dataset.spell") == "5"
    assert ada.page.locator(".hint h3").inner_text() == "5 Storm"
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".act")).to_contain_text("Call 5 or higher, or stop")
    ada.page.keyboard.press("Tab")
    assert ada.page.evaluate("document.activeElement.innerText") == "Stop and refill"
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".act")).to_contain_text("Bruno to play")
    assert [message["action"]["do"] for message in stage.received] == ["call", "end"]


def test_arrows_walk_the_two_rows_of_a_phone(visit: Callable[..., Visitor]) -> None:
    ada = visit(size=PHONE)
    Stage(ada, POSITION)
    column(ada, 2).focus()
    ada.page.keyboard.press("ArrowDown")
    assert ada.page.evaluate("document.activeElement.dataset.spell") == "6"
    ada.page.keyboard.press("ArrowLeft")
    assert ada.page.evaluate("document.activeElement.dataset.spell") == "5"


def test_l_opens_the_log_and_escape_closes_it(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, POSITION)
    ada.page.keyboard.press("l")
    expect(ada.page.get_by_role("dialog")).to_contain_text("What happened")
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)


def test_everything_that_can_be_pressed_has_a_name(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, POSITION)
    nameless = "all => all.filter(one => !(one.ariaLabel || one.innerText.trim())).map(one => one.outerHTML)"
    assert ada.page.locator("button, a, [role=img]").evaluate_all(nameless) == []
    assert ada.page.locator("[aria-live=assertive]").inner_text().startswith("Call a spell")
    assert ada.page.locator("[role=log]").count() == 1


def test_the_aria_tree_of_the_table(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, POSITION)
    tree = ada.page.locator(".shell").aria_snapshot()
    for name in (
        'region "Ada"',
        'img "4 of 6 lives"',
        'region "Bruno, on your left"',
        'img "6 Blizzard"',
        'button "Call 5 Storm',
    ):
        assert name in tree, name


@pytest.mark.parametrize("theme", ["night", "day"])
def test_text_stands_out_from_its_ground(visit: Callable[..., Visitor], theme: str) -> None:
    """WCAG: 4.5 : 1 for text, 3 : 1 for glyphs and rings, on the lightest and the darkest of the ground's colours."""
    ada = visit(theme=theme)
    Stage(ada, POSITION)
    for where, inks, grounds, least in CONTRASTS:
        colours = ada.page.locator(where).first.evaluate(
            "(one, names) => names.map(name => getComputedStyle(one).getPropertyValue(name).trim())", [*inks, *grounds]
        )
        named = dict(zip([*inks, *grounds], colours, strict=True))
        for ink in inks:
            for ground in grounds:
                assert contrast(named[ink], named[ground]) >= least, (theme, where, ink, ground)


CONTRASTS: list[tuple[str, list[str], list[str], float]] = [
    (".shell", ["--ink", "--ink-2", "--ink-3"], ["--walnut-1", "--walnut-2"], 4.5),
    (".shell", ["--ink", "--ink-2"], ["--walnut-3"], 4.5),
    (".shell", ["--brass-hi", "--danger", "--wait"], ["--walnut-1", "--walnut-2"], 4.5),
    (".shell", [f"--seat-{n}" for n in range(1, 6)], ["--walnut-1", "--walnut-2"], 3.0),
    (".shell", ["--on-candle"], ["--candle"], 4.5),
    (".s-board-area", ["--ink", "--ink-2", "--brass-hi"], ["--hide", "--hide-2", "--hide-3"], 4.5),
    (".s-board-area", ["--candle"], ["--hide", "--hide-2", "--walnut-1"], 3.0),
    (".s-board-area", [f"--s-{n}" for n in range(2, 9)], ["--walnut-1", "--walnut-3"], 4.5),
    (".s-board-area", ["--s-1"], ["--walnut-1", "--walnut-3"], 3.0),
    (".log", ["--vellum-ink", "--vellum-ink-2"], ["--vellum", "--vellum-2"], 4.5),
    (".log", [f"--seat-{n}" for n in range(1, 6)], ["--vellum", "--vellum-2"], 3.0),
]


def contrast(colour: str, background: str) -> float:
    bright, dark = sorted((luminance(colour), luminance(background)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = "".join(d * 2 for d in digits) if len(digits) == 3 else digits
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_no_information_is_conveyed_by_colour_alone(visit: Callable[..., Visitor]) -> None:
    """Seats have a sigil each, stones a glyph and a number, what was called a tick or a cross."""
    ada = visit()
    Stage(ada, POSITION)
    marks = "all => all.map(one => one.getAttribute('href'))"
    sigils = ada.page.locator(".plate .who .sig use").evaluate_all(marks)
    assert len(set(sigils)) == 3
    glyphs: list[Any] = ada.page.locator(".call .disc use").evaluate_all(marks)
    assert glyphs == [f"#s{n}" for n in range(1, 9)]
    faces = ada.page.locator("[data-stone] text").all_text_contents()
    assert faces == [*"66788", *"27785"]
    column(ada, 8).click()
    expect(column(ada, 8).locator(".badge use[href='#check']")).to_have_count(1)
    column(ada, 8).click()
    expect(column(ada, 8).locator(".badge use[href='#cross']")).to_have_count(1)


def test_with_reduced_motion_nothing_travels(visit: Callable[..., Visitor]) -> None:
    ada = visit(pace="calm", reduced_motion="reduce")
    Stage(ada, POSITION | {"options": {"die": [2]}})
    ada.watch_for("[data-face='2']")
    column(ada, 3).click()
    ada.wait_until_seen('href="#die2"')
    travels = """() => document.getAnimations().filter(one => one.effect.getTiming().duration > 50)
      .filter(one => one.effect.getKeyframes().some(frame => 'transform' in frame)).length"""
    assert ada.page.evaluate(travels) == 0
    assert lit(ada) == [3, 4, 5, 6, 7, 8]
