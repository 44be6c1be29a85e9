"""The net during training, in numpy. It has one hidden layer, clipped between 0 and TOP, and is fitted by Adam to the
logistic loss. Feature rows are sparse; each batch is expanded to dense rows for the matrix product."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from time import perf_counter
from typing import Any, Final

import numpy as np

TOP: Final = 4.0
MAX_BATCH: Final = 2048  # positions per step
MIN_STEPS: Final = 60  # per epoch
RATE: Final = 1e-2  # learning rate at the start
LAST_RATE: Final = 0.05  # times the learning rate at the start
WEIGHT_DECAY: Final = 3e-4
MEAN_UPDATE: Final = 0.1  # of Adam, per step
SQUARE_UPDATE: Final = 0.001
HELD_OUT: Final = 0.08  # part of the games that measures the loss and is not learned from
FIRST_SPREAD: Final = 0.82  # standard deviation of the first layer's random weights, times the length of a row
LAST_SPREAD: Final = 0.3  # standard deviation of the last layer's random weights
FIRST_BIAS: Final = 0.3
USUAL_ROW_LENGTH: Final = 5.5
BLOCK: Final = 8192  # positions evaluated at a time
MAX_LOGIT: Final = 30  # keeps exponentials finite


@dataclass(eq=False)
class Positions:
    """Recorded positions of games with their targets, as numpy arrays, in the order of the games. A row of features is
    a list of pairs (index, value). A position has one row, or several rows: then the net's output for the position is
    the sum of the outputs for the rows, each times the weight of its row."""

    pair_counts: Any  # uint16, by row
    row_weights: Any  # float32, by row
    indices: Any  # uint16, by pair
    values: Any  # int8, by pair
    row_counts: Any  # uint8, by position
    targets: Any  # float32, by position
    game_lengths: Any  # uint32, by game: its number of positions

    def __post_init__(self) -> None:
        self.first_pairs = np.concatenate([[0], np.cumsum(self.pair_counts, dtype=np.int64)])  # by row, and the end
        self.first_rows = np.concatenate([[0], np.cumsum(self.row_counts, dtype=np.int64)])  # by position, and the end

    def __len__(self) -> int:
        return len(self.row_counts)

    def rows_of(self, chosen: Any) -> tuple[Any, Any]:
        """Return the row numbers of the `chosen` positions, and the indices in this list where each position begins."""
        counts = self.row_counts[chosen].astype(np.int64)
        return ranges(self.first_rows[chosen], counts), np.cumsum(counts) - counts

    def dense_rows(self, rows: Any, inputs: int) -> Any:
        """Return these rows as a dense matrix with one column for each input of the net."""
        counts = self.pair_counts[rows].astype(np.int64)
        pairs = ranges(self.first_pairs[rows], counts)
        matrix = np.zeros((len(rows), inputs), np.float32)
        matrix[np.repeat(np.arange(len(rows)), counts), self.indices[pairs]] = self.values[pairs]
        return matrix

    def row_length(self) -> float:
        """Return the root mean square length of the rows as vectors, at least 1."""
        return max(1.0, float(np.sqrt(np.sum(self.values.astype(np.float64) ** 2) / max(1, len(self.pair_counts)))))

    def first_games(self, max_positions: int) -> Positions:
        """Return the positions of the first games: as many whole games as fit into `max_positions` positions."""
        games = int(np.searchsorted(np.cumsum(self.game_lengths), max_positions, "right"))
        positions = int(self.game_lengths[:games].sum())
        rows = int(self.first_rows[positions])
        pairs = int(self.first_pairs[rows])
        return Positions(
            pair_counts=self.pair_counts[:rows],
            row_weights=self.row_weights[:rows],
            indices=self.indices[:pairs],
            values=self.values[:pairs],
            row_counts=self.row_counts[:positions],
            targets=self.targets[:positions],
            game_lengths=self.game_lengths[:games],
        )

    def split(self) -> tuple[Any, Any]:
        """Return the indices of the positions to learn from, and of the positions held out to measure the loss. Whole
        games are held out, spread evenly over the time in which they were played."""
        games = np.repeat(np.arange(len(self.game_lengths)), self.game_lengths)
        interval = round(1 / HELD_OUT)
        held_out = games % interval == interval - 1
        return np.flatnonzero(~held_out), np.flatnonzero(held_out)


def ranges(starts: Any, counts: Any) -> Any:
    """Join ranges of integers, each with a start and a count: the starts [5, 9] and counts [2, 1] give [5, 6, 9]."""
    ends = np.cumsum(counts)
    return np.repeat(starts - ends + counts, counts) + np.arange(ends[-1] if len(ends) else 0)


def join(parts: list[Positions]) -> Positions:
    names = [array.name for array in fields(Positions)]
    return Positions(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def drop_unused_features(positions: Positions, inputs: int) -> tuple[Positions, Any]:
    """Leave out the features that are zero in all positions, to make the first layer of the net smaller. Return the
    positions with renumbered features, and the old index of each new one."""
    used = np.flatnonzero(np.bincount(positions.indices, minlength=inputs))
    new_index = np.zeros(inputs, np.uint16)
    new_index[used] = np.arange(len(used))
    return replace(positions, indices=new_index[positions.indices]), used


@dataclass
class FloatNet:
    """The weights and biases of both layers, as numpy arrays."""

    first: Any  # weights of the hidden layer, shape: inputs x hidden
    bias: Any  # of the hidden layer
    last: Any  # weights of the output layer, one for each hidden unit
    end: Any  # bias of the output layer, an array of one number

    @property
    def arrays(self) -> list[Any]:
        """Return all parameters."""
        return [self.first, self.bias, self.last, self.end]

    def copy(self) -> FloatNet:
        return FloatNet(*(array.copy() for array in self.arrays))

    def logits(self, positions: Positions, chosen: Any) -> Any:
        """Return the log odds of winning in the `chosen` positions. Evaluation in blocks limits the memory."""
        blocks = [chosen[start : start + BLOCK] for start in range(0, len(chosen), BLOCK)]
        return np.concatenate([np.zeros(0, np.float32), *(self.block_logits(positions, block) for block in blocks)])

    def block_logits(self, positions: Positions, chosen: Any) -> Any:
        """Return the log odds of winning in the `chosen` positions."""
        rows, first_rows = positions.rows_of(chosen)
        hidden = np.clip(positions.dense_rows(rows, len(self.first)) @ self.first + self.bias, 0, TOP)
        return np.add.reduceat(positions.row_weights[rows] * (hidden @ self.last + self.end[0]), first_rows)


def random_net(inputs: int, hidden: int, seed: int, row_length: float = USUAL_ROW_LENGTH) -> FloatNet:
    """Return a net with small random weights. They are scaled by the mean length of the feature rows so that no hidden
    unit is saturated at first."""
    rng = np.random.default_rng(seed)
    first = rng.normal(0, FIRST_SPREAD / row_length, (inputs, hidden)).astype(np.float32)
    last = rng.normal(0, LAST_SPREAD, hidden).astype(np.float32)
    return FloatNet(first, np.full(hidden, FIRST_BIAS, np.float32), last, np.zeros(1, np.float32))


def loss_of(logits: Any, targets: Any) -> float:
    """Return the mean logistic loss in nats. A net that always predicts one half has 0.693."""
    if len(logits) == 0:
        return float("nan")
    return float(np.mean(np.logaddexp(0, logits) - targets * logits))


def fit(
    net: FloatNet, positions: Positions, seconds: float, epochs: int, seed: int, rate: float = RATE
) -> tuple[FloatNet, float, float]:
    """Train a net for this many epochs or until the time is up. Return the net with the lowest loss on the held-out
    games, then the training loss of the last epoch, then the loss of the returned net on the held-out games."""
    rng = np.random.default_rng(seed)
    training, held_out = positions.split()
    full_net, inputs = net, len(net.first)
    positions, used = drop_unused_features(positions, inputs)
    net = FloatNet(net.first[used], net.bias.copy(), net.last.copy(), net.end.copy())
    deadline, began = perf_counter() + seconds, perf_counter()
    averages = [(np.zeros_like(array), np.zeros_like(array)) for array in net.arrays]
    best, best_loss, training_loss = net.copy(), np.inf, float("nan")
    step, done = 0, 0.0
    for epoch in range(epochs):
        order = rng.permutation(training)
        batch_size = min(MAX_BATCH, len(order) // MIN_STEPS + 1)
        losses = []
        for start in range(0, len(order), batch_size):
            gradients, loss = gradients_of(net, positions, order[start : start + batch_size])
            losses.append(loss)
            step += 1
            done = max((epoch + start / len(order)) / epochs, (perf_counter() - began) / max(seconds, 1e-9))
            adam_step(net, gradients, averages, step, rate * (LAST_RATE + (1 - LAST_RATE) * max(0.0, 1 - done)))
            if done >= 1:
                break
        training_loss = float(np.mean(losses))
        loss = loss_of(net.logits(positions, held_out), positions.targets[held_out])
        if not loss >= best_loss:  # also true for a loss that is not a number, because nothing was held out
            best, best_loss = net.copy(), loss
        if perf_counter() >= deadline:
            break
    first = full_net.first.copy()
    first[used] = best.first
    return FloatNet(first, best.bias, best.last, best.end), training_loss, best_loss


def gradients_of(net: FloatNet, positions: Positions, batch: Any) -> tuple[list[Any], float]:
    """Return the gradients of the loss, one for each array of parameters, and the loss at these positions."""
    rows, first_rows = positions.rows_of(batch)
    inputs, weights = positions.dense_rows(rows, len(net.first)), positions.row_weights[rows]
    targets = positions.targets[batch]
    sums = inputs @ net.first + net.bias
    hidden = np.clip(sums, 0, TOP)
    logits = np.add.reduceat(weights * (hidden @ net.last + net.end[0]), first_rows)
    predictions = 1 / (1 + np.exp(-np.clip(logits, -MAX_LOGIT, MAX_LOGIT)))
    errors = (predictions - targets).astype(np.float32) / len(batch)
    row_errors = np.repeat(errors, positions.row_counts[batch]) * weights
    hidden_errors = np.outer(row_errors, net.last) * ((sums > 0) & (sums < TOP))
    gradients = [inputs.T @ hidden_errors, hidden_errors.sum(0), hidden.T @ row_errors, row_errors.sum(keepdims=True)]
    return gradients, loss_of(logits, targets)


def adam_step(net: FloatNet, gradients: list[Any], averages: list[tuple[Any, Any]], step: int, rate: float) -> None:
    """Take one step of Adam (Kingma and Ba, 2015) with weight decay. `averages` has, for each array of parameters, the
    running means of its gradient and of the squared gradient."""
    for array, gradient, (mean, square) in zip(net.arrays, gradients, averages, strict=True):
        np.add(mean, MEAN_UPDATE * (gradient - mean), out=mean)
        np.add(square, SQUARE_UPDATE * (gradient * gradient - square), out=square)
        unbiased_mean = mean / (1 - (1 - MEAN_UPDATE) ** step)
        unbiased_square = square / (1 - (1 - SQUARE_UPDATE) ** step)
        change = rate * unbiased_mean / (np.sqrt(unbiased_square) + 1e-8)
        np.subtract(array, change + WEIGHT_DECAY * array, out=array)
