"""The net while it learns: floats in numpy, one hidden layer of sums clipped between 0 and TOP, fitted by Adam to the
logistic loss. Rows of features are sparse; a batch of them is spread out for the product."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

import numpy as np

TOP: Final = 4.0
BATCH: Final = 2048  # rows of a step, at most
STEPS: Final = 60  # of an epoch, at least, where rows are few
RATE: Final = 1e-2  # how far a step goes at first; in the end a twentieth of it
DECAY: Final = 3e-4  # pulls weights that nothing holds towards 0
HELD_OUT: Final = 0.08  # of the games are not learned from, but asked about
BLOCK: Final = 8192  # rows judged at a time


class Positions:
    """Moments with what became of them, in the order of their games: of each a row of features, or several that are
    added up, each times its stake."""

    NAMES: Final = ("counts", "stakes", "indices", "values", "rows", "targets", "lengths")

    def __init__(
        self, counts: Any, stakes: Any, indices: Any, values: Any, rows: Any, targets: Any, lengths: Any
    ) -> None:
        self.counts, self.stakes, self.indices, self.values = counts, stakes, indices, values
        self.rows, self.targets, self.lengths = rows, targets, lengths
        self.starts = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
        self.firsts = np.concatenate([[0], np.cumsum(rows, dtype=np.int64)])

    def __len__(self) -> int:
        return len(self.rows)

    def rows_of(self, moments: Any) -> tuple[Any, Any]:
        """The rows of these moments, and where those of each begin among them."""
        many = self.rows[moments].astype(np.int64)
        ends = np.cumsum(many)
        rows = np.repeat(self.firsts[moments] - ends + many, many) + np.arange(ends[-1] if len(ends) else 0)
        return rows, ends - many

    def spread(self, rows: Any, inputs: int) -> Any:
        """These rows with their zeros."""
        counts = self.counts[rows].astype(np.int64)
        ends = np.cumsum(counts)
        at = np.repeat(self.starts[rows] - ends + counts, counts) + np.arange(ends[-1] if len(ends) else 0)
        out = np.zeros((len(rows), inputs), np.float32)
        out[np.repeat(np.arange(len(rows)), counts), self.indices[at]] = self.values[at]
        return out

    def length(self) -> float:
        """How long the rows are on average, as vectors: so far a sum of weights of length 1 may go."""
        return max(1.0, float(np.sqrt(np.sum(self.values.astype(np.float64) ** 2) / max(1, len(self.counts)))))

    def first_games(self, most: int) -> Positions:
        """The games that were played first, of so many moments together at most."""
        games = int(np.searchsorted(np.cumsum(self.lengths), most, "right"))
        moments = int(self.lengths[:games].sum())
        rows = int(self.firsts[moments])
        pairs = int(self.starts[rows])
        ends = {"counts": rows, "stakes": rows, "indices": pairs, "values": pairs, "lengths": games}
        return Positions(*(getattr(self, name)[: ends.get(name, moments)] for name in Positions.NAMES))

    def split(self) -> tuple[Any, Any]:
        """The rows to learn from and those held out: whole games, spread evenly over the time they were played."""
        games = np.repeat(np.arange(len(self.lengths)), self.lengths)
        every = round(1 / HELD_OUT)
        out = games % every == every - 1
        return np.flatnonzero(~out), np.flatnonzero(out)


def joined(parts: list[Positions]) -> Positions:
    return Positions(*(np.concatenate([getattr(part, name) for part in parts]) for name in Positions.NAMES))


def narrowed(positions: Positions, inputs: int) -> tuple[Positions, Any]:
    """The same with the features alone that are ever other than 0, which are few, and which these are."""
    seen = np.flatnonzero(np.bincount(positions.indices, minlength=inputs))
    place = np.zeros(inputs, np.uint16)
    place[seen] = np.arange(len(seen))
    arrays = {name: getattr(positions, name) for name in Positions.NAMES}
    return Positions(**{**arrays, "indices": place[positions.indices]}), seen


@dataclass
class FloatNet:
    """The weights of both layers and their biases."""

    first: Any  # inputs x hidden
    bias: Any  # hidden
    last: Any  # hidden
    end: Any  # one number

    @property
    def arrays(self) -> list[Any]:
        return [self.first, self.bias, self.last, self.end]

    def copy(self) -> FloatNet:
        return FloatNet(*(array.copy() for array in self.arrays))

    def logits(self, positions: Positions, moments: Any) -> Any:
        """What it thinks of these moments."""
        blocks = [moments[at : at + BLOCK] for at in range(0, len(moments), BLOCK)]
        return np.concatenate([np.zeros(0, np.float32), *(self.judge(positions, block) for block in blocks)])

    def judge(self, positions: Positions, moments: Any) -> Any:
        rows, firsts = positions.rows_of(moments)
        hidden = np.clip(positions.spread(rows, len(self.first)) @ self.first + self.bias, 0, TOP)
        return np.add.reduceat(positions.stakes[rows] * (hidden @ self.last + self.end[0]), firsts)


def fresh_net(inputs: int, hidden: int, seed: int, length: float = 5.5) -> FloatNet:
    """Small weights by lot, so that the sums of rows of this length differ by less than 1: at first no unit is dull."""
    rng = np.random.default_rng(seed)
    first = rng.normal(0, 0.82 / length, (inputs, hidden)).astype(np.float32)
    last = rng.normal(0, 0.3, hidden).astype(np.float32)
    return FloatNet(first, np.full(hidden, 0.3, np.float32), last, np.zeros(1, np.float32))


def loss_of(logits: Any, targets: Any) -> float:
    """The mean logistic loss, in nats: 0.693 for whoever always says one half."""
    if len(logits) == 0:
        return float("nan")
    return float(np.mean(np.logaddexp(0, logits) - targets * logits))


def fit(
    net: FloatNet, positions: Positions, seconds: float, epochs: int, seed: int, rate: float = RATE
) -> tuple[FloatNet, float, float]:
    """Learn for so many epochs, or until the time is up; answers the net that did best on what was held out, and the
    loss on what it learned from and on what was held out."""
    rng = np.random.default_rng(seed)
    learned, held_out = positions.split()
    whole, inputs = net, len(net.first)
    positions, seen = narrowed(positions, inputs)
    net = FloatNet(net.first[seen], net.bias.copy(), net.last.copy(), net.end.copy())
    until, began = perf_counter() + seconds, perf_counter()
    moments = [(np.zeros_like(array), np.zeros_like(array)) for array in net.arrays]
    best, best_loss, mean = net.copy(), np.inf, float("nan")
    step, done = 0, 0.0
    for epoch in range(epochs):
        order = rng.permutation(learned)
        size = min(BATCH, len(order) // STEPS + 1)
        losses = []
        for at in range(0, len(order), size):
            gradients, loss = slopes(net, positions, order[at : at + size])
            losses.append(loss)
            step += 1
            done = max((epoch + at / len(order)) / epochs, (perf_counter() - began) / max(seconds, 1e-9))
            adam(net, gradients, moments, step, rate * (0.05 + 0.95 * max(0.0, 1 - done)))
            if done >= 1:
                break
        mean = float(np.mean(losses))
        loss = loss_of(net.logits(positions, held_out), positions.targets[held_out])
        if not loss >= best_loss:  # nothing held out: not a number
            best, best_loss = net.copy(), loss
        if perf_counter() >= until:
            break
    first = whole.first.copy()
    first[seen] = best.first
    return FloatNet(first, best.bias, best.last, best.end), mean, best_loss


def slopes(net: FloatNet, positions: Positions, moments: Any) -> tuple[list[Any], float]:
    """The gradient of the loss by every weight, and the loss."""
    rows, firsts = positions.rows_of(moments)
    spread, stakes, targets = positions.spread(rows, len(net.first)), positions.stakes[rows], positions.targets[moments]
    sums = spread @ net.first + net.bias
    hidden = np.clip(sums, 0, TOP)
    logits = np.add.reduceat(stakes * (hidden @ net.last + net.end[0]), firsts)
    off = (1 / (1 + np.exp(-np.clip(logits, -30, 30))) - targets).astype(np.float32) / len(moments)
    each = np.repeat(off, positions.rows[moments]) * stakes
    back = np.outer(each, net.last) * ((sums > 0) & (sums < TOP))
    return [spread.T @ back, back.sum(0), hidden.T @ each, each.sum(keepdims=True)], loss_of(logits, targets)


def adam(net: FloatNet, gradients: list[Any], moments: list[tuple[Any, Any]], step: int, rate: float) -> None:
    """One step of Adam (Kingma and Ba, 2015), with weights that decay."""
    for array, gradient, (mean, square) in zip(net.arrays, gradients, moments, strict=True):
        np.add(mean, 0.1 * (gradient - mean), out=mean)
        np.add(square, 0.001 * (gradient * gradient - square), out=square)
        move = rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        np.subtract(array, move + DECAY * array, out=array)
