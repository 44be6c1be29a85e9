"""The log: made once, and for each seat as it saw it."""

from dataclasses import replace

from sortilege import Match, Rng, game
from sortilege.core.log import full_log, log_of

GAME = game("abracada")


def match_of_four_calls() -> Match:
    """Four calls of 8, with whatever they draw."""
    match = Match(GAME, seats=3, options={"first": 0}, seed=3)
    for _ in range(4):
        match.play({"do": "call", "spell": 8})
    return match


def test_the_log_has_one_line_for_every_action() -> None:
    match = match_of_four_calls()
    for line, a in zip(full_log(match.state), match.ids, strict=True):
        assert line.items() >= GAME.describe(a).items()


def test_the_log_goes_on_where_it_stopped() -> None:
    match = match_of_four_calls()
    half = len(full_log(match.state))
    first = full_log(match.state)[0]
    match.play({"do": "call", "spell": 8})
    assert len(full_log(match.state)) > half
    assert full_log(match.state)[0] is first


def test_a_clone_has_the_same_log() -> None:
    match = match_of_four_calls()
    assert full_log(match.state.clone()) == full_log(match.state)


def test_a_fresh_state_has_no_log() -> None:
    assert full_log(GAME.new()) == []
    assert log_of(GAME.new(), 0) == []


def test_an_imagined_state_recalls_what_its_seat_saw() -> None:
    match = match_of_four_calls()
    view = match.state.view(1)
    imagined = GAME.imagine(view, Rng(1))
    assert full_log(imagined) == []
    assert log_of(imagined, 1) == view["log"]
    imagined.apply(imagined.legal()[0])
    assert log_of(imagined, 1)[: len(view["log"])] == view["log"]


def test_a_draw_that_completes_a_line_does_not_stand_alone() -> None:
    """Which of two equal stones left becomes part of the call's own line."""
    start = {"game": "abracada", "seats": 2, "hands": ["838", "66"], "turn": {"seat": 0}}
    match = Match(GAME, start=start, seed=1)
    match.play({"do": "call", "spell": 8})
    lines = full_log(match.state)
    assert [line["do"] for line in lines] == ["call", "lift"]
    assert lines[0]["slot"] == lines[1]["slot"]
    assert "amends" not in lines[1]
    assert [line["do"] for line in log_of(match.state, None)] == ["call"]


def test_a_line_that_waits_for_its_completion_is_not_final() -> None:
    hasty = replace(GAME, is_final=lambda line, seat, state: True)
    state = hasty.load({"game": "abracada", "seats": 2, "hands": ["788", "66"], "turn": {"seat": 0}})
    state.apply(GAME.find({"do": "call", "spell": 8}))
    assert log_of(state, 0) == []
    state.apply(state.legal()[0])
    (line,) = log_of(state, 0)
    assert line["slot"] in (1, 2)
