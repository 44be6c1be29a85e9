"""The course of a training, as a chart and as one line of text."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.types import Object
from sortilege.plots.charts import training_chart

BARS = "▁▂▃▄▅▆▇█"


def drawing(title: str, history: Sequence[Object]) -> str:
    """Return an SVG file with the loss and the share of victory against random bots, by minutes of training."""
    losses = [(row["minutes"], row["loss"]) for row in history]
    shares = [(row["minutes"], row["share"]) for row in history if row["share"] is not None]
    return training_chart(title, losses, shares)


def line(history: Sequence[Object]) -> str:
    """Return one line: the loss of each generation as a bar, then the first and the last loss."""
    losses = [row["loss"] for row in history]
    span = max(losses) - min(losses) or 1.0
    bars = "".join(BARS[round((loss - min(losses)) / span * (len(BARS) - 1))] for loss in losses)
    return f"loss {bars} {losses[0]:.4f} to {losses[-1]:.4f} in {len(losses)} generations"
