"""A new table: what is asked, and that the table is what was answered."""

from collections.abc import Callable

import pytest

from sortilege import game
from sortilege.core.contract.cards import path_of
from tests.browser.visitor import Visitor, expect

pytestmark = pytest.mark.browser


def test_seven_spells_of_ones_own_are_the_ones_on_the_table(visit: Callable[..., Visitor]) -> None:
    """SB-030."""
    ada = visit()
    ada.go("/new/spellbook")
    for choice in ("Your own", "Blaze", "Cure", "Clone"):
        ada.page.get_by_role("radio", name=choice, exact=True).check()
    ada.page.get_by_role("button", name="Sit down and play").click()
    ada.wait_for_table()
    lineup = ada.fetch_table(ada.page.url.rsplit("/", 1)[1])["options"]["lineup"]
    assert lineup == ["blaze", "levitation", "cure", "offering", "clone", "transmutation", "abundance"]


def test_a_solo_game_offers_only_the_options_that_matter_alone(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/new/spell")
    duel, solo = (ada.page.get_by_role("group", name=name, exact=True).first for name in ("The duel", "Solo arena"))
    expect(duel).to_be_visible()
    expect(solo).to_have_count(0)
    ada.page.get_by_role("radio", name="With amulets").check()
    ada.page.get_by_role("radio", name="1", exact=True).check()
    expect(duel).to_have_count(0)
    ada.page.get_by_role("radio", name="Third").check()
    ada.page.get_by_role("button", name="Sit down and play").click()
    ada.wait_for_table()
    options = ada.fetch_table(ada.page.url.rsplit("/", 1)[1])["options"]
    assert (options["mode"], options["setup"]) == ("solo", "S3")


def test_a_deck_that_cannot_be_played_is_refused_in_the_language_of_the_page(visit: Callable[..., Visitor]) -> None:
    """SP-358. The host has damaged the card file in the meantime."""
    spell = game("spell")
    spell.add_cards("mine", spell.card_file("basic"))
    file = path_of("spell", "mine")
    file.write_text(file.read_text(encoding="utf-8").replace("level = 1", "level = 9", 1), encoding="utf-8")
    ada = visit()
    ada.go("/new/spell")
    ada.page.get_by_role("radio", name="mine", exact=True).check()
    ada.page.locator("form .s-btn.main").click()
    alert = ada.page.get_by_role("alert")
    expect(alert).to_contain_text("its level is 1 to 4, not 9.")
    ada.page.get_by_role("button", name="Français").click()
    expect(alert).to_contain_text("son niveau va de 1 à 4, et n’est pas 9.")
    expect(alert).not_to_contain_text("level")
    alert.get_by_role("button").click()  # why?
    expect(alert).to_contain_text("SP-350")
