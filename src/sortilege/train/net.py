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
TINY: Final = 1e-8  # avoids a division by 0
HELD_OUT: Final = 0.08  # part of the games that measures the loss and is not learned from
FIRST_SPREAD: Final = 0.82  # standard deviation of the first layer's random weights, times the length of a row
LAST_SPREAD: Final = 0.3  # standard deviation of the last layer's random weights
FIRST_BIAS: Final = 0.3
USUAL_ROW_LENGTH: Final = 5.5
BLOCK: Final = 8192  # positions evaluated at a time
MAX_LOGIT: Final = 30  # keeps exponentials finite


@dataclass(eq=False)
class Positions:
    """Recorded positions of games, with the win probabilities to learn (`targets`), as numpy arrays. A position is
    described by one or several rows of features, and a row by pairs (index, value). The net's output for a position is
    the sum of its outputs for the rows, each multiplied by the weight of the row."""

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
        """Return the row numbers of the `chosen` positions, and where in this array each position begins."""
        counts = self.row_counts[chosen].astype(np.int64)
        return ranges(self.first_rows[chosen], counts), np.cumsum(counts) - counts

    def dense_rows(self, rows: Any, inputs: int) -> Any:
        """Return these rows as a dense matrix, zeros included, with one column for each input of the net."""
        counts = self.pair_counts[rows].astype(np.int64)
        pairs = ranges(self.first_pairs[rows], counts)
        matrix = np.zeros((len(rows), inputs), np.float32)
        matrix[np.repeat(np.arange(len(rows)), counts), self.indices[pairs]] = self.values[pairs]
        return matrix

    def row_length(self) -> float:
        """Return the root mean square of the lengths of the rows as vectors, at least 1."""
        sum_of_squares = np.sum(self.values.astype(np.float64) ** 2)
        return max(1.0, float(np.sqrt(sum_of_squares / max(1, len(self.pair_counts)))))

    def first_games(self, max_positions: int) -> Positions:
        """Return the first games, as many as have together at most `max_positions` positions."""
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
        """Return the indices of the positions to learn from, and of those in games held out to measure the loss."""
        game_of_position = np.repeat(np.arange(len(self.game_lengths)), self.game_lengths)
        interval = round(1 / HELD_OUT)
        is_held_out = game_of_position % interval == interval - 1
        return np.flatnonzero(~is_held_out), np.flatnonzero(is_held_out)


def ranges(starts: Any, counts: Any) -> Any:
    """Join ranges of integers with these starts and counts: [5, 9] and [2, 1] give [5, 6, 9]."""
    ends = np.cumsum(counts)  # the index in the result where each range ends
    result_length = ends[-1] if len(ends) else 0
    offsets = starts - (ends - counts)  # difference between the numbers of a range and their indices in the result
    return np.repeat(offsets, counts) + np.arange(result_length)


def join(parts: list[Positions]) -> Positions:
    names = [array.name for array in fields(Positions)]
    return Positions(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def drop_unused_features(positions: Positions, inputs: int) -> tuple[Positions, Any]:
    """Leave out features that are 0 in all positions. Return the new positions, and the old index of each feature."""
    used = np.flatnonzero(np.bincount(positions.indices, minlength=inputs))
    new_index = np.zeros(inputs, np.uint16)
    new_index[used] = np.arange(len(used))
    return replace(positions, indices=new_index[positions.indices]), used


@dataclass
class FloatNet:
    """A neural net with one hidden layer and one output, as numpy arrays of floats."""

    hidden_weights: Any  # shape: inputs x hidden units
    hidden_bias: Any  # one for each hidden unit
    output_weights: Any  # one for each hidden unit
    output_bias: Any  # an array of one number

    @property
    def arrays(self) -> list[Any]:
        """Return the arrays of all weights and biases."""
        return [self.hidden_weights, self.hidden_bias, self.output_weights, self.output_bias]

    def copy(self) -> FloatNet:
        return FloatNet(*(array.copy() for array in self.arrays))

    def logits(self, positions: Positions, chosen: Any) -> Any:
        """Return the predicted log odds of winning in the `chosen` positions, computed in blocks to save memory."""
        blocks = [chosen[start : start + BLOCK] for start in range(0, len(chosen), BLOCK)]
        return np.concatenate([np.zeros(0, np.float32), *(self.block_logits(positions, block) for block in blocks)])

    def block_logits(self, positions: Positions, chosen: Any) -> Any:
        """Return the log odds of winning that the net predicts in the positions with the indices `chosen`."""
        rows, first_rows = positions.rows_of(chosen)
        inputs = positions.dense_rows(rows, len(self.hidden_weights))
        hidden = np.clip(inputs @ self.hidden_weights + self.hidden_bias, 0, TOP)
        row_outputs = hidden @ self.output_weights + self.output_bias[0]
        return np.add.reduceat(positions.row_weights[rows] * row_outputs, first_rows)  # one sum for each position


def random_net(inputs: int, hidden: int, seed: int, row_length: float = USUAL_ROW_LENGTH) -> FloatNet:
    """Return a net with random weights. Those of the hidden layer are divided by the usual row length."""
    rng = np.random.default_rng(seed)
    return FloatNet(
        hidden_weights=rng.normal(0, FIRST_SPREAD / row_length, (inputs, hidden)).astype(np.float32),
        hidden_bias=np.full(hidden, FIRST_BIAS, np.float32),
        output_weights=rng.normal(0, LAST_SPREAD, hidden).astype(np.float32),
        output_bias=np.zeros(1, np.float32),
    )


def loss_of(logits: Any, targets: Any) -> float:
    """Return the mean logistic loss of predicted log odds (`logits`) against the true results, in nats. A net that
    always predicts one half has 0.693. Without positions, return NaN."""
    if len(logits) == 0:
        return float("nan")
    return float(np.mean(np.logaddexp(0, logits) - targets * logits))


def fit(
    net: FloatNet, positions: Positions, seconds: float, epochs: int, seed: int, rate: float = RATE
) -> tuple[FloatNet, float, float]:
    """Train a copy of a net for this many epochs or until the time is up. Return the version with the lowest loss on
    the held-out games, then the training loss of the last epoch, then that lowest loss."""
    rng = np.random.default_rng(seed)
    training, held_out = positions.split()
    reduced, used = drop_unused_features(positions, len(net.hidden_weights))
    trained = replace(net.copy(), hidden_weights=net.hidden_weights[used])
    deadline, began = perf_counter() + seconds, perf_counter()
    averages = [(np.zeros_like(array), np.zeros_like(array)) for array in trained.arrays]
    best, best_loss, training_loss = trained.copy(), np.inf, float("nan")
    steps = 0
    for epoch in range(epochs):
        order = rng.permutation(training)
        batch_size = min(MAX_BATCH, len(order) // MIN_STEPS + 1)
        losses = []
        for start in range(0, len(order), batch_size):
            gradients, loss = gradients_of(trained, reduced, order[start : start + batch_size])
            losses.append(loss)
            steps += 1
            part_of_epochs = (epoch + start / len(order)) / epochs
            part_of_time = (perf_counter() - began) / max(seconds, 1e-9)
            progress = max(part_of_epochs, part_of_time)
            adam_step(trained, gradients, averages, steps, rate * rate_factor(progress))
            if progress >= 1:
                break
        training_loss = float(np.mean(losses))
        loss = loss_of(trained.logits(reduced, held_out), reduced.targets[held_out])
        if not loss >= best_loss:  # also true for a loss that is not a number, because nothing was held out
            best, best_loss = trained.copy(), loss
        if perf_counter() >= deadline:
            break
    hidden_weights = net.hidden_weights.copy()
    hidden_weights[used] = best.hidden_weights
    return replace(best, hidden_weights=hidden_weights), training_loss, best_loss


def rate_factor(progress: float) -> float:
    """Return the factor of the learning rate after this part of a training: it falls from 1 to LAST_RATE."""
    return LAST_RATE + (1 - LAST_RATE) * max(0.0, 1 - progress)


def gradients_of(net: FloatNet, positions: Positions, batch: Any) -> tuple[list[Any], float]:
    """Return the gradients of the mean loss in a batch of positions, one for each array of the net, and this loss."""
    rows, first_rows = positions.rows_of(batch)
    inputs, weights = positions.dense_rows(rows, len(net.hidden_weights)), positions.row_weights[rows]
    targets = positions.targets[batch]
    sums = inputs @ net.hidden_weights + net.hidden_bias
    hidden = np.clip(sums, 0, TOP)
    logits = np.add.reduceat(weights * (hidden @ net.output_weights + net.output_bias[0]), first_rows)
    predictions = 1 / (1 + np.exp(-np.clip(logits, -MAX_LOGIT, MAX_LOGIT)))
    errors = (predictions - targets).astype(np.float32) / len(batch)
    row_errors = np.repeat(errors, positions.row_counts[batch]) * weights
    hidden_errors = np.outer(row_errors, net.output_weights) * ((sums > 0) & (sums < TOP))
    gradients = [inputs.T @ hidden_errors, hidden_errors.sum(0), hidden.T @ row_errors, row_errors.sum(keepdims=True)]
    return gradients, loss_of(logits, targets)


def adam_step(net: FloatNet, gradients: list[Any], averages: list[tuple[Any, Any]], step: int, rate: float) -> None:
    """Change the net by one step of the optimiser Adam (Kingma and Ba, 2015) with weight decay. `averages` has, for
    each array of the net, the running means of its gradient and of the squared gradient."""
    for array, gradient, (mean, square) in zip(net.arrays, gradients, averages, strict=True):
        np.add(mean, MEAN_UPDATE * (gradient - mean), out=mean)
        np.add(square, SQUARE_UPDATE * (gradient * gradient - square), out=square)
        unbiased_mean = mean / (1 - (1 - MEAN_UPDATE) ** step)
        unbiased_square = square / (1 - (1 - SQUARE_UPDATE) ** step)
        change = rate * unbiased_mean / (np.sqrt(unbiased_square) + TINY)
        np.subtract(array, change + WEIGHT_DECAY * array, out=array)
