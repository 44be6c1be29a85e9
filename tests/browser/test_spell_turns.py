"""SPELL, what every turn shows: what others did stays marked, the script plays step by step, nothing grows or shrinks,
the end is announced and told."""

from collections.abc import Callable
from typing import Any

import pytest

from sortilege import Match, game
from tests.browser.offers import Offers
from tests.browser.stage import Stage
from tests.browser.test_spell_offers import show_match, unfinished_arena
from tests.browser.visitor import DESKTOP, PHONE, Visitor, expect
from tests.games.spell.board import MID, TEN, asymmetric
from tests.games.spell.solo import SOLO

pytestmark = pytest.mark.browser

TURN: list[dict[str, Any]] = [
    {"do": "claim", "card": "B1-2"},
    {"do": "move", "from": "12", "to": "22"},
    {"do": "upheave", "lift": "11", "side": "D"},
    {"do": "end"},
]
# its mage has one tile to wake and one to lift, so that its whole turn plays itself; it takes two runes
SILENT = SOLO | {"round": 3, "arena": ["pkpK", "kPNK", "pkpk", "kpp."], "mages": {"k": ["13"], "p": ["00"]}}
RECENT = "all => Object.fromEntries(all.map(one => [one.dataset.cell, one.dataset.recent]))"
PLACE = """() => [...document.querySelectorAll('.arena [data-cell="00"], .arena [data-cell="33"], .runes [data-card]')]
  .map(one => one.getBoundingClientRect()).map(box => [box.x, box.y, box.width, box.height].map(Math.round))"""


def recent_marks(visitor: Visitor) -> dict[str, str]:
    return visitor.page.locator(".arena [data-recent]").evaluate_all(RECENT)  # type: ignore[no-any-return]


# ---------------------------------------------------------------- what others did
@pytest.mark.parametrize("you", [0, None], ids=["rival", "spectator"])
def test_the_actions_of_a_rival_stay_marked_until_ones_next_action(
    visit: Callable[..., Visitor], you: int | None
) -> None:
    ada = visit()
    stage = Stage(ada, MID, you=you)
    for action in TURN:
        stage.play(action)
    expect(ada.page.locator(".shell[data-n='4']")).to_have_count(1)
    assert recent_marks(ada) == {
        "33": "claimed lifted",  # the tile that lay on b2, and marks go with their tiles
        "11": "slid",
        "21": "slid",
        "01": "claimed",
        "02": "claimed",
        "12": "claimed left",
        "22": "stepped",
    }
    tabs = ada.page.locator(".arena .tab use").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert len(tabs) == 7
    assert {"#lifted", "#next", "#step", "#check"} == set(tabs)  # not colour alone
    assert ada.page.locator(".runes [data-recent=new]").count() == 1
    summary = ada.page.locator(".board > .s-sr-only")
    expect(summary).to_contain_text("Since your last act: ")
    expect(summary).to_contain_text("b1 c1 d4 c2 claimed as Square")
    named = ada.page.locator("[data-cell='22']").get_attribute("aria-label")
    assert named.startswith("c3, purple tile, asleep, Purple mage")
    assert named.endswith("the mage came here")
    if you == 0:
        stage.play(stage.match.game.describe(stage.match.state.legal()[1]))
        expect(ada.page.locator("[data-recent]")).to_have_count(0)


# ---------------------------------------------------------------- the script
def test_the_scripts_turn_is_shown_and_announced_step_by_step(visit: Callable[..., Visitor]) -> None:
    ada = visit(pace="brisk")
    stage = Stage(ada, SILENT, seed=2)
    ada.watch_for(".steps")
    ada.page.get_by_role("button", name="End turn").click()
    for steps in (1, 2, 3, 4):
        ada.wait_until_seen(f'data-steps="{steps}"')
    expect(ada.page.locator(".act[data-tone=ask]")).to_have_count(1)
    way = stage.match.state.view(0)["log"][1]["to"]
    sentence = f"It wakes d3. It lifts b2. The gem points {way}: tiles slide. It takes Square and Queue and has 3."
    expect(ada.page.locator(".steps")).to_have_text(sentence)
    assert ada.page.locator(".steps use").first.get_attribute("href") == "#robot"
    seen = ada.page.evaluate("noticed")
    assert not any("Ada" in text or "B1-" in text for text in seen)
    marks = " ".join(recent_marks(ada).values())
    assert "woken" in marks
    assert "lifted" in marks
    stage.play({"do": "move", "from": ada_mage(stage), "to": free_step(stage)})
    expect(ada.page.locator("[data-recent]")).to_have_count(0)


def ada_mage(stage: Stage) -> str:
    return stage.match.state.view(0)["mages"]["p"][0]  # type: ignore[no-any-return]


def free_step(stage: Stage) -> str:
    legal = stage.match.state.view(0)["legal"]
    return next(action["to"] for action in legal if action["do"] == "move")  # type: ignore[no-any-return]


def test_while_the_script_plays_nothing_is_lit_and_a_click_only_skips_its_animation(
    visit: Callable[..., Visitor],
) -> None:
    ada = visit(pace="calm")
    stage = Stage(ada, SILENT, seed=2)
    ada.page.get_by_role("button", name="End turn").click()
    ada.page.wait_for_selector(".steps[data-steps='1']")
    assert ada.page.locator(".s-board-area [data-lit]").count() == 0
    assert ada.page.locator(".rival h3 span").inner_text().startswith("0")  # its points come when it takes its runes
    ada.page.locator(".arena [data-cell='01']").click(force=True)
    ada.page.wait_for_selector(".steps[data-steps='4']")
    expect(ada.page.locator(".act[data-tone=ask]")).to_have_count(1)
    assert [message["action"] for message in stage.received] == [{"do": "end"}]


def test_the_scripts_track_says_what_it_takes_and_what_it_does_next(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, SILENT)
    rounds = ada.page.locator(".rival li")
    assert rounds.locator("b").all_inner_texts() == ["–", "–", "+3", "+6", "+6", "+10"]
    expect(ada.page.locator(".rival li[aria-current=step]")).to_contain_text("3")
    assert ada.page.locator(".rival .next").inner_text() == (
        "Next: its mage wakes d3; it lifts b2; it takes Square and Queue."
    )
    doomed = ada.page.locator(".rune:has(.robot)").evaluate_all("all => all.map(one => one.dataset.card)")
    assert doomed == ["B1-2", "B2-2"]


# ---------------------------------------------------------------- steady boards
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_the_arena_keeps_its_place_with_a_special_tile_and_while_the_script_is_described(
    visit: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    bruno = visit(size=size)
    table = Offers(bruno, asymmetric(MID, "bilevitagramaton", "extralimitae"), you=1)
    before = bruno.page.evaluate(PLACE)
    bruno.page.get_by_role("button", name="Special tile").click()
    assert bruno.page.locator(".cell.out[data-lit]").count() == 16
    assert bruno.page.evaluate(PLACE) == before
    table.match.play({"do": "special", "at": "L1"})
    show_match(table, table.match)
    assert bruno.page.locator(".cell.out").count() == 1
    assert bruno.page.evaluate(PLACE) == before
    show_match(table, Match(game("spell"), start=SILENT, seed=2))
    alone = bruno.page.evaluate(PLACE)[:2]
    table.match.play({"do": "end"})
    show_match(table, table.match)
    expect(bruno.page.locator(".steps")).to_contain_text("It wakes d3.")
    assert bruno.page.evaluate(PLACE)[:2] == alone


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_the_arena_in_the_making_keeps_its_place_and_says_which_face(
    visit: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    bruno = visit(size=size)
    table = Offers(bruno, MID, you=1)
    neutral = "document.querySelector('.building [aria-label^=\"neutral\"]').getBoundingClientRect().toJSON()"
    places, faces, names = [], [], set()
    for laid in range(0, 12, 2):
        show_match(table, unfinished_arena(laid))
        places.append(bruno.page.evaluate(neutral))
        faces.append("awake" in bruno.page.locator(".act .ask b").inner_text())
        lit = bruno.page.locator(".building [data-lit]")
        named = lit.evaluate_all("all => all.map(one => one.ariaLabel)")
        assert len(set(named)) == len(named)
        names |= set(named)
    assert all(place == places[0] for place in places)
    assert faces == [True, False] * 3
    assert not any("row" in name or "-" in name for name in names)
    assert any(name.endswith("1 up and 1 left from the neutral tile") for name in names)


# ---------------------------------------------------------------- the end
def test_sixteen_and_the_last_round_are_announced_once(visit: Callable[..., Visitor]) -> None:
    bruno = visit()
    stage = Stage(bruno, TEN, you=1)
    leaf = bruno.page.locator(".board [role=status]:not(.chat-bubbles)")
    expect(leaf).to_have_text("")
    stage.play({"do": "claim", "card": "B1-2"})
    expect(leaf).to_contain_text("You have 16 points")
    expect(leaf).to_contain_text("Ada has one turn left")
    expect(bruno.page.locator(".s-bar .title small")).to_contain_text("Round 5 · Last round")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_lost_solo_game_says_who_won_by_how_much_and_why(visit: Callable[..., Visitor], language: str) -> None:
    ada = visit(language=language)
    stage = Stage(ada, SOLO | {"round": 6})
    while stage.match.state.outcome() is None:
        stage.play({"do": "end"} if stage.n == 0 else stage.match.game.describe(stage.match.state.legal()[0]))
    page = ada.page.get_by_role("dialog")
    texts = {
        "en": ("The opponent wins", "10 to 0, 10 points ahead: more points after the last round."),
        "fr": ("L’adversaire gagne", "10 à 0, 10 points d’avance\u00a0: plus de points après la dernière manche."),
    }[language]
    expect(page.locator("h2")).to_have_text(texts[0])
    expect(page.locator("header p")).to_have_text(texts[1])
