"""The analysis against counting out: small endings of every game, where every world and every draw can be listed.

`python -m tests.analysis.endings` is the long form.
"""

import pytest

import sortilege
from sortilege.analysis.exact import ExactSearch, TooManyNodes
from sortilege.core.game import Game
from tests.analysis.endings import compare, endings

ENDINGS = 25
WORLDS = 100


@pytest.mark.parametrize("name", sortilege.games())
def test_intervals_hold_the_exact_share(name: str) -> None:
    """In 95 of 100 cases: of 25, two may be missed (a third would come about once in 15 times)."""
    comparisons = compare(name, ENDINGS, WORLDS)
    assert sum(comparison.holds for comparison in comparisons) >= ENDINGS - 2
    assert sum(0 < comparison.exact < 1 for comparison in comparisons) >= 5, (
        "nearly all endings were sure: nothing was tested"
    )


@pytest.mark.parametrize("name", sortilege.games())
def test_shares_are_not_bent_to_one_side(name: str) -> None:
    """The errors of many endings cancel."""
    errors = [comparison.share - comparison.exact for comparison in compare(name, ENDINGS, WORLDS)]
    assert abs(sum(errors) / len(errors)) < 0.03


def test_a_wrong_share_would_be_noticed() -> None:
    """The intervals are narrow enough to exclude something: a tenth of victory off is seen in most open endings."""
    comparisons = [comparison for comparison in compare("abracada", ENDINGS, WORLDS) if 0.15 < comparison.exact < 0.85]
    missed = sum(not comparison.low <= comparison.exact + 0.15 <= comparison.high for comparison in comparisons)
    assert missed > len(comparisons) / 2


def test_what_is_counted_adds_up() -> None:
    """The shares of both seats are one victory."""
    game = sortilege.game("abracada")
    for ending, _ in zip(endings(game, 3), range(5), strict=False):
        _, state = ending.starts[0]
        assert sum(ExactSearch(game, state).probabilities_after(state, ending.legal[0])) == pytest.approx(1)


def test_a_beginning_is_too_much_to_count() -> None:
    game: Game = sortilege.game("spellbook")
    state = game.new(2)
    with pytest.raises(TooManyNodes):
        ExactSearch(game, state, max_nodes=500).probabilities(state, state, 0)
