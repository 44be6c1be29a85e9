"""Chapter "Setup"."""

import random
from collections import Counter
from typing import Any

import pytest

from sortilege import CHANCE, OptionError
from sortilege.games.spellbook import GAME
from tests.games.spellbook.moves import EVENING, MIDDAY, at, bad, count, draw_all, legal, offers, play, pool, zone
from tests.shelf.tables import walk

SETS = {
    "set1": ["sacrifice", "levitation", "purification", "offering", "time_travel", "transmutation", "abundance"],
    "set2": ["eruption", "sharing", "cure", "focus", "storm", "swiftness", "knowledge"],
    "set3": ["blaze", "divination", "growth", "feast", "clone", "mirage", "communion"],
}


def new_game(seats: int, **options: Any) -> Any:
    return draw_all(GAME.new(seats, options))


@pytest.mark.rule("SB-020")
@pytest.mark.parametrize("seats", [0, 5, -1, "2", True])
def test_one_to_four_players(seats: Any) -> None:
    with pytest.raises(OptionError, match="SB-020"):
        GAME.new(seats)


@pytest.mark.rule("SB-021")
def test_all_tokens_start_in_the_pouch() -> None:
    state = GAME.new(2)
    assert (count(zone(state, "pouch")), zone(state, "discard")) == (105, "")
    assert state.weights() == [5] * 21


@pytest.mark.rule("SB-022", "SB-023", "SB-024")
@pytest.mark.parametrize(("seats", "left"), [(2, 96), (3, 94), (4, 92)])
def test_five_to_the_altar_and_two_to_each_player(seats: int, left: int) -> None:
    state = new_game(seats)
    assert count(zone(state, "altar")) == 5
    assert [count(pool(state, seat)) for seat in range(seats)] == [2] * seats
    assert count(zone(state, "pouch")) == left


@pytest.mark.rule("SB-022", "SB-023")
def test_the_altar_is_dealt_first_then_seat_after_seat() -> None:
    state = play(GAME.new(2, {"first": 0}), *["draw Ro"] * 5, *["draw Gt"] * 2, *["draw Ks"] * 2)
    assert (zone(state, "altar"), pool(state, 0), pool(state, 1)) == ("Ro Ro Ro Ro Ro", "Gt Gt", "Ks Ks")


@pytest.mark.rule("SB-025")
def test_nothing_is_stored_learned_or_triggered() -> None:
    state = new_game(4)
    assert state.scores() == [0, 0, 0, 0]
    assert state.position()["end_by"] is None
    assert all(player["book"] == {} and player["board"] == "" for player in state.position()["players"])


@pytest.mark.rule("SB-026")
def test_the_first_player_is_drawn_evenly_and_stays_first() -> None:
    state = GAME.new(3)
    while legal(state)[0].startswith("draw"):
        state.apply(state.legal()[0])
    assert (state.turn(), legal(state), state.weights()) == (CHANCE, ["first 0", "first 1", "first 2"], [1, 1, 1])
    play(state, "first 2")
    assert state.turn() == 2
    for later in walk(state, random.Random(1)):
        assert later.view(None)["first"] == 2


@pytest.mark.rule("SB-026")
def test_a_first_player_named_beforehand_is_not_drawn() -> None:
    state = new_game(3, first=1)
    assert (state.turn(), state.position()["first"]) == (1, 1)


@pytest.mark.rule("SB-027", "SB-028")
@pytest.mark.parametrize("lineup", SETS)
def test_a_set_game_uses_the_seven_spells_of_its_set(lineup: str) -> None:
    assert new_game(2, lineup=lineup).position()["spells"] == SETS[lineup]


@pytest.mark.rule("SB-028")
def test_the_three_sets_share_out_the_21_spells() -> None:
    drawn = GAME.new(2, {"lineup": "classic"})
    named = []
    for _ in range(7):
        named.append(sorted(offer.split()[1] for offer in legal(drawn)))
        drawn.apply(drawn.legal()[0])
    assert named == [sorted(trio) for trio in zip(*SETS.values(), strict=True)]
    assert len({spell for trio in named for spell in trio}) == 21


@pytest.mark.rule("SB-029")
def test_a_classic_game_draws_one_of_three_spells_for_each_colour() -> None:
    state = GAME.new(2, {"lineup": "classic"})
    for trio in zip(*SETS.values(), strict=True):
        assert (state.turn(), legal(state)) == (CHANCE, [f"lineup {spell}" for spell in trio])
        assert state.weights() == [1, 1, 1]
        play(state, f"lineup {trio[2]}")
    assert draw_all(state).position()["spells"] == SETS["set3"]


@pytest.mark.rule("SB-029")
def test_a_classic_position_has_to_name_its_spells() -> None:
    assert bad("", "", options={"lineup": "classic"}) == ("spells", "SB-029")
    assert at("", "", options={"lineup": "classic"}, spells=SETS["set2"]).position()["spells"] == SETS["set2"]


@pytest.mark.rule("SB-030")
def test_an_agreed_line_up_has_one_spell_of_each_colour() -> None:
    agreed = ["blaze", "levitation", "cure", "feast", "storm", "mirage", "abundance"]
    assert new_game(2, lineup=agreed).position()["spells"] == agreed
    for wrong in (["eruption", *agreed[:6]], agreed[:6], [*agreed, "clone"], ["fire", *agreed[1:]], [1, *agreed[1:]]):
        with pytest.raises(OptionError, match="SB-030"):
            GAME.new(2, {"lineup": wrong})


@pytest.mark.rule("SB-031")
def test_the_other_fourteen_spells_are_never_offered() -> None:
    rich = at("Ro Ro Ro Po Po Po Yo Yo Yo", "", turn=EVENING)
    named = {offer.split()[1] for offer in offers(play(rich, "act learn"), "learn")}
    assert named == {"sacrifice", "levitation", "abundance"}
    clone = at(
        {"book": {"clone": "3o"}}, {"book": {"feast": "4o"}}, options={"lineup": "set3"}, altar="Ro", turn=MIDDAY
    )
    copied = Counter(offer.split()[2] for offer in offers(play(clone, "use clone 3"), "copy 1"))
    assert copied == {"feast": 1}


@pytest.mark.rule("SB-032")
def test_the_order_of_the_spells_means_nothing() -> None:
    rich = "Ro Ro Ro Po Po Po Yo Yo Yo"
    orders = [SETS["set1"], SETS["set1"][::-1]]
    states = [play(at(rich, "", spells=order, turn=EVENING), "act learn") for order in orders]
    assert legal(states[0]) == legal(states[1])
