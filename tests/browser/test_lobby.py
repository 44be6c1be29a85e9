"""Around the table: who sits where and with whom, how bots play, and where one has lost the way."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.live_server import LiveServer
from tests.browser.visitor import BOT, DESKTOP, FRIEND, ME, PHONE, Visitor, expect

pytestmark = pytest.mark.browser
AN_HOUR = 3600.0


def make_table(visitor: Visitor) -> str:
    """Sit down, and answer the table."""
    visitor.page.locator("form footer .s-btn.main").click()
    visitor.page.wait_for_url(re.compile("/t/"))
    return str(visitor.page.url.rsplit("/", 1)[1])


# ---------------------------------------------------------------- lost
@pytest.mark.parametrize(("language", "title"), [("en", "not in the library"), ("fr", "pas dans la bibliothèque")])
def test_an_unknown_address_is_reported_in_the_language_of_the_reader(
    visit: Callable[..., Visitor], language: str, title: str
) -> None:
    ada = visit(language=language)
    for path in ("/nonsense", "/new/abracada/more", "/%"):
        answer = ada.page.goto(ada.url + path)
        assert answer.status == 404
        expect(ada.page.get_by_role("heading")).to_contain_text(title)


# ---------------------------------------------------------------- who sits where
def test_one_plays_the_colour_one_chose(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/new/spell")
    ada.page.get_by_role("group", name="Your place").get_by_role("radio", name="Purple").check()
    starts = ada.page.get_by_role("group", name="Who starts").first
    starts.get_by_role("radio", name="Purple (you)").check()
    table = make_table(ada)
    seen = ada.fetch_table(table)
    assert seen["you"] == 1 and seen["options"]["first"] == "p"
    assert [seat["kind"] for seat in seen["seats"]] == ["bot", "person"]


def test_black_wears_black_and_purple_purple_from_the_first_choice_on(visit: Callable[..., Visitor]) -> None:
    """By day and by night, while seating, on the plates and alone, where one plays purple."""
    black, purple = "rgb(42, 45, 56)", "rgb(122, 75, 184)"
    worn = "all => all.map(one => getComputedStyle(one).backgroundColor)"
    for theme in ("night", "day"):
        ada = visit(theme=theme)
        ada.go("/new/spell")
        ada.page.locator(".seats .sig").first.wait_for()
        assert ada.page.locator(".seats .sig").evaluate_all(worn) == [black, purple]
        ada.page.get_by_role("radio", name="1", exact=True).check()
        expect(ada.page.locator(".seats .sig")).to_have_count(1)
        assert ada.page.locator(".seats .sig").evaluate_all(worn) == [purple]
        ada.sit([ME, BOT], game="spell")
        assert ada.page.locator(".plate .sig").evaluate_all(worn) == [black, purple]


def test_seats_are_drawn_at_random_where_that_is_chosen(visit: Callable[..., Visitor]) -> None:
    ada = visit(size=PHONE, language="fr")
    ada.go("/new/spellcaster")
    ada.page.get_by_role("radio", name="4", exact=True).check()
    ada.page.get_by_role("group", name="Votre place").get_by_role("radio", name="Au sort").check()
    expect(ada.page.get_by_role("region", name="Qui joue avec qui")).to_contain_text("Le sort dit qui joue avec qui")
    with ada.page.expect_request("**/api/tables") as request:
        table = make_table(ada)
    assert request.value.post_data_json["lot"] is True
    assert sorted(seat["kind"] for seat in ada.fetch_table(table)["seats"]) == ["bot", "bot", "bot", "person"]


def test_one_sits_at_no_seat_that_is_not_there(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/new/abracada")
    place = ada.page.get_by_role("group", name="Your place")
    place.get_by_role("radio", name="Seat 4").check()
    ada.page.get_by_role("group", name="How many sit down?").get_by_role("radio", name="3").check()
    expect(place.get_by_role("radio", name="Seat 1")).to_be_checked()
    assert ada.fetch_table(make_table(ada))["you"] == 0


def test_who_plays_with_whom_is_shown_wherever_people_take_their_seats(visit: Callable[..., Visitor]) -> None:
    ada, bruno = visit(), visit(name="")
    ada.go("/new/spellcaster")
    teams = ada.page.get_by_role("region", name="Who plays with whom")
    expect(teams).to_have_count(0)  # a duel
    ada.page.get_by_role("radio", name="3", exact=True).check()
    expect(teams).to_contain_text("Two against one")
    ada.page.get_by_role("group", name="Seat 2").get_by_role("radio", name="A friend").check()
    assert sides(ada) == [["Ada", "Bot, Apprentice"], ["A friend"]]
    table = make_table(ada)
    ada.page.wait_for_selector("li[data-seat]")
    names = [seat["name"] for seat in ada.fetch_table(table)["seats"]]
    assert sides(ada) == [[names[0], names[2]], ["Seat 2"]]
    bruno.go(ada.page.get_by_label("Invite link").input_value())
    bruno.page.get_by_label("Your name").wait_for()
    assert sides(bruno) == [[names[0], names[2]], ["Seat 2"]]
    assert bruno.page.locator(".who .sig").count() == 3


def sides(visitor: Visitor) -> list[list[str]]:
    names: list[list[str]] = visitor.page.locator(".teams .side").evaluate_all(
        "all => all.map(side => [...side.querySelectorAll('.one')].map(one => one.innerText))"
    )
    return names


# ---------------------------------------------------------------- levels, aids, rules
def test_newcomers_meet_apprentices_and_the_level_chosen_last_is_remembered(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/new/abracada")
    second = ada.page.get_by_role("group", name="Seat 2")
    expect(second.get_by_role("radio", name="Apprentice")).to_be_checked()
    row = ada.page.locator(".seats li").nth(1)
    expect(row).to_contain_text("Plays quickly and sees what lies open.")
    second.get_by_role("radio", name="Master").check()
    expect(row).to_contain_text("Thinks ahead and forgets nothing.")
    assert [seat["level"] for seat in ada.fetch_table(make_table(ada))["seats"]] == [
        None,
        "master",
        "apprentice",
        "apprentice",
    ]
    ada.go("/new/spell")
    expect(ada.page.get_by_role("group", name="Purple", exact=True).get_by_role("radio", name="Master")).to_be_checked()


def test_allowing_hints_is_offered_once_a_seat_is_for_a_friend(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    for game, seat in (("abracada", "Seat 2"), ("spell", "Purple"), ("spellbook", "Seat 2")):
        ada.go(f"/new/{game}")
        second = ada.page.get_by_role("group", name=seat, exact=True)
        second.wait_for()
        expect(ada.page.locator("#option-aids-name")).to_have_count(0)
        second.get_by_role("radio", name="A friend").check()
        expect(ada.page.locator("#option-aids-name")).to_have_count(1)


@pytest.mark.parametrize("game", ["abracada", "spell", "spellbook", "spellcaster"])
def test_the_numbers_of_rules_are_there_for_whoever_asks_why(visit: Callable[..., Visitor], game: str) -> None:
    ada = visit()
    ada.go(f"/new/{game}")
    why = ada.page.get_by_role("button", name="Why?").first
    why.wait_for()
    number = re.compile("(AQ|SP|SB|SC)-[0-9]{3}")
    assert not number.search(ada.page.locator("main").inner_text())
    why.click()
    assert number.search(ada.page.locator("main").inner_text())


# ---------------------------------------------------------------- the first moments, and the next table
def test_bots_begin_when_the_person_has_pressed_something(browser: Any, tmp_path: Path) -> None:
    with LiveServer(tmp_path, look_around=AN_HOUR) as server:
        ada = Visitor(browser, server.url)
        table = ada.sit([ME, BOT], {"first": 1})["table"]
        assert ada.fetch_table(table)["n"] == 0 and ada.fetch_table(table)["thinking"] == 1
        while ada.fetch_table(table)["n"] == 0:  # a press that comes at once was meant for the page before
            ada.page.mouse.click(4, 400)
        ada.close()
        assert ada.complaints == []


def test_spectators_follow_to_the_next_table(visit: Callable[..., Visitor]) -> None:
    ada, cora = visit(), visit()
    created = ada.make_table([BOT, BOT])
    ada.go(f"/t/{created['table']}")  # bots among themselves play while somebody watches
    while ada.fetch_table(created["table"])["phase"] != "over":
        pass
    cora.go(created["watch"])
    cora.page.wait_for_selector(".paper a[href^='/replay']")
    assert cora.page.get_by_role("link", name="Watch the rematch").count() == 0
    rematch = ada.page.request.post(f"{ada.url}/api/tables/{created['table']}/rematch").json()
    cora.page.get_by_role("link", name="Watch the rematch").click()
    cora.page.wait_for_url(cora.url + rematch["watch"])
    cora.page.wait_for_selector(".board")


def test_the_invite_link_can_be_read_by_day(visit: Callable[..., Visitor]) -> None:
    ada = visit(theme="day")
    ada.go(f"/t/{ada.make_table([ME, FRIEND])['table']}")
    field = ada.page.get_by_label("Invite link")
    ink, paper = field.evaluate("one => { const s = getComputedStyle(one); return [s.color, s.backgroundColor] }")
    assert abs(lightness(ink) - lightness(paper)) > 0.5


def lightness(colour: str) -> float:
    red, green, blue = map(int, re.findall(r"\d+", colour)[:3])
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6, 9])
def test_any_number_of_books_stands_on_the_shelf(visit: Callable[..., Visitor], count: int) -> None:
    """Each within the page, none over another, none too small to read."""
    ada = visit()
    books = ada.page.request.get(f"{ada.url}/api/shelf").json()
    shelf = [{**books[n % len(books)], "name": f"{books[n % len(books)]['name']}{n}"} for n in range(count)]
    ada.page.route("**/api/shelf", lambda route: route.fulfill(json=shelf))
    ada.go("/")
    ada.page.wait_for_selector("[data-book]")
    for size in (DESKTOP, PHONE, (844, 390)):
        ada.resize(size)
        boxes = [book.bounding_box() for book in ada.page.locator("[data-book] .cover").all()]
        assert len(boxes) == count
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= size[0] and box["width"] >= 80 for box in boxes), size
        assert len({(round(box["x"]), round(box["y"])) for box in boxes}) == count, size
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        if size == DESKTOP and count <= 5:
            assert ada.page.evaluate("document.documentElement.scrollHeight") <= size[1]
