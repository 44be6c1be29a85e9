"""Where a host's own card sets lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from sortilege.core.contract import cards


def test_an_installed_set_is_listed_and_read_back() -> None:
    assert cards.installed_sets("spell") == {}
    cards.install("spell", "my-deck", "é = 1\n")
    assert list(cards.installed_sets("spell")) == ["my-deck"]
    assert cards.read("spell", "my-deck") == "é = 1\n"
    assert cards.installed_sets("spellcaster") == {}


def test_a_set_of_the_same_name_is_replaced_without_leaving_other_files() -> None:
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


def test_the_names_of_sets_are_the_built_in_and_the_stored_ones() -> None:
    names = cards.SetName("spell", ("basic", "advanced"))
    assert list(names) == ["basic", "advanced"]
    cards.install("spell", "mine", "")
    cards.install("spell", "basic", "")  # laid there by hand: what is in the box keeps its name
    assert list(names) == ["basic", "advanced", "mine"]
    assert len(names) == 3
    assert "mine" in names and names.accepts("mine", 2)
    for name in ("yours", "", "../mine", None, 3, ["mine"]):
        assert name not in names and not names.accepts(name, 2)
    sentence = "basic or advanced, or a set this host keeps (basic or mine; sortilege cards add FILE)"
    assert sentence in str(names.expected)


def test_a_heading_says_game_and_name_and_the_body_is_the_rest() -> None:
    text = 'name = "mine"\ngame = "spell"\n[cards]\na = 1\n'
    assert cards.heading(text) == ("spell", "mine")
    assert cards.heading("") == (None, None)
    assert cards.body(text, "spell") == {"cards": {"a": 1}}
    assert cards.body("a = 1", "spell") == {"a": 1}
    with pytest.raises(cards.CardsError, match=r"^line 2: these cards are for spell, not for spellcaster"):
        cards.body(text, "spellcaster")
    with pytest.raises(cards.CardsError, match=r"^line 1: name is a text, not \[\]"):
        cards.heading("name = []")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a = 1\nb =\n", "line 2, column 4: this is not TOML: invalid value"),
        ("a = [1,\n", "this is not TOML: Invalid value (at end of document)"),
        ('[cards]\n"B1-1" = 1\n"B1-1" = 2\n', "line 3: B1-1 is there twice"),
        ("[cards]\n[cards]\n", "line 2: cards is there twice"),
        ("a = " + "[" * 100_000, "is nested too deeply for a card file"),
        ("a = " + "9" * 5000, "has a number of more than 4300 digits"),
    ],
)
def test_invalid_toml_is_refused_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(cards.CardsError) as error:
        cards.parse_toml(text)
    assert str(error.value) == sentence


def test_a_key_is_found_on_its_line_however_it_is_written() -> None:
    for line in ('"B1-1" = 3', "B1-1 = 3", "  'B1-1'.rows = 3", '[cards."B1-1"]', "[ cards . B1-1 ]", "[B1-1]"):
        assert cards.line_of(f'# "B1-1" = 0\n\n{line}\n', "B1-1") == 3
    for line in ('"B1-11" = 3', 'x = "B1-1"', "AB1-1 = 3"):
        assert cards.line_of(line, "B1-1") == 0


def test_a_text_file_from_elsewhere_may_begin_with_a_mark(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"\xef\xbb\xbfa = 1\r\n")
    assert cards.parse_toml(cards.read_text(tmp_path / "file")) == {"a": 1}
