"""How a training went: a drawing beside the file, and one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from sortilege.core.shapes import Object

WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT = 720, 260, 60, 60, 34, 220
STYLE = (
    "text{font:13px sans-serif;fill:#444}.loss{stroke:#8a4fbf;fill:none;stroke-width:2.5}"
    ".share{stroke:#c07a1e;fill:none;stroke-width:2.5;stroke-dasharray:7 4}.grid{stroke:#ccc;stroke-width:1}"
    "@media(prefers-color-scheme:dark){text{fill:#ccc}.grid{stroke:#444}}"
)


def drawing(title: str, history: Sequence[Object]) -> str:
    """Loss (a line, scale on the left) and share of victory against lots (dashes, scale on the right), by minutes."""
    minutes = [row["minutes"] for row in history]
    losses = [row["loss"] for row in history]
    shares = [(row["minutes"], row["share"]) for row in history if row["share"] is not None]
    low, high = min(losses) - 0.01, max(*losses, min(losses) + 0.02) + 0.01
    across = scale(0, max(*minutes, 0.1), LEFT, WIDTH - RIGHT)
    up, part = scale(low, high, FOOT, TOP), scale(0, 1, FOOT, TOP)
    body = [text(LEFT, 18, title, "start")]
    for k in range(5):
        y = FOOT + (TOP - FOOT) * k / 4
        body.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" class="grid"/>')
        body.append(text(LEFT - 8, y + 4, f"{low + (high - low) * k / 4:.3f}", "end"))
        body.append(text(WIDTH - RIGHT + 8, y + 4, f"{k / 4:.0%}", "start"))
    for minute in (0.0, minutes[-1] / 2, minutes[-1]):
        body.append(text(across(minute), FOOT + 18, f"{minute:.3g} min", "middle"))
    body.append(polyline([(across(m), up(loss)) for m, loss in zip(minutes, losses, strict=True)], "loss"))
    body.append(polyline([(across(m), part(share)) for m, share in shares], "share"))
    body.append(text(LEFT, HEIGHT - 6, "line: loss on games held out; dashes: share of victory against lots", "start"))
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}" '
        f'xmlns="http://www.w3.org/2000/svg"><style>{STYLE}</style>{"".join(body)}</svg>\n'
    )


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    return lambda value: start + (value - low) / (high - low) * (end - start)


def text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def polyline(points: Sequence[tuple[float, float]], kind: str) -> str:
    if len(points) == 1:
        x, y = points[0]
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="{kind}"/>'
    return f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" class="{kind}"/>'


BARS = "▁▂▃▄▅▆▇█"


def line(history: Sequence[Object]) -> str:
    """The same in a line: the loss by generation as bars, and where it began and ended."""
    losses = [row["loss"] for row in history]
    span = max(losses) - min(losses) or 1.0
    bars = "".join(BARS[round((loss - min(losses)) / span * (len(BARS) - 1))] for loss in losses)
    return f"loss {bars} {losses[0]:.4f} to {losses[-1]:.4f} in {len(losses)} generations"
