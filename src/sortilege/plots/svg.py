"""Builds SVG drawings as text. Colours and strokes come from CSS classes, so that a drawing has a light and a dark
theme."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10

COLORS = 5  # number of colours and marker shapes; further series start again with the first

Point = tuple[float, float]


def element(tag: str, content: str = "", **attributes: float | str) -> str:
    """Return an SVG element. `kind` becomes its CSS class, `_` in names becomes `-`; empty attributes are left out."""
    attribute_list = ""
    for name, value in attributes.items():
        if value != "":
            attribute_list += f' {"class" if name == "kind" else name.replace("_", "-")}="{attribute_text(value)}"'
    return f"<{tag}{attribute_list}>{content}</{tag}>" if content else f"<{tag}{attribute_list}/>"


def attribute_text(value: float | str) -> str:
    """Return an attribute value as text: floats are rounded to a tenth, strings are escaped."""
    if isinstance(value, str):
        return escape(value)
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def svg(width: float, height: float, label: str, body: Iterable[str], style: str = "") -> str:
    """Return a whole drawing with a label for screen readers. With a `style` the drawing can be saved as a file."""
    namespace = "http://www.w3.org/2000/svg" if style else ""
    content = (element("style", style) if style else "") + "".join(body)
    box = f"0 0 {width:.0f} {height:.0f}"
    return element("svg", content or " ", viewBox=box, role="img", aria_label=label, xmlns=namespace)


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    return element("text", escape(words) or " ", x=x, y=y, text_anchor=anchor, kind=kind)


def line(x1: float, y1: float, x2: float, y2: float, kind: str, dashes: str = "") -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, kind=kind, stroke_dasharray=dashes)


def rect(x: float, y: float, width: float, height: float, kind: str, tooltip: str = "") -> str:
    return element("rect", title(tooltip), x=x, y=y, width=width, height=height, kind=kind)


def circle(x: float, y: float, radius: float, kind: str, tooltip: str = "") -> str:
    return element("circle", title(tooltip), cx=x, cy=y, r=radius, kind=kind)


def title(tooltip: str) -> str:
    """Return a title element, which browsers show as the tooltip of the parent element. Return "" for no tooltip."""
    return element("title", escape(tooltip)) if tooltip else ""


def polyline(points: Sequence[Point], kind: str, dashes: str = "") -> str:
    """Return a line through the points. A single point is drawn as a circle, because a line would be invisible."""
    if len(points) == 1:
        return circle(*points[0], 4, kind)
    return element("polyline", points=coordinates(points), kind=kind, stroke_dasharray=dashes)


def coordinates(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def marker(series: int, x: float, y: float, r: float = 6) -> str:
    """Return the marker of a series at a point. The series differ in colour and shape. `r` is about the radius."""
    kind = f"fill-{series % COLORS}"
    match series % COLORS:
        case 0:
            return circle(x, y, r, kind)
        case 1:
            return rect(x - r, y - r, 2 * r, 2 * r, kind)
        case 2:  # diamond
            points = [(x, y - r * 1.3), (x + r * 1.3, y), (x, y + r * 1.3), (x - r * 1.3, y)]
        case 3:  # triangle
            points = [(x, y - r * 1.2), (x + r * 1.2, y + r), (x - r * 1.2, y + r)]
        case _:  # cross
            a, b = r * 1.1, r * 0.4
            points = [(x - b, y - a), (x + b, y - a), (x + b, y - b), (x + a, y - b), (x + a, y + b), (x + b, y + b)]
            points += [(x + b, y + a), (x - b, y + a), (x - b, y + b), (x - a, y + b), (x - a, y - b), (x - b, y - b)]
    return element("polygon", points=coordinates(points), kind=kind)


class Scale:
    """Maps values from `low` to `high` linearly to coordinates from `start` to `end`."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high = low, high if high > low else low + 1
        self.start, self.end = start, end

    def at(self, value: float) -> float:
        """Return the coordinate of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def marks(self, count: int = 6) -> list[float]:
        """Return round values between `low` and `high`, about `count` of them."""
        exact_step = (self.high - self.low) / count
        power = 10.0 ** floor(log10(exact_step))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= exact_step * 0.999)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)  # 1e-9: despite rounding errors
        return [multiple * step for multiple in range(first, last + 1)]
