"""The table itself, step by known step: what is asked, what moves, what is said."""

from collections.abc import Callable

import pytest

from tests.browser.stage import Stage
from tests.browser.visitor import LIT, PHONE, Visitor, expect

pytestmark = pytest.mark.browser

# Ada (seat 0) holds 3 5 4 8 7 and is to move
POSITION = {
    "game": "abracada", "seats": 3, "options": {}, "scores": [2, 5, 0], "life": [4, 6, 3],
    "hands": ["35487", "66788", "27785"], "board": [0, 0, 0, 0, 1, 1, 2, 2], "turn": {"seat": 0, "last": 0},
}  # fmt: skip


def column(ada: Visitor, spell: int):  # type: ignore[no-untyped-def]
    return ada.page.locator(f"button.call[data-spell='{spell}']")


def lit(ada: Visitor) -> list[int]:
    return ada.page.locator(LIT).evaluate_all("all => all.map(one => Number(one.dataset.spell))")  # type: ignore[no-any-return]


def test_neighbours_sit_where_the_spells_will_find_them(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, POSITION)
    racks = ada.page.locator(".rack")
    assert racks.nth(0).get_attribute("aria-label") == "Bruno, on your left"
    assert racks.nth(1).get_attribute("aria-label") == "Cora, on your right"
    assert ada.page.locator(".me [data-stone]").count() == 5
    assert ada.page.locator(".me use[href='#stone-front']").count() == 0


def test_a_column_tells_where_every_copy_is(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, POSITION)
    # spell 7: two on the board, one before Bruno, two before Cora, the others unseen
    slots = column(ada, 7).locator("[data-slot]")
    assert (
        slots.evaluate_all("all => all.map(one => one.className.split(' ')[0])")
        == ["used"] * 2 + ["seen"] * 3 + ["unseen"] * 2
    )
    assert column(ada, 7).locator(".s-sr-only").inner_text() == (
        "Call 7 Fireball. Right neighbour −1. Used: 2, in sight: 3, unseen: 2."
    )


def test_one_click_calls_and_only_the_legal_next_calls_stay_highlighted(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, POSITION)
    assert lit(ada) == [1, 2, 3, 4, 5, 6, 7, 8]
    column(ada, 5).click()
    expect(ada.page.locator(".act")).to_contain_text("Call 5 or higher, or stop")
    assert stage.received == [{"type": "act", "n": 0, "action": {"do": "call", "spell": 5}}]
    assert lit(ada) == [5, 6, 7, 8]
    expect(ada.page.locator(".lines li.new")).to_have_text(
        "Ada calls 5, Storm. It is there. Bruno and Cora lose 1 each."
    )
    column(ada, 4).click(force=True)  # not lit: nothing is sent, one line says what would work
    expect(ada.page.locator(".act")).to_contain_text("Call 5 or higher.")
    assert len(stage.received) == 1
    ada.page.get_by_role("button", name="Stop and refill").click()
    expect(ada.page.locator(".act")).to_contain_text("Bruno to play")
    assert lit(ada) == []
    assert not ada.page.title().startswith("Your turn")


def test_a_call_that_would_cost_a_life_asks_first(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, POSITION | {"options": {"low_call": "penalty"}, "turn": {"seat": 0, "last": 5}})
    column(ada, 4).click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog).to_contain_text("4 is too low")
    assert stage.received == []
    ada.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    column(ada, 4).click()
    ada.page.get_by_role("button", name="Call 4 all the same").click()
    expect(ada.page.locator(".lines li.new")).to_have_text("Ada calls 4, Owl: too low. −1.")
    column(ada, 5).click(force=True)
    expect(ada.page.locator(".act")).to_contain_text("It is Bruno's turn.")
    assert len(stage.received) == 1


@pytest.mark.parametrize("pace", ["calm", "still"])
def test_the_die_is_seen_to_roll(visit: Callable[..., Visitor], pace: str) -> None:
    ada = visit(pace=pace)
    Stage(ada, POSITION | {"options": {"die": [2]}})
    ada.watch_for("[data-face='2']")
    column(ada, 3).click()
    ada.wait_until_seen('href="#die2"')
    expect(ada.page.locator(".lines li.new")).to_have_text("The die shows 2: Ada +2.")
    expect(ada.page.locator("[data-face='2']")).to_have_count(0)


def test_the_end_of_a_round_shows_everybodys_stones_and_waits_for_you(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, POSITION | {"life": [4, 6, 1]})
    column(ada, 7).click()  # Cora, on the right, is down
    paper = ada.page.locator(".paper")
    expect(paper).to_contain_text("End of round 1")
    expect(paper).to_contain_text("Ada brought Cora down.")
    assert paper.locator("tbody tr").nth(0).locator("td.n").all_inner_texts() == ["+3", "5"]
    assert paper.locator("tbody tr").nth(0).locator("use[href='#stone-front']").count() == 4
    stage.play({"do": "call", "spell": 1})  # Bruno goes on; what he does waits until the page is turned
    expect(paper).to_be_visible()
    ada.page.get_by_role("button", name="Next round").click()
    expect(paper).to_have_count(0)
    expect(ada.page.locator(".s-bar")).to_contain_text("Round 2")


def test_the_end_of_the_game_names_the_winner_and_why(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, POSITION | {"scores": [5, 5, 0], "life": [4, 6, 1]})
    column(ada, 7).click()
    paper = ada.page.locator(".paper")
    expect(paper).to_contain_text("You win")
    expect(paper).to_contain_text("first to 8 points")
    assert lit(ada) == []
    ada.page.get_by_role("button", name="See the table").click()
    expect(paper).to_have_count(0)
    ada.page.get_by_role("button", name="Results").click()
    expect(paper).to_be_visible()


def test_odds_are_hidden_until_switched_on(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, POSITION)
    assert ada.page.locator(".odds").count() == 0
    ada.page.get_by_role("button", name="Odds").click()
    expect(ada.page.locator(".odds")).to_have_count(8)
    exact = stage.match.game.aid(stage.match.state.view(0))["odds"]
    percentages = [int(text.rstrip("%")) for text in ada.page.locator(".odds em").all_inner_texts()]
    assert all(abs(chance * 100 - percent) <= 0.5001 for chance, percent in zip(exact, percentages, strict=True))
    column(ada, 8).click()
    expect(ada.page.locator(".lines li.new")).to_contain_text("8, Potion")
    expect(ada.page.locator(".odds")).to_have_count(8)  # asked again for what is seen now
    ada.page.get_by_role("button", name="Odds").click()
    expect(ada.page.locator(".odds")).to_have_count(0)


def test_a_refusal_is_one_line_and_the_question_comes_back(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, POSITION)
    stage.refusing = True
    ada.watch_for(".act[data-tone='error']")
    column(ada, 6).click()
    ada.wait_until_seen("Rule AQ-301")
    assert ada.page.get_by_role("dialog").count() == 0
    expect(ada.page.locator(".act")).to_contain_text("Call a spell")


def test_a_refusal_is_shown_in_the_language_of_the_page(visit: Callable[..., Visitor]) -> None:
    anne = visit(language="fr")
    stage = Stage(anne, POSITION)
    stage.refusing = True
    anne.watch_for(".act[data-tone='error']")
    column(anne, 6).click()
    anne.wait_until_seen("dans un tour, les sorts vont en montant.")
    anne.wait_until_seen("Règle AQ-301")


def test_a_lost_connection_is_reported_and_restored(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, POSITION)
    stage.disconnect()
    expect(ada.page.locator(".act")).to_contain_text("Reconnecting, your table is safe")
    assert lit(ada) == []
    stage.reconnect()
    expect(ada.page.locator(".act")).to_contain_text("Call a spell")
    assert lit(ada) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_all_texts_follow_a_change_of_language(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, POSITION)
    column(ada, 8).click()
    expect(ada.page.locator(".lines li.new")).to_have_text("Ada calls 8, Potion. It is there. Ada +1.")
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("radio", name="Français").check()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".lines li.new")).to_have_text("Ada annonce 8, Potion. La pierre est là. Ada +1.")
    expect(ada.page.locator(".act")).to_contain_text("Annoncez encore 8, ou arrêtez")
    assert ada.page.evaluate("document.documentElement.lang") == "fr"
    ada.page.reload()
    expect(ada.page.locator(".act")).to_contain_text("Annoncez encore 8, ou arrêtez")


def test_on_a_phone_the_newest_turn_opens_the_log_and_a_rival_a_sheet(visit: Callable[..., Visitor]) -> None:
    ada = visit(size=PHONE)
    Stage(ada, POSITION)
    column(ada, 8).click()
    expect(ada.page.locator(".latest-turn")).to_contain_text("Ada: called 8, +1\u00a0life")
    before = ada.page.locator(".calls").bounding_box()
    ada.page.locator(".latest-turn").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("What happened")
    assert ada.page.locator(".calls").bounding_box() == before
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name="Cora: show this seat").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("Cora")
