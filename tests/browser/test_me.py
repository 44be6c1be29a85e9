"""My games, as their person sees them: on one device and the next, and gone when they wish; a record from a file."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.visitor import BOT, DESKTOP, FRIEND, ME, PHONE, Visitor, expect
from tests.server.review.test_records import finished_record

pytestmark = pytest.mark.browser
BOTH = pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("fr", PHONE)], ids=["en desk", "fr phone"])
WORDS = {
    "en": {
        "title": "My games", "mine": "Your turn", "open": "Seats still open", "go": "Continue",
        "change": "Name and sigil",
        "move": "To another device", "come": "I have a code", "take": "Be known here", "back": "Welcome back, Zoé",
        "forget": "Forget this device", "delete": "Delete my data", "name": "Your name",
        "moon": "Moon", "save": "Keep it",
        "bring": "Bring my games and seats along", "gives": "All your seats and games then belong to Mallory",
        "sure": "Give all your seats and games to Mallory?", "give": "Give them away", "cancel": "Back",
        "lose": "you have no other device", "leave": "Leave them behind", "whose": "Show whose code it is",
        "out": "Sign out", "was out": "This browser was signed out", "this": "this device",
        "record": "a record you opened", "bad": "This file is no record", "replay": "Replay", "none": "No table waits",
    },
    "fr": {
        "title": "Mes parties", "mine": "À vous", "open": "Des places sont encore libres", "go": "Continuer",
        "change": "Nom et sceau", "move": "Vers un autre appareil", "come": "J’ai un code", "take": "Être connu ici",
        "back": "Bon retour, Zoé", "forget": "Oublier cet appareil", "delete": "Effacer mes données",
        "name": "Votre nom",
        "bring": "Emporter mes parties et mes places",
        "gives": "Toutes vos places et vos parties sont alors à Mallory",
        "sure": "Donner toutes vos places et vos parties à Mallory", "give": "Les donner", "cancel": "Retour",
        "lose": "vous n’avez pas d’autre appareil", "leave": "Ne pas les emporter", "whose": "Voir de qui est ce code",
        "out": "Déconnecter", "was out": "Ce navigateur a été déconnecté", "this": "cet appareil",
        "moon": "Lune", "save": "Garder", "record": "un enregistrement que vous avez ouvert",
        "bad": "Ce fichier n’est pas une partie enregistrée", "replay": "Revoir", "none": "Aucune table ne vous attend",
    },
}  # fmt: skip


def register(visitor: Visitor) -> None:
    """Come to my games, and be known from then on."""
    visitor.go("/me")
    visitor.page.locator("#running").wait_for()


def drag_file_over(page: Any, content: str) -> None:
    """Let a file go over the page, as somebody does who drags it from a folder."""
    files = page.evaluate_handle(
        """text => {
          const held = new DataTransfer()
          held.items.add(new File([text], 'game.json', { type: 'application/json' }))
          return held
        }""",
        content,
    )
    page.dispatch_event("body", "dragover", {"dataTransfer": files})
    page.locator(".drop").wait_for()
    page.dispatch_event("body", "drop", {"dataTransfer": files})


@BOTH
def test_my_games_have_my_turn_first_and_lead_back_to_the_table(
    visit: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    words = WORDS[language]
    ada = visit(language=language, size=size)
    register(ada)
    waiting = ada.make_table([ME, FRIEND])
    mine = ada.make_table([ME, BOT], {"first": 0})
    ada.go("/")
    ada.page.get_by_role("link", name=words["title"]).click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text(words["title"])
    rows = ada.page.locator("article")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text(words["mine"])
    expect(rows.nth(1)).to_contain_text(words["open"])
    assert rows.nth(1).get_attribute("data-table") == waiting["table"]
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    rows.nth(0).get_by_role("link", name=words["go"]).click()
    ada.wait_for_table()
    assert ada.page.url.endswith(f"/t/{mine['table']}")


@BOTH
def test_name_and_sigil_can_be_changed(visit: Callable[..., Visitor], language: str, size: tuple[int, int]) -> None:
    words = WORDS[language]
    ada = visit(language=language, size=size)
    register(ada)
    ada.page.get_by_role("button", name=words["change"]).click()
    ada.page.get_by_label(words["name"]).fill("Zoé")
    ada.page.get_by_role("radio", name=words["moon"]).check(force=True)
    ada.page.get_by_role("button", name=words["save"]).click()
    expect(ada.page.locator("header .who")).to_contain_text("Zoé")
    expect(ada.page.locator(".disc use")).to_have_attribute("href", "#moon")
    ada.page.reload()
    expect(ada.page.locator("header .who")).to_contain_text("Zoé")


@BOTH
def test_a_person_moves_to_another_device_with_games_and_lessons(
    visit: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    words = WORDS[language]
    laptop = visit(name="Zoé", language=language)
    register(laptop)
    created = laptop.make_table([ME, BOT], {"first": 0})
    laptop.page.wait_for_load_state("networkidle")  # the response about marks would replace what is written here
    laptop.page.evaluate("localStorage.setItem('sortilege-marks', JSON.stringify({'lesson/abracada/blind': 1}))")
    register(laptop)  # what this browser had is sent along
    laptop.page.get_by_role("button", name=words["move"]).click()
    laptop.page.locator("dialog svg path").wait_for()
    link = str(laptop.page.locator("dialog input").input_value())
    assert re.search(r"/me#[a-z0-9]{4}-[a-z0-9]{4}$", link)
    phone = visit(name="", language=language, size=size)
    phone.go(link)
    phone.page.get_by_role("button", name=words["take"]).click()
    expect(phone.page.locator("[role=status]").first).to_contain_text(words["back"])
    expect(phone.page.locator("article")).to_have_attribute("data-table", created["table"])
    assert "#" not in phone.page.url
    phone.go("/learn/abracada")
    expect(phone.page.locator("[data-lesson='blind'] .s-icon")).to_be_visible()
    phone.go(f"/t/{created['table']}")
    phone.wait_for_table()
    assert phone.fetch_table(created["table"])["you"] == 0
    other_device = visit(language=language, size=size)
    other_device.go(link)
    expect(other_device.page.get_by_role("alert")).to_be_visible()  # a code is good once
    expect(other_device.page.get_by_role("button", name=words["take"])).to_have_count(0)


def new_code(visitor: Visitor) -> str:
    """A code for another device, from the API."""
    return str(visitor.page.request.post(f"{visitor.url}/api/me/code").json()["code"])


def add_device(visitor: Visitor, visit: Callable[..., Visitor], **more: Any) -> Visitor:
    """Another device of the same person."""
    device = visit(name="", **more)
    answer = device.page.request.post(f"{visitor.url}/api/me/device", data={"code": new_code(visitor)})
    assert answer.ok, answer.text()
    return device


@BOTH
def test_a_link_with_a_code_shows_whose_it_is_and_takes_no_seat_away(
    visit: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    words = WORDS[language]
    mallory = visit(name="Mallory")
    register(mallory)
    ada = visit(language=language, size=size)
    register(ada)
    created = ada.make_table([ME, BOT], {"first": 0})
    tablet = add_device(ada, visit, language=language)
    link = f"/me#{new_code(mallory)}"
    ada.go("/")
    ada.go(link)
    sheet = ada.page.get_by_role("dialog")
    expect(sheet.locator(".owner")).to_contain_text("Mallory")
    expect(sheet.locator(".owner")).to_be_focused()
    switch = sheet.get_by_role("checkbox", name=words["bring"])
    expect(switch).not_to_be_checked()
    expect(sheet).to_contain_text(words["gives"])
    sheet.get_by_role("button", name=words["take"]).press("Enter")
    expect(ada.page.locator("header .who")).to_contain_text("Mallory")
    expect(ada.page.locator("main")).to_contain_text(words["none"])
    for former in (ada, mallory):
        assert former.page.request.get(f"{former.url}/api/tables/{created['table']}").status == 403
    assert tablet.fetch_table(created["table"])["you"] == 0


@BOTH
def test_giving_or_losing_all_seats_is_confirmed(
    visit: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    words = WORDS[language]
    mallory = visit(name="Mallory")
    register(mallory)
    ada = visit(language=language, size=size)
    register(ada)
    created = ada.make_table([ME, BOT], {"first": 0})
    register(ada)
    ada.page.get_by_role("button", name=words["come"]).click()
    sheet = ada.page.get_by_role("dialog")
    sheet.get_by_role("textbox").fill(new_code(mallory))
    sheet.get_by_role("button", name=words["whose"]).click()
    take = sheet.get_by_role("button", name=words["take"])
    take.click()
    expect(sheet).to_contain_text(words["lose"])  # Ada has no other device
    expect(sheet.get_by_role("button", name=words["leave"])).to_be_visible()
    sheet.get_by_role("button", name=words["cancel"]).click()
    sheet.get_by_role("checkbox", name=words["bring"]).check()
    take.click()
    expect(sheet.locator(".question")).to_contain_text(words["sure"])
    assert ada.fetch_table(created["table"])["you"] == 0
    assert mallory.page.request.get(f"{ada.url}/api/tables/{created['table']}").status == 403
    sheet.get_by_role("button", name=words["give"]).click()
    expect(ada.page.locator("header .who")).to_contain_text("Mallory")
    assert mallory.fetch_table(created["table"])["you"] == 0


@BOTH
def test_another_device_is_signed_out_from_the_list(
    visit: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    words = WORDS[language]
    ada = visit(language=language, size=size)
    register(ada)
    phone = add_device(ada, visit, language=language)
    created = phone.sit([ME, BOT], {"first": 0})
    register(ada)
    rows = ada.page.locator("[data-device]")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text(words["this"])
    expect(rows.first.get_by_role("button")).to_have_count(0)
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    rows.nth(1).get_by_role("button", name=words["out"]).press("Enter")
    ada.page.get_by_role("dialog").get_by_role("button", name=words["out"]).press("Enter")
    expect(rows).to_have_count(1)
    assert ada.fetch_table(created["table"])["you"] == 0
    phone.page.evaluate("localStorage.setItem('sortilege-tables', '[]')")
    phone.go("/me")
    expect(phone.page.get_by_role("status").first).to_contain_text(words["was out"])
    assert phone.context.cookies() == []
    phone.page.wait_for_function("!('sortilege-tables' in localStorage)")  # removed after the push subscription
    assert phone.page.request.get(f"{ada.url}/api/tables/{created['table']}").status == 403


@BOTH
def test_a_device_is_forgotten_and_a_person_deleted(
    visit: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    words = WORDS[language]
    ada = visit(language=language, size=size)
    register(ada)
    created = ada.make_table([ME, BOT])
    for press in ("forget", "delete"):
        register(ada)
        ada.page.get_by_role("button", name=words[press]).click()
        ada.page.get_by_role("dialog").get_by_role("button", name=words[press]).click()
        ada.page.wait_for_url(f"{ada.url}/")
        assert ada.context.cookies() == []
    register(ada)
    expect(ada.page.locator("main")).to_contain_text(words["none"])
    assert not ada.page.request.get(f"{ada.url}/api/tables/{created['table']}").ok


@BOTH
def test_a_record_dropped_on_the_shelf_is_replayed(
    visit: Callable[..., Visitor], language: str, size: tuple[int, int]
) -> None:
    words = WORDS[language]
    ada = visit(language=language, size=size)
    register(ada)
    ada.go("/")
    ada.page.locator("[data-book]").first.wait_for()
    drag_file_over(ada.page, "this is a letter, not a game")
    expect(ada.page.get_by_role("alert")).to_contain_text(words["bad"])
    drag_file_over(ada.page, json.dumps(finished_record("spellcaster", names=["Ada", "Bruno"])))
    ada.page.wait_for_url(re.compile(r"/replay/[a-z0-9]{16}\?watch="))
    ada.page.locator(".board").wait_for()
    ada.page.locator(".scrubber").wait_for()
    register(ada)
    row = ada.page.locator("article")
    expect(row).to_contain_text(words["record"])
    row.get_by_role("link", name=words["replay"]).click()
    ada.page.locator(".scrubber").wait_for()


def test_a_record_is_chosen_without_dragging(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(finished_record("abracada")))
    ada = visit()
    ada.go("/")
    with ada.page.expect_file_chooser() as file_chooser:
        ada.page.get_by_role("button", name="Open a record").press("Enter")
    file_chooser.value.set_files(file)
    ada.page.wait_for_url(re.compile("/replay/"))
    ada.page.locator(".scrubber").wait_for()


def test_tables_stored_in_the_browser_before_people_existed_are_still_listed(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    created = ada.make_table([ME, BOT], {"first": 0})
    stored = [{"table": created["table"], "game": "abracada", "recovery": "", "invite": "", "watch": "", "when": 1}]
    ada.context.add_init_script(f"localStorage.setItem('sortilege-tables', JSON.stringify({json.dumps(stored)}))")
    ada.go("/")
    expect(ada.page.locator(".resume")).to_contain_text("Your turn")
