"""Draw the charts of reports. Their CSS classes are defined in `page.py`, or in STYLE for charts saved as SVG files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from sortilege.plots.svg import COLORS, Scale, circle, element, line, marker, polyline, rect, svg, text

WIDTH = 720
LEFT = 150  # space for names
RIGHT = 24
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
    """A point of a curve to emphasise, with its tooltip."""

    at: int  # index of the point
    series: int
    value: float
    tooltip: str


class Bin(NamedTuple):
    """Predictions of about the same probability: their mean, the share that came true, and their number."""

    predicted: float
    observed: float
    size: int


def value_axis(scale: Scale, left: float, right: float, labels: Mapping[float, str]) -> list[str]:
    """Return a horizontal grid line for each value, with its label on the left."""
    lines = [line(left, scale.at(value), right, scale.at(value), "grid") for value in labels]
    return lines + [text(left - 8, scale.at(value) + 4, label, "end", "mark") for value, label in labels.items()]


def percent_labels(values: Iterable[float]) -> dict[float, str]:
    return {value: f"{value:.0%}" for value in values}


def interval_chart(
    names: Sequence[str], intervals: Sequence[Mapping[str, float]], fair: float, label: str, form: str
) -> str:
    """Draw one row per name: the value as a marker, its interval as a bar. A dotted line shows the fair value.
    `form` is the format of the numbers, such as ".0%"."""
    lows, highs = [i["low"] for i in intervals], [i["high"] for i in intervals]
    low, high = min(*lows, fair), max(*highs, fair)
    pad = max(1e-9, (high - low) * 0.08)
    low, high = low - pad, high + pad
    if "%" in form:
        low, high = max(0.0, low), min(1.0, high)
    scale = Scale(low, high, LEFT, WIDTH - RIGHT)
    foot = 10 + ROW * len(names)
    body = [line(scale.at(m), 6, scale.at(m), foot, "grid") for m in scale.marks()]
    body += [text(scale.at(m), foot + 18, f"{m:{form}}", "middle", "mark") for m in scale.marks()]
    body.append(line(scale.at(fair), 6, scale.at(fair), foot, "fair"))
    for series, (name, i) in enumerate(zip(names, intervals, strict=True)):
        y = 10 + ROW * (series + 0.5)
        body.append(text(LEFT - 14, y + 5, shorten(name), "end"))
        body.append(line(scale.at(i["low"]), y, scale.at(i["high"]), y, f"whisker stroke-{series % COLORS}"))
        body.append(marker(series, scale.at(i["value"]), y))
        tooltip = f"{name}: {i['value']:{form}} ({i['low']:{form}} to {i['high']:{form}})"
        body.append(rect(LEFT, y - ROW / 2, WIDTH - LEFT - RIGHT, ROW, "hover-area", tooltip))
    return svg(WIDTH, foot + 28, label, body)


def matrix_chart(names: Sequence[str], shares: Sequence[Sequence[float | None]], label: str) -> str:
    """Draw a table of shares, each cell filled in proportion to its share; cells of None stay empty."""
    count = len(names)
    cell = min(84.0, (WIDTH - LEFT - RIGHT) / count)
    body = [
        text(LEFT + cell * (b + 0.5), 16, shorten(name, int(cell / 8)), "middle", "mark")
        for b, name in enumerate(names)
    ]
    for a, name in enumerate(names):
        y = 24 + 40 * a
        body.append(text(LEFT - 14, y + 25, shorten(name), "end"))
        for b in range(count):
            share, x = shares[a][b], LEFT + cell * b
            if share is not None:
                body.append(rect(x + 2, y + 2, cell - 4, 36, "cell"))
                body.append(rect(x + 2, y + 2, (cell - 4) * share, 36, "full"))
                body.append(text(x + cell / 2, y + 25, f"{share:.0%}", "middle", "strong"))
    return svg(WIDTH, 30 + 40 * count, label, body)


def bar_chart(shares: Sequence[float], names: Sequence[str], fair: float, label: str) -> str:
    """Draw one upright bar per share, with a dotted line at the fair share."""
    height, foot = 180, 150
    scale = Scale(0, max(*shares, fair, 1e-9) * 1.15, foot, 12)
    space = (WIDTH - LEFT - RIGHT) / len(shares)
    body = value_axis(scale, LEFT, WIDTH - RIGHT, percent_labels(scale.marks(4)))
    for i, (share, name) in enumerate(zip(shares, names, strict=True)):
        x, top = LEFT + space * (i + 0.5), scale.at(share)
        body.append(rect(x - 24, top, 48, foot - top, "bar"))
        body.append(text(x, foot - 8, f"{share:.0%}", "middle", "inside"))
        body.append(text(x, foot + 18, name, "middle", "mark"))
    body.append(line(LEFT, scale.at(fair), WIDTH - RIGHT, scale.at(fair), "fair"))
    return svg(WIDTH, height, label, body)


def share_chart(names: Sequence[str], rows: Sequence[Sequence[float]], fair: float, label: str) -> str:
    """Draw each name's share as a curve with the name at its end. A row is [x, share of the first name, …]."""
    across = Scale(0, rows[-1][0], LEFT - 90, WIDTH - 120)
    up = Scale(0, min(1.0, max(fair, *(max(row[1:]) for row in rows)) * 1.1), 230, 12)
    body = value_axis(up, across.start, across.end, percent_labels(up.marks(5)))
    body += [text(across.at(m), 250, f"{m:.0f}", "middle", "mark") for m in across.marks(6)]
    body.append(line(across.start, up.at(fair), across.end, up.at(fair), "fair"))
    ends = spread_labels([up.at(share) for share in rows[-1][1:]], 17)
    for series, name in enumerate(names):
        points = [(across.at(row[0]), up.at(row[1 + series])) for row in rows]
        body.append(polyline(points, f"curve stroke-{series % COLORS}"))
        body.append(marker(series, across.end + 10, ends[series], 5))
        body.append(text(across.end + 20, ends[series] + 5, shorten(name, 13)))
    return svg(WIDTH, 262, label, body)


def training_chart(label: str, losses: Sequence[tuple[float, float]], shares: Sequence[tuple[float, float]]) -> str:
    """Draw loss (solid, left axis) and share of victory (dashed, right axis) by minutes, as an SVG file."""
    left, right, foot, top = 60, WIDTH - 60, 220, 34
    minutes, values = [minute for minute, _ in losses], [loss for _, loss in losses]
    up = Scale(min(values) - 0.01, max(*values, min(values) + 0.02) + 0.01, foot, top)
    share_axis, across = Scale(0, 1, foot, top), Scale(0, max(*minutes, 0.1), left, right)
    quarters = [up.low + (up.high - up.low) * k / 4 for k in range(5)]
    body = [text(left, 18, label), *value_axis(up, left, right, {loss: f"{loss:.3f}" for loss in quarters})]
    body += [text(right + 8, share_axis.at(k / 4) + 4, f"{k / 4:.0%}") for k in range(5)]
    body += [text(across.at(m), foot + 18, f"{m:.3g} min", "middle") for m in (0.0, minutes[-1] / 2, minutes[-1])]
    body.append(polyline([(across.at(minute), up.at(loss)) for minute, loss in losses], "loss"))
    body.append(polyline([(across.at(minute), share_axis.at(share)) for minute, share in shares], "share"))
    body.append(text(left, 254, "line: loss on games held out; dashes: share of victory against lots"))
    return svg(WIDTH, 260, label, body, STYLE) + "\n"


def calibration_chart(label: str, caption: str, bins: Sequence[Bin]) -> str:
    """Draw observed against predicted probabilities, as an SVG file. Perfect predictions lie on the diagonal; a larger
    dot stands for more predictions."""
    size, left, top = 360, 56, 40
    across, up = Scale(0, 1, left, left + size), Scale(0, 1, top + size, top)
    total = sum(one.size for one in bins)
    fifths = {k / 5: f"{20 * k}" for k in range(6)}
    body = [text(left, 18, label), *value_axis(up, across.start, across.end, fifths)]
    body += [line(across.at(part), up.start, across.at(part), up.end, "grid") for part in fifths]
    body += [text(across.at(part), up.start + 18, words, "middle") for part, words in fifths.items()]
    body.append(line(across.start, up.start, across.end, up.end, "even"))
    for one in bins:
        x, y = across.at(one.predicted), up.at(one.observed)
        tooltip = f"{one.size} positions: said {one.predicted:.2f}, won {one.observed:.2f}"
        body.append(line(x, up.at(one.predicted), x, y, "bar"))
        body.append(circle(x, y, 3 + 12 * (one.size / total) ** 0.5, "dot" if one.size >= 20 else "few", tooltip))
    body.append(text(12, top + size + 46, f"{caption} (said across, won upward, of 100)"))
    return svg(left + size + 24, top + size + 56, f"{label}; {caption}", body, STYLE) + "\n"


def probability_chart(
    label: str, series: Sequence[Sequence[float]], breaks: Sequence[int], highlights: Sequence[Highlight]
) -> str:
    """Draw each seat's win probability as a curve, with a vertical line at each break (the index of a point)."""
    across = Scale(0, max(1, len(series[0]) - 1), 34, WIDTH)
    up = Scale(0, 1, 260, 8)
    body = value_axis(up, across.start, across.end, {share / 100: f"{share}" for share in (0, 25, 50, 75, 100)})
    body += [line(across.at(at), up.end, across.at(at), up.start, "turn") for at in breaks]
    for seat, values in enumerate(series):
        points = [(across.at(at), up.at(value)) for at, value in enumerate(values)]
        body.append(polyline(points, f"curve stroke-{seat % COLORS}", DASHES[seat % COLORS]))
    for at, seat, value, tooltip in highlights:
        body.append(circle(across.at(at), up.at(value), 5, f"big stroke-{seat % COLORS}", tooltip))
    return svg(WIDTH + 8, 282, label, body)


def legend(names: Sequence[str]) -> str:
    """Return HTML that shows the name and the line of every curve of a probability chart."""
    keys = []
    for series, name in enumerate(names):
        color = series % COLORS
        sample = line(0, 4, 30, 4, f"curve stroke-{color}", DASHES[color])
        drawing = element("svg", sample, kind="line", viewBox="0 0 30 8", aria_hidden="true")
        keys.append(f'<span class="key color-{color}">{drawing} {escape(name)}</span>')
    return f"<div>{''.join(keys)}</div>"


def balance_chart(rows: Sequence[tuple[str, float, str]], largest: float) -> str:
    """Draw a bar per (name, value, value as text): gains go to the right of a common zero line, losses to the left.
    A bar of the `largest` value has the full length."""
    zero, full = 300, 120
    body = [line(zero, 0, zero, 108, "zero")]
    for index, (name, value, words) in enumerate(rows):
        width, y = full * abs(value) / largest, 6 + 26 * index
        body.append(text(150, y + 13, name, "end", "mark"))
        body.append(rect(zero if value >= 0 else zero - width, y, width, 18, "gain" if value >= 0 else "loss"))
        body.append(text(zero + full + 40, y + 13, words, "end", "mark"))
    return svg(480, 112, "; ".join(f"{name} {words}" for name, _, words in rows), body)


def spread_labels(places: list[float], gap: float) -> list[float]:
    """Move the coordinates of labels apart, so that none overlap; their order stays."""
    out = list(places)
    order = sorted(range(len(places)), key=lambda i: places[i])
    for before, after in pairwise(order):
        out[after] = max(out[after], out[before] + gap)
    excess = max(0.0, max(out) - 240) if out else 0.0
    return [y - excess for y in out]


def shorten(name: str, most: int = 17) -> str:
    """Return the name, cut to `most` characters with an ellipsis if it is longer."""
    return name if len(name) <= most else name[: max(1, most - 1)] + "…"
