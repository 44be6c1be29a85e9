"""Chapters "End of turn" and "End of game"."""

import pytest

from sortilege import CHANCE, OVER
from sortilege.games.spell import GAME
from tests.games.spell.board import MID, REF, TEN, Position, can, do, load, offers, play, refused, walk


def late_turn(k: int, p: int, claimed: int = 0, **changes: object) -> Position:
    """Return black's turn, the second of a round, with this score and discarded cards of the same total."""
    cards = [f"B{level}-{n}" for level in (4, 3, 2, 1) for n in range(7 if level < 3 else 6, 2, -1)]
    discards: list[str] = []
    for card in cards:
        if sum(int(c[1]) for c in discards) + int(card[1]) <= k + p:
            discards.append(card)
    assert sum(int(c[1]) for c in discards) == k + p
    runes = {str(n): [None if n == claimed else f"B{n}-1", f"B{n}-2"] for n in (1, 2, 3, 4)}
    used = {"levels": [claimed] if claimed else []}
    score = {"k": k, "p": p}
    return REF | {"turn": "k", "round": 4, "score": score, "discard": discards, "runes": runes, "used": used} | changes


@pytest.mark.rule("SP-205")
def test_both_markers_are_back_on_the_next_turn() -> None:
    state = load(REF, "M12>22", "U00D", "E", "E")
    assert state.position()["used"]["mage"] is False
    assert offers(state, "move")
    assert offers(state, "upheave")


@pytest.mark.rule("SP-206")
def test_elementals_return_to_the_reserve() -> None:
    two = REF | {"hands": {"k": [], "p": ["B1-1", "B1-2"]}, "score": {"k": 0, "p": 2}}
    state = load(two, "S:B1-1/1@22", "S:B1-2/1@11")
    assert state.view(None)["reserve"]["p"] == 0
    assert play(state, "E").view(None)["reserve"]["p"] == 2


@pytest.mark.rule("SP-207")
def test_each_level_is_refilled_to_two_cards_levels_ascending() -> None:
    state = do(load(MID, "R:B2-2", "R:B1-1"), do="end")
    assert {GAME.describe(a)["card"][:2] for a in state.legal()} == {"B1"}
    do(state, do="reveal", card="B1-7")
    assert {GAME.describe(a)["card"][:2] for a in state.legal()} == {"B2"}
    do(state, do="reveal", card="B2-7")
    runes = state.position()["runes"]
    assert runes == MID["runes"] | {"1": ["B1-7", "B1-2"], "2": ["B2-7", "B2-5"]}


@pytest.mark.rule("SP-208")
def test_a_new_card_lies_on_the_pile_and_the_old_one_moves_aside() -> None:
    top = do(do(load(MID, "R:B1-1"), do="end"), do="reveal", card="B1-7")
    assert top.position()["runes"]["1"] == ["B1-7", "B1-2"]
    beside = do(do(load(MID, "R:B1-2"), do="end"), do="reveal", card="B1-7")
    assert beside.position()["runes"]["1"] == ["B1-7", "B1-1"]
    assert beside.view(None)["log"][-1]["moved"] == "B1-1"


@pytest.mark.rule("SP-209")
def test_a_pile_that_is_empty_leaves_the_last_card_where_it_is() -> None:
    discards = MID | {"discard": ["B1-4", "B1-5", "B1-6", "B1-7", "B3-5"], "score": {"k": 2, "p": 8}}
    assert load(discards, "R:B1-1", "E").position()["runes"]["1"] == [None, "B1-2"]
    assert load(discards, "R:B1-2", "E").position()["runes"]["1"] == ["B1-1", None]
    assert load(discards, "R:B1-2", "E", "E", "R:B1-1", "E").position()["runes"]["1"] == [None, None]


@pytest.mark.rule("SP-210")
def test_the_levels_claimed_are_forgotten_at_the_end_of_the_turn() -> None:
    state = load(MID, "R:B1-1", "E")
    assert state.position()["used"] == {"mage": False, "upheaves": 0, "special": False, "levels": []}
    assert can(play(state, "E"), "R:B1-2")


@pytest.mark.rule("SP-211")
def test_the_second_player_follows_in_the_same_round() -> None:
    state = load(REF | {"round": 2}, "E")
    assert (state.position()["turn"], state.position()["round"]) == ("k", 2)


@pytest.mark.rule("SP-212")
def test_after_the_second_turn_the_round_is_complete() -> None:
    state = load(REF | {"round": 2}, "E", "E")
    assert state.position()["round"] == 3
    assert load(REF | {"round": 6}, "E", "E").turn() == OVER


@pytest.mark.rule("SP-213")
def test_the_next_round_starts_with_the_gem_holder() -> None:
    state = load(REF | {"round": 2, "turn": "k"}, "E")
    assert (state.position()["turn"], state.position()["round"]) == ("p", 3)


@pytest.mark.rule("SP-220")
def test_the_end_is_checked_only_when_a_round_is_complete() -> None:
    state = load(TEN, "R:B4-1", "E")
    assert state.scores() == [0, 19]
    assert state.turn() == 0
    assert state.outcome() is None
    row = {"arena": ["KKKK", "pppp", "PppN", "kkk."], "mages": {"k": ["30"], "p": ["20"]}}
    claimed = do(load(late_turn(3, 16) | row, "R:B1-1"), do="end")
    assert claimed.turn() == CHANCE  # the last reveals come before the end
    claimed.apply(claimed.legal()[0])
    assert claimed.turn() == OVER


@pytest.mark.rule("SP-221")
def test_sixteen_points_end_the_game_and_fifteen_do_not() -> None:
    assert load(late_turn(3, 16), "E").turn() == OVER
    state = load(late_turn(15, 15), "E")
    assert (state.position()["turn"], state.position()["round"]) == ("p", 5)


@pytest.mark.rule("SP-222")
def test_the_sixth_round_is_the_last() -> None:
    state = load(late_turn(5, 4, round=6), "E")
    assert state.outcome() == {"winners": [0], "scores": [5, 4], "reason": "rounds"}


@pytest.mark.rule("SP-223")
def test_the_second_player_still_has_the_turn_of_that_round() -> None:
    state = load(TEN, "R:B4-1", "E")
    assert state.position()["turn"] == "k"
    assert can(state, "M30>20")


@pytest.mark.rule("SP-224")
def test_both_have_had_as_many_turns() -> None:
    for seed in range(3):
        *_, state = walk(GAME.new(2, {"tournament": True}), seed)
        ends = [line["who"] for line in state.view(None)["log"] if line["do"] == "end"]
        assert ends.count("k") == ends.count("p")


@pytest.mark.rule("SP-225")
def test_the_higher_score_wins_whoever_was_first_at_sixteen() -> None:
    assert load(late_turn(15, 17), "E").outcome() == {"winners": [1], "scores": [15, 17], "reason": "power"}
    assert load(late_turn(17, 16, claimed=2), "E").outcome() == {"winners": [0], "scores": [17, 16], "reason": "power"}


@pytest.mark.rule("SP-226")
def test_a_tie_goes_to_the_player_without_the_gem() -> None:
    assert load(late_turn(18, 18, claimed=3), "E").outcome() == {"winners": [0], "scores": [18, 18], "reason": "tie"}
    mirrored = late_turn(18, 18, claimed=3, gem="k", turn="p")
    assert load(mirrored, "E").outcome() == {"winners": [1], "scores": [18, 18], "reason": "tie"}


@pytest.mark.rule("SP-227")
def test_every_finished_game_names_one_winner() -> None:
    for seed in range(4):
        *_, state = walk(GAME.new(2, {"tournament": seed % 2 == 0}), seed)
        outcome = state.outcome()
        assert outcome is not None
        assert len(outcome["winners"]) == 1


@pytest.mark.rule("SP-228")
def test_after_the_end_nothing_is_legal() -> None:
    state = load(late_turn(3, 16), "E")
    assert state.legal() == []
    assert refused(state, do="end") == "SP-228"
    position = state.position()
    assert (position["turn"], position["round"]) == (None, 4)
    assert position["used"] == {"mage": False, "upheaves": 0, "special": False, "levels": []}
    assert GAME.load(position).outcome() == state.outcome()
