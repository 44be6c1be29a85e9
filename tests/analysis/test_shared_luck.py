"""Luck: as likely as the weights say, and the same for every candidate."""

from collections import Counter

from sortilege.analysis.shared_luck import SharedLuck, scramble
from sortilege.core.engine.cells import blank, cells_of

IDS = [3, 7, 20, 21]
WEIGHTS = [1, 2, 3, 4]


def luck() -> SharedLuck:
    return SharedLuck(blank(64), 1)


def draws(ids: list[int], weights: list[int], worlds: int) -> list[int]:
    shared = luck()
    drawn = []
    for world in range(worlds):
        shared.restart(scramble(world), scramble(world + 1_000_000))
        drawn.append(ids[shared.select(cells_of(ids), cells_of(weights), len(ids))])
    return drawn


def test_outcomes_come_as_often_as_their_weights_say() -> None:
    often = Counter(draws(IDS, WEIGHTS, 10_000))
    square = sum((often[a] - 1000 * w) ** 2 / (1000 * w) for a, w in zip(IDS, WEIGHTS, strict=True))
    assert square < 16.3  # chi-square, three degrees of freedom: one in a thousand


def test_two_draws_of_a_turn_have_nothing_to_do_with_each_other() -> None:
    shared = luck()
    pairs: Counter[tuple[int, int]] = Counter()
    for world in range(16_000):
        shared.restart(scramble(world), scramble(world + 1_000_000))
        first = shared.select(cells_of([1, 2, 3, 4]), cells_of([1, 1, 1, 1]), 4)
        pairs[first, shared.select(cells_of([1, 2, 3, 4]), cells_of([1, 1, 1, 1]), 4)] += 1
    assert sum((pairs[a, b] - 1000) ** 2 / 1000 for a in range(4) for b in range(4)) < 37.7  # fifteen degrees


def test_a_card_less_changes_only_what_that_card_was() -> None:
    """Two candidates, one of which has taken card 20 from the pile: where something else comes, the same comes."""
    with_it, without = draws(IDS, WEIGHTS, 2000), draws(IDS, [1, 2, 0, 4], 2000)
    assert all(a == b for a, b in zip(with_it, without, strict=True) if a != 20)
    assert 20 not in without


def test_events_of_another_kind_do_not_shift_luck() -> None:
    """A die rolled before changes nothing about the card drawn after."""
    kinds = cells_of([0] * 10 + [1] * 10)
    cards, die, ones = cells_of([0, 1, 2, 3, 4, 5]), cells_of([10, 11, 12]), cells_of([1] * 6)
    for world in range(50):
        plain, rolled = SharedLuck(kinds, 2), SharedLuck(kinds, 2)
        for shared in (plain, rolled):
            shared.restart(world, 5)
        rolled.select(die, ones, 3)
        assert plain.select(cards, ones, 6) == rolled.select(cards, ones, 6)


def test_a_new_turn_brings_the_same_luck_however_the_last_one_went() -> None:
    short, long = luck(), luck()
    for shared in (short, long):
        shared.restart(17, 4)
    for _ in range(3):
        long.select(cells_of(IDS), cells_of(WEIGHTS), 4)
    for shared in (short, long):
        shared.next_turn()
    assert short.select(cells_of(IDS), cells_of(WEIGHTS), 4) == long.select(cells_of(IDS), cells_of(WEIGHTS), 4)
