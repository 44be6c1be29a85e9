"""The plots of a report, drawn as SVG by hand: dots with their intervals, bars, a table of duels, curves.

Colours are CSS variables of the page, so that the plots follow its light and dark. Every bot has its colour and its
shape; where bots are told apart, their names stand beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor, log10

from sortilege.arena.report import side_names
from sortilege.core.shapes import Object

WIDTH = 720
LEFT = 150  # room for names
RIGHT = 24
ROW = 34
SHAPES = ("circle", "square", "diamond", "triangle", "cross")


def svg(height: float, title: str, body: list[str]) -> str:
    """A drawing with a title for screen readers."""
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(body)}</svg>'
    )


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def shape(bot: int, x: float, y: float, r: float = 6) -> str:
    """A bot's own mark."""
    style = f'class="fill-{bot % 5}"'
    match SHAPES[bot % 5]:
        case "circle":
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" {style}/>'
        case "square":
            return f'<rect x="{x - r:.1f}" y="{y - r:.1f}" width="{2 * r}" height="{2 * r}" {style}/>'
        case "diamond":
            points = [(x, y - r * 1.3), (x + r * 1.3, y), (x, y + r * 1.3), (x - r * 1.3, y)]
        case "triangle":
            points = [(x, y - r * 1.2), (x + r * 1.2, y + r), (x - r * 1.2, y + r)]
        case _:
            a, b = r * 1.1, r * 0.4
            points = [(x - b, y - a), (x + b, y - a), (x + b, y - b), (x + a, y - b), (x + a, y + b), (x + b, y + b)]
            points += [(x + b, y + a), (x - b, y + a), (x - b, y + b), (x - a, y + b), (x - a, y - b), (x - b, y - b)]
    return f'<polygon points="{" ".join(f"{px:.1f},{py:.1f}" for px, py in points)}" {style}/>'


class Scale:
    """Values to places between two edges of a drawing, with round marks."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high = low, high if high > low else low + 1
        self.start, self.end = start, end

    def at(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def marks(self, about: int = 6) -> list[float]:
        """Round numbers, about as many as asked for."""
        rough = (self.high - self.low) / about
        power = 10.0 ** floor(log10(rough))
        step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough * 0.999)
        first = ceil(self.low / step - 1e-9)
        return [k * step for k in range(first, floor(self.high / step + 1e-9) + 1)]


def whiskers(names: Sequence[str], intervals: Sequence[dict[str, float]], title: str, unit: str, fair: float) -> str:
    """One row per bot: its value as a mark, its interval as a bar; a dotted line where an even contest would be."""
    lows, highs = [i["low"] for i in intervals], [i["high"] for i in intervals]
    pad = max(1e-9, (max(*highs, fair) - min(*lows, fair)) * 0.08)
    edges = (min(*lows, fair) - pad, max(*highs, fair) + pad)
    if unit == "%":
        edges = (max(0.0, edges[0]), min(1.0, edges[1]))
    scale = Scale(*edges, LEFT, WIDTH - RIGHT)
    foot = 10 + ROW * len(names)
    body = [line(scale.at(m), 6, scale.at(m), foot, "grid") for m in scale.marks()]
    body += [text(scale.at(m), foot + 18, written(m, unit), "middle", "mark") for m in scale.marks()]
    body.append(line(scale.at(fair), 6, scale.at(fair), foot, "fair"))
    for bot, (name, i) in enumerate(zip(names, intervals, strict=True)):
        y = 10 + ROW * (bot + 0.5)
        body.append(text(LEFT - 14, y + 5, clipped(name), "end"))
        body.append(line(scale.at(i["low"]), y, scale.at(i["high"]), y, f"whisker stroke-{bot % 5}"))
        body.append(shape(bot, scale.at(i["value"]), y))
        tip = f"{name}: {written(i['value'], unit)} ({written(i['low'], unit)} to {written(i['high'], unit)})"
        body.append(
            f'<rect x="{LEFT}" y="{y - ROW / 2:.1f}" width="{WIDTH - LEFT - RIGHT}" height="{ROW}" class="ear">'
            f"<title>{escape(tip)}</title></rect>"
        )
    return svg(foot + 28, title, body)


def duels(names: Sequence[str], ahead: Sequence[Sequence[float | None]], title: str) -> str:
    """How often the bot of the row came out ahead of the bot of the column: the fuller, the more often."""
    count = len(names)
    cell = min(84.0, (WIDTH - LEFT - RIGHT) / count)
    body = []
    for b, name in enumerate(names):
        body.append(text(LEFT + cell * (b + 0.5), 16, clipped(name, int(cell / 8)), "middle", "mark"))
    for a, name in enumerate(names):
        y = 24 + 40 * a
        body.append(text(LEFT - 14, y + 25, clipped(name), "end"))
        for b in range(count):
            share, x = ahead[a][b], LEFT + cell * b
            if share is not None:
                body.append(f'<rect x="{x + 2:.1f}" y="{y + 2}" width="{cell - 4:.1f}" height="36" class="cell"/>')
                full = (cell - 4) * share
                body.append(f'<rect x="{x + 2:.1f}" y="{y + 2}" width="{full:.1f}" height="36" class="full"/>')
                body.append(text(x + cell / 2, y + 25, f"{share:.0%}", "middle", "strong"))
    return svg(30 + 40 * count, title, body)


def bars(values: Sequence[float], labels: Sequence[str], fair: float, title: str) -> str:
    """One upright bar per value, a dotted line at the fair one."""
    height, foot = 180, 150
    scale = Scale(0, max(*values, fair, 1e-9) * 1.15, foot, 12)
    room = (WIDTH - LEFT - RIGHT) / len(values)
    body = [line(LEFT, scale.at(m), WIDTH - RIGHT, scale.at(m), "grid") for m in scale.marks(4)]
    body += [text(LEFT - 14, scale.at(m) + 4, written(m, "%"), "end", "mark") for m in scale.marks(4)]
    for i, (value, label) in enumerate(zip(values, labels, strict=True)):
        x, top = LEFT + room * (i + 0.5), scale.at(value)
        body.append(f'<rect x="{x - 24:.1f}" y="{top:.1f}" width="48" height="{foot - top:.1f}" class="bar"/>')
        body.append(text(x, foot - 8, f"{value:.0%}", "middle", "inside"))
        body.append(text(x, foot + 18, label, "middle", "mark"))
    body.append(line(LEFT, scale.at(fair), WIDTH - RIGHT, scale.at(fair), "fair"))
    return svg(height, title, body)


def curves(names: Sequence[str], rows: Sequence[Sequence[float]], fair: float, title: str) -> str:
    """How each bot's share settled as matches were played; the names stand at the ends of the curves."""
    right = 120
    across = Scale(0, rows[-1][0], LEFT - 90, WIDTH - right)
    top = max(max(row[1:]) for row in rows)
    up = Scale(0, min(1.0, max(top, fair) * 1.1), 230, 12)
    body = [line(across.start, up.at(m), across.end, up.at(m), "grid") for m in up.marks(5)]
    body += [text(across.start - 10, up.at(m) + 4, written(m, "%"), "end", "mark") for m in up.marks(5)]
    body += [text(across.at(m), 250, f"{m:.0f}", "middle", "mark") for m in across.marks(6)]
    body.append(line(across.start, up.at(fair), across.end, up.at(fair), "fair"))
    ends = spread([up.at(rows[-1][1 + bot]) for bot in range(len(names))], 17)
    for bot, name in enumerate(names):
        points = " ".join(f"{across.at(row[0]):.1f},{up.at(row[1 + bot]):.1f}" for row in rows)
        body.append(f'<polyline points="{points}" class="curve stroke-{bot % 5}"/>')
        body.append(shape(bot, across.end + 10, ends[bot], 5))
        body.append(text(across.end + 20, ends[bot] + 5, clipped(name, 13)))
    return svg(262, title, body)


def spread(places: list[float], gap: float) -> list[float]:
    """Labels moved apart where they would lie on each other, kept in their order."""
    out = list(places)
    order = sorted(range(len(places)), key=lambda i: places[i])
    for before, after in pairwise(order):
        out[after] = max(out[after], out[before] + gap)
    over = max(0.0, max(out) - 240) if out else 0.0
    return [y - over for y in out]


def written(value: float, unit: str) -> str:
    return f"{value:.0%}" if unit == "%" else f"{value:.0f}"


def clipped(name: str, most: int = 17) -> str:
    return name if len(name) <= most else name[: max(1, most - 1)] + "…"


def all_plots(found: Object) -> dict[str, str]:
    """Every plot that has something to show, by name."""
    names = [bot["name"] for bot in found["bots"]]
    fair = 1 / len(found["sides"])
    plots = {}
    if all(bot["rating"] for bot in found["bots"]):
        plots["rating"] = whiskers(names, [bot["rating"] for bot in found["bots"]], "Ratings", "", 1500.0)
    plots["share"] = whiskers(names, [bot["share"] for bot in found["bots"]], "Shares of victory", "%", fair)
    if any(share is not None for row in found["ahead"] for share in row):
        plots["ahead"] = duels(names, found["ahead"], "Who came out ahead of whom")
    if found["seats"] > 1:
        what, labels = side_names(found["sides"])
        plots["seat"] = bars(found["by_side"], labels, fair, f"Shares of victory by {what}")
    if len(found["course"]) > 1:
        plots["course"] = curves(names, found["course"], fair, "How the shares of victory settled")
    return plots
