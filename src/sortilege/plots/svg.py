"""Builds SVG drawings as text. Colours and strokes come from CSS classes, so that a drawing has a light and a dark
theme."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10

COLORS = 5  # number of colours and marker shapes; further series start again with the first

Point = tuple[float, float]

# the corners of markers, as distances to the right and down from the centre, for a radius of 1
DIAMOND = [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)]
TRIANGLE = [(0, -1.2), (1.2, 1), (-1.2, 1)]
CROSS = [(-0.4, -1.1), (0.4, -1.1), (0.4, -0.4), (1.1, -0.4), (1.1, 0.4), (0.4, 0.4)]
CROSS += [(-right, -down) for right, down in CROSS]  # the other half, turned by 180 degrees
ROUNDING = 1e-9  # tolerance for rounding errors


def element(tag: str, content: str = "", **attributes: float | str) -> str:
    """Return an SVG element with these attributes, without those whose value is "". An underscore in the name of an
    attribute stands for a hyphen (`stroke_width`), and `css_class` is written as `class`."""
    start = f"<{tag}"
    for name, value in attributes.items():
        if value != "":
            attribute_name = "class" if name == "css_class" else name.replace("_", "-")
            start += f' {attribute_name}="{attribute_text(value)}"'
    return f"{start}>{content}</{tag}>" if content else f"{start}/>"


def attribute_text(value: float | str) -> str:
    """Return an attribute value as text: floats are rounded to a tenth, strings are escaped."""
    if isinstance(value, str):
        return escape(value)
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def svg(width: float, height: float, label: str, body: Iterable[str], style: str = "") -> str:
    """Return a whole drawing with the elements `body` and a label for screen readers. If `style` has CSS rules, they
    are part of the drawing, which can then be saved as a file."""
    namespace = "http://www.w3.org/2000/svg" if style else ""
    style_element = element("style", style) if style else ""
    content = style_element + "".join(body)
    box = f"0 0 {width:.0f} {height:.0f}"
    return element("svg", content or " ", viewBox=box, role="img", aria_label=label, xmlns=namespace)


def text(x: float, y: float, words: str, anchor: str = "start", css_class: str = "") -> str:
    return element("text", escape(words) or " ", x=x, y=y, text_anchor=anchor, css_class=css_class)


def line(x1: float, y1: float, x2: float, y2: float, css_class: str, dashes: str = "") -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, css_class=css_class, stroke_dasharray=dashes)


def rect(x: float, y: float, width: float, height: float, css_class: str, tooltip: str = "") -> str:
    return element("rect", title(tooltip), x=x, y=y, width=width, height=height, css_class=css_class)


def circle(x: float, y: float, radius: float, css_class: str, tooltip: str = "") -> str:
    return element("circle", title(tooltip), cx=x, cy=y, r=radius, css_class=css_class)


def title(tooltip: str) -> str:
    """Return a title element, which browsers show as the tooltip of the parent element. Return "" for no tooltip."""
    return element("title", escape(tooltip)) if tooltip else ""


def polyline(points: Sequence[Point], css_class: str, dashes: str = "") -> str:
    """Return a line through the points. A single point is drawn as a circle, because a line would be invisible."""
    if len(points) == 1:
        return circle(*points[0], 4, css_class)
    return element("polyline", points=coordinates(points), css_class=css_class, stroke_dasharray=dashes)


def coordinates(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def marker(series: int, x: float, y: float, radius: float = 6) -> str:
    """Draw the marker of a series with its centre at a point. The first five series differ in colour and shape."""
    css_class = f"fill-{series % COLORS}"
    match series % COLORS:
        case 0:
            return circle(x, y, radius, css_class)
        case 1:
            return rect(x - radius, y - radius, 2 * radius, 2 * radius, css_class)
        case 2:
            corners = DIAMOND
        case 3:
            corners = TRIANGLE
        case _:
            corners = CROSS
    points = [(x + right * radius, y + down * radius) for right, down in corners]
    return element("polygon", points=coordinates(points), css_class=css_class)


class Scale:
    """Maps the values from `low` to `high` to the coordinates from `start` to `end`, in proportion."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low = low
        self.high = high if high > low else low + 1
        self.start, self.end = start, end

    def at(self, value: float) -> float:
        """Return the coordinate of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def marks(self, count: int = 6) -> list[float]:
        """Return round values between `low` and `high`, about `count` of them. They are multiples of a step such as
        0.1, 0.2, 0.5 or 1."""
        exact_step = (self.high - self.low) / count
        power = 10.0 ** floor(log10(exact_step))
        round_steps = [power, 2 * power, 5 * power, 10 * power]
        step = next(step for step in round_steps if step >= exact_step * 0.999)  # 0.999: despite rounding errors
        first, last = ceil(self.low / step - ROUNDING), floor(self.high / step + ROUNDING)
        return [multiple * step for multiple in range(first, last + 1)]
