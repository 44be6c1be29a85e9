"""The log by turns: one sentence for all that a seat called."""

from sortilege.core.engine.state import State
from sortilege.core.log import log_of
from sortilege.core.turns import turns_in
from tests.games.abracada.moves import END, GAME, at, call, play, roll, secret, stone

THREE = {"hands": ["35487", "66788", "27785"], "turn": {"seat": 0}, "life": [4, 4, 4]}


def summaries(state: State, seat: int | None = 1, language: str = "en") -> list[str]:
    return [GAME.summarise(turn, language) for turn in turns_in(GAME, log_of(state, seat))]


def test_a_turn_tells_what_was_there_what_was_not_and_what_it_cost() -> None:
    state = play(at(**THREE), call(3), roll(2), call(5), call(6))
    assert summaries(state) == ["{0}: called 3 and 5, missed 6, +1\u00a0life, {1} and {2}\u00a0−1"]
    assert summaries(state, language="fr") == ["{0}\u00a0: annonce 3 et 5, rate le 6, +1\u00a0vie, {1} et {2}\u00a0−1"]


def test_the_stones_drawn_anew_belong_to_the_turn_that_needs_them() -> None:
    state = play(at(**THREE), call(7), END, stone(8), call(7))
    first, second = turns_in(GAME, log_of(state, 0))
    assert [line["do"] for line in first.lines] == ["call", "end", "stone"]
    assert (second.opening.seat, [line["do"] for line in second.lines]) == (1, ["call"])


def test_a_secret_stone_is_not_named_in_a_summary() -> None:
    state = play(at(**THREE), call(4), secret(8))
    for seat in (0, 1, None):
        assert summaries(state, seat) == ["{0}: called 4, took a secret stone"]


def test_a_round_that_ends_is_told_with_its_points_and_the_next_begins_with_a_deal() -> None:
    state = play(at(hands=["8", "66788", "27785"], turn={"seat": 0}), call(8), stone(1))
    won, dealt = turns_in(GAME, log_of(state, 1))
    assert GAME.summarise(won) == "{0}: called 8, the round is over: {0}\u00a0+3"
    assert (dealt.opening.seat, dealt.opening.chapter, GAME.summarise(dealt)) == (None, 2, "")
    assert [GAME.chapter(dealt, language) for language in ("en", "fr")] == ["Round 2 begins", "La manche 2 commence"]
