"""Where a host's own card sets lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from sortilege.core import cards


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))


def test_an_installed_set_is_listed_and_read_back() -> None:
    assert cards.installed("spell") == {}
    cards.install("spell", "my-deck", "é = 1\n")
    assert list(cards.installed("spell")) == ["my-deck"]
    assert cards.read("spell", "my-deck") == "é = 1\n"
    assert cards.installed("spellcaster") == {}


def test_a_set_of_the_same_name_is_replaced_and_nothing_else_lies_about() -> None:
    cards.install("spell", "mine", "a = 1\n")
    path = cards.install("spell", "mine", "a = 2\n")
    assert cards.read("spell", "mine") == "a = 2\n"
    assert [file.name for file in path.parent.iterdir()] == ["mine.toml"]


@pytest.mark.parametrize("name", ["", "Mine", "../up", "a/b", "a.b", "x" * 33, "é", "a\n"])
def test_a_name_that_could_point_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(cards.CardsError, match="named with 1 to 32"):
        cards.install("spell", name, "")
    with pytest.raises(cards.CardsError, match="named with 1 to 32"):
        cards.read("spell", name)


def test_a_set_that_is_not_there_is_named_with_those_that_are() -> None:
    cards.install("spell", "mine", "")
    with pytest.raises(cards.CardsError, match="no set of cards named 'yours'; installed: mine"):
        cards.read("spell", "yours")
