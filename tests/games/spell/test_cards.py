"""Chapter "Rune cards", and custom decks."""

import re
from pathlib import Path

import pytest

from sortilege import Match, OptionError
from sortilege.core.contract.cards import CardsError
from sortilege.games.spell import GAME, deck
from sortilege.games.spell.rules.runes import placements, rotated
from tests.games.spell.board import REF, TEN, load, play
from tests.shelf.french import check

RULES = (GAME.folder / "RULES.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([AB]\d-\d) \| \S+ \| (\d) \| (\d) \| `([X./]+)` \| (\w+) \| (\d) \| (\d+) \|", RULES, re.M)


def deck_of(card: str) -> deck.Deck:
    return deck.load_deck("basic" if card[0] == "B" else "advanced")


@pytest.mark.rule("SP-350")
def test_a_card_is_worth_its_level() -> None:
    for name in ("basic", "advanced"):
        assert all(card.level == int(card_name[1]) for card_name, card in deck.load_deck(name).cards.items())
    for card, points in (("B1-2", 1), ("B2-1", 2), ("B3-1", 3), ("B4-1", 4)):
        assert load(TEN, f"R:{card}").position()["score"]["p"] == 15 + points


@pytest.mark.rule("SP-351")
def test_each_deck_has_twenty_six_cards_over_all_four_levels() -> None:
    for name in ("basic", "advanced"):
        assert len(deck.load_deck(name).cards) == 26
        assert all(deck.load_deck(name).level_sizes())


@pytest.mark.rule("SP-352")
def test_a_hidden_card_shows_its_level_alone() -> None:
    view = load(REF).view(0)
    assert [len(pile) for pile in view["piles"].values()] == [5, 5, 4, 4]
    assert all(card[1] == level for level, pile in view["piles"].items() for card in pile)


@pytest.mark.rule("SP-353")
def test_the_stand_ins_count_seven_seven_six_six() -> None:
    assert [deck.load_deck(name).level_sizes() for name in ("basic", "advanced")] == [[7, 7, 6, 6]] * 2


@pytest.mark.rule("SP-354")
def test_the_stand_ins_have_four_to_seven_cells_by_level() -> None:
    for name in ("basic", "advanced"):
        assert all(len(card.shape) == card.level + 3 for card in deck.load_deck(name).cards.values())


def pieces(shape: list[tuple[int, int]], diagonals: bool) -> int:
    """Return the number of connected parts of a shape."""
    left, parts = set(shape), 0
    while left:
        parts += 1
        edge = [left.pop()]
        while edge:
            r, c = edge.pop()
            near = {(a, b) for a, b in left if max(abs(a - r), abs(b - c)) == 1 and (diagonals or a == r or b == c)}
            left -= near
            edge += near
    return parts


@pytest.mark.rule("SP-355")
def test_basic_shapes_hang_together_and_advanced_ones_do_not() -> None:
    kinds = {name: kind for name, _, _, _, kind, _, _ in ROWS}
    assert len(kinds) == 52
    for name, kind in kinds.items():
        shape = deck_of(name).cards[name].shape
        by_sides, by_corners = pieces(shape, False), pieces(shape, True)
        assert kind == ("connected" if by_sides == 1 else "diagonal" if by_corners == 1 else "gap"), name
        assert (kind == "connected") == (name[0] == "B")


@pytest.mark.rule("SP-356")
def test_no_two_cards_of_a_level_are_rotations_of_each_other() -> None:
    for name in ("basic", "advanced"):
        cards = deck.load_deck(name).cards
        for level in range(1, 5):
            places = [frozenset(placements(card.shape)) for card in cards.values() if card.level == level]
            assert len(set(places)) == len(places)
    twins = [set(placements(deck_of(card).cards[card].shape)) for card in ("B1-4", "B1-5")]
    assert not twins[0] & twins[1]


@pytest.mark.rule("SP-357")
def test_every_shape_fits_the_arena_as_often_as_the_ledger_counts() -> None:
    for name, _, size, rows, _, rotations, inside in ROWS:
        card = deck_of(name).cards[name]
        assert (card.rows, len(card.shape)) == (rows, int(size))
        faces = {tuple(shape) for shape in turns(card.shape)}
        assert len(faces) == int(rotations)
        assert len([place for place in placements(card.shape) if place < 1 << 16]) == int(inside) >= 8


def turns(shape: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    shapes = [sorted(shape)]
    for _ in range(3):
        shapes.append(rotated(shapes[-1]))
    return shapes


LINE = r"^(line \d+(, column \d+)?: )?"


def text(**changes: str) -> str:
    """Return a deck file with the basic cards, with some lines changed or, if "", left out."""
    lines = {
        name: f'"{name}" = {{ level = {card.level}, rows = "{card.rows}" }}'
        for name, card in deck.load_deck("basic").cards.items()
    }
    for name, line in changes.items():
        lines[name.replace("_", "-")] = line
    return 'note = "custom"\n[cards]\n' + "\n".join(line for line in lines.values() if line)


@pytest.mark.rule("SP-358")
def test_a_valid_deck_is_described_in_one_line() -> None:
    assert GAME.check_cards(text()) == (
        "26 cards (7 of level 1, 7 of level 2, 6 of level 3, 6 of level 4), "
        "shapes of 4 to 7 cells, 4 solo set-ups; custom"
    )


@pytest.mark.rule("SP-358")
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (text(B1_1=""), "cards: a deck has 26 cards, not 25"),
        (text(B1_8='"B1-8" = { level = 1, rows = "XX" }'), "cards: a deck has 26 cards, not 27"),
        (text(B1_1='"B1-1" = { level = 1, rows = "XXXXX" }'), "B1-1: its shape is 1 by 5, more than 4 by 4"),
        (text(B1_1='"B1-1" = { level = 1, rows = "X/X/X/X/X" }'), "B1-1: its shape is 5 by 1, more than 4 by 4"),
        (text(B1_1='"B1-1" = { level = 1, rows = "../.." }'), "B1-1: its shape has no filled cell"),
        (text(B1_1='"B1-1" = { level = 1, rows = "" }'), "B1-1: its shape has no filled cell"),
        (text(B1_1='"B1-1" = { level = 1, rows = "XX/X" }'), "B1-1: its rows differ in length"),
        (text(B1_1='"B1-1" = { level = 1, rows = "XxO" }'), "B1-1: its rows are X and . joined by /"),
        (text(B1_1='"B1-1" = { level = 1, rows = 7 }'), "B1-1: its rows are X and . joined by /"),
        (text(B1_1='"B1-1" = { level = 5, rows = "X" }'), "B1-1: its level is 1 to 4, not 5"),
        (text(B1_1='"B1-1" = { level = 2, rows = "X" }'), "B1-1: is named as level 1 but has level 2"),
        (text(B1_1='"B1-1" = { level = true, rows = "X" }'), "B1-1: its level is 1 to 4, not True"),
        (text(B1_1='"B1-1" = { rows = "X" }'), "B1-1: a card has level and rows"),
        (text(B1_1='"B1-1" = { level = 1, rows = "X", points = 3 }'), "B1-1: a card has level and rows"),
        (text(B1_1='"B1-1" = { name = "{0}", level = 1, rows = "X" }'), "B1-1: name has a character no card can"),
        (text(B1_1=f'"B1-1" = {{ name = "{"a" * 25}", level = 1, rows = "X" }}'), "B1-1: name has 25 characters"),
        (text(B1_1='"Line" = { level = 1, rows = "X" }'), "Line: a card is named by a letter"),
        (text(B1_1='"B1-27" = { level = 1, rows = "X" }'), "B1-27: a card is named by a letter"),
        (text(B1_1='"B1-2" = { level = 1, rows = "X" }'), "B1-2 is there twice"),
        ("cards = 3", "cards: a deck has a table"),
        ("", "cards: a deck has a table"),
        ("nonsense", "this is not TOML"),
        (text() + "\n[extras]\n", "extras: a deck has only note, cards and setups"),
        (text() + "\n[setups]\nS5 = 1\n", "S5: the solo set-ups are named S1 to S4"),
        (text() + "\n[setups]\nS1 = { arena = [] }\n", "S1: a set-up has arena and mages"),
    ],
)
def test_an_unsound_deck_is_refused_by_card_and_reason(changed: str, sentence: str) -> None:
    with pytest.raises(CardsError, match=LINE + re.escape(sentence)) as error:
        GAME.check_cards(changed)
    check(error.value)


@pytest.mark.rule("SP-358")
def test_an_error_in_a_deck_is_named_with_its_line() -> None:
    first = 'game = "spell"\n' + text()
    line = first[: first.index('"B2-3"')].count("\n") + 1
    for wrong in ('"B2-3" = {{ level = {}, rows = "X" }}', '"B2-3".rows = "X"\n"B2-3".level = {}'):
        with pytest.raises(CardsError, match=f"^line {line}: B2-3: its level is 1 to 4, not 9"):
            GAME.check_cards('game = "spell"\n' + text(B2_3=wrong.format(9)))
    last = text(B2_3="") + '\n[cards."B2-3"]\nlevel = 9\nrows = "X"\n'
    with pytest.raises(CardsError, match=f"^line {last.count(chr(10)) - 2}: B2-3: its level"):
        GAME.check_cards(last)
    with pytest.raises(CardsError, match=r"^line 2: cards: a deck has 26 cards, not 25"):
        GAME.check_cards(text(B2_3=""))


def test_a_file_for_another_game_is_refused() -> None:
    with pytest.raises(CardsError, match=r"^line 1: these cards are for spellcaster, not for spell"):
        GAME.check_cards('game = "spellcaster"\n' + text())


@pytest.mark.parametrize("name", ["basic", "advanced"])
def test_the_file_to_start_from_is_the_deck_itself(name: str) -> None:
    boxed, file = deck.load_deck(name), deck.parse(GAME.card_file(name))
    assert (file.cards, file.setups) == (boxed.cards, boxed.setups)
    assert "stand-in" in file.note


@pytest.mark.rule("SP-358")
def test_a_deck_that_lacks_a_level_is_refused() -> None:
    lines = "\n".join(f'"C{n // 9 + 1}-{n % 9 + 1}" = {{ level = {n // 9 + 1}, rows = "X" }}' for n in range(26))
    with pytest.raises(CardsError, match="no card of level 4"):
        GAME.check_cards("[cards]\n" + lines)


S1 = 'S1 = {{ arena = ["{}", "kPNK", "pkpk", "kpp."], mages = {{ k = "{}", p = "{}" }} }}'


@pytest.mark.rule("SP-360")
@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        (S1.format("pkpp", "13", "11"), "S1: its arena has 6 of K or k, not 7 (SP-003)"),
        (S1.format("pkpN", "13", "11"), "S1: its arena has 6 of K or k, not 7 (SP-003)"),
        (S1.format("pkp", "13", "11"), "S1: its arena is four rows of four letters (SP-005)"),
        (S1.format("pkpk", "33", "11"), "S1: a mage stands in the hole at 33 (SP-007)"),
        (S1.format("pkpk", "11", "11"), "S1: both mages stand on 11 (SP-006)"),
        (S1.format("pkpk", "44", "11"), "S1: its mages are one cell each"),
    ],
)
def test_an_unsound_set_up_is_refused(setup: str, sentence: str) -> None:
    with pytest.raises(CardsError, match=LINE + re.escape(sentence)) as error:
        GAME.check_cards(text() + "\n[setups]\n" + setup)
    check(error.value)


@pytest.mark.rule("SP-360")
def test_the_four_set_ups_are_as_after_a_normal_creation() -> None:
    table = re.findall(r"^\| (S\d) \| `([^`]+)` \| \((\d),(\d)\) \| \((\d),(\d)\) \|", RULES, re.M)
    assert [row[0] for row in table] == ["S1", "S2", "S3", "S4"]
    for name, rows, *cells in table:
        setup = deck.load_deck("basic").setups[name]
        tiles = "".join(setup.arena)
        assert "/".join(setup.arena) == rows
        assert setup.mages == {"k": cells[0] + cells[1], "p": cells[2] + cells[3]}
        assert [tiles.count(tile) for tile in "KkPpN."] == [1, 6, 1, 6, 1, 1]
        assert "." not in setup.arena[1][1:3] + setup.arena[2][1:3]


# ---------------------------------------------------------------- a deck of one's own


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    return tmp_path


def test_an_installed_deck_is_played_by_its_name(own_data: Path) -> None:
    with pytest.raises(OptionError, match="option deck is basic or advanced, or a set this host keeps"):
        GAME.new(2, {"deck": "custom"})
    custom = text(B1_1='"C1-1" = { level = 1, rows = "X" }') + "\n[setups]\n" + S1.format("pkpk", "13", "00")
    GAME.add_cards("custom", custom)
    assert list(GAME.options["deck"].allowed) == ["basic", "advanced", "custom"]
    runes = REF["runes"] | {"1": ["C1-1", "B1-2"]}
    state = load(REF | {"options": {"deck": "custom"}, "runes": runes}, "R:C1-1")
    assert state.position()["hands"]["p"] == ["C1-1"]
    assert state.view(0)["cards"]["C1-1"] == "X"
    solo = Match(GAME, 1, {"deck": "custom"}, seed=1)
    assert solo.state.position()["mages"] == {"k": ["13"], "p": ["00"]}
    assert Match.load(solo.save()).log == solo.log
    play(state, "E")


def test_a_deck_is_stored_only_if_it_is_valid(own_data: Path) -> None:
    with pytest.raises(CardsError, match="not 25"):
        GAME.add_cards("custom", text(B1_1=""))
    with pytest.raises(CardsError, match="basic comes with the game"):
        GAME.add_cards("basic", text())
    with pytest.raises(CardsError, match="named with 1 to 32"):
        GAME.add_cards("../custom", text())
    assert list(own_data.rglob("*.toml")) == []


def test_a_deck_spoilt_on_disk_is_named_when_a_table_uses_it(own_data: Path) -> None:
    GAME.add_cards("custom", text())
    next(own_data.rglob("custom.toml")).write_text(text(B2_3='"B2-3" = { level = 2, rows = "?" }'))
    with pytest.raises(OptionError, match=r"option deck: custom cannot be played: line \d+: B2-3: its rows") as error:
        GAME.new(2, {"deck": "custom"})
    check(error.value)
