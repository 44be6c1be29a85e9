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
NAME_GAP = 14  # between a name and the chart on its right
HALF_TEXT = 5  # from the middle of a line of text down to its baseline
BELOW_AXIS = 18  # from a horizontal axis down to the baseline of its labels
SMALLEST = 1e-9  # keeps the length of a scale above 0
FEW_PREDICTIONS = 20  # a bin with fewer predictions is drawn pale
LOWEST_LABEL = 240  # no label of a curve is below this y coordinate
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

    point: int  # index of the point in the curve
    curve: int  # index of the curve
    value: float
    tooltip: str


class Bin(NamedTuple):
    """A group of predictions that gave about the same probability."""

    predicted: float  # the mean of the predictions
    observed: float  # the part of the predictions that came true, from 0 to 1
    size: int  # the number of predictions


def value_axis(scale: Scale, left: float, right: float, labels: Mapping[float, str]) -> list[str]:
    """Draw a horizontal grid line from `left` to `right` for each value in `labels`, with its label on the left. The
    vertical scale gives the y coordinate of a value."""
    lines = [line(left, scale.at(value), right, scale.at(value), "grid") for value in labels]
    return lines + [text(left - 8, scale.at(value) + 4, label, "end", "mark") for value, label in labels.items()]


def percent_labels(values: Iterable[float]) -> dict[float, str]:
    """Return each value with its label in percent: {0.5: "50%"}."""
    return {value: f"{value:.0%}" for value in values}


def interval_chart(
    names: Sequence[str], intervals: Sequence[Mapping[str, float]], fair: float, label: str, number_format: str
) -> str:
    """Draw one row for each name: its value as a marker and the confidence interval as a bar. An interval has the keys
    `low`, `value` and `high`. A dotted line shows the value `fair`. An example of `number_format` is ".0%"."""
    scale = interval_scale(intervals, fair, is_share="%" in number_format)
    top = 10
    bottom = top + ROW * len(names)
    mark_labels = {scale.at(mark): f"{mark:{number_format}}" for mark in scale.marks()}
    body = [line(x, top - 4, x, bottom, "grid") for x in mark_labels]
    body += [text(x, bottom + BELOW_AXIS, mark_label, "middle", "mark") for x, mark_label in mark_labels.items()]
    body.append(line(scale.at(fair), top - 4, scale.at(fair), bottom, "fair"))
    for row, (name, interval) in enumerate(zip(names, intervals, strict=True)):
        middle = top + ROW * (row + 0.5)
        low, value, high = interval["low"], interval["value"], interval["high"]
        tooltip = f"{name}: {value:{number_format}} ({low:{number_format}} to {high:{number_format}})"
        body.append(text(LEFT - NAME_GAP, middle + HALF_TEXT, shorten(name), "end"))
        body.append(line(scale.at(low), middle, scale.at(high), middle, f"whisker stroke-{row % COLORS}"))
        body.append(marker(row, scale.at(value), middle))
        body.append(rect(LEFT, middle - ROW / 2, WIDTH - LEFT - RIGHT, ROW, "hover-area", tooltip))
    return svg(WIDTH, bottom + 28, label, body)


def interval_scale(intervals: Sequence[Mapping[str, float]], fair: float, is_share: bool) -> Scale:
    """Return a horizontal scale with room for all intervals and the value `fair`. Shares stay between 0 and 1."""
    low = min(*[interval["low"] for interval in intervals], fair)
    high = max(*[interval["high"] for interval in intervals], fair)
    margin = max(SMALLEST, (high - low) * 0.08)
    start, end = low - margin, high + margin
    if is_share:
        start, end = max(0.0, start), min(1.0, end)
    return Scale(start, end, LEFT, WIDTH - RIGHT)


def matrix_chart(names: Sequence[str], shares: Sequence[Sequence[float | None]], label: str) -> str:
    """Draw a table of how often the name of each row wins against the name of each column, from 0 to 1. Each cell is
    filled in proportion to this share. Where the share is None, the cell stays empty."""
    width = min(84.0, (WIDTH - LEFT - RIGHT) / len(names))  # of a cell
    top, row_height, gap = 24, 40, 2
    body = []
    for column, name in enumerate(names):
        short_name = shorten(name, int(width / 8))
        body.append(text(LEFT + width * (column + 0.5), 16, short_name, "middle", "mark"))
    for row, name in enumerate(names):
        y = top + row_height * row
        baseline = y + row_height // 2 + HALF_TEXT
        body.append(text(LEFT - NAME_GAP, baseline, shorten(name), "end"))
        for column, share in enumerate(shares[row]):
            if share is not None:
                x = LEFT + width * column
                full_width, height = width - 2 * gap, row_height - 2 * gap
                body.append(rect(x + gap, y + gap, full_width, height, "cell"))
                body.append(rect(x + gap, y + gap, full_width * share, height, "full"))
                body.append(text(x + width / 2, baseline, f"{share:.0%}", "middle", "strong"))
    return svg(WIDTH, top + row_height * len(names) + 6, label, body)


def bar_chart(shares: Sequence[float], names: Sequence[str], fair: float, label: str) -> str:
    """Draw one upright bar for each name: the share that it wins, from 0 to 1. A dotted line shows the fair share."""
    height, top, bottom, bar_width = 180, 12, 150, 48
    highest = max(*shares, fair, SMALLEST) * 1.15
    scale = Scale(0, highest, bottom, top)
    space = (WIDTH - LEFT - RIGHT) / len(shares)  # for each bar
    body = value_axis(scale, LEFT, WIDTH - RIGHT, percent_labels(scale.marks(4)))
    for index, (share, name) in enumerate(zip(shares, names, strict=True)):
        middle, bar_top = LEFT + space * (index + 0.5), scale.at(share)
        body.append(rect(middle - bar_width // 2, bar_top, bar_width, bottom - bar_top, "bar"))
        body.append(text(middle, bottom - 8, f"{share:.0%}", "middle", "inside"))
        body.append(text(middle, bottom + BELOW_AXIS, name, "middle", "mark"))
    body.append(line(LEFT, scale.at(fair), WIDTH - RIGHT, scale.at(fair), "fair"))
    return svg(WIDTH, height, label, body)


def share_chart(names: Sequence[str], rows: Sequence[Sequence[float]], fair: float, label: str) -> str:
    """Draw the share that each name wins as a curve, with the name at its end. A row has an x value, then the share of
    each name. A dotted line shows the fair share."""
    left, right, top, bottom = 60, WIDTH - 120, 12, 230
    highest_share = max(fair, *(max(row[1:]) for row in rows))
    x_scale = Scale(0, rows[-1][0], left, right)
    y_scale = Scale(0, min(1.0, highest_share * 1.1), bottom, top)
    body = value_axis(y_scale, left, right, percent_labels(y_scale.marks(5)))
    body += [text(x_scale.at(mark), bottom + 20, f"{mark:.0f}", "middle", "mark") for mark in x_scale.marks(6)]
    body.append(line(left, y_scale.at(fair), right, y_scale.at(fair), "fair"))
    label_heights = spread_labels([y_scale.at(share) for share in rows[-1][1:]], gap=17)
    for curve, (name, label_height) in enumerate(zip(names, label_heights, strict=True)):
        points = [(x_scale.at(row[0]), y_scale.at(row[1 + curve])) for row in rows]
        body.append(polyline(points, f"curve stroke-{curve % COLORS}"))
        body.append(marker(curve, right + 10, label_height, 5))
        body.append(text(right + 20, label_height + HALF_TEXT, shorten(name, 13)))
    return svg(WIDTH, 262, label, body)


def training_chart(label: str, losses: Sequence[tuple[float, float]], shares: Sequence[tuple[float, float]]) -> str:
    """Draw the loss (solid, left axis) and the share of games won (dashed, right axis) by minutes of training, as an
    SVG file. Each point is (minute, value)."""
    left, right, bottom, top = 60, WIDTH - 60, 220, 34
    last_minute = losses[-1][0]
    lowest_loss, highest_loss = min(loss for _, loss in losses), max(loss for _, loss in losses)
    loss_scale = Scale(lowest_loss - 0.01, max(highest_loss, lowest_loss + 0.02) + 0.01, bottom, top)
    share_scale = Scale(0, 1, bottom, top)
    minute_scale = Scale(0, max(*(minute for minute, _ in losses), 0.1), left, right)
    quarters = [0, 0.25, 0.5, 0.75, 1]
    loss_marks = [loss_scale.low + (loss_scale.high - loss_scale.low) * quarter for quarter in quarters]
    body = [text(left, 18, label), *value_axis(loss_scale, left, right, {loss: f"{loss:.3f}" for loss in loss_marks})]
    body += [text(right + 8, share_scale.at(quarter) + 4, f"{quarter:.0%}") for quarter in quarters]
    for minute in (0.0, last_minute / 2, last_minute):
        body.append(text(minute_scale.at(minute), bottom + BELOW_AXIS, f"{minute:.3g} min", "middle"))
    body.append(polyline([(minute_scale.at(minute), loss_scale.at(loss)) for minute, loss in losses], "loss"))
    body.append(polyline([(minute_scale.at(minute), share_scale.at(share)) for minute, share in shares], "share"))
    body.append(text(left, 254, "line: loss on games held out; dashes: share of victory against lots"))
    return svg(WIDTH, 260, label, body, STYLE) + "\n"


def calibration_chart(label: str, caption: str, bins: Sequence[Bin]) -> str:
    """Draw observed against predicted probabilities, as an SVG file. Perfect predictions lie on the diagonal. A larger
    dot stands for more predictions, a pale one for fewer than 20."""
    size, left, top = 360, 56, 40
    right, bottom = left + size, top + size
    x_scale, y_scale = Scale(0, 1, left, right), Scale(0, 1, bottom, top)
    total = sum(group.size for group in bins)
    percents = {percent / 100: f"{percent}" for percent in (0, 20, 40, 60, 80, 100)}
    body = [text(left, 18, label), *value_axis(y_scale, left, right, percents)]
    body += [line(x_scale.at(value), bottom, x_scale.at(value), top, "grid") for value in percents]
    body += [text(x_scale.at(value), bottom + BELOW_AXIS, percent, "middle") for value, percent in percents.items()]
    body.append(line(left, bottom, right, top, "even"))
    for group in bins:
        x, y = x_scale.at(group.predicted), y_scale.at(group.observed)
        radius = 3 + 12 * (group.size / total) ** 0.5
        tooltip = f"{group.size} positions: said {group.predicted:.2f}, won {group.observed:.2f}"
        body.append(line(x, y_scale.at(group.predicted), x, y, "bar"))
        body.append(circle(x, y, radius, "few" if group.size < FEW_PREDICTIONS else "dot", tooltip))
    body.append(text(12, bottom + 46, f"{caption} (said across, won upward, of 100)"))
    return svg(right + 24, bottom + 56, f"{label}; {caption}", body, STYLE) + "\n"


def probability_chart(
    label: str, series: Sequence[Sequence[float]], breaks: Sequence[int], highlights: Sequence[Highlight]
) -> str:
    """Draw the win probability of each seat as a curve. `series` has the values of each curve, and `breaks` the indices
    of the points at which a vertical line is drawn."""
    left, top, bottom = 34, 8, 260
    x_scale = Scale(0, max(1, len(series[0]) - 1), left, WIDTH)
    y_scale = Scale(0, 1, bottom, top)
    percents = {percent / 100: f"{percent}" for percent in (0, 25, 50, 75, 100)}
    body = value_axis(y_scale, left, WIDTH, percents)
    body += [line(x_scale.at(index), top, x_scale.at(index), bottom, "turn") for index in breaks]
    for seat, values in enumerate(series):
        points = [(x_scale.at(index), y_scale.at(value)) for index, value in enumerate(values)]
        body.append(polyline(points, f"curve stroke-{seat % COLORS}", DASHES[seat % COLORS]))
    for index, seat, value, tooltip in highlights:
        body.append(circle(x_scale.at(index), y_scale.at(value), 5, f"big stroke-{seat % COLORS}", tooltip))
    return svg(WIDTH + 8, 282, label, body)


def legend(names: Sequence[str]) -> str:
    """Return the legend of a probability chart as HTML: the name of every curve with a piece of its line."""
    entries = []
    for curve, name in enumerate(names):
        color = curve % COLORS
        sample = line(0, 4, 30, 4, f"curve stroke-{color}", DASHES[color])
        drawing = element("svg", sample, css_class="line", viewBox="0 0 30 8", aria_hidden="true")
        entries.append(f'<span class="key color-{color}">{drawing} {escape(name)}</span>')
    return f"<div>{''.join(entries)}</div>"


def balance_chart(rows: Sequence[tuple[str, float, str]], largest: float) -> str:
    """Draw one bar for each row of (name, value, value as text): a gain to the right of the zero line, a loss to the
    left. The bar of the value `largest` has the full length."""
    zero, full_width, row_height, bar_height = 300, 120, 26, 18
    body = [line(zero, 0, zero, 108, "zero")]
    for index, (name, value, value_text) in enumerate(rows):
        y = 6 + row_height * index
        width = full_width * abs(value) / largest
        body.append(text(LEFT, y + 13, name, "end", "mark"))
        if value >= 0:
            body.append(rect(zero, y, width, bar_height, "gain"))
        else:
            body.append(rect(zero - width, y, width, bar_height, "loss"))
        body.append(text(zero + full_width + 40, y + 13, value_text, "end", "mark"))
    return svg(480, 112, "; ".join(f"{name} {value_text}" for name, _, value_text in rows), body)


def spread_labels(heights: list[float], gap: float) -> list[float]:
    """Return the y coordinates of labels, moved down until they are at least `gap` apart, so that the labels do not
    overlap. If a label would then be too low, all labels are moved up."""
    spread = list(heights)
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    for upper, lower in pairwise(order):
        spread[lower] = max(spread[lower], spread[upper] + gap)
    excess = max(0.0, max(spread) - LOWEST_LABEL) if spread else 0.0
    return [height - excess for height in spread]


def shorten(name: str, max_length: int = 17) -> str:
    """Return the name, cut to `max_length` characters with an ellipsis if it is longer."""
    return name if len(name) <= max_length else name[: max(1, max_length - 1)] + "…"
