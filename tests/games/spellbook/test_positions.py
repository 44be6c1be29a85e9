"""Bad input: positions and actions that cannot be, each refused with its field and its rule."""

import random
from typing import Any

import pytest

from sortilege import CHANCE, OVER, IllegalAction, NotQuiet, OptionError, PositionError
from sortilege.games.spellbook import GAME
from tests.games.spellbook.moves import EVENING, MIDDAY, SET2, SET3, all_but, at, bad, full, play, refused
from tests.shelf.tables import quiet, walk

NINE = "Ro Rt Rs Po Pt Ps Go Gt Gs"
BOOK = {
    **{"sacrifice": "3o", "levitation": "3o", "purification": "3o", "offering": "3o"},
    **{"time_travel": "3o", "transmutation": "3o", "abundance": "3o"},
}


@pytest.mark.rule("SB-001")
@pytest.mark.parametrize(
    ("field", "position"),
    [
        ("altar", {"altar": "Ro Ro Ro Ro Ro Ro"}),
        ("discard", {"altar": "Ro Ro Ro", "discard": "Ro Ro Ro"}),
    ],
)
def test_six_tokens_of_a_type_are_one_too_many(field: str, position: dict[str, Any]) -> None:
    assert bad("", "", **position) == (field, "SB-001")


@pytest.mark.rule("SB-001")
def test_a_card_counts_among_the_tokens() -> None:
    player = {"pool": "Ro Ro Ro Ro Ro", "book": {"sacrifice": "3o"}}
    assert bad(player, "") == ("players[0].book.sacrifice", "SB-001")
    assert bad("Ro Ro Ro", "Ro Ro Ro") == ("players[1].pool", "SB-001")


@pytest.mark.rule("SB-002")
@pytest.mark.parametrize("tokens", ["Rx", "Xo", "RoGt", "ro", "R", 5, None, ["Ro"]])
def test_an_invalid_token_is_refused(tokens: Any) -> None:
    assert bad("", "", altar=tokens) == ("altar", "SB-002")


@pytest.mark.rule("SB-004")
def test_a_pool_of_ten_is_refused() -> None:
    assert bad("", NINE + " Ko") == ("players[1].pool", "SB-004")


@pytest.mark.rule("SB-011")
def test_a_board_of_fifteen_is_refused() -> None:
    assert bad({"board": full(15)}, "") == ("players[0].board", "SB-011")


@pytest.mark.rule("SB-008", "SB-010")
@pytest.mark.parametrize(
    ("card", "rule"),
    [
        ("2o", "SB-010"),
        ("6o", "SB-010"),
        ("3x", "SB-008"),
        ("3", "SB-008"),
        ("3o**", "SB-008"),
        (3, "SB-008"),
        (None, "SB-008"),
    ],
)
def test_a_card_that_cannot_be_is_refused(card: Any, rule: str) -> None:
    assert bad({"book": {"sacrifice": card}}, "") == ("players[0].book.sacrifice", rule)


@pytest.mark.rule("SB-112")
def test_a_book_holds_each_spell_once() -> None:
    assert bad({"book": [["sacrifice", "3o"], ["sacrifice", "4o"]]}, "") == ("players[0].book", "SB-008")
    learned = at({"pool": "Ro Ro Ro Po Po Po", "book": {"sacrifice": "3o"}}, "", turn=EVENING)
    assert refused(play(learned, "act learn"), "learn sacrifice 3") == "SB-112"


@pytest.mark.rule("SB-030", "SB-028")
def test_seven_spells_one_of_each_colour() -> None:
    spells = ["sacrifice", "levitation", "purification", "offering", "time_travel", "transmutation", "abundance"]
    assert bad("", "", spells=spells[:6]) == ("spells", "SB-030")
    assert bad("", "", spells="set1") == ("spells", "SB-030")
    assert bad("", "", spells=[*spells[:6], "magic"]) == ("spells[6]", "SB-028")
    assert bad("", "", spells=[*spells[:6], 7]) == ("spells[6]", "SB-028")
    assert at("", "", options=SET2, spells=spells[::-1]).position()["spells"] == spells


@pytest.mark.parametrize(
    ("field", "position"),
    [
        ("magic", {"magic": 1}),
        ("first", {"first": 2}),
        ("first", {"first": "random"}),
        ("day", {"day": 0}),
        ("day", {"day": 1.5}),
        ("turn", {"turn": "morning"}),
        ("turn", {"turn": None}),
        ("turn.seat", {"turn": {"seat": 2}}),
        ("turn.phase", {"turn": {"phase": "night"}}),
        ("turn.mornings", {"turn": {"mornings": "1"}}),
        ("turn.when", {"turn": {"when": 1}}),
        ("end_by", {"end_by": 5}),
        ("options", {"options": {"handicap": 1}}),
        ("options", {"options": {"lineup": "set4"}}),
        ("then", {"then": {}}),
        ("then[0]", {"then": [{"do": "act", "action": "store"}]}),
        ("then[1]", {"then": [{"do": "skip"}, {"do": "jump"}]}),
    ],
)
def test_a_field_that_does_not_fit_is_named(field: str, position: dict[str, Any]) -> None:
    assert bad("", "", **position)[0] == field


@pytest.mark.rule("SB-160", "SB-161", "SB-167", "SB-210", "SB-211")
def test_a_game_is_over_only_when_somebody_has_finished() -> None:
    over = {"phase": "over"}
    assert bad("", "", turn=over) == ("turn.phase", "SB-160")
    assert bad("", "", turn=over, end_by=None) == ("turn.phase", "SB-160")
    assert bad("", "", turn=over, end_by=1) == ("end_by", "SB-160")
    assert bad({"board": full(13)}, "", turn=over) == ("turn.phase", "SB-160")
    assert bad({"board": full(14)}, "", turn=over, end_by=None) == ("end_by", "SB-160")
    assert bad("", altar=NINE, turn=over) == ("turn.phase", "SB-210")
    for player in ({"board": full(14)}, {"book": BOOK}):
        assert at("", player, turn=over).position()["end_by"] == 1
        assert at(player, turn=over).turn() == OVER
    outrun = at("", turn=over, opponent={"track": " ".join(all_but().split()[:17])})
    assert (outrun.turn(), outrun.position()["end_by"]) == (OVER, None)


def test_players_are_as_many_as_seats() -> None:
    for wrong in (
        {},
        {"players": []},
        {"players": [{}, {}, {}]},
        {"players": [{}, 5]},
        {"players": [{}, {"hand": ""}]},
    ):
        with pytest.raises(PositionError, match="players"):
            GAME.load({"game": "spellbook", "seats": 2, **wrong})


def test_only_seats_and_players_are_required() -> None:
    state = GAME.load({"game": "spellbook", "seats": 2, "players": [{}, {}]})
    assert state.position()["turn"] == {"seat": 0, "phase": "morning", "mornings": 1}
    assert (state.position()["day"], state.position()["first"]) == (1, 0)


def test_a_star_is_stored_only_for_the_seat_whose_day_it_is() -> None:
    starred = {"book": {"sacrifice": "3o*"}}
    state = at(starred, {"book": {"sacrifice": "3t*"}}, turn=MIDDAY)
    assert [player["book"]["sacrifice"] for player in state.position()["players"]] == ["3o*", "3t"]


def test_positions_are_taken_only_at_quiet_points() -> None:
    with pytest.raises(NotQuiet):
        GAME.new(2).position()
    with pytest.raises(NotQuiet):
        play(at("", "", altar="Ro"), "act take").position()
    swift = at("Uo Ut Us", "", options=SET2, altar="Ro", turn=EVENING)
    play(swift, "act learn", "learn swiftness 3", "place Uo", "pay Ut", "pay Us")
    with pytest.raises(NotQuiet):
        swift.position()


def test_then_reaches_every_other_state() -> None:
    rng = random.Random(21)
    position, then = None, []
    for state in walk(GAME.new(2, SET3), rng):
        here = quiet(state)
        if here is not None:
            position, then = here, []
        elif position is not None:
            then.append(GAME.describe(state.history[-1]))
            loaded = GAME.load({**position, "then": then})
            assert (loaded.turn(), loaded.legal()) == (state.turn(), state.legal())
            assert state.turn() != CHANCE or loaded.weights() == state.weights()


@pytest.mark.parametrize(
    "thing",
    [
        None,
        "skip",
        {},
        {"do": "skip", "phase": 1},
        {"do": "take"},
        {"do": "take", "token": "ro"},
        {"do": "use", "spell": "focus", "level": 4},
        {"do": "use", "spell": "focus", "level": 3, "branch": "take"},
        {"do": "use", "spell": "blaze", "level": 3.0},
        {"do": "use", "spell": "blaze", "level": True},
        {"do": "copy", "seat": 4, "spell": "blaze", "level": 3},
        {"do": "learn", "spell": "blaze", "level": 4, "token": "Ro"},
        {"do": ["take"], "token": "Ro"},
    ],
)
def test_an_invalid_action_is_refused(thing: Any) -> None:
    with pytest.raises(IllegalAction) as error:
        GAME.find(thing)
    assert error.value.rule.startswith("SB-")
    assert error.value.message


@pytest.mark.parametrize("number", [-1, 6, 7, 71_000, 2**70, 1.0, True, None, "0"])
def test_an_invalid_action_number_is_refused(number: Any) -> None:
    state = at("", "", altar="Ro")
    with pytest.raises(IllegalAction):
        state.apply(number)
    assert state.legal() == at("", "", altar="Ro").legal()


def test_every_refusal_of_a_whole_game_names_a_rule_and_changes_nothing() -> None:
    ids = [a for a in range(900) if is_action(a)]
    rng = random.Random(17)
    for n, state in enumerate(walk(GAME.new(3, {"lineup": "classic"}), rng)):
        if n % 5:
            continue
        before = list(state.cells)
        for a in rng.sample(sorted(set(ids) - set(state.legal())), 12):
            with pytest.raises(IllegalAction) as error:
                state.apply(a)
            assert error.value.rule.startswith("SB-")
            assert error.value.message
        assert list(state.cells) == before


def is_action(number: int) -> bool:
    try:
        GAME.describe(number)
    except IllegalAction:
        return False
    return True


def test_every_action_object_leads_back_to_its_number() -> None:
    ids = [a for a in range(900) if is_action(a)]
    assert [GAME.find(GAME.describe(a)) for a in ids] == ids
    assert len(ids) == 2 + 4 + 65 + 10 * 21 + 3 + 63 + 21 + 4 + 5 * 65 + 4 + 21


def test_chance_is_not_a_seats_to_decide() -> None:
    state = play(at("", ""), "act draw")
    assert refused(state, "skip") == "SB-007"
    assert refused(at("", ""), "draw Ro") == "SB-007"
    assert refused(at("", ""), "first 1") == "SB-026"
    assert refused(at("", ""), "lineup blaze") == "SB-029"
    assert refused(play(at("", "", altar=all_but("Ro")), "act draw"), "draw Gt") == "SB-007"
    assert refused(GAME.new(2, {"lineup": "classic"}), "draw Ro") == "SB-029"
    over = at({"board": full(14)}, "", turn={"phase": "over"})
    assert (over.turn(), refused(over, "skip")) == (OVER, "SB-163")


def test_a_seat_of_another_table_has_no_view() -> None:
    with pytest.raises(OptionError):
        at("", "").view(2)
