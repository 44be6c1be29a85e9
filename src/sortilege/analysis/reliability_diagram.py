"""The reliability diagram of a calibration: predicted shares on the x-axis, observed shares on the y-axis, and one dot
for each tenth of the scale."""

from __future__ import annotations

from html import escape

from sortilege.core.shapes import Object

SIZE, LEFT, TOP, FOOT = 360, 56, 40, 30  # the square and its margins, in pixels
STYLE = (
    "text{font:13px sans-serif;fill:#444}.grid{stroke:#ccc;stroke-width:1}.even{stroke:#888;stroke-dasharray:5 4}"
    ".dot{fill:#8a4fbf}.bar{stroke:#8a4fbf;stroke-width:2}.few{fill:#8a4fbf;opacity:.35}"
    "@media(prefers-color-scheme:dark){text{fill:#ccc}.grid{stroke:#444}.dot,.few{fill:#b98ae0}.bar{stroke:#b98ae0}}"
)


def draw_diagram(summary: Object) -> str:
    """Return the summary of a calibration as SVG. Correct predictions lie on the diagonal; a larger dot stands for more
    positions."""
    title = f"{summary['game']}, {summary['seats']} seats: {summary['positions']} positions of {summary['games']} games"
    body = [text(LEFT, 18, title, "start")]
    for tenth in range(0, 11, 2):
        x, y = across(tenth / 10), upward(tenth / 10)
        body.append(line(across(0), y, across(1), y, "grid"))
        body.append(line(x, upward(0), x, upward(1), "grid"))
        body.append(text(across(0) - 8, y + 4, f"{tenth * 10}", "end"))
        body.append(text(x, upward(0) + 18, f"{tenth * 10}", "middle"))
    body.append(line(across(0), upward(0), across(1), upward(1), "even"))
    for group in summary["bins"]:
        x, y, r = across(group["said"]), upward(group["won"]), 3 + 12 * (group["n"] / summary["positions"]) ** 0.5
        body.append(line(x, upward(group["said"]), x, y, "bar"))
        note = f"{group['n']} positions: said {group['said']:.2f}, won {group['won']:.2f}"
        kind = "dot" if group["n"] >= 20 else "few"
        body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" class="{kind}"><title>{note}</title></circle>')
    figures = f"expected error {summary['expected_error']:.3f}, Brier {summary['brier']:.3f}"
    body.append(text(12, TOP + SIZE + FOOT + 16, f"{figures} (said across, won upward, of 100)", "start"))
    width, height = LEFT + SIZE + 24, TOP + SIZE + FOOT + 26
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}; {figures}" '
        f'xmlns="http://www.w3.org/2000/svg"><style>{STYLE}</style>{"".join(body)}</svg>\n'
    )


def across(value: float) -> float:
    return LEFT + SIZE * value


def upward(value: float) -> float:
    return TOP + SIZE * (1 - value)


def text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'
