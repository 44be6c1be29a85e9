"""Who meets whom: everybody sits everywhere alike."""

from collections import Counter

import pytest

from sortilege.arena.contest import Plan
from sortilege.arena.schedule import all_blocks, lineups


def plan(bots: int, seats: int, matches: int) -> Plan:
    return Plan("abracada", tuple(f"search:{n}" for n in range(1, bots + 1)), matches, seats)


def test_with_enough_bots_every_choice_of_them_meets() -> None:
    assert lineups(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert len(lineups(5, 3)) == 10


def test_with_few_bots_each_holds_as_many_seats_as_the_others_or_one_more() -> None:
    assert lineups(2, 3) == [(0, 0, 1), (0, 1, 1)]
    assert lineups(2, 4) == [(0, 0, 1, 1)]
    assert len(lineups(3, 5)) == 3


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (2, 3), (3, 2), (4, 3), (2, 5), (4, 4)])
def test_every_bot_sits_in_every_seat_equally_often(bots: int, seats: int) -> None:
    whole = len(lineups(bots, seats)) * seats * 2
    fixtures = [fixture for block in all_blocks(plan(bots, seats, whole)) for fixture in block]
    places = Counter((bot, seat) for fixture in fixtures for seat, bot in enumerate(fixture.lineup))
    assert len(places) == bots * seats
    assert len(set(places.values())) == 1


def test_in_a_team_game_a_bot_holds_a_whole_side_and_each_side_in_turn() -> None:
    bots = ("random", "search:1", "search:2")
    four = [f.lineup for block in all_blocks(Plan("spellcaster", bots[:2], 4, 4)) for f in block]
    assert sorted(four) == [(0, 1, 0, 1), (0, 1, 0, 1), (1, 0, 1, 0), (1, 0, 1, 0)]
    three = all_blocks(Plan("spellcaster", bots, 12, 3))
    assert [len(block) for block in three] == [2] * 6
    assert Counter(f.lineup for block in three for f in block) == {
        (a, b, a): 2 for a in range(3) for b in range(3) if a != b
    }


def test_matches_are_rounded_up_to_whole_blocks_and_numbered_through() -> None:
    fixtures = [fixture for block in all_blocks(plan(3, 3, 10)) for fixture in block]
    assert [fixture.number for fixture in fixtures] == list(range(12))
    assert [fixture.block for fixture in fixtures] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_the_seed_decides_who_sits_beside_whom() -> None:
    one, same, other = (
        [
            fixture.lineup
            for block in all_blocks(Plan("abracada", ("random", "adept", "master"), 30, 3, seed=seed))
            for fixture in block
        ]
        for seed in ("a", "a", "b")
    )
    assert one == same
    assert one != other
