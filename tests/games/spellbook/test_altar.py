"""Chapters "Altar" and "Pouch"."""

import random

import pytest

from sortilege import CHANCE
from sortilege.games.spellbook import GAME
from tests.games.spellbook.moves import (
    all_but,
    at,
    count,
    draw_all,
    legal,
    phase,
    play,
    pool,
    zone,
)
from tests.shelf.tables import walk

TWELVE = "Ro Rt Rs Po Pt Ps Go Gt Gs Ko Kt Ks"


def altar(n: int) -> str:
    return " ".join(TWELVE.split()[:n])


def day_skipped(n: int, **more: object) -> tuple[int, int, int]:
    """The altar, the pouch and the box after a skipped Day that found n tokens on the altar."""
    state = draw_all(play(at("", "", altar=altar(n), **more), "skip", "skip", "skip"))
    assert (state.turn(), phase(state)) == (1, "morning")
    return count(zone(state, "altar")), count(zone(state, "pouch")), count(zone(state, "discard"))


@pytest.mark.rule("SB-140")
def test_even_a_skipped_day_resupplies_the_altar() -> None:
    assert day_skipped(5)[0] == 6


@pytest.mark.rule("SB-141")
@pytest.mark.parametrize("n", [0, 1, 2, 4])
def test_fewer_than_five_are_filled_up_to_five(n: int) -> None:
    assert day_skipped(n) == (5, 105 - 5, 0)


@pytest.mark.rule("SB-142")
@pytest.mark.parametrize("n", [5, 7, 9])
def test_five_to_nine_get_one_more(n: int) -> None:
    assert day_skipped(n) == (n + 1, 105 - n - 1, 0)


@pytest.mark.rule("SB-143")
@pytest.mark.parametrize("n", [10, 12])
def test_ten_or_more_are_replaced_by_five(n: int) -> None:
    assert day_skipped(n) == (5, 105 - n - 5, n)


@pytest.mark.rule("SB-144")
def test_only_one_of_the_three_cases_applies() -> None:
    assert day_skipped(4)[0] == 5


@pytest.mark.rule("SB-145")
@pytest.mark.parametrize("lineup", ["set1", "set2", "set3"])
def test_the_altar_loses_tokens_only_to_takes_sweeps_and_the_wipe(lineup: str) -> None:
    for seats in (1, 3):
        before = 0
        for state in walk(GAME.new(seats, {"lineup": lineup}), random.Random(6)):
            now = count(zone(state, "altar"))
            if now < before:
                do = GAME.describe(state.history[-1])["do"]
                wiped = phase(state) == "night"
                assert do in ("take", "sweep", "offer") or wiped
            before = now


@pytest.mark.rule("SB-146")
def test_ten_on_the_altar_stay_through_the_next_day() -> None:
    state = draw_all(play(at("", "", altar=altar(9)), "skip", "skip", "skip"))
    assert count(zone(state, "altar")) == 10
    play(state, "skip", "skip")
    assert count(zone(state, "altar")) == 10
    draw_all(play(state, "skip"))
    assert count(zone(state, "altar")) == 5


@pytest.mark.rule("SB-147")
def test_the_altar_stays_short_when_the_supply_runs_out() -> None:
    lower = all_but("Ro Rt", "Ks Yo")
    state = at("", altar="Ro Rt", opponent={"track": "", "lower": lower}, turn={"phase": "evening"})
    draw_all(play(state, "skip", "offer Ro"))
    assert (zone(state, "altar"), zone(state, "pouch"), phase(state)) == ("Rt Ks Yo", "", "morning")


# ---------------------------------------------------------------- Pouch
@pytest.mark.rule("SB-150")
def test_an_empty_pouch_is_refilled_from_the_box() -> None:
    twenty = " ".join(all_but().split()[:20])
    state = play(at("", "", discard=twenty, altar=all_but(twenty)), "act draw")
    assert (count(zone(state, "pouch")), zone(state, "discard")) == (20, "")
    draw_all(state)
    assert (count(pool(state)), count(zone(state, "pouch")), zone(state, "discard")) == (2, 18, "")


@pytest.mark.rule("SB-151")
def test_the_box_is_left_alone_until_a_token_is_needed() -> None:
    state = at("", "", discard="Go Go", altar=all_but("Go Go", "Ro Yt"))
    play(state, "act draw", "draw Ro", "draw Yt")
    assert (zone(state, "pouch"), zone(state, "discard")) == ("", "Go Go")


@pytest.mark.rule("SB-152")
def test_a_draw_goes_on_after_the_refill() -> None:
    ten = "Go Go Go Go Go Gt Gt Gt Gt Gt"
    state = at("", "", discard=ten, altar=all_but(ten, "Ro"))
    play(state, "act draw", "draw Ro")
    assert (state.turn(), state.weights()) == (CHANCE, [5, 5])
    play(state, "draw Go")
    assert (count(zone(state, "pouch")), zone(state, "discard"), pool(state)) == (9, "", "Ro Go")


@pytest.mark.rule("SB-153")
def test_without_supply_the_rest_of_a_draw_is_lost() -> None:
    state = at("Ko Kt Ks", "", altar=all_but("Ko Kt Ks", "Ro"))
    play(state, "act draw", "draw Ro")
    assert (count(pool(state)), phase(state)) == (4, "midday")
    assert "act draw" not in legal(at("", "", altar=all_but()))


@pytest.mark.rule("SB-154")
def test_a_cost_just_discarded_can_be_drawn_again() -> None:
    player = {"pool": "Go", "book": {"sacrifice": "3o"}}
    state = at(player, "", altar=all_but("Go", "Ro"))
    play(state, "use sacrifice 3", "discard Go")
    assert legal(state) == ["draw Go"]
    play(state, "draw Go")
    assert (pool(state), phase(state)) == ("Go", "midday")
