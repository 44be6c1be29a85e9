"""SpellBook under the hand: nothing on the board moves while one plays, the pouch is pressed, tokens are dragged and
pressed twice, and numbers choose spells."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.stage import Stage
from tests.browser.test_spellbook import EVENING
from tests.browser.test_spellbook_board import SET3, SOLO, phase
from tests.browser.visitor import DESKTOP, PHONE, Visitor, expect
from tests.games.spellbook.moves import action

pytestmark = pytest.mark.browser

# where everything lies, whatever is lifted or lit
LIES = """() => [...document.querySelectorAll('.board > *, .spl, .spc, .s-board-area .row')].map(one =>
  [one.classList[0], one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight].join(' '))"""


def sent_actions(stage: Stage) -> list[dict[str, Any]]:
    return [message["action"] for message in stage.received]


# ---------------------------------------------------------------- nothing moves
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE, (360, 740), (844, 390)], ids=["desk", "390", "360", "on its side"])
def test_nothing_on_the_board_moves_from_the_first_click_to_the_last(
    visit: Callable[..., Visitor], size: tuple[int, int], language: str
) -> None:
    """Others play, a spell is chosen, laid, paid for, two of the tokens are stored: every place stays where it is."""
    ada = visit(size=size, language=language)
    players = [{"pool": "Ro Rt Rs Go Ko", "board": "Wo", "book": {"communion": "5o"}}, *EVENING["players"][1:]]
    lineup = {"options": EVENING["options"] | {"lineup": SET3}, "spells": SET3, "players": players}
    players[1] = {"pool": "Wt", "board": "", "book": {}}
    stage = Stage(ada, EVENING | lineup)
    lies = ada.page.evaluate(LIES)
    for line in ("act learn", "learn blaze 3", "place Ro", "pay Rt", "pay Rs", "store Rs", "store Rt", "act take"):
        stage.play(action(line))
        ada.page.wait_for_selector(f".shell[data-n='{stage.n}']")
        assert ada.page.evaluate(LIES) == lies, line


@pytest.mark.parametrize("size", [DESKTOP, (360, 740)], ids=["desk", "360"])
def test_choosing_moves_nothing(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ada = visit(size=size)
    Stage(ada, phase("morning"))
    lies = ada.page.evaluate(LIES)
    ada.page.locator("[data-zone=altar] [data-lit]").first.click()
    expect(ada.page.locator(".act .s-btn.main")).to_have_count(1)
    assert ada.page.evaluate(LIES) == lies
    ada.page.locator("[data-zone=pool] .piece").first.click(force=True)  # not lit: it says so
    expect(ada.page.locator(".act[data-tone=error]")).to_have_count(1)
    assert ada.page.evaluate(LIES) == lies


# ---------------------------------------------------------------- shorter ways
def test_pressing_the_pouch_draws_or_shows_what_is_left(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, phase("morning"))
    pouch = ada.page.locator(".s-board-area [data-zone=pouch]")
    expect(pouch).to_have_accessible_name("Draw 2 86 tokens in the pouch")
    pouch.click()
    expect(ada.page.locator(".act")).to_contain_text("Store a token")
    assert sent_actions(stage) == [{"do": "act", "action": "draw"}]
    pouch.click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("84 left")
    assert len(stage.received) == 1


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_a_token_is_dragged_to_where_it_goes(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ada = visit(size=size)
    stage = Stage(ada, phase("morning"))
    zone = "[data-zone={}]".format
    ada.page.locator(f"{zone('altar')} [data-token=Go]").drag_to(ada.page.locator(f".s-board-area {zone('pool')}"))
    expect(ada.page.locator(".act")).to_contain_text("Store a token")
    ada.page.locator(f"{zone('pool')} [data-token=Ks]").drag_to(ada.page.locator(f".s-board-area {zone('board')}"))
    expect(ada.page.locator(".phases [aria-current]")).to_have_text("Evening")
    assert sent_actions(stage) == [action(line) for line in ("act take", "take Go", "act store", "store Ks")]


def test_alone_a_token_is_dragged_to_the_opponent(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, SOLO)
    ada.page.get_by_role("button", name="Skip").click()
    expect(ada.page.locator(".act")).to_contain_text("Give the opponent a token")
    ada.page.locator("[data-zone=altar] [data-token=Go]").drag_to(ada.page.locator(".opp .track"))
    expect(ada.page.locator(".phases [aria-current]")).to_have_text("Morning")
    assert sent_actions(stage)[-1] == action("offer Go")


def test_two_presses_on_a_token_or_a_spell_do_what_the_gold_button_does(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, phase("morning"))
    ada.page.locator("[data-zone=altar] [data-token=Ks]").dblclick()
    expect(ada.page.locator(".act")).to_contain_text("Store a token")
    assert sent_actions(stage) == [action("act take"), action("take Ks")]
    stage = Stage(ada, phase("evening", "Ko Kt Ks"))
    ada.page.locator(".spl[data-spell=offering]").dblclick()
    expect(ada.page.locator(".act")).to_contain_text("Which token goes on the card?")
    assert sent_actions(stage) == [action("act learn"), action("learn offering 3")]


def test_where_several_levels_can_be_learned_two_presses_only_choose(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, EVENING)
    ada.page.locator(".spl[data-spell=transmutation]").dblclick()
    expect(ada.page.locator(".spl[data-spell=transmutation]")).to_have_attribute("aria-pressed", "false")
    assert stage.received == []


def test_spells_are_numbered_where_only_spells_are_chosen(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, EVENING)
    numbers = "all => all.map(one => Number(one.dataset.key))"
    assert ada.page.locator(".spl").evaluate_all(numbers) == [1, 2, 3, 4, 5, 6, 7]
    Stage(ada, phase("morning"))  # tokens are lit: numbers count what is lit, in the order it lies
    assert ada.page.locator(".spl[data-key]").count() == 0
