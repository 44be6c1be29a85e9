"""The reader of nets: whole numbers, the same compiled and interpreted, and the same as a plain sum over everything."""

from __future__ import annotations

import base64
import json
import random
from array import array
from math import exp
from pathlib import Path
from typing import Any

import pytest

from sortilege.bots.net import Net, final_share
from sortilege.bots.net_files import NetError, weights_of
from sortilege.core.contract.features import Features, put, put_one_hot, put_thermometer
from sortilege.core.engine.cells import Cells, cells_of
from sortilege.core.engine.state import State
from tests.bots.toys import Pile, Toy

GOLDEN = Path(__file__).parent / "net.json"  # sums that every machine must find: `python -m tests.bots.test_net`


class PileFeatures(Features):
    """Who is to move, and how many counters there are: as one of many, as a thermometer and as a number."""

    def __init__(self) -> None:
        super().__init__([("my turn", 1), ("counters", 12), ("at least", 12), ("number", 1)])

    def fill(self, state: State, seat: int, into: Cells) -> int:
        mine, counters = int(state.cells[0] == seat), state.cells[1]
        n = put(into, 0, 0, mine)
        n = put_one_hot(into, n, 1, counters, 12)
        n = put_thermometer(into, n, 13, counters, 12)
        return put(into, n, 25, counters)


def random_net_file(seed: int, inputs: int, hidden: int) -> dict[str, Any]:
    """A net of random numbers, as its file has it."""
    rng = random.Random(seed)
    numbers = array("h", [rng.randint(-32767, 32767) for _ in range((inputs + 1) * hidden)])
    return {
        "hidden": hidden,
        "scale": [1024, 512],
        "bias": [rng.randint(-100_000, 100_000) for _ in range(hidden)],
        "end": rng.randint(-1_000_000, 1_000_000),
        "top": 4096,
        "weights": base64.b64encode(numbers.tobytes()).decode(),
    }


def plain_total(held: dict[str, Any], pairs: list[tuple[int, int]]) -> int:
    """The same in the plainest Python there is."""
    hidden = held["hidden"]
    numbers = array("h", base64.b64decode(held["weights"]))
    total = held["end"]
    for unit in range(hidden):
        value = held["bias"][unit] + sum(numbers[index * hidden + unit] * value for index, value in pairs)
        total += min(max(value, 0), held["top"]) * numbers[len(numbers) - hidden + unit]
    return int(total)


def made_up_pairs(seed: int, inputs: int, active: int) -> list[tuple[int, int]]:
    rng = random.Random(seed)
    values = [1, 1, 1, 2, 7, -1, 127, -127]
    return [(index, rng.choice(values)) for index in sorted(rng.sample(range(inputs), active))]


def totals(seed: int) -> list[int]:
    """What the reader makes of forty inputs to one net."""
    held = random_net_file(seed, 300, 16)
    net = Net(PileFeatures(), weights_of(held), [0, 1])
    outputs = []
    for k in range(40):
        pairs = made_up_pairs(seed * 100 + k, 300, 5 + 2 * k)
        flat = cells_of([number for pair in pairs for number in pair])
        outputs.append(int(net.output(flat, len(pairs))))
        assert outputs[-1] == plain_total(held, pairs)
    return outputs


@pytest.mark.parametrize("seed", range(3))
def test_the_reader_sums_as_plain_python_does(seed: int) -> None:
    assert totals(seed) == json.loads(GOLDEN.read_text())[str(seed)]


@pytest.mark.parametrize("counters", range(1, 15))
def test_a_share_is_the_sum_seen_through_the_logistic_curve(counters: int) -> None:
    held = random_net_file(7, 26, 8) | {"top": 1 << 22}
    features, state = PileFeatures(), Pile([1, counters])
    pairs = [(index, value) for index, value in enumerate(features.dense(state, 1)) if value]
    logit = max(-30.0, min(30.0, plain_total(held, pairs) / (1024 * 512)))
    net = Net(features, weights_of(held), [0, 1])
    assert net.win_probability(state, 1) == 1.0 / (1.0 + exp(-logit))
    assert net.win_probability(state, 1) == net.win_probability(state, 1)


def test_features_leave_zeros_out_and_stay_in_their_bounds() -> None:
    features = PileFeatures()
    assert features.size == 26
    assert features.dense(Pile([0, 3]), 0) == [1] + [0, 0, 0, 1] + [0] * 8 + [1, 1, 1] + [0] * 9 + [3]
    assert features.dense(Pile([0, 200]), 1) == [0] + [0] * 11 + [1] + [1] * 12 + [127]


class Finished(Toy):
    """Over, won by the seats named in its cells."""

    def turn(self) -> int:
        return -2

    def fill_legal(self, into: Any) -> int:
        return 0

    def do(self, action: int) -> None:
        raise AssertionError

    def winners(self) -> list[int]:
        return list(self.cells)


@pytest.mark.parametrize(
    ("winners", "side_of", "shares"),
    [
        ([1], [0, 1], [0, 1]),
        ([0, 2], [0, 1, 2], [0.5, 0, 0.5]),
        ([], [0, 1, 2, 3], [0.25] * 4),
        ([], [0], [0]),
        ([0], [0], [1]),
        ([0, 2], [0, 1, 0, 1], [1, 0, 1, 0]),
        ([], [0, 1, 0, 1], [0.5] * 4),
        ([0, 2], [0, 1, 0], [1, 0, 1]),
        ([1], [0, 1, 0], [0, 1, 0]),
        ([], [0, 1, 0], [0.5] * 3),
    ],
)
def test_a_finished_game_needs_no_net(winners: list[int], side_of: list[int], shares: list[float]) -> None:
    state = Finished(winners, len(side_of))
    assert [final_share(state, seat, side_of) for seat in range(len(side_of))] == shares
    net = Net(PileFeatures(), weights_of(random_net_file(1, 26, 2)), side_of)
    assert [net.win_probability(state, seat) for seat in range(len(side_of))] == shares


@pytest.mark.parametrize(
    "change",
    [
        {"hidden": 7},
        {"hidden": "8"},
        {"bias": [0]},
        {"bias": [0.5] * 8},
        {"scale": [0, 1]},
        {"scale": []},
        {"weights": "?"},
        {"weights": ""},
        {"top": None},
    ],
)
def test_numbers_that_do_not_go_together_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(NetError, match="do not go together"):
        weights_of(random_net_file(1, 26, 8) | change)


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps({str(seed): totals(seed) for seed in range(3)}) + "\n")
