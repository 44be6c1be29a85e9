"""The net during training, in numpy: one hidden layer, clipped between 0 and TOP, fitted by Adam to the logistic loss.
Feature rows are sparse; each batch is expanded to dense rows for the matrix product."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

import numpy as np

TOP: Final = 4.0
BATCH: Final = 2048  # maximum number of moments per step
STEPS: Final = 60  # minimum number of steps per epoch
RATE: Final = 1e-2  # learning rate at the start; it falls to a twentieth
DECAY: Final = 3e-4  # weight decay
HELD_OUT: Final = 0.08  # part of the games that measures the loss and is not learned from
BLOCK: Final = 8192  # moments evaluated at a time


class Positions:
    """Moments of games with their targets, in the order of the games. A moment has one row of features, or several
    whose outputs are added, each times its stake."""

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
        """Return the rows of these moments, and the index at which the rows of each moment begin."""
        counts = self.rows[moments].astype(np.int64)
        ends = np.cumsum(counts)
        rows = np.repeat(self.firsts[moments] - ends + counts, counts) + np.arange(ends[-1] if len(ends) else 0)
        return rows, ends - counts

    def spread(self, rows: Any, inputs: int) -> Any:
        """Return these rows as a dense matrix."""
        counts = self.counts[rows].astype(np.int64)
        ends = np.cumsum(counts)
        at = np.repeat(self.starts[rows] - ends + counts, counts) + np.arange(ends[-1] if len(ends) else 0)
        out = np.zeros((len(rows), inputs), np.float32)
        out[np.repeat(np.arange(len(rows)), counts), self.indices[at]] = self.values[at]
        return out

    def length(self) -> float:
        """Return the root mean square length of the rows as vectors, at least 1: a bound for the sums of weights."""
        return max(1.0, float(np.sqrt(np.sum(self.values.astype(np.float64) ** 2) / max(1, len(self.counts)))))

    def first_games(self, most: int) -> Positions:
        """Return the first games, with at most this many moments in total."""
        games = int(np.searchsorted(np.cumsum(self.lengths), most, "right"))
        moments = int(self.lengths[:games].sum())
        rows = int(self.firsts[moments])
        pairs = int(self.starts[rows])
        ends = {"counts": rows, "stakes": rows, "indices": pairs, "values": pairs, "lengths": games}
        return Positions(*(getattr(self, name)[: ends.get(name, moments)] for name in Positions.NAMES))

    def split(self) -> tuple[Any, Any]:
        """Return the moments to learn from and those held out. Whole games are held out, spread evenly over the time
        they were played."""
        games = np.repeat(np.arange(len(self.lengths)), self.lengths)
        interval = round(1 / HELD_OUT)
        held_out = games % interval == interval - 1
        return np.flatnonzero(~held_out), np.flatnonzero(held_out)


def joined(parts: list[Positions]) -> Positions:
    """Join several sets of positions."""
    return Positions(*(np.concatenate([getattr(part, name) for part in parts]) for name in Positions.NAMES))


def narrowed(positions: Positions, inputs: int) -> tuple[Positions, Any]:
    """Return the positions with only the features that occur, renumbered, and the numbers of those features. Few
    features occur, so this makes the first layer smaller."""
    seen = np.flatnonzero(np.bincount(positions.indices, minlength=inputs))
    new_index = np.zeros(inputs, np.uint16)
    new_index[seen] = np.arange(len(seen))
    arrays = {name: getattr(positions, name) for name in Positions.NAMES}
    return Positions(**{**arrays, "indices": new_index[positions.indices]}), seen


@dataclass
class FloatNet:
    """The weights and biases of both layers."""

    first: Any  # shape: inputs x hidden
    bias: Any  # hidden
    last: Any  # hidden
    end: Any  # one number

    @property
    def arrays(self) -> list[Any]:
        """Return all parameters."""
        return [self.first, self.bias, self.last, self.end]

    def copy(self) -> FloatNet:
        return FloatNet(*(array.copy() for array in self.arrays))

    def logits(self, positions: Positions, moments: Any) -> Any:
        """Evaluate moments in blocks, to limit the memory."""
        blocks = [moments[at : at + BLOCK] for at in range(0, len(moments), BLOCK)]
        return np.concatenate([np.zeros(0, np.float32), *(self.judge(positions, block) for block in blocks)])

    def judge(self, positions: Positions, moments: Any) -> Any:
        """Return the logit of each moment: the log odds of winning."""
        rows, firsts = positions.rows_of(moments)
        hidden = np.clip(positions.spread(rows, len(self.first)) @ self.first + self.bias, 0, TOP)
        return np.add.reduceat(positions.stakes[rows] * (hidden @ self.last + self.end[0]), firsts)


def fresh_net(inputs: int, hidden: int, seed: int, length: float = 5.5) -> FloatNet:
    """Return a net with small random weights. They are scaled by the `length` of the rows so that no hidden unit is
    saturated at first."""
    rng = np.random.default_rng(seed)
    first = rng.normal(0, 0.82 / length, (inputs, hidden)).astype(np.float32)
    last = rng.normal(0, 0.3, hidden).astype(np.float32)
    return FloatNet(first, np.full(hidden, 0.3, np.float32), last, np.zeros(1, np.float32))


def loss_of(logits: Any, targets: Any) -> float:
    """Return the mean logistic loss in nats; a net that always predicts one half has 0.693."""
    if len(logits) == 0:
        return float("nan")
    return float(np.mean(np.logaddexp(0, logits) - targets * logits))


def fit(
    net: FloatNet, positions: Positions, seconds: float, epochs: int, seed: int, rate: float = RATE
) -> tuple[FloatNet, float, float]:
    """Train for this many epochs or until the time is up. Return the net with the lowest loss on the held-out games,
    its last loss on the games learned from, and its loss on those held out."""
    rng = np.random.default_rng(seed)
    training, held_out = positions.split()
    full_net, inputs = net, len(net.first)
    positions, used = narrowed(positions, inputs)
    net = FloatNet(net.first[used], net.bias.copy(), net.last.copy(), net.end.copy())
    deadline, began = perf_counter() + seconds, perf_counter()
    moments = [(np.zeros_like(array), np.zeros_like(array)) for array in net.arrays]
    best, best_loss, mean = net.copy(), np.inf, float("nan")
    step, done = 0, 0.0
    for epoch in range(epochs):
        order = rng.permutation(training)
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
        if perf_counter() >= deadline:
            break
    first = full_net.first.copy()
    first[used] = best.first
    return FloatNet(first, best.bias, best.last, best.end), mean, best_loss


def slopes(net: FloatNet, positions: Positions, moments: Any) -> tuple[list[Any], float]:
    """Return the gradient of the loss for each parameter, and the loss."""
    rows, firsts = positions.rows_of(moments)
    spread, stakes, targets = positions.spread(rows, len(net.first)), positions.stakes[rows], positions.targets[moments]
    sums = spread @ net.first + net.bias
    hidden = np.clip(sums, 0, TOP)
    logits = np.add.reduceat(stakes * (hidden @ net.last + net.end[0]), firsts)
    errors = (1 / (1 + np.exp(-np.clip(logits, -30, 30))) - targets).astype(np.float32) / len(moments)
    row_errors = np.repeat(errors, positions.rows[moments]) * stakes
    hidden_errors = np.outer(row_errors, net.last) * ((sums > 0) & (sums < TOP))
    return [
        spread.T @ hidden_errors,
        hidden_errors.sum(0),
        hidden.T @ row_errors,
        row_errors.sum(keepdims=True),
    ], loss_of(logits, targets)


def adam(net: FloatNet, gradients: list[Any], moments: list[tuple[Any, Any]], step: int, rate: float) -> None:
    """Take one step of Adam (Kingma and Ba, 2015) with weight decay."""
    for array, gradient, (mean, square) in zip(net.arrays, gradients, moments, strict=True):
        np.add(mean, 0.1 * (gradient - mean), out=mean)
        np.add(square, 0.001 * (gradient * gradient - square), out=square)
        move = rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        np.subtract(array, move + DECAY * array, out=array)
