"""Several people: a link, a second browser, somebody who leaves and comes back."""

import random
import re
from collections.abc import Callable

import pytest

from sortilege.server.tables import opening
from tests.browser.visitor import BOT, FRIEND, LIT, ME, Visitor, expect

pytestmark = pytest.mark.browser


def table_with_a_friend(visit: Callable[..., Visitor]) -> tuple[Visitor, Visitor, str]:
    """Ada opens a table for two and a bot; Bruno comes by the link."""
    ada, bruno = visit(), visit(name="", language="fr")
    ada.go("/new/abracada")
    ada.page.get_by_role("group", name="How many sit down?").get_by_role("radio", name="3").check()
    ada.page.get_by_role("group", name="Seat 2").get_by_role("radio", name="A friend").check()
    ada.page.get_by_role("button", name="Open the table").click()
    invite = ada.page.get_by_label("Invite link").input_value()
    bruno.go(invite)
    bruno.page.get_by_label("Votre nom").fill("Bruno")
    bruno.page.get_by_role("button", name="S’asseoir").click()
    for visitor in (ada, bruno):
        visitor.wait_for_table()
    return ada, bruno, invite


def play_on(people: list[Visitor], table: str, seat: int) -> None:
    """Until it is this seat's turn, on everybody's table."""
    rng, n = random.Random(2), people[0].fetch_table(table)["n"]
    while True:
        turns = [person.turn_of([0, 1], n) for person in people]
        if turns == [seat] * len(people):
            return
        mover = people[turns[0]]
        n = mover.steps() + 1
        mover.my_turn()
        mover.call_something(rng)


def test_a_friend_joins_leaves_and_takes_the_seat_back(
    visit: Callable[..., Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "absence_seconds", lambda wish, clock: 0)
    ada, bruno, _ = table_with_a_friend(visit)
    table = ada.page.url.rsplit("/", 1)[1]
    assert "join" not in bruno.page.url
    play_on([ada, bruno], table, 1)
    bruno.my_turn()
    expect(bruno.page).to_have_title(re.compile("^À vous"))
    assert ada.page.locator(LIT).count() == 0
    assert ada.page.locator(".plate[aria-current] .who b").inner_text() == "Bruno"

    bruno.page.close()
    expect(ada.page.locator(".act")).to_contain_text("Bruno is away")
    ada.page.get_by_role("button", name="Let a bot play", exact=True).click()
    ada.page.get_by_role("button", name="Let a bot play for Bruno").click()
    ada.page.wait_for_selector(f"{LIT}, .paper")
    assert ada.fetch_table(table)["seats"][1]["stand_in"]

    bruno.new_page()
    bruno.go(f"/t/{table}")
    bruno.page.get_by_role("button", name="Reprendre ma place").click()
    expect(bruno.page.get_by_role("button", name="Reprendre ma place")).to_have_count(0)
    assert ada.fetch_table(table)["seats"][1] == {
        "seat": 1, "kind": "person", "name": "Bruno", "level": None, "here": True, "stand_in": False,
        "lost": False, "stand_in_level": "adept", "absent_from": None,
    }  # fmt: skip
    play_on([ada, bruno], table, 1)
    bruno.my_turn()


def test_an_invite_is_no_second_chair_once_all_are_taken(visit: Callable[..., Visitor]) -> None:
    _, _, invite = table_with_a_friend(visit)
    cora = visit()
    cora.go(invite)
    cora.page.wait_for_selector(".board")
    assert cora.page.locator(LIT).count() == 0
    back = "all => all.map(one => one.querySelector('svg[aria-label=\"a stone you cannot see\"]') !== null)"
    backs = cora.page.locator("[data-stone]").evaluate_all(back)
    assert backs and all(backs)


def test_a_recovery_code_gives_the_seat_to_another_browser(visit: Callable[..., Visitor]) -> None:
    ada, elsewhere = visit(), visit()
    created = ada.make_table([ME, FRIEND])
    ada.go(f"/t/{created['table']}")
    elsewhere.go(f"/t/{created['table']}")
    expect(elsewhere.page.get_by_role("heading", level=1)).to_have_text("You have no seat at this table")
    elsewhere.page.get_by_label("Recovery code").fill(created["recovery"])
    elsewhere.page.get_by_role("button", name="Give me my seat back").click()
    expect(elsewhere.page.locator("li[data-seat='0']")).to_contain_text("you")


def test_a_wrong_code_is_refused_in_the_language_of_the_page(visit: Callable[..., Visitor]) -> None:
    ada, anne = visit(), visit(language="fr")
    created = ada.make_table([ME, FRIEND])
    anne.go(f"/t/{created['table']}")
    anne.page.get_by_label("Code de secours").fill("bakod-dilun")
    anne.page.get_by_role("button", name="Rendez-moi ma place").click()
    expect(anne.page.get_by_role("alert")).to_contain_text("Ce code de secours n’est celui d’aucune place")


def test_the_host_fills_an_open_seat_with_a_bot_and_the_game_begins(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    created = ada.make_table([ME, FRIEND, BOT])
    ada.go(f"/t/{created['table']}")
    ada.page.get_by_role("button", name="Seat 2: Bot, Master").click()
    ada.page.wait_for_selector(".board")
    assert ada.fetch_table(created["table"])["seats"][1]["level"] == "master"


def test_spectators_see_no_stone_and_cannot_play(visit: Callable[..., Visitor]) -> None:
    ada, cora = visit(), visit()
    created = ada.sit([ME, BOT])
    ada.my_turn()
    cora.go(created["watch"])
    cora.page.wait_for_selector(".board")
    expect(cora.page.locator(".act")).to_contain_text("You are watching")
    assert cora.page.locator(LIT).count() == 0
    assert cora.page.get_by_role("button", name="Undo").count() == 0
    assert cora.page.locator(".board use[href='#stone-front']").count() == 0


def test_aids_with_people_at_the_table_are_the_hosts_decision(visit: Callable[..., Visitor]) -> None:
    ada, bruno, _ = table_with_a_friend(visit)
    for visitor in (ada, bruno):
        assert visitor.page.locator(".s-bar button[aria-pressed]").count() == 0


def test_a_rematch_is_followed_by_everybody_to_their_own_seat(visit: Callable[..., Visitor]) -> None:
    ada, bruno, _ = table_with_a_friend(visit)
    table = ada.page.url.rsplit("/", 1)[1]
    for seat, visitor in enumerate((ada, bruno)):  # bots finish the game for both
        assert visitor.page.request.post(f"{visitor.url}/api/tables/{table}/seats/{seat}/bot", data={}).ok
    ada.until_over()
    for visitor in (ada, bruno):
        visitor.page.reload()
        visitor.page.wait_for_selector(".paper")
    ada.page.get_by_role("button", name="Again").click()
    ada.page.wait_for_url(lambda url: table not in url)
    bruno.page.get_by_role("button", name="À la table suivante").click()
    bruno.page.wait_for_url(ada.page.url)
    following = ada.page.url.rsplit("/", 1)[1]
    assert [visitor.fetch_table(following)["you"] for visitor in (ada, bruno)] == [0, 1]
    assert [seat["name"] for seat in ada.fetch_table(following)["seats"]][:2] == ["Ada", "Bruno"]
    assert not any(seat["stand_in"] for seat in ada.fetch_table(following)["seats"])
