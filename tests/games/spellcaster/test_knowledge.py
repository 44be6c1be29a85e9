"""What each seat knows about hands after seen and unseen thefts, and the probabilities of sampled cards."""

import json
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from sortilege import CHANCE, OVER, Rng
from sortilege.core.engine.state import State
from tests.games.spellcaster.board import GAME, at, play
from tests.games.spellcaster.pieces import deals, do, small
from tests.shelf.tables import everybody, text, walk

BOUNCE: dict[str, Any] = {"piles": {"R": ["R01/1"], "G": ["G11/0"]}, "left": 3}


def after_a_theft(stolen: str, hands: list[list[str]] | None = None) -> State:
    """R01 openly returns to the hand of seat 1; then seat 0 steals a card from seat 1."""
    hands = hands or [["G07"], ["Y01", "B01"], [], []]
    return play(at(4, hands=hands, **BOUNCE), "activate G11", "target R", "play G07", "activate G07", f"steal {stolen}")


@pytest.mark.rule("SC-003", "SC-823")
def test_after_a_theft_unseen_a_known_card_is_in_one_of_two_hands() -> None:
    for stolen in ("R01", "Y01", "B01"):
        state = after_a_theft(stolen)
        for seat in (2, 3, None):
            view = state.view(seat)
            assert view["known"] == [[], [], [], []]
            assert view["either"] == [{"card": "R01", "hands": [0, 1]}]


@pytest.mark.rule("SC-823")
def test_thief_and_victim_know_which_card_it_was() -> None:
    state = after_a_theft("R01")
    assert (state.view(1)["known"], state.view(1)["either"]) == ([["R01"], [], [], []], [])
    assert (state.view(0)["known"], state.view(0)["either"]) == ([[], [], [], []], [])
    state = after_a_theft("B01")
    assert state.view(1)["known"] == [["B01"], [], [], []]
    assert state.view(0)["known"] == [[], ["R01"], [], []]


def test_what_leaves_a_hand_is_known_no_longer() -> None:
    state = play(after_a_theft("R01"), "card Y02", "play Y01")
    assert state.view(2)["either"] == [{"card": "R01", "hands": [0, 1]}]
    play(state, "play B01", "card Y03", "draw", "card Y04", "draw", "card Y05")  # seat 1, then seat 2
    play(state, "card G01", "draw", "card G02", "draw", "card G03")  # seat 3
    play(state, "card G04", "play R01")  # seat 0 shows that it was R01
    assert state.view(2)["either"] == []


def test_an_emptied_hand_leaves_only_the_other() -> None:
    state = play(after_a_theft("R01", [["G07"], ["Y01"], [], []]), "card Y02", "play Y01", "play Y02")
    assert (state.view(2)["known"], state.view(2)["either"]) == ([["R01"], [], [], []], [])
    state = after_a_theft("R01", [["G07"], [], [], []])
    assert state.view(3)["known"] == [["R01"], [], [], []]


@pytest.mark.rule("SC-003", "SC-823")
def test_a_hand_full_of_other_known_cards_leaves_only_the_other() -> None:
    state = at(4, hands=[["G07", "G15"], ["Y01"], [], []], discard=["B01"], **BOUNCE | {"left": 7})
    play(state, "activate G11", "target R", "play G07", "activate G07", "steal Y01")  # R01 may have gone to seat 0
    play(state, "play G15", "activate G15", "recover B01")
    assert state.view(2)["either"] == [{"card": "R01", "hands": [0, 1]}]
    play(state, "play Y01")  # of two cards; the other is B01
    for seat in (2, 3, None):
        assert (state.view(seat)["known"], state.view(seat)["either"]) == ([["B01"], ["R01"], [], []], [])
    play(state, "draw", "card Y02")
    assert state.view(2)["known"] == [["B01"], ["R01"], [], []]


def test_a_view_is_the_same_whichever_card_was_stolen() -> None:
    for seat in (2, 3, None):
        assert len({text(after_a_theft(stolen).view(seat)) for stolen in ("R01", "Y01", "B01")}) == 1


def test_every_view_is_true_whatever_happens() -> None:
    """Known cards are in the stated hands, and no seat knows less than a spectator."""
    for seats in (2, 3, 4):
        for state in walk(GAME.new(seats), random.Random(seats)):
            hands = [set(state.view(seat)["hands"][seat]) for seat in range(seats)]
            public = state.view(None)
            for seat in everybody(state):
                view = state.view(seat)
                for rival in range(seats):
                    assert set(view["known"][rival]) <= hands[rival]
                    assert seat == rival or set(public["known"][rival]) <= set(view["known"][rival])
                for either in view["either"]:
                    assert any(either["card"] in hands[hand] for hand in either["hands"])
                    assert len(either["hands"]) > 1


# ---- fairness where cards leave a hand after a theft: counted out over all histories in which they were played


def complete_with_chance(state: State, decisions: list[int], chance: Fraction) -> list[tuple[Fraction, State]]:
    """Yield every sequence of chance outcomes in which all decisions are legal, with its probability."""
    if state.turn() == CHANCE:
        weights = state.weights()
        result = []
        for a, weight in zip(state.legal(), weights, strict=True):
            later = state.clone()
            later.apply(a)
            result += complete_with_chance(later, decisions, chance * weight / sum(weights))
        return result
    if not decisions:
        return [(chance, state)]
    if not state.allows(decisions[0]):
        return []
    state.apply(decisions[0])
    return complete_with_chance(state, decisions[1:], chance)


THEFT = "activate G11, target R, play G07, activate G07"
HELD = ["G07", "R02", "Y01", "B01", "B02"]


@pytest.mark.parametrize(
    ("seat", "sizes", "decisions"),
    [
        (2, (2, 1, 0), THEFT),
        (2, (2, 1, 0), THEFT + ", play R02"),
        (2, (2, 2, 0), THEFT + ", play R02, play B01"),
        (3, (2, 1, 0), THEFT + ", play R01"),
        (None, (2, 1, 0), THEFT + ", play R02"),
    ],
)
def test_a_card_played_after_a_theft_tells_what_it_truly_tells(
    seat: int | None, sizes: tuple[int, ...], decisions: str
) -> None:
    ids = [GAME.find(thing) for thing in do(decisions)]
    seen: dict[str, dict[str, Fraction]] = {}
    for zero, one, other, deck in deals(HELD, *sizes):
        hands = [zero, one, other, []] if seat == 3 else [zero, one, [], other]
        start = small(4, hands, deck, piles=BOUNCE["piles"], turn={"seat": 0, "left": 5})
        for chance, state in complete_with_chance(GAME.load(start), ids, Fraction(1)):
            if state.turn() not in (CHANCE, OVER):
                truths = seen.setdefault(text(state.view(seat)), {})
                truth = text(state.position())
                truths[truth] = truths.get(truth, Fraction(0)) + chance
    assert seen
    for view, truths in sorted(seen.items(), key=lambda item: -len(item[1]))[:3]:
        whole, rng, draws = sum(truths.values()), Rng(7), 1200
        dealer = GAME.dealer(json.loads(view))
        drawn = Counter(text(dealer.deal(rng).position()) for _ in range(draws))
        assert set(drawn) <= set(truths)
        square = sum((drawn[t] - draws * float(c / whole)) ** 2 / (draws * float(c / whole)) for t, c in truths.items())
        freedom = len(truths) - 1
        assert square <= freedom + 4 * (2 * freedom) ** 0.5


def test_a_view_without_its_log_is_imagined_from_what_it_says_in_sum() -> None:
    view = after_a_theft("R01").view(2) | {"log": []}
    places: Counter[int] = Counter()
    for n in range(40):
        imagined = GAME.imagine(view, Rng(n))
        held = [imagined.view(seat)["hands"][seat] for seat in range(4)]
        places[next(seat for seat in range(4) if "R01" in held[seat])] += 1
    assert set(places) == {0, 1}
