"""What happened, turn by turn: one sentence each, the rest folded below it; and what happened while one was away."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.stage import TABLE, Stage
from tests.browser.test_spellcaster_face import position
from tests.browser.test_spellcaster_since import LAST
from tests.browser.visitor import DESKTOP, LIT, PHONE, Visitor, expect

pytestmark = pytest.mark.browser

THREE: dict[str, Any] = {
    "game": "abracada", "seats": 3, "options": {"first": 0}, "hands": ["35487", "66788", "27785"], "turn": {"seat": 1},
}  # fmt: skip
DUEL: dict[str, Any] = {
    "game": "spellcaster", "seats": 2, "hands": [["Y01"], ["R05"]], "piles": {"R": ["R04/1"]},
    "turn": {"seat": 0, "step": "actions", "left": 1},
}  # fmt: skip
NIGHTFALL: dict[str, Any] = {
    "game": "spellbook", "seats": 2, "options": {"lineup": "set1"}, "altar": "Ro Rt Rs Po Pt",
    "players": [{"pool": "Us"}, {"pool": "Gt"}], "turn": {"seat": 1, "phase": "morning", "mornings": 1},
}  # fmt: skip
ALONE: dict[str, Any] = {
    "game": "spell", "seats": 1, "arena": ["pkpk", "kPNk", "pkp.", "kppK"], "mages": {"k": ["33"], "p": ["11"]},
    "turn": "p", "round": 3, "gem": "p", "runes": {n: [f"B{n}-2", f"B{n}-1"] for n in "1234"},
}  # fmt: skip
LONG_AGO = """() => {
  const seen = JSON.parse(localStorage['sortilege-seen']).map(left => ({ ...left, when: left.when - 3_600_000 }))
  localStorage['sortilege-seen'] = JSON.stringify(seen)
}"""
SHOW = """visible => {
  Object.defineProperty(document, 'hidden', { value: !visible, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}"""


def turns(ada: Visitor) -> Any:
    return ada.page.locator(".side .lines summary")


def rows(ada: Visitor) -> Any:
    return ada.page.locator(".side .lines .rows li")


def rivals_play(stage: Stage) -> None:
    """Bruno finds his Fireball and stops; Cora misses."""
    for action in ({"do": "call", "spell": 7}, {"do": "end"}, {"do": "call", "spell": 6}):
        stage.play(action)


SINCE = ["Bruno: called 7, Ada\u00a0−1", "Cora: missed 6, −1\u00a0life"]


def test_a_turn_is_one_sentence_and_unfolds_by_mouse_and_keys(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    rivals_play(Stage(ada, THREE))
    expect(turns(ada)).to_have_text(SINCE[::-1])
    expect(rows(ada)).to_have_text(["Cora calls 6, Blizzard. Not there: −1."])
    turns(ada).nth(1).click()
    expect(rows(ada)).to_contain_text(["Cora calls 6", "Bruno calls 7, Fireball. It is there.", "Bruno stops"])
    turns(ada).nth(1).focus()
    ada.page.keyboard.press("Enter")
    expect(rows(ada)).to_have_count(1)


def test_a_new_round_is_marked_though_its_first_line_has_no_words(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, THREE | {"hands": ["35487", "8", "27785"]})
    stage.play({"do": "call", "spell": 8})
    ada.page.locator(".paper .s-btn.main").click()
    expect(ada.page.locator(".side .lines .mark").first).to_have_text("Round 2 begins")
    expect(turns(ada)).to_have_text(["Bruno: called 8, the round is over: Bruno\u00a0+3"])


def test_effects_for_a_mage_are_logged_in_that_mages_turn(visit: Callable[..., Visitor]) -> None:
    """Ada's last action sets off Bruno's enchantment, in one line of the log."""
    ada = visit(language="fr")
    stage = Stage(ada, DUEL)
    stage.play({"do": "play", "card": "Y01"})
    expect(turns(ada)).to_have_text(
        ["Bruno fait agir Feu couvant, pioche\u00a0: −1\u00a0énergie à Ada", "Ada joue Source tiède"]
    )
    expect(rows(ada)).to_have_text(["Feu couvant agit pour Bruno. Ada perd 1 énergie.", "Bruno pioche une carte."])


def test_french_drops_the_e_before_a_name_that_begins_with_a_vowel(visit: Callable[..., Visitor]) -> None:
    ada = visit(language="fr")
    stage = Stage(ada, DUEL | {"piles": {"G": ["G07/1"]}, "turn": {"seat": 1, "step": "actions", "left": 2}})
    stage.play({"do": "activate", "card": "G07"})
    expect(ada.page.locator(".side .lines .new")).to_have_text("Bruno prend Source tiède dans la main d’Ada.")


def test_skipped_phases_are_one_line(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, NIGHTFALL)
    for _ in range(3):
        stage.play({"do": "skip"})
    expect(turns(ada)).to_have_text(["Bruno: skipped Morning, Midday and Evening"])
    expect(ada.page.locator(".side .lines .rows")).to_contain_text("Bruno skips Morning, Midday and Evening.")
    expect(ada.page.locator(".side .lines .rows li").filter(has_text="skips")).to_have_count(1)


def test_the_scripted_opponents_turn_is_its_own_and_wears_its_sign(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, ALONE)
    stage.play({"do": "end"})
    while stage.match.state.view(0)["phase"].startswith("script"):
        stage.play(stage.match.game.describe(stage.match.state.legal()[0]))
    first, second = turns(ada).nth(0), turns(ada).nth(1)
    expect(first).to_contain_text("The opponent: ")
    expect(first).to_contain_text("took Square and Queue, +3")
    expect(first.locator("use").first).to_have_attribute("href", "#robot")
    expect(second).to_have_text("Ada: did nothing")
    texts = rows(ada).all_inner_texts()
    assert not [text for text in texts if "Ada" in text]
    claim = rows(ada).filter(has_text="The opponent takes")
    expect(claim.locator("use")).to_have_attribute("href", "#robot")
    for sentence in ("It lifts the tile on", "The gem points", "The opponent takes Square and Queue"):
        assert [text for text in texts if sentence in text], sentence


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_the_events_since_ones_own_turn_are_one_click_away(
    visit: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    ada = visit(size=size)
    stage = Stage(ada, THREE)
    rivals_play(stage)
    if size == PHONE:
        expect(ada.page.locator(".latest-turn .last")).to_contain_text(SINCE[1])
    ada.page.get_by_role("button", name="Since your last turn").locator("visible=true").click()
    leaf = ada.page.get_by_role("dialog")
    expect(leaf.locator("summary")).to_have_text(SINCE)
    ada.page.keyboard.press("Escape")
    stage.play({"do": "call", "spell": 8})  # Ada acts
    ada.page.get_by_role("button", name="Since your last turn").locator("visible=true").click()
    expect(leaf).to_contain_text("Nobody has played since.")


# ---------------------------------------------------------------- having been away
def hide_page(ada: Visitor, stage: Stage) -> Callable[[], Any]:
    ada.page.evaluate(SHOW, False)
    return lambda: ada.page.evaluate(SHOW, True)


def lose_connection(ada: Visitor, stage: Stage) -> Callable[[], Any]:
    stage.disconnect()
    expect(ada.page.locator(".act")).to_have_attribute("data-tone", "lost")
    return stage.reconnect


def leave_table(ada: Visitor, stage: Stage) -> Callable[[], Any]:
    ada.go("/")
    return lambda: ada.go(f"/t/{TABLE}")


@pytest.mark.parametrize("leave", [hide_page, lose_connection, leave_table])
@pytest.mark.parametrize("long", [True, False], ids=["for long", "for a moment"])
def test_a_person_who_returns_after_long_sees_what_the_others_did(
    visit: Callable[..., Visitor], leave: Callable[[Visitor, Stage], Callable[[], Any]], long: bool
) -> None:
    ada = visit()
    stage = Stage(ada, THREE)
    come_back = leave(ada, stage)
    if long:
        ada.page.evaluate(LONG_AGO)
    stage.match.play({"do": "call", "spell": 7})
    stage.match.play({"do": "end"})
    stage.n += 2
    if leave is hide_page:
        stage.send_snapshot()
        expect(ada.page.locator(".shell")).to_have_attribute("data-n", "2")
    come_back()
    ada.wait_for_table()
    expect(ada.page.locator(".shell")).to_have_attribute("data-n", "2")
    panel = ada.page.get_by_role("region", name="Since you were away")
    if long:
        expect(panel.locator("li").last).to_have_text(SINCE[0])
    else:
        expect(panel).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_events_that_affect_the_viewer_come_first_and_the_board_stays_visible(
    visit: Callable[..., Visitor], size: tuple[int, int], language: str
) -> None:
    words = {"en": ("Since you were away", "All of it"), "fr": ("Pendant votre absence", "Tout voir")}
    title, everything = words[language]
    ada = visit(size=size, language=language)
    stage = Stage(ada, position(4, piles={}, hands=[["R12"], ["R01", "R02"], ["R09"], ["B13", "G14"]], turn=LAST))
    stage.play({"do": "draw"})
    come_back = hide_page(ada, stage)
    ada.page.evaluate(LONG_AGO)
    for action in ({"do": "play", "card": "R01"}, {"do": "activate", "card": "R01"}, *[{"do": "draw"}] * 6):
        stage.play(action)
    expect(ada.page.locator(".shell")).to_have_attribute("data-n", str(stage.n))
    come_back()
    panel = ada.page.get_by_role("region", name=title)
    assert "Ada" in panel.locator("li").first.inner_text()
    boxes = [ada.page.locator(where).bounding_box() for where in (".away", ".s-board-area", ".act")]
    assert all(boxes) and boxes[0]["height"] <= size[1] * 0.42
    for box in boxes[1:]:
        assert not overlap(boxes[0], box), "it hides nothing of the board"
    assert ada.page.evaluate("document.documentElement.scrollHeight") <= size[1]
    panel.get_by_role("button", name=everything).click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    expect(panel).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)


def test_a_click_or_ones_own_move_closes_the_panel(visit: Callable[..., Visitor]) -> None:
    for press in (True, False):
        ada = visit()
        stage = Stage(ada, THREE)
        come_back = hide_page(ada, stage)
        ada.page.evaluate(LONG_AGO)
        stage.play({"do": "call", "spell": 7})
        stage.play({"do": "end"})
        expect(ada.page.locator(".shell")).to_have_attribute("data-n", "2")
        come_back()
        panel = ada.page.get_by_role("region", name="Since you were away")
        expect(panel).to_be_visible()
        if press:
            panel.get_by_role("button", name="Close").click()
        else:
            while stage.match.state.turn() != 0:
                stage.play(stage.match.game.describe(stage.match.state.legal()[-1]))
            ada.my_turn()
            ada.page.locator(LIT).first.click()
        expect(panel).to_have_count(0)


def overlap(a: Any, b: Any) -> bool:
    """Whether two boxes lie over each other."""
    across = a["x"] < b["x"] + b["width"] - 1 and b["x"] < a["x"] + a["width"] - 1
    return bool(across and a["y"] < b["y"] + b["height"] - 1 and b["y"] < a["y"] + a["height"] - 1)


def test_the_panel_stays_closed_when_nothing_happened_during_an_absence(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, THREE)
    stage.play({"do": "call", "spell": 7})
    come_back = hide_page(ada, stage)
    ada.page.evaluate(LONG_AGO)
    come_back()
    stage.play({"do": "end"})  # one's own eyes see it
    expect(ada.page.locator(".shell")).to_have_attribute("data-n", "2")
    expect(ada.page.get_by_role("region", name="Since you were away")).to_have_count(0)
