"""A word to the others, and what one may ask of them."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from sortilege.server.tables import opening
from tests.browser.stage import TABLE, Stage
from tests.browser.test_table import POSITION, column
from tests.browser.visitor import BOT, DESKTOP, FRIEND, ME, PHONE, Visitor, expect

pytestmark = pytest.mark.browser
REQUEST = ".act[data-tone=request]"
SIZES = [DESKTOP, PHONE, (844, 390)]
# What lies over the board and is not part of it.
COVERING = """() => {
  const board = document.querySelector('.s-board-area'), box = board.getBoundingClientRect()
  const points = [...Array(144).keys()].map(k => [k % 12, Math.floor(k / 12)].map(n => (n + 0.5) / 12))
  const at = points.map(([x, y]) => document.elementFromPoint(box.x + x * box.width, box.y + y * box.height))
  const over = at.filter(one => one && one !== board && !board.firstElementChild.contains(one))
  return [...new Set(over)].map(one => one.outerHTML)
}"""


def two_visitors(visit: Callable[..., Visitor], **more: Any) -> tuple[Visitor, Visitor]:
    ada, bruno = visit(), visit(size=PHONE, name="Bruno", language="fr", theme="day")
    created = ada.make_table([ME, FRIEND], {"first": 0}, **more)
    bruno.go(created["invite"])
    bruno.page.locator("form .s-btn").first.click()
    bruno.wait_for_table()
    ada.go(f"/t/{created['table']}")
    ada.wait_for_table()
    return ada, bruno


def test_a_sign_is_shown_in_the_language_of_its_reader_and_markup_is_text(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two_visitors(visit, talk="free")
    bruno.watch_for(".chat-bubbles .word")
    ada.page.get_by_label("A word to the others").click()
    ada.page.get_by_role("button", name="Well played").click()
    bruno.wait_until_seen("Bien joué")
    ada.page.get_by_label("A word to the others").click()
    ada.page.get_by_label("Something else").fill("<b id=bold>five</b>")
    ada.page.get_by_label("Say it").click()
    bruno.wait_until_seen("&lt;b id=bold&gt;five")
    assert bruno.page.locator("#bold").count() == 0


def test_a_game_ends_when_the_other_agrees(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two_visitors(visit)
    ada.page.get_by_label("A word to the others").click()
    ada.page.get_by_role("button", name="To end the game here").click()
    expect(ada.page.locator(REQUEST)).to_contain_text("You ask to end the game here")
    bruno.page.get_by_role("button", name="D’accord").click()
    expect(ada.page.locator(".paper")).to_contain_text("Ended by agreement")
    expect(bruno.page.locator(".paper")).to_contain_text("Arrêtée d’un commun accord")


def test_alone_with_bots_there_is_nobody_to_talk_to(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.sit([ME, BOT])
    assert ada.page.get_by_label("A word to the others").count() == 0


def test_what_cannot_be_undone_alone_is_undone_when_the_other_agrees(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two_visitors(visit, take_backs=True)
    table = ada.page.url.rsplit("/", 1)[1]
    before = ada.fetch_table(table)
    ada.my_turn()
    ada.call_something(random.Random(3))
    expect(bruno.page.locator("[role=log]")).to_contain_text("Ada")
    ada.page.keyboard.press("u")
    ada.page.get_by_role("button", name="Ask to undo it").press("Enter")
    expect(ada.page.locator(REQUEST)).to_contain_text("You ask to take back your last step")
    expect(bruno.page.locator(REQUEST)).to_contain_text("Ce qui a été vu reste vu")
    ada.watch_for(".chat-bubbles .word")
    bruno.page.get_by_role("button", name="D’accord").click()
    ada.wait_until_seen("Taken back by agreement")
    ada.my_turn()
    after = ada.fetch_table(table)
    assert after["n"] > before["n"] and after["log"] == before["log"] and after["view"] == before["view"]


def test_spectators_see_all_hands_while_everybody_agrees(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two_visitors(visit)
    cleo = visit(name="Cleo")
    table = ada.fetch_table(ada.page.url.rsplit("/", 1)[1])
    cleo.go(table["watch"])
    cleo.wait_for_table()
    board = cleo.page.locator(".s-board-area > :first-child")
    hands = board.inner_text()
    ada.page.get_by_label("A word to the others").click()
    ada.page.get_by_role("button", name="To show all hands to everyone, players too").click()
    expect(bruno.page.locator(REQUEST)).to_contain_text("à tous, joueurs compris")
    assert board.inner_text() == hands
    bruno.page.get_by_role("button", name="D’accord").click()
    for visitor, label in ((ada, "Spectators see all hands"), (bruno, "Les spectateurs voient toutes les mains")):
        expect(visitor.page.get_by_role("button", name=label)).to_be_visible()
    expect(cleo.page.locator("header .hands")).to_be_visible()
    assert board.inner_text() != hands
    bruno.page.get_by_role("button", name="Les spectateurs voient toutes les mains").click()
    bruno.page.get_by_role("button", name="Cacher de nouveau").click()
    expect(cleo.page.locator("header .hands")).to_have_count(0)
    assert board.inner_text() == hands


def test_one_person_is_muted_and_stays_so(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two_visitors(visit)
    ada.page.get_by_label("A word to the others").click()
    ada.page.get_by_role("button", name="Mute Bruno").click()
    expect(ada.page.get_by_role("button", name="Hear Bruno again")).to_have_attribute("aria-pressed", "true")
    ada.page.reload()
    ada.wait_for_table()
    bruno.page.get_by_label("Un mot aux autres").click()
    bruno.page.get_by_role("button", name="Bonjour").click()
    ada.page.get_by_label("A word to the others").click()
    ada.page.get_by_role("button", name="Hear Bruno again").wait_for()
    assert ada.page.get_by_text("Hello").count() == 1, "only the button that says it"
    ada.page.get_by_role("button", name="Hear Bruno again").click()
    expect(ada.page.locator(".talk ol")).to_contain_text("Hello")


def test_the_replay_of_a_resigned_game_says_so(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two_visitors(visit)
    bruno.page.get_by_label("Un mot aux autres").click()
    bruno.page.get_by_role("button", name="Abandonner").click()
    bruno.page.get_by_role("button", name="Abandonner quand même").click()
    paper = ada.page.locator(".paper")
    expect(paper).to_contain_text("Ended by resignation of Bruno.")
    assert paper.get_by_role("link", name="Review").count() == 0
    paper.get_by_role("link", name="Replay").click()
    expect(ada.page.locator(".remark")).to_contain_text("Ended by resignation of Bruno.")
    ada.go("/me")
    expect(ada.page.locator("article").first).to_contain_text("You won: Bruno resigned")
    bruno.go("/me")
    expect(bruno.page.locator("article").first).to_contain_text("Vous avez abandonné")


# ---------------------------------------------------------------- a pending request
OPEN_REQUEST = {"matter": "open", "by": 1, "about": None, "wait": [0]}


def asked_of_ada(visit: Callable[..., Visitor], size: tuple[int, int], **more: Any) -> tuple[Visitor, Stage, list[Any]]:
    """It is Ada's turn, and Bruno asks to open the hands; what she answers is collected."""
    ada = visit(size=size, **more)
    stage = Stage(ada, POSITION)
    answers: list[Any] = []

    def record_answer(route: Any) -> None:
        answers.append(route.request.post_data_json)
        stage.overrides = {"asked": None}
        stage.send_snapshot()
        route.fulfill(status=204)

    ada.page.route(f"**/api/tables/{TABLE}/answer", record_answer)
    stage.overrides = {"asked": OPEN_REQUEST}
    stage.send_snapshot()
    expect(ada.page.locator(REQUEST)).to_contain_text("Bruno")
    return ada, stage, answers


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_pending_request_is_in_the_bar_and_covers_nothing_of_the_board(
    visit: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    ada, _, _ = asked_of_ada(visit, size, language="fr")
    bar = ada.page.locator(REQUEST)
    for name in ("D’accord", "Non", "Plus tard"):
        expect(bar.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    expect(bar).to_contain_text("joueurs compris")
    assert ada.page.evaluate(COVERING) == []


@pytest.mark.parametrize("by", ["mouse", "finger", "key"])
def test_a_request_is_answered_in_the_bar(visit: Callable[..., Visitor], by: str) -> None:
    ada, _, answers = asked_of_ada(visit, PHONE, has_touch=by == "finger")
    agree = ada.page.locator(REQUEST).get_by_role("button", name="Agree")
    if by == "key":
        for _ in range(60):
            if agree.evaluate("one => one === document.activeElement"):
                break
            ada.page.keyboard.press("Tab")
        ada.page.keyboard.press("Enter")
    else:
        agree.tap() if by == "finger" else agree.click()
    expect(ada.page.locator(".act[data-tone=ask]")).to_be_visible()
    assert answers == [{"yes": True}]


def test_a_dismissed_request_can_be_reopened_and_the_game_goes_on_meanwhile(visit: Callable[..., Visitor]) -> None:
    ada, stage, answers = asked_of_ada(visit, PHONE)
    ada.page.get_by_role("button", name="Decide later").click()
    expect(ada.page.locator(".act[data-tone=ask]")).to_contain_text("Call a spell")
    ada.page.locator("[data-lit]").first.click()
    expect(ada.page.locator(".shell[data-n='1']")).to_have_count(1)
    assert stage.received[0]["type"] == "act"
    ada.page.locator(".s-bar .waiting").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="No", exact=True).click()
    expect(ada.page.locator(".s-bar .waiting")).to_have_count(0)
    assert answers == [{"yes": False}]


def test_a_request_gives_way_to_the_move_somebody_begins(visit: Callable[..., Visitor]) -> None:
    ada, _, _ = asked_of_ada(visit, DESKTOP)
    column(ada, 8).click()
    expect(ada.page.locator(".act[data-tone=ask]")).to_contain_text("Call 8 again")
    expect(ada.page.locator(".s-bar .waiting")).to_be_visible()


def test_the_menu_requests_a_pause_and_anybody_resumes(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two_visitors(visit)
    ada.page.get_by_label("Menu").click()
    expect(ada.page.get_by_role("button", name="Ask to end the game")).to_be_visible()
    ada.page.get_by_role("button", name="Ask to pause").click()
    bruno.page.get_by_role("button", name="D’accord").click()
    for visitor, notice in ((ada, "The game is paused"), (bruno, "La partie est en pause")):
        expect(visitor.page.locator(REQUEST)).to_contain_text(notice)
    ada.page.get_by_role("button", name="Go on").click()
    ada.my_turn()


# ---------------------------------------------------------------- somebody stays away
def test_whoever_is_left_ends_the_game_alone_when_all_others_are_absent(
    visit: Callable[..., Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "absence_seconds", lambda wish, clock: 0)
    ada, bruno = two_visitors(visit)
    ada.page.close()
    expect(bruno.page.locator(".act")).to_contain_text("Ada n’est pas là")
    bruno.page.get_by_label("Menu").click()
    bruno.page.get_by_role("button", name="Demander d’arrêter la partie").click()
    expect(bruno.page.locator(".paper")).to_contain_text("Arrêtée d’un commun accord")


def test_a_seat_says_from_when_on_a_bot_may_play_for_somebody_who_is_away(visit: Callable[..., Visitor]) -> None:
    ada, bruno = two_visitors(visit)
    bruno.page.close()
    away = ada.page.locator(".plate[data-seat='1'] .mark")
    expect(away).to_be_visible()
    ada.page.locator(".plate[data-seat='1'] .who").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("Bruno is away. A bot may play for them from")
    assert ada.page.get_by_role("button", name="Let a bot play for Bruno").count() == 0


def test_everybody_chooses_how_well_a_bot_plays_for_them(visit: Callable[..., Visitor]) -> None:
    ada, _ = two_visitors(visit)
    ada.page.locator(".plate[data-seat='0'] .who").click()
    sheet = ada.page.get_by_role("dialog")
    expect(sheet.get_by_role("radio", name="Adept")).to_be_checked()
    with ada.page.expect_response("**/stand-in"):
        sheet.get_by_role("radio", name="Master").click()
    assert ada.fetch_table(ada.page.url.rsplit("/", 1)[1])["seats"][0]["stand_in_level"] == "master"
