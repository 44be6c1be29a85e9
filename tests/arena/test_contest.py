"""A match of bots: what it takes, what it answers, and bots that misbehave."""

import sys
from typing import Any

import pytest

from sortilege import Match, OptionError, UnknownGame
from sortilege.arena.contest import Fixture, Plan, play_match
from sortilege.arena.entrants import SearchBot, make_entrant
from sortilege.bots.random import RandomBot
from tests.arena.results import result

DUEL = Fixture(4, 2, (1, 0))


class Stubborn:
    """Always says the same."""

    def __init__(self, action: Any) -> None:
        self.action = action

    def choose(self, view: dict[str, Any], budget_ms: float | None = None) -> Any:
        return self.action


def too_low(game: str, seed: int) -> Stubborn:
    return Stubborn({"do": "end"})


def no_action(game: str, seed: int) -> Stubborn:
    return Stubborn(None)


def broken(game: str, seed: int) -> Any:
    class Broken:
        def choose(self, view: dict[str, Any], budget_ms: float | None = None) -> Any:
            raise ZeroDivisionError("oh")

    return Broken()


def drawing_lots(game: str, seed: int) -> RandomBot:
    return RandomBot(seed)


def no_bot(game: str, seed: int) -> int:
    return 3


def test_a_match_answers_who_won_and_who_sat_where() -> None:
    played = play_match(Plan("abracada", ("random", "search:2"), 4, 2, records=True), DUEL)
    assert (played.number, played.block, played.lineup) == (4, 2, (1, 0))
    assert played.winners
    assert played.record is not None
    match = Match.load(played.record, verify=True)
    assert match.names == ["search:2", "random"]
    assert match.state.outcome() == {"winners": [*played.winners], "scores": [*played.scores], "reason": "points"}
    assert played.nodes == len(match.ids)
    assert sum(played.decisions) == sum(action["do"] in ("call", "end") for action in match.log)


def test_by_simulations_the_same_seed_plays_the_same_match() -> None:
    plan = Plan("abracada", ("random", "search:3"), 4, 2, records=True)
    assert play_match(plan, DUEL).record == play_match(plan, DUEL).record
    other_plan = Plan("abracada", ("random", "search:3"), 4, 2, seed="other", records=True)
    assert play_match(plan, DUEL).record != play_match(other_plan, DUEL).record


def test_the_matches_of_a_block_start_from_the_same_deal() -> None:
    plan = Plan("abracada", ("random", "search:2"), 4, 2, options={"first": 0}, records=True)
    records = [play_match(plan, Fixture(number, 7, lineup)).record for number, lineup in enumerate([(0, 1), (1, 0)])]
    assert records[0] is not None
    assert records[1] is not None
    assert records[0]["log"][:22] == records[1]["log"][:22]


def test_options_reach_the_table() -> None:
    played = play_match(Plan("abracada", ("random", "search:1"), 2, 2, {"variant": "last"}, records=True), DUEL)
    assert played.record is not None
    assert played.record["options"]["variant"] == "last"


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"bots": ("adept",)}, "at least two bots"),
        ({"bots": ("adept", "adept")}, "named twice"),
        ({"bots": ("adept", "wizard")}, "no bot 'wizard'"),
        ({"bots": ("adept", "search:0")}, "no bot 'search:0'"),
        ({"bots": ("adept", "search:many")}, "no bot 'search:many'"),
        ({"bots": ("adept", "wizard@50")}, "no level 'wizard'"),
        ({"bots": ("adept", "master@fast")}, "number of milliseconds above 0, not 'fast'"),
        ({"bots": ("adept", "master@nan")}, "number of milliseconds above 0, not 'nan'"),
        ({"bots": ("adept", "no.such.module:bot")}, "cannot be made: No module named"),
        ({"bots": ("adept", "tests.arena.test_contest:nobody")}, "cannot be made"),
        ({"bots": ("adept", "tests.arena.test_contest:no_bot")}, "has no choose"),
        ({"seats": 9}, "AQ-101"),
        ({"options": {"die": 3}}, "option die"),
        ({"matches": 0}, "number of matches"),
        ({"milliseconds": 0.0}, "thinking time"),
        ({"bots": ("adept", "plain@0ms")}, "number of milliseconds above 0, not '0ms'"),
        ({"bots": ("adept", "plain:0")}, "no bot 'plain:0'"),
        ({"bots": ("adept", "random", "plain"), "duel": True}, "a duel is between two bots, not 3"),
        ({"stop_at": 1.0}, "between 0 and 1"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused_before_anything_is_played(wrong: dict[str, Any], fault: str) -> None:
    with pytest.raises(OptionError, match=fault):
        Plan(**{"game": "abracada", "bots": ("random", "adept"), **wrong})


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame):
        Plan("chess", ("random", "adept"))


@pytest.mark.parametrize(
    ("bot", "fault"),
    [("too_low", "AQ-201"), ("no_action", "chose None"), ("broken", "failed: ZeroDivisionError: oh")],
)
def test_a_bot_that_misbehaves_is_named_with_what_it_did(bot: str, fault: str) -> None:
    name = f"tests.arena.test_contest:{bot}"
    with pytest.raises(OptionError, match=fault) as caught:
        play_match(Plan("abracada", (name, "random"), 2, 2), Fixture(0, 0, (0, 1)))
    assert name in str(caught.value)


def test_a_bot_of_your_own_plays_like_any_other() -> None:
    plan = Plan("abracada", ("tests.arena.test_contest:drawing_lots", "random"), 2, 2)
    assert play_match(plan, DUEL).winners


def test_a_level_may_carry_its_own_thinking_time() -> None:
    assert make_entrant("master@50", "abracada", 1, 300.0).milliseconds == 50.0
    assert make_entrant("master", "abracada", 1, 300.0).milliseconds == 300.0
    assert make_entrant("master", "abracada", 1, None).milliseconds is None
    assert make_entrant("plain@200ms", "abracada", 1, 300.0).milliseconds == 200.0
    assert make_entrant("plain:40", "abracada", 1, 300.0).milliseconds is None
    counted = make_entrant("search:40", "abracada", 1, 300.0)
    assert isinstance(counted.bot, SearchBot)
    assert counted.bot.simulations == 40


def test_the_plain_search_beats_lots() -> None:
    plan = Plan("abracada", ("plain:40", "random"), 4, 2, {"die": [6]})
    shares = [play_match(plan, Fixture(n, n // 2, (n % 2, 1 - n % 2))).share(n % 2) for n in range(4)]
    assert sum(shares) >= 3


def test_without_openspiel_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "sortilege.interop.ismcts", raising=False)
    with pytest.raises(OptionError, match=r"ismcts needs OpenSpiel: pip install 'sortilege\[research\]'"):
        Plan("abracada", ("random", "ismcts"))


# ---------------------------------------------------------------- what a result says
def test_a_shared_victory_is_split_and_a_game_nobody_won_is_a_draw_of_all() -> None:
    assert [result(0, 0, (0, 1, 2), 0, 2).share(seat) for seat in range(3)] == [0.5, 0.0, 0.5]
    assert [result(0, 0, (0, 1)).share(seat) for seat in range(2)] == [0.5, 0.5]
    assert result(0, 0, (0,)).share(0) == 0.0


def test_a_team_wins_as_one_and_a_draw_is_even_though_one_side_is_larger() -> None:
    sides = ((0, 2), (1,))
    assert [result(0, 0, (0, 1, 0), 0, 2, sides=sides).share(side) for side in range(2)] == [1.0, 0.0]
    assert [result(0, 0, (0, 1, 0), 1, sides=sides).share(side) for side in range(2)] == [0.0, 1.0]
    assert [result(0, 0, (0, 1, 0), sides=sides).share(side) for side in range(2)] == [0.5, 0.5]
    lost = result(0, 0, (4, 3, 4), 1, scores=(9, 15, 9), sides=sides)
    assert [lost.rank(side) for side in range(2)] == [2.0, 1.0]
    assert lost.bot_by_side == (4, 3)


def test_partners_are_one_bot_that_plays_from_two_views() -> None:
    played = play_match(Plan("spellcaster", ("random", "search:1"), 2, 3), Fixture(0, 0, (1, 0, 1)))
    assert played.sides == ((0, 2), (1,))
    assert all(played.decisions)
    assert sorted(played.winners) in ([], [0, 2], [1])


def test_places_go_by_victory_then_score_and_are_shared_where_level() -> None:
    played = result(0, 0, (0, 1, 2, 3), 1, scores=(5, 8, 5, 2))
    assert [played.rank(seat) for seat in range(4)] == [2.5, 1.0, 2.5, 4.0]
