"""What the bots know about Abracada: exact odds, judgement that never peeks, sensible calls."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import sortilege
from sortilege import bots
from sortilege.bots.search import Search
from sortilege.core.engine.cells import blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import OVER
from sortilege.games.abracada.rules.calls import lowest_call

GAME = sortilege.game("abracada")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"variant": "last"}),
    (4, {"low_call": "penalty"}),
    (5, {"easy": True, "variant": "last"}),
]


def decisions(seats: int, options: dict[str, Any], seed: int, most: int = 40) -> Any:
    """The states of one match played at random, each where a seat is about to call."""
    match = sortilege.Match(GAME, seats=seats, options=options, seed=seed)
    lots = bots.make("abracada", "random", seed)
    for _ in range(most):
        turn = match.state.turn()
        if turn == OVER:
            return
        yield match.state
        match.play(lots.choose(match.state.view(turn)))


def odds_by_counting(view: dict[str, Any]) -> list[float]:
    """The chance to hold each spell: every row of stones the hand may be, each as likely as the calls make it."""
    me, now = view["you"], view["stones"][view["you"]]
    unseen = {spell: spell - view["board"][spell - 1] for spell in range(1, 9)}
    for faces in (*view["hands"], *view["taken"]):
        for face in faces:
            if face != "?":
                unseen[int(face)] -= 1
    calls = [x for x in view["log"] if x["do"] == "call" and x["by"] == me and x["round"] == view["round"]]
    called = {x["id"]: x["spell"] for x in calls if x["hit"]}
    sums, total = [0.0] * 9, 0.0
    for hand in product(range(1, 9), repeat=len(now)):
        faces = called | dict(zip(now, hand, strict=True))
        weight = 1.0
        for i, spell in enumerate(hand):
            weight *= unseen[spell] - hand[:i].count(spell)
        for x in calls:
            equals = [faces[stone] for stone in x["standing"]].count(x["spell"])
            if x["hit"] is not None:
                weight *= (equals == 0) if not x["hit"] else 1 / equals
        total += weight
        for spell in set(hand):
            sums[spell] += weight
    return [chance / total for chance in sums[1:]]


def with_short_hands(seed: int) -> Any:
    """Three stones each and a nearly empty pile, so that counting out stays short; with calls of the round behind."""
    start = {
        "game": "abracada",
        "seats": 2,
        "options": {"variant": "last"},
        "hands": ["887", "786"],
        "board": [1, 2, 2, 3, 3, 4, 4, 4],
        "secrets": 3,
        "turn": {"seat": 0},
    }
    match = sortilege.Match(GAME, start=start, seed=seed)
    lots = bots.make("abracada", "random", seed)
    while match.state.turn() != OVER and match.state.view(0)["round"] == 1:
        turn = match.state.turn()
        yield match.state.view(turn)
        match.play(lots.choose(match.state.view(turn)))


@pytest.mark.parametrize("seed", range(4))
def test_the_odds_are_exact(seed: int) -> None:
    views = list(with_short_hands(seed))
    assert len(views) > 3
    for view in views:
        assert GAME.aid(view)["odds"] == pytest.approx(odds_by_counting(view))


def test_there_are_no_odds_for_those_who_do_not_call() -> None:
    state = next(decisions(3, {}, 1))
    assert GAME.aid(state.view(None)) == {}
    assert GAME.aid(GAME.new(3).view(0)) == {}


def test_everybody_at_the_table_has_odds_between_turns() -> None:
    state = next(decisions(3, {}, 1))
    for seat in range(3):
        odds = GAME.aid(state.view(seat))["odds"]
        assert len(odds) == 8
        assert all(0 <= chance <= 1 for chance in odds)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_quick_odds_are_close_to_the_exact_ones(seats: int, options: dict[str, Any]) -> None:
    insight: Any = GAME.insight()
    errors = []
    for state in decisions(seats, options, seed=5):
        turn = state.turn()
        exact = GAME.dealer(state.view(turn)).odds(turn)
        insight.rating.odds.compute(state.cells, turn, 1)
        approximate = insight.rating.odds.probabilities
        errors += [abs(approximate[spell] - exact[spell]) for spell in range(lowest_call(state.cells), 9)]
    assert sum(errors) / len(errors) < 0.03


@pytest.mark.rule("AQ-912", "AQ-003")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_judgement_never_peeks_at_the_stones_of_the_seat_to_move(seats: int, options: dict[str, Any]) -> None:
    """Whatever the hidden stones are imagined to be, every call is rated the same."""
    insight, rng = GAME.insight(), Rng(3)
    legal, priors = blank(16), blank(16)
    for state in decisions(seats, options, seed=2, most=15):
        n = state.fill_legal(legal)
        insight.fill_priors(state, legal, n, priors)
        truth = [priors[i] for i in range(n)]
        dealer = GAME.dealer(state.view(state.turn()))
        for _ in range(5):
            imagined = dealer.deal(rng)
            assert imagined.fill_legal(legal) == n
            insight.fill_priors(imagined, legal, n, priors)
            assert [priors[i] for i in range(n)] == truth


def twins() -> tuple[Any, Any]:
    """Two states seat 0 cannot tell apart: three of its stones differ, and so does what is left in the pool."""
    position = {"game": "abracada", "seats": 3, "life": [3, 2, 5], "turn": {"seat": 0}}
    hands = ["66788", "27785"]
    return GAME.load({**position, "hands": ["35487", *hands]}), GAME.load({**position, "hands": ["88657", *hands]})


@pytest.mark.rule("AQ-912")
@pytest.mark.parametrize("level", ["apprentice", "adept"])
def test_equal_views_give_the_same_choice(level: str) -> None:
    first, twin = twins()
    assert first.view(0) == twin.view(0)
    assert bots.make("abracada", level, 1).choose(first.view(0)) == bots.make("abracada", level, 1).choose(twin.view(0))


@pytest.mark.rule("AQ-912")
def test_equal_views_grow_the_same_tree() -> None:
    grown = [Search(GAME.insight(), GAME.dealer(state.view(0)), 0, Rng(1)) for state in twins()]
    for search in grown:
        search.run(1e12, 60)
    assert grown[0].report() == grown[1].report()


def choice_of_search(view: dict[str, Any], simulations: int) -> dict[str, Any]:
    """What search chooses after so many simulations."""
    search = Search(GAME.insight(), GAME.dealer(view), view["you"], Rng(1))
    return GAME.describe(search.run(1e12, simulations))


def choices(view: dict[str, Any], simulations: int = 150) -> list[dict[str, Any]]:
    """What every way of thinking chooses here."""
    heuristic = [bots.make("abracada", level, 1).choose(view) for level in ("apprentice", "adept")]
    return [*heuristic, choice_of_search(view, simulations)]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_nobody_calls_what_they_cannot_hold(seats: int, options: dict[str, Any]) -> None:
    for state in decisions(seats, options, seed=8, most=12):
        view = state.view(state.turn())
        odds = GAME.aid(view)["odds"]
        for action in choices(view, simulations=80):
            assert action["do"] == "end" or odds[action["spell"] - 1] > 0


def test_nobody_calls_too_low_on_purpose() -> None:
    """AQ-303 makes it legal; it is never better than to stop."""
    position = {
        "game": "abracada",
        "seats": 3,
        "options": {"low_call": "penalty"},
        "hands": ["1234", "66788", "27785"],
        "turn": {"seat": 0, "last": 8},
    }
    for action in choices(GAME.load(position).view(0)):
        assert action["do"] == "end" or action["spell"] == 8


def last_stone(life: int = 3) -> dict[str, Any]:
    """Seat 0 holds one stone, and everything it cannot see is a blizzard: a sure call empties its hand and wins."""
    return {
        "game": "abracada",
        "seats": 2,
        "scores": [5, 7],
        "life": [life, 4],
        "hands": ["6", "78"],
        "board": [1, 2, 3, 4, 5, 3, 6, 7],
        "secrets": 2,
        "turn": {"seat": 0, "last": 5},
    }


def test_everybody_takes_a_sure_win() -> None:
    for action in choices(GAME.load(last_stone()).view(0)):
        assert action == {"do": "call", "spell": 6}


def test_with_one_life_left_a_doubtful_call_is_not_worth_it() -> None:
    """Seat 0 leads 7 to 0; its next call most likely fails and gives the round away."""
    position = {
        "game": "abracada",
        "seats": 2,
        "scores": [7, 0],
        "life": [1, 6],
        "hands": ["12", "78886"],
        "board": [0, 0, 0, 0, 4, 5, 6, 5],
        "secrets": 4,
        "turn": {"seat": 0, "last": 7},
    }
    view = GAME.load(position).view(0)
    assert bots.make("abracada", "adept", 1).choose(view) == {"do": "end"}
    assert choice_of_search(view, 300) == {"do": "end"}
