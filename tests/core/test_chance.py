"""Draws, as docs/fair-play.md publishes them. The digests below were made with `printf '7:0' | sha256sum`."""

import hashlib
import re
from collections import Counter
from pathlib import Path

import pytest

from sortilege import Match, game
from sortilege.core.chance import commitment, draw, new_seed

FIRST = 0xF5FF61D7B533CD7371F120B74BB93602758CEE22E3A30244FBE90FBE99CA4623  # of "7:0"
SECOND = 0xD7A0CEE7B61EB0E3E4776E245CFAFBFBA1CBCE2B59A1F2C20626E3E46BBAF745  # of "7:1"
FRENCH = 0x756A0348536467A91C4D6E77F2C2F7137F857109E1CDAF0CB35FE8B01D2D62F7  # of "château:0", in UTF-8
SEVEN = "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"  # of "7"


def by_hand(number: int, weights: list[int]) -> int:
    """The outcome the remainder points into."""
    marks = [index for index, weight in enumerate(weights) for _ in range(weight)]
    return marks[number % len(marks)]


@pytest.mark.parametrize("weights", [[1, 1, 1], [1, 2, 3, 4, 5, 6, 7, 8], [2, 2, 2], [5], [1, 35], [35, 1]])
def test_a_draw_is_the_remainder_of_the_published_digest(weights: list[int]) -> None:
    assert draw(7, 0, weights) == by_hand(FIRST, weights)
    assert draw(7, 1, weights) == by_hand(SECOND, weights)
    assert draw("château", 0, weights) == by_hand(FRENCH, weights)


def test_two_draws_worked_out_on_paper() -> None:
    """The digest of "7:0" leaves 1 when divided by 3, that of "7:1" leaves 5 when divided by 36."""
    assert draw(7, 0, [1, 1, 1]) == 1
    assert draw(7, 1, [1, 2, 3, 4, 5, 6, 7, 8]) == 2


def test_a_number_and_its_text_are_the_same_seed() -> None:
    assert [draw(7, k, [1] * 50) for k in range(20)] == [draw("7", k, [1] * 50) for k in range(20)]


def test_the_commitment_is_the_digest_of_the_seed_alone() -> None:
    assert commitment(7) == commitment("7") == SEVEN
    assert Match(game("abracada"), seed=7).commitment == SEVEN
    assert commitment("é") == hashlib.sha256("é".encode()).hexdigest()


def test_a_new_seed_is_256_bits_nobody_has_seen() -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(re.fullmatch("[0-9a-f]{64}", seed) for seed in seeds)
    assert Match(game("abracada")).seed != Match(game("abracada")).seed


def test_each_outcome_comes_as_often_as_its_weight_says() -> None:
    weights, draws = [1, 2, 3, 4, 5, 6, 7, 8], 7200
    drawn = Counter(draw("fair", k, weights) for k in range(draws))
    for index, weight in enumerate(weights):
        share = weight / 36
        assert abs(drawn[index] - draws * share) <= 5 * (draws * share * (1 - share)) ** 0.5


def test_no_outcomes_cannot_be_drawn() -> None:
    with pytest.raises((ValueError, ZeroDivisionError)):
        draw(7, 0, [])


def test_the_kth_chance_line_of_a_log_is_draw_number_k() -> None:
    """Decisions between do not use draws up."""
    match = Match(game("abracada"), 3, seed="count")
    for _ in range(6):
        match.play({"do": "call", "spell": 8})
    state, k = game("abracada").new(3), 0
    for action in match.log:
        if state.turn() == -1:
            assert match.game.describe(state.legal()[draw("count", k, state.weights())]) == action
            k += 1
        state.apply(match.game.find(action))
    assert 0 < k < len(match.log)


def test_the_program_in_the_fair_play_page_verifies_a_record() -> None:
    """The page shows a few lines of Python; they must run, find nothing wrong with a match, and find a forgery."""
    page = (Path(__file__).parents[2] / "docs" / "fair-play.md").read_text(encoding="utf-8")
    program = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert program is not None
    names: dict[str, object] = {}
    exec(program[1], names)
    match = Match(game("abracada"), 2, seed="page")
    match.play({"do": "call", "spell": 8})
    record, check = match.save(), names["check"]
    assert check(record) is None  # type: ignore[operator]
    forged = record | {"seed": "another page"}
    assert check(forged) is not None  # type: ignore[operator]
    match.take_back(match.last_decision(0) or match.last_decision(1) or 0)
    match.play({"do": "call", "spell": 7})
    assert match.undone and check(match.save()) is None  # type: ignore[operator]
    first = match.undone[0]["lines"][0]
    hidden = match.save() | {"undone": [{**match.undone[0], "at": 0, "lines": [first]}]}
    assert check(hidden) is not None  # type: ignore[operator]
