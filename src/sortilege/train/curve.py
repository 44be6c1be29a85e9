"""The progress of a training, as a chart and as one line of text."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.core.types import Object
from sortilege.plots.charts import training_chart

BLOCKS = "▁▂▃▄▅▆▇█"


def training_svg(title: str, history: Sequence[Object]) -> str:
    """Return an SVG file with the loss, and the share of victories against random bots, by minutes of training."""
    losses = [(row["minutes"], row["loss"]) for row in history]
    shares = [(row["minutes"], row["share"]) for row in history if row["share"] is not None]
    return training_chart(title, losses, shares)


def summary_line(history: Sequence[Object]) -> str:
    """Return one line of text with the loss of each generation as a bar, then the first and the last loss. An example
    is "loss █▃▁ 0.6100 to 0.5000 in 3 generations"."""
    losses = [row["loss"] for row in history]
    lowest = min(losses)
    span = max(losses) - lowest or 1.0  # 1.0 if all are equal
    bars = "".join(BLOCKS[round((loss - lowest) / span * (len(BLOCKS) - 1))] for loss in losses)
    return f"loss {bars} {losses[0]:.4f} to {losses[-1]:.4f} in {len(losses)} generations"
