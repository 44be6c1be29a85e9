"""Draws the charts of reports. Each function returns SVG. The CSS classes are defined in `page.py`, or in STYLE for
charts that are saved as SVG files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from sortilege.plots.svg import COLORS, Scale, circle, element, line, marker, polyline, rect, svg, text

# Sizes in the units of the drawing, about a pixel each.
WIDTH = 720
LEFT = 150  # space for names
RIGHT = 24  # margin
ROW = 34  # height of a row
DASHES = ("", "9 4", "3 4", "12 3 3 3", "1 5")  # a pattern for each colour, so that colour is not the only sign
STYLE = (
    "text{font:13px sans-serif;fill:#444}.grid{stroke:#ccc;stroke-width:1}.even{stroke:#888;stroke-dasharray:5 4}"
    ".loss{stroke:#8a4fbf;fill:none;stroke-width:2.5}"
    ".share{stroke:#c07a1e;fill:none;stroke-width:2.5;stroke-dasharray:7 4}"
    ".dot{fill:#8a4fbf}.bar{stroke:#8a4fbf;stroke-width:2}.few{fill:#8a4fbf;opacity:.35}"
    "@media(prefers-color-scheme:dark){text{fill:#ccc}.grid{stroke:#444}.dot,.few{fill:#b98ae0}.bar{stroke:#b98ae0}}"
)


class Highlight(NamedTuple):
    """A point of a curve that is emphasised by a circle with a tooltip."""

    at: int  # index of the point
    series: int  # index of the curve
    value: float
    tooltip: str


class Bin(NamedTuple):
    """A group of predictions with about the same probability."""

    predicted: float  # the mean of the predictions
    observed: float  # the part of the predictions that came true
    size: int  # the number of predictions


def value_axis(scale: Scale, left: float, right: float, labels: Mapping[float, str]) -> list[str]:
    """Return a horizontal grid line for each value, with its label on the left."""
    lines = [line(left, scale.at(value), right, scale.at(value), "grid") for value in labels]
    return lines + [text(left - 8, scale.at(value) + 4, label, "end", "mark") for value, label in labels.items()]


def percent_labels(values: Iterable[float]) -> dict[float, str]:
    """Return each value with its label in percent: {0.5: "50%"}."""
    return {value: f"{value:.0%}" for value in values}


def interval_chart(
    names: Sequence[str], intervals: Sequence[Mapping[str, float]], fair: float, label: str, form: str
) -> str:
    """Draw one row for each name: its value as a marker and the confidence interval as a bar. An interval has the keys
    `low`, `value` and `high`. A dotted line shows the value `fair`. `form` is the format of numbers, such as ".0%"."""
    low = min(*[interval["low"] for interval in intervals], fair)
    high = max(*[interval["high"] for interval in intervals], fair)
    margin = max(1e-9, (high - low) * 0.08)
    low, high = low - margin, high + margin
    if "%" in form:
        low, high = max(0.0, low), min(1.0, high)
    scale = Scale(low, high, LEFT, WIDTH - RIGHT)
    bottom = 10 + ROW * len(names)
    body = [line(scale.at(mark), 6, scale.at(mark), bottom, "grid") for mark in scale.marks()]
    body += [text(scale.at(mark), bottom + 18, f"{mark:{form}}", "middle", "mark") for mark in scale.marks()]
    body.append(line(scale.at(fair), 6, scale.at(fair), bottom, "fair"))
    for row, (name, interval) in enumerate(zip(names, intervals, strict=True)):
        y = 10 + ROW * (row + 0.5)
        start, end = interval["low"], interval["high"]
        body.append(text(LEFT - 14, y + 5, shorten(name), "end"))
        body.append(line(scale.at(start), y, scale.at(end), y, f"whisker stroke-{row % COLORS}"))
        body.append(marker(row, scale.at(interval["value"]), y))
        tooltip = f"{name}: {interval['value']:{form}} ({start:{form}} to {end:{form}})"
        body.append(rect(LEFT, y - ROW / 2, WIDTH - LEFT - RIGHT, ROW, "hover-area", tooltip))
    return svg(WIDTH, bottom + 28, label, body)


def matrix_chart(names: Sequence[str], shares: Sequence[Sequence[float | None]], label: str) -> str:
    """Draw a table of how often the name of each row wins against the name of each column, from 0 to 1. Each cell is
    filled in proportion to this share. Where the share is None, the cell stays empty."""
    count = len(names)
    cell = min(84.0, (WIDTH - LEFT - RIGHT) / count)
    body = [
        text(LEFT + cell * (column + 0.5), 16, shorten(name, int(cell / 8)), "middle", "mark")
        for column, name in enumerate(names)
    ]
    for row, name in enumerate(names):
        y = 24 + 40 * row
        body.append(text(LEFT - 14, y + 25, shorten(name), "end"))
        for column, share in enumerate(shares[row]):
            x = LEFT + cell * column
            if share is not None:
                body.append(rect(x + 2, y + 2, cell - 4, 36, "cell"))
                body.append(rect(x + 2, y + 2, (cell - 4) * share, 36, "full"))
                body.append(text(x + cell / 2, y + 25, f"{share:.0%}", "middle", "strong"))
    return svg(WIDTH, 30 + 40 * count, label, body)


def bar_chart(shares: Sequence[float], names: Sequence[str], fair: float, label: str) -> str:
    """Draw one upright bar for each name: the share that it wins, from 0 to 1. A dotted line shows the fair share."""
    height, bottom = 180, 150
    scale = Scale(0, max(*shares, fair, 1e-9) * 1.15, bottom, 12)
    space = (WIDTH - LEFT - RIGHT) / len(shares)
    body = value_axis(scale, LEFT, WIDTH - RIGHT, percent_labels(scale.marks(4)))
    for index, (share, name) in enumerate(zip(shares, names, strict=True)):
        x, top = LEFT + space * (index + 0.5), scale.at(share)
        body.append(rect(x - 24, top, 48, bottom - top, "bar"))
        body.append(text(x, bottom - 8, f"{share:.0%}", "middle", "inside"))
        body.append(text(x, bottom + 18, name, "middle", "mark"))
    body.append(line(LEFT, scale.at(fair), WIDTH - RIGHT, scale.at(fair), "fair"))
    return svg(WIDTH, height, label, body)


def share_chart(names: Sequence[str], rows: Sequence[Sequence[float]], fair: float, label: str) -> str:
    """Draw the share that each name wins as a curve, with the name at its end. A row has x, then the share of each
    name. A dotted line shows the fair share."""
    across = Scale(0, rows[-1][0], LEFT - 90, WIDTH - 120)
    up = Scale(0, min(1.0, max(fair, *(max(row[1:]) for row in rows)) * 1.1), 230, 12)
    body = value_axis(up, across.start, across.end, percent_labels(up.marks(5)))
    body += [text(across.at(mark), 250, f"{mark:.0f}", "middle", "mark") for mark in across.marks(6)]
    body.append(line(across.start, up.at(fair), across.end, up.at(fair), "fair"))
    label_heights = spread_labels([up.at(share) for share in rows[-1][1:]], 17)
    for series, (name, y) in enumerate(zip(names, label_heights, strict=True)):
        points = [(across.at(row[0]), up.at(row[1 + series])) for row in rows]
        body.append(polyline(points, f"curve stroke-{series % COLORS}"))
        body.append(marker(series, across.end + 10, y, 5))
        body.append(text(across.end + 20, y + 5, shorten(name, 13)))
    return svg(WIDTH, 262, label, body)


def training_chart(label: str, losses: Sequence[tuple[float, float]], shares: Sequence[tuple[float, float]]) -> str:
    """Draw the loss (solid, left axis) and the share of games won (dashed, right axis) by minutes of training, as an
    SVG file. Each point is (minute, value)."""
    left, right, bottom, top = 60, WIDTH - 60, 220, 34
    minutes, values = [minute for minute, _ in losses], [loss for _, loss in losses]
    loss_axis = Scale(min(values) - 0.01, max(*values, min(values) + 0.02) + 0.01, bottom, top)
    share_axis, across = Scale(0, 1, bottom, top), Scale(0, max(*minutes, 0.1), left, right)
    quarters = [0, 0.25, 0.5, 0.75, 1]
    loss_marks = [loss_axis.low + (loss_axis.high - loss_axis.low) * quarter for quarter in quarters]
    body = [text(left, 18, label), *value_axis(loss_axis, left, right, {loss: f"{loss:.3f}" for loss in loss_marks})]
    body += [text(right + 8, share_axis.at(quarter) + 4, f"{quarter:.0%}") for quarter in quarters]
    for minute in (0.0, minutes[-1] / 2, minutes[-1]):
        body.append(text(across.at(minute), bottom + 18, f"{minute:.3g} min", "middle"))
    body.append(polyline([(across.at(minute), loss_axis.at(loss)) for minute, loss in losses], "loss"))
    body.append(polyline([(across.at(minute), share_axis.at(share)) for minute, share in shares], "share"))
    body.append(text(left, 254, "line: loss on games held out; dashes: share of victory against lots"))
    return svg(WIDTH, 260, label, body, STYLE) + "\n"


def calibration_chart(label: str, caption: str, bins: Sequence[Bin]) -> str:
    """Draw observed against predicted probabilities, as an SVG file. Perfect predictions lie on the diagonal. A larger
    dot stands for more predictions, a pale one for fewer than 20."""
    size, left, top = 360, 56, 40
    across, up = Scale(0, 1, left, left + size), Scale(0, 1, top + size, top)
    total = sum(group.size for group in bins)
    percents = {percent / 100: f"{percent}" for percent in (0, 20, 40, 60, 80, 100)}
    body = [text(left, 18, label), *value_axis(up, across.start, across.end, percents)]
    body += [line(across.at(part), up.start, across.at(part), up.end, "grid") for part in percents]
    body += [text(across.at(part), up.start + 18, percent, "middle") for part, percent in percents.items()]
    body.append(line(across.start, up.start, across.end, up.end, "even"))
    for group in bins:
        x, y = across.at(group.predicted), up.at(group.observed)
        radius = 3 + 12 * (group.size / total) ** 0.5
        tooltip = f"{group.size} positions: said {group.predicted:.2f}, won {group.observed:.2f}"
        body.append(line(x, up.at(group.predicted), x, y, "bar"))
        body.append(circle(x, y, radius, "dot" if group.size >= 20 else "few", tooltip))
    body.append(text(12, top + size + 46, f"{caption} (said across, won upward, of 100)"))
    return svg(left + size + 24, top + size + 56, f"{label}; {caption}", body, STYLE) + "\n"


def probability_chart(
    label: str, series: Sequence[Sequence[float]], breaks: Sequence[int], highlights: Sequence[Highlight]
) -> str:
    """Draw the win probability of each seat as a curve. `series` has the values of each curve, `breaks` the indices of
    the points at which a vertical line is drawn."""
    across = Scale(0, max(1, len(series[0]) - 1), 34, WIDTH)
    up = Scale(0, 1, 260, 8)
    body = value_axis(up, across.start, across.end, {percent / 100: f"{percent}" for percent in (0, 25, 50, 75, 100)})
    body += [line(across.at(index), up.end, across.at(index), up.start, "turn") for index in breaks]
    for seat, values in enumerate(series):
        points = [(across.at(index), up.at(value)) for index, value in enumerate(values)]
        body.append(polyline(points, f"curve stroke-{seat % COLORS}", DASHES[seat % COLORS]))
    for index, seat, value, tooltip in highlights:
        body.append(circle(across.at(index), up.at(value), 5, f"big stroke-{seat % COLORS}", tooltip))
    return svg(WIDTH + 8, 282, label, body)


def legend(names: Sequence[str]) -> str:
    """Return the legend of a probability chart as HTML: the name of every curve with a piece of its line."""
    entries = []
    for series, name in enumerate(names):
        color = series % COLORS
        sample = line(0, 4, 30, 4, f"curve stroke-{color}", DASHES[color])
        drawing = element("svg", sample, kind="line", viewBox="0 0 30 8", aria_hidden="true")
        entries.append(f'<span class="key color-{color}">{drawing} {escape(name)}</span>')
    return f"<div>{''.join(entries)}</div>"


def balance_chart(rows: Sequence[tuple[str, float, str]], largest: float) -> str:
    """Draw one bar for each row of (name, value, value as text): a gain to the right of the zero line, a loss to the
    left. The bar of the value `largest` has the full length."""
    zero, full_width = 300, 120
    body = [line(zero, 0, zero, 108, "zero")]
    for index, (name, value, value_text) in enumerate(rows):
        width, y = full_width * abs(value) / largest, 6 + 26 * index
        body.append(text(150, y + 13, name, "end", "mark"))
        body.append(rect(zero if value >= 0 else zero - width, y, width, 18, "gain" if value >= 0 else "loss"))
        body.append(text(zero + full_width + 40, y + 13, value_text, "end", "mark"))
    return svg(480, 112, "; ".join(f"{name} {value_text}" for name, _, value_text in rows), body)


def spread_labels(heights: list[float], gap: float) -> list[float]:
    """Move the y coordinates of labels at least `gap` apart, so that the labels do not overlap. The order of the labels
    stays, and no label is below y = 240."""
    spread = list(heights)
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    for upper, lower in pairwise(order):
        spread[lower] = max(spread[lower], spread[upper] + gap)
    excess = max(0.0, max(spread) - 240) if spread else 0.0
    return [y - excess for y in spread]


def shorten(name: str, most: int = 17) -> str:
    """Return the name, shortened to `most` characters with an ellipsis if it is longer."""
    return name if len(name) <= most else name[: max(1, most - 1)] + "…"
