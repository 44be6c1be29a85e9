"""Setting up (SC-101..114)."""

import pytest

from sortilege import CHANCE, Match, OptionError
from tests.games.spellcaster.board import GAME, energy, offers, piles, play, sapphires, sizes


def new_match(seats: int, **options: object) -> Match:
    return Match(GAME, seats, options, seed=5)


@pytest.mark.rule("SC-101")
@pytest.mark.parametrize("seats", [0, 1, 5, True, "2"])
def test_other_numbers_of_mages_are_refused(seats: object) -> None:
    with pytest.raises(OptionError, match=r"2, 3 or 4.*SC-101"):
        GAME.new(seats)  # type: ignore[arg-type]


@pytest.mark.rule("SC-102")
def test_all_four_piles_are_empty_at_the_start() -> None:
    assert piles(new_match(2).state) == {"R": [], "Y": [], "B": [], "G": []}


def test_nothing_is_being_carried_out_before_the_first_card_acts() -> None:
    for seats in (2, 3, 4):
        view = GAME.new(seats, {"first": 0}).view(None)
        assert (view["resolving"], view["waiting"], view["used"], view["last"]) == (None, [], [], False)


@pytest.mark.rule("SC-103")
def test_all_sixty_cards_are_one_deck_and_the_same_seed_deals_the_same() -> None:
    state = GAME.new(2, {"first": 0})
    assert len(state.legal()) == 60
    assert new_match(4).log == new_match(4).log
    assert new_match(4).log != Match(GAME, 4, seed=6).log


@pytest.mark.rule("SC-104", "SC-105")
def test_a_duel_starts_with_three_cards_ten_energy_and_two_sapphires_each() -> None:
    state = new_match(2, first=0).state
    assert (sizes(state), state.view(0)["deck"]) == ([4, 3], 53)  # the first mage has drawn
    assert (energy(state), sapphires(state)) == ([10, 10], [2, 2])


@pytest.mark.rule("SC-106")
def test_the_starting_mage_is_drawn_or_chosen() -> None:
    state = GAME.new(2)
    assert (state.turn(), offers(state), state.weights()) == (CHANCE, {"first 0", "first 1"}, [1, 1])
    assert new_match(2, first=1).state.turn() == 1
    with pytest.raises(OptionError, match="first"):
        GAME.new(2, {"first": 2})


@pytest.mark.rule("SC-107", "SC-108", "SC-109", "SC-110")
def test_three_mages_are_two_against_one_and_the_first_of_the_team_starts() -> None:
    start = GAME.new(3)
    assert start.turn() == CHANCE
    assert "card R01" in offers(start)  # nobody draws lots
    state = new_match(3).state
    assert (sizes(state), state.view(0)["deck"]) == ([4, 6, 3], 47)
    assert (energy(state), sapphires(state)) == ([10, 10], [2, 2])
    assert state.turn() == 0
    for first in (1, 2):
        with pytest.raises(OptionError, match="SC-110"):
            GAME.new(3, {"first": first})
    assert GAME.new(3, {"first": 0}).legal() == start.legal()


@pytest.mark.rule("SC-107", "SC-111")
@pytest.mark.parametrize(("seats", "sides"), [(2, [0, 1]), (3, [0, 1, 0]), (4, [0, 1, 0, 1])])
def test_partners_sit_between_their_rivals(seats: int, sides: list[int]) -> None:
    scores = GAME.load({"game": "spellcaster", "seats": seats, "options": {}, "sapphires": [3, 7]}).scores()
    assert scores == [[3, 7][side] for side in sides]
    assert GAME.sides(seats) == tuple(tuple(s for s in range(seats) if sides[s] == side) for side in (0, 1))


@pytest.mark.rule("SC-112")
def test_four_mages_have_three_cards_each_and_common_crystals() -> None:
    state = new_match(4, first=0).state
    assert (sizes(state), state.view(0)["deck"]) == ([4, 3, 3, 3], 47)
    assert (energy(state), sapphires(state)) == ([10, 10], [2, 2])


@pytest.mark.rule("SC-113")
def test_with_four_mages_any_seat_may_start() -> None:
    assert offers(GAME.new(4)) == {"first 0", "first 1", "first 2", "first 3"}
    assert new_match(4, first=3).state.turn() == 3


@pytest.mark.rule("SC-114")
def test_cards_are_dealt_seat_by_seat() -> None:
    state = play(GAME.new(3), "card R01", "card R02", "card R03", "card Y01")
    assert sizes(state) == [3, 1, 0]
    play(state, *(f"card Y{n:02}" for n in range(2, 7)), "card B01")
    assert sizes(state) == [3, 6, 1]
    assert state.view(1)["hands"][1] == ["Y01", "Y02", "Y03", "Y04", "Y05", "Y06"]
