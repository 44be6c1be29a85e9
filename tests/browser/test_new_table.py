"""A new table: what is asked, and that the table is what was answered."""

from collections.abc import Callable

import pytest

from tests.browser.visitor import Visitor, expect

pytestmark = pytest.mark.browser


def test_seven_spells_of_ones_own_are_the_ones_on_the_table(visit: Callable[..., Visitor]) -> None:
    """SB-030."""
    ada = visit()
    ada.go("/new/spellbook")
    for choice in ("Your own", "Blaze", "Cure", "Clone"):
        ada.page.get_by_role("radio", name=choice, exact=True).check()
    ada.page.get_by_role("button", name="Sit down and play").click()
    ada.sat()
    lineup = ada.look(ada.page.url.rsplit("/", 1)[1])["options"]["lineup"]
    assert lineup == ["blaze", "levitation", "cure", "offering", "clone", "transmutation", "abundance"]


def test_alone_only_what_matters_alone_is_asked(visit: Callable[..., Visitor]) -> None:
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
    ada.sat()
    options = ada.look(ada.page.url.rsplit("/", 1)[1])["options"]
    assert (options["mode"], options["setup"]) == ("solo", "S3")
