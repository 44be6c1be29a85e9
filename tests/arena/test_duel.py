"""Duels: who sits where, what a block says, and stopping when it is decided."""

from collections import Counter

import pytest

from sortilege.arena import Plan, run, summary
from sortilege.arena.contest import Result
from sortilege.arena.duel import Duel, block_score
from sortilege.arena.report import duel_lines
from sortilege.arena.schedule import all_blocks
from tests.arena.results import result

LOTS = "tests.arena.test_contest:drawing_lots"


def plan(seats: int = 2, matches: int = 8, stop_at: float | None = None) -> Plan:
    return Plan("abracada", ("random", LOTS), matches, seats, {"die": [6]}, duel=True, stop_at=stop_at)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_one_sits_among_the_others_in_every_seat_and_the_reverse(seats: int) -> None:
    first = all_blocks(plan(seats, 1))[0]
    assert len(first) == 2 * seats
    singles = Counter((bot, f.lineup.index(bot)) for f in first for bot in range(2) if f.lineup.count(bot) == 1)
    assert singles == {(bot, seat): 1 for bot in range(2) for seat in range(seats)}


def test_two_sides_are_swapped_once() -> None:
    assert [f.lineup for f in all_blocks(plan(2, 1))[0]] == [(0, 1), (1, 0)]
    teams = Plan("spellcaster", ("random", LOTS), 2, 4, duel=True)
    assert [f.lineup for f in all_blocks(teams)[0]] == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_alone_at_the_table_both_play_the_same_deal() -> None:
    alone = Plan("spell", ("random", LOTS), 4, 1, {"mode": "solo"}, duel=True)
    assert [[f.lineup for f in block] for block in all_blocks(alone)] == [[(0,), (1,)]] * 2


def test_between_two_the_score_is_the_share_of_the_first() -> None:
    assert block_score([result(0, 0, (0, 1), 0), result(1, 0, (1, 0), 1)]) == 1.0
    assert block_score([result(0, 0, (0, 1), 0), result(1, 0, (1, 0), 0)]) == 0.5
    assert block_score([result(0, 0, (0, 1), 1), result(1, 0, (1, 0))]) == 0.25


def test_at_larger_tables_equal_bots_score_one_half() -> None:
    """Seat 0 always wins: either bot wins one of three as the single one."""
    lineups = [(0, 1, 1), (1, 1, 0), (1, 0, 1), (1, 0, 0), (0, 0, 1), (0, 1, 0)]
    assert block_score([result(n, 0, lineup, 0) for n, lineup in enumerate(lineups)]) == 0.5
    wins = [result(n, 0, lineup, *[s for s in range(3) if lineup[s] == 0]) for n, lineup in enumerate(lineups)]
    assert block_score(wins) == 1.0


def test_blocks_count_in_their_order_whoever_finished_first() -> None:
    duel = Duel(2)
    for n in (4, 5, 2):
        duel.add(result(n, n // 2, (n % 2, 1 - n % 2), 0))
    assert duel.counted == []
    for n in (1, 0):
        duel.add(result(n, 0, (n % 2, 1 - n % 2), 0))
    assert [r.number for r in duel.counted] == [0, 1]
    duel.add(result(3, 1, (1, 0), 0))
    assert [r.number for r in duel.counted] == [0, 1, 2, 3, 4, 5]


def test_a_duel_stops_when_it_is_decided() -> None:
    reported: list[Result] = []
    duel = plan(2, 4000, stop_at=0.95)
    played = run(duel, 1, on_result=reported.append)
    assert len(played) == len(reported) < 400
    report = summary(duel, played, 1.0)
    assert report["planned"] == report["matches"]
    assert report["duel"]["verdict"] == "below"
    assert report["duel"]["score"]["high"] < 0.95
    assert "below 95%" in duel_lines(report, *duel.bots)[0]


def test_a_duel_that_is_never_decided_ends_with_the_matches_planned() -> None:
    duel = plan(3, 6, stop_at=0.5)
    report = summary(duel, run(duel, 1), 1.0)
    assert (report["matches"], report["planned"], report["duel"]["verdict"]) == (6, 6, "open")
    assert report["duel"]["even"] == pytest.approx(1 / 3)
    lines = duel_lines(report, *duel.bots)
    assert "not decided" in lines[0]
    assert "even is 33.3%" in lines[2]
