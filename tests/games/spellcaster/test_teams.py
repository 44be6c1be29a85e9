"""Three and four mages, and the five effects the rulebook prints (SC-601..608, SC-701..715)."""

import random
from pathlib import Path

import pytest

from tests.games.spellcaster.board import GAME, at, board, card_file_with, energy, offers, pending_question, play, sizes
from tests.shelf.tables import walk

CYCLES = [(0, 0, 1), (1, 1, 2), (2, 2, 1), (1, 3, 0)]  # seat, cycle, next rival


@pytest.mark.rule("SC-601")
@pytest.mark.parametrize("seats", [3, 4])
def test_a_turn_of_a_team_is_as_in_the_duel(seats: int) -> None:
    state = at(seats, step="start", hands=[["R01"], *[[]] * (seats - 1)])
    play(state, "card Y01", "play R01", "activate R01")
    assert (energy(state), sizes(state)[0], state.view(0)["active"]) == ([10, 8], 1, 1)


@pytest.mark.rule("SC-603")
def test_damage_and_gains_go_to_the_common_total() -> None:
    state = play(at(4, seat=3, piles={"R": ["R01/1"], "Y": ["Y01/1"]}), "activate R01", "activate Y01")
    assert energy(state) == [8, 12]


@pytest.mark.rule("SC-604")
def test_cards_are_never_passed_to_a_partner() -> None:
    verbs = {GAME.describe(a)["do"] for a in at(4, hands=[["R01", "Y01"], [], [], []]).legal()}
    assert verbs == {"draw", "play"}


@pytest.mark.rule("SC-604", "SC-607")
@pytest.mark.parametrize("seats", [3, 4])
def test_no_card_ever_goes_from_hand_to_hand_but_to_a_rival(seats: int) -> None:
    hands = [["R01"], ["Y01"], ["B01"], ["G01"]][:seats]
    state = play(at(seats, hands=hands, piles={"G": ["G07/0"]}), "activate G07", "steal Y01")
    *_, last = walk(state, random.Random(seats))
    stolen = 0
    for line in last.view(None)["log"]:
        for move in (move for event in line["events"] for move in event.get("moves", ())):
            if move["from"].startswith("hand") and move["to"].startswith("hand"):
                stolen += 1
                assert int(move["from"][4:]) % 2 != int(move["to"][4:]) % 2
                assert line["do"] == "steal"
    assert stolen


@pytest.mark.rule("SC-605")
@pytest.mark.parametrize(("seat", "cycle", "rival"), CYCLES)
def test_with_three_mages_the_next_rival_is_the_one_who_plays_first(seat: int, cycle: int, rival: int) -> None:
    hands = [["R01"], ["R02"], ["R03"]]
    state = at(3, seat=seat, cycle=cycle, hands=hands, piles={"R": [f"R14/{seat % 2}"]})
    assert board(state)["next_rival"] == rival
    assert pending_question(play(state, "activate R14")) == (rival, "discard")


@pytest.mark.rule("SC-605", "SC-607")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_with_four_mages_the_next_rival_sits_to_the_left(seat: int) -> None:
    state = at(4, seat=seat, hands=[["R01"], ["R02"], ["R03"], ["Y04"]], piles={"R": [f"R14/{seat % 2}"]})
    assert board(state)["next_rival"] == (seat + 1) % 4
    assert pending_question(play(state, "activate R14")) == ((seat + 1) % 4, "discard")


@pytest.mark.rule("SC-607")
def test_an_empty_hand_is_not_passed_over_for_the_other_rival() -> None:
    state = play(at(4, hands=[[], [], [], ["Y01", "Y02"]], piles={"R": ["R14/0"]}), "activate R14")
    assert pending_question(state) == (0, "action")
    state = play(at(4, hands=[[], [], [], ["Y01"]], piles={"G": ["G07/0"]}), "activate G07")
    assert pending_question(state) == (0, "action")


@pytest.mark.rule("SC-608")
def test_a_card_has_a_star_exactly_if_it_has_a_text_for_more_mages() -> None:
    cards = GAME.words["en"]["sets"]["standin"]["cards"]
    starred = {name for name, about in cards.items() if "multi" in about}
    assert starred == {"R02", "R03", "R09", "R14", "Y02", "B08", "B11", "G01", "G02", "G07", "G11", "G13"}


@pytest.fixture
def starred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A set whose R02 has another text with three and four mages."""
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    GAME.add_cards("starred", card_file_with(R02={"effect": "dmg 3", "multi": "heal 2; dmg 1"}))
    return {"cards": "starred"}


@pytest.mark.rule("SC-608")
@pytest.mark.parametrize(("seats", "left"), [(2, [10, 7]), (3, [12, 9]), (4, [12, 9])])
def test_the_text_beside_the_star_counts_with_three_and_four_mages(
    seats: int, left: list[int], starred: dict[str, str]
) -> None:
    assert energy(play(at(seats, options=starred, piles={"R": ["R02/0"]}), "activate R02")) == left


# ---- draw 2 unless the rival discards 1


@pytest.mark.rule("SC-701")
def test_the_rival_may_discard_to_prevent_the_draw() -> None:
    state = play(at(hands=[[], ["R01", "R02"]], piles={"G": ["G01/0"]}), "activate G01")
    assert (pending_question(state), offers(state)) == ((1, "unless"), {"decline", "discard R01", "discard R02"})
    assert sizes(play(state, "discard R01")) == [0, 1]
    other = play(at(hands=[[], ["R01"]], piles={"G": ["G01/0"]}), "activate G01", "decline", "card Y01", "card Y02")
    assert sizes(other) == [2, 1]


@pytest.mark.rule("SC-702")
def test_with_more_mages_the_next_rival_decides() -> None:
    state = at(3, seat=1, cycle=1, hands=[["R01"], [], ["R02"]], piles={"G": ["G01/1"]})
    assert pending_question(play(state, "activate G01")) == (2, "unless")
    state = at(4, seat=3, hands=[["R01"], [], ["R02"], []], piles={"G": ["G01/1"]})
    assert pending_question(play(state, "activate G01")) == (0, "unless")


@pytest.mark.rule("SC-703")
def test_an_empty_hand_prevents_nothing() -> None:
    state = play(at(hands=[[], []], piles={"G": ["G01/0"]}), "activate G01")
    assert state.view(None)["pending"] == {"asks": "card", "seat": 0, "count": 2, "why": "text"}


# ---- 1 energy, or 1 damage, for each card in the rival's hand


@pytest.mark.rule("SC-704")
@pytest.mark.parametrize("held", [0, 1, 4])
def test_a_card_in_the_rivals_hand_is_worth_one_energy(held: int) -> None:
    rivals = ["R01", "R02", "R03", "R04"][:held]
    assert energy(play(at(hands=[["B01"], rivals], piles={"Y": ["Y02/0"]}), "activate Y02")) == [10 + held, 10]


@pytest.mark.rule("SC-705", "SC-706", "SC-714")
@pytest.mark.parametrize(("seat", "cycle", "counted"), [(0, 0, 6), (1, 1, 5), (2, 2, 6), (1, 3, 5)])
def test_the_solo_counts_both_hands_and_the_team_the_solos(seat: int, cycle: int, counted: int) -> None:
    hands = [["R01", "R02"], ["B01", "B02", "B03", "B04", "B05", "B06"], ["G01", "G02", "G03"]]
    side = seat % 2
    pile_cards = {"Y": [f"Y02/{side}"], "R": [f"R03/{side}"]}
    state = play(at(3, seat=seat, cycle=cycle, hands=hands, piles=pile_cards), "activate Y02", "activate R03")
    expected = [10, 10]
    expected[side] += counted
    expected[1 - side] -= counted
    assert energy(state) == expected


@pytest.mark.rule("SC-707", "SC-715")
@pytest.mark.parametrize(("one", "three"), [(2, 4), (4, 2), (0, 3), (3, 3)])
def test_with_four_mages_the_larger_rival_hand_counts(one: int, three: int) -> None:
    hands = [[], [f"B{n:02}" for n in range(1, one + 1)], ["Y01"], [f"G{n:02}" for n in range(1, three + 1)]]
    state = at(4, hands=hands, piles={"Y": ["Y02/0"], "R": ["R03/0"]})
    play(state, "activate Y02", "activate R03")
    assert energy(state) == [10 + max(one, three), 10 - max(one, three)]


@pytest.mark.rule("SC-714")
def test_in_a_duel_each_card_of_the_rival_is_one_damage() -> None:
    assert energy(play(at(hands=[["B01"], ["R01", "R02"]], piles={"R": ["R03/0"]}), "activate R03")) == [10, 8]


# ---- each mage draws, or loses


@pytest.mark.rule("SC-708", "SC-709")
def test_the_active_mage_chooses_between_two_draws_and_two_losses() -> None:
    state = play(at(hands=[["R01", "R02"], ["B01", "B02", "B03"]], piles={"G": ["G02/0"]}), "activate G02")
    assert (pending_question(state), offers(state)) == ((0, "choose"), {"choose 0", "choose 1"})
    drawn = play(state.clone(), "choose 0", "card Y01", "card Y02", "card Y03", "card Y04")
    assert sizes(drawn) == [4, 5]
    lost = play(state, "choose 1", "discard R01", "discard R02", "discard B01", "discard B02")
    assert sizes(lost) == [0, 1]


@pytest.mark.rule("SC-710")
def test_with_three_mages_the_solo_two_and_the_team_one_each() -> None:
    state = at(3, hands=[["R01", "R02"], ["B01", "B02", "B03"], ["Y01", "Y02"]], piles={"G": ["G02/0"]})
    play(state, "activate G02", "choose 1", "discard R01", "discard B01", "discard B02", "discard Y01")
    assert (sizes(state), pending_question(state)) == ([1, 1, 1], (0, "action"))


@pytest.mark.rule("SC-711", "SC-712")
def test_with_four_mages_each_loses_two_in_turn_order() -> None:
    hands = [["R01", "R02"], ["B01", "B02"], ["Y01"], ["G03", "G04", "G05"]]
    state = play(at(4, seat=2, hands=hands, piles={"G": ["G02/0"]}), "activate G02", "choose 1")
    order = []
    while pending_question(state)[1] == "discard":
        order.append(state.turn())
        state.apply(state.legal()[0])
    assert order == [2, 3, 3, 0, 0, 1, 1]
    assert sizes(state) == [0, 0, 0, 1]


@pytest.mark.rule("SC-711")
def test_with_four_mages_each_draws_two() -> None:
    state = play(at(4, seat=1, piles={"G": ["G02/1"]}), "activate G02", "choose 0")
    order = []
    while state.view(None)["pending"]["asks"] == "card":
        order.append(state.view(None)["pending"]["seat"])
        state.apply(state.legal()[0])
    assert (order, sizes(state)) == ([1, 1, 2, 2, 3, 3, 0, 0], [2, 2, 2, 2])


@pytest.mark.rule("SC-708", "SC-828")
def test_the_first_of_all_texts_serves_every_mage() -> None:
    """Start with the deal, to show that dealing leaves no cell changed for `each`."""
    state = play(GAME.new(2, {"first": 0}), "card G02", "card R01", "card R02", "card Y01", "card Y02", "card Y03")
    play(state, "card R03", "play G02", "activate G02", "choose 0")
    assert sizes(play(state, "card B01", "card B02", "card B03", "card B04"))[:1] == [5]
    assert state.view(None)["log"][-1]["to"] == 1


@pytest.mark.rule("SC-713")
@pytest.mark.parametrize(("seats", "seat", "cycle", "drawer"), [(2, 0, 0, 1), (4, 0, 0, 1), (4, 3, 0, 0), (3, 1, 3, 0)])
def test_three_damage_then_the_next_rival_draws(seats: int, seat: int, cycle: int, drawer: int) -> None:
    state = play(at(seats, seat=seat, cycle=cycle, piles={"R": [f"R02/{seat % 2}"]}), "activate R02", "card Y01")
    assert sizes(state) == [int(s == drawer) for s in range(seats)]
    assert energy(state)[1 - seat % 2] == 7
