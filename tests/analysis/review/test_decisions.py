"""How decisions are judged: the words of a verdict, intervals that hold, endings counted out."""

import json
from typing import Any

import pytest

import sortilege
from sortilege.analysis import candidates
from sortilege.analysis.intervals import Interval
from sortilege.analysis.review import Review, review, timeline_of
from sortilege.analysis.review.decisions import (
    enumerate_decision,
    evaluate_with_hindsight,
    evaluate_without_hindsight,
    judgement_of,
)
from tests.analysis.endings import exact_win_probability
from tests.analysis.review.games import TABLES, match_of


def test_a_slip_only_where_the_interval_holds_no_zero() -> None:
    assert judgement_of(Interval(0.1, 0.02, 0.2)) == {"loss": 0.1, "low": 0.02, "high": 0.2, "verdict": "slip"}
    assert judgement_of(Interval(0.1, -0.02, 0.2)) == {"loss": 0.1, "low": 0.0, "high": 0.2, "verdict": "close"}
    assert judgement_of(Interval(-0.1, -0.2, 0.05)) == {"loss": 0.0, "low": 0.0, "high": 0.05, "verdict": "best"}
    assert judgement_of(Interval(0.0, -0.2, 0.1))["verdict"] == "best"


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_every_choice_is_judged_in_both_lights(name: str, seats: int, options: dict[str, Any]) -> None:
    match = match_of(name, seats, 6, **options)
    result = review(match, worlds=2)
    state = match.state_at(0)
    choices = []
    for at, action in enumerate(match.ids):
        if state.turn() >= 0 and len(state.legal()) > 1:
            choices.append((at, state.turn(), match.log[at]))
        state.apply(action)
    assert [(one["at"], one["seat"], one["action"]) for one in result["moments"]] == choices
    for moment in result["moments"]:
        assert set(moment) == {"at", "seat", "action", "best", "known", "open"}
        assert (moment["known"]["verdict"] == "best") == (moment["best"] == moment["action"])
        for light in (moment["known"], moment["open"]):
            assert set(light) == {"loss", "low", "high", "verdict"}
            assert 0 <= light["low"] <= light["loss"] <= light["high"] <= 1
            assert (light["verdict"] == "slip") == (light["low"] > 0)
    json.dumps(result)


def test_the_numbers_are_those_of_an_analysis_with_the_same_worlds_and_seed() -> None:
    timeline = timeline_of(match_of("spellcaster", 2, 14))
    node = timeline.choices[0]
    result = evaluate_without_hindsight(timeline, node, seed=3, worlds=12)
    assert node.view is not None
    both = candidates(timeline.game, node.view, 3, actions=[node.action, result.rival], worlds=12)
    assert [candidate.mean for candidate in both] == [share.mean for share in result.shares]


def test_hindsight_is_reported_separately_from_what_was_known() -> None:
    """In a hidden game the two are judged in worlds of their own; where all is open they are one."""
    timeline = timeline_of(match_of("abracada", 2, 20))
    node = timeline.choices[0]
    assert node.view is not None and node.view["you"] == node.actor
    seen = timeline_of(match_of("spellbook", 2, 10))
    choice = seen.choices[0]
    assert evaluate_without_hindsight(seen, choice, 0, 2) == evaluate_with_hindsight(seen, choice, 0, 2)


@pytest.mark.parametrize("name", ["spellcaster", "abracada"])
def test_an_ending_is_counted_out_as_the_exact_shares_say(name: str) -> None:
    """The last decision of many games: what is lost is exactly the difference of two exact shares."""
    counted = 0
    for seed in range(1, 12):
        timeline = timeline_of(match_of(name, 2, 6, seed))
        node = timeline.choices[-1]
        result = enumerate_decision(timeline, node)
        if result is None:
            continue
        shares = {
            action: exact_win_probability(timeline.game, [(1, node.state)], action, node.actor) for action in node.legal
        }
        assert result.worlds == 0
        assert result.judgement["loss"] == pytest.approx(max(shares.values()) - shares[node.action])
        assert result.judgement["low"] == result.judgement["loss"] == pytest.approx(result.judgement["high"])
        counted += 1
    assert counted


def test_a_sampled_loss_holds_the_exact_one() -> None:
    """Nineteen of twenty intervals should: of these few, nearly all."""
    from sortilege.analysis.review.decisions import compare_by_rollouts

    held = tried = 0
    for seed in range(1, 16):
        timeline = timeline_of(match_of("spellcaster", 2, 6, seed))
        node = timeline.choices[-1]
        exact = enumerate_decision(timeline, node)
        if exact is None:
            continue
        result = compare_by_rollouts(timeline, node, timeline.subject_with_hindsight(node), 0, 60)
        game, start = timeline.game, [(1, node.state)]
        gap = exact_win_probability(game, start, result.rival, node.actor) - exact_win_probability(
            game, start, node.action, node.actor
        )
        tried += 1
        held += result.judgement["low"] - 1e-9 <= max(0.0, gap) <= result.judgement["high"] + 1e-9
    assert tried > 2 and held >= tried - 1


# ---------------------------------------------------------------- the same again
def test_the_same_seed_and_worlds_give_the_same_review() -> None:
    match = match_of("spellcaster", 2, 16)
    assert review(match, 4, 3) == review(match, 4, 3)
    assert review(match, 5, 3) != review(match, 4, 3)


def test_an_interrupted_review_resumes_to_the_same_result() -> None:
    match = match_of("abracada", 3, 16)
    whole = review(match, 1, 4)
    under_way = Review(match, 1, 4)
    steps = 0
    while under_way.step():
        steps += 1
        assert 0 <= under_way.progress() <= 1
        if steps % 5 == 0:
            under_way = Review(match, saved=json.loads(json.dumps(under_way.save())))
    assert under_way.result() == whole
    assert under_way.progress() == 1


def test_the_biggest_moments_are_known_before_the_rest_is_judged() -> None:
    under_way = Review(match_of("abracada", 2, 30), worlds=20)
    assert under_way.biggest() == []
    while under_way.sketch_biggest is None and under_way.step():
        pass
    biggest = under_way.biggest()
    assert len(biggest) == 3
    swings = [under_way.swing(at) for at in range(len(under_way.counts))]
    assert swings[biggest[0]] == max(swings)


def test_an_unfinished_game_is_not_reviewed() -> None:
    running = sortilege.Match(sortilege.game("spell"), 2, seed=1)
    with pytest.raises(sortilege.RecordError) as caught:
        review(running)
    assert "not over" in str(caught.value) and caught.value.say("fr") != caught.value.say("en")
