"""A review as one HTML file without external resources, in light and dark colours, for all screen sizes and paper."""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import Final

from sortilege.analysis.explain import of_100
from sortilege.analysis.review.results import Moment, Result, SeatBook
from sortilege.analysis.review.review import Review
from sortilege.analysis.review.sentences import PARTS, Sentences, signed, slips

WIDE, HIGH, LEFT, FOOT = 720, 260, 34, 22  # the size and margins of the curve, in pixels
BAR: Final = 120  # the longest bar on either side of zero
STYLE: Final = """
:root { color-scheme: light dark; --paper: #f6efe0; --ink: #2b1c10; --soft: #6f5638; --hair: #d8c6a4;
  --c0: #1f6fa8; --c1: #b9490f; --c2: #137657; --c3: #a8397f; --c4: #6b5a34; --gain: #2c7a4b; --loss: #a33a2c; }
@media (prefers-color-scheme: dark) { :root { --paper: #1a120d; --ink: #f6ebd6; --soft: #b8a384; --hair: #44321f;
  --c0: #62b8ec; --c1: #f0824a; --c2: #35b58f; --c3: #e08fc0; --c4: #ece1c8; --gain: #58b57e; --loss: #e2796a; } }
body { margin: 0 auto; max-width: 760px; padding: 24px 16px 48px; background: var(--paper); color: var(--ink);
  font: 16px/1.45 Seravek, "Segoe UI", Ubuntu, Roboto, "Noto Sans", system-ui, sans-serif; }
h1, h2 { font-family: "Palatino Linotype", Palatino, Charter, Georgia, serif; font-weight: 600; line-height: 1.2; }
h1 { font-size: 30px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 36px 0 8px; } h3 { margin: 18px 0 4px; }
p { margin: 4px 0 12px; color: var(--soft); } li { margin: 8px 0; } li small { color: var(--soft); display: block; }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--soft); font-size: 13px; }
.grid { stroke: var(--hair); } .turn { stroke: var(--hair); stroke-dasharray: 2 5; }
.curve { fill: none; stroke-width: 2.5; stroke-linejoin: round; } .big { fill: var(--paper); stroke-width: 3; }
.gain { fill: var(--gain); } .loss { fill: var(--loss); } .zero { stroke: var(--soft); }
.line { width: 30px; display: inline-block; } .key { display: inline-block; margin-right: 18px; font-weight: 600; }
""" + "".join(f".s{i} {{ stroke: var(--c{i}); }} .k{i} {{ color: var(--c{i}); }}\n" for i in range(5))
DASHES: Final = ("", "9 4", "3 4", "12 3 3 3", "1 5")  # so that the curves differ by more than colour


def render_html(review: Review, lang: str) -> str:
    """Return the review as an HTML page."""
    result, say = review.result(), Sentences(review, lang)
    title = escape(f"{say.title()} · {', '.join(result['names'])}")
    effort = escape(say.say("effort", n=review.worlds, seed=review.seed))
    books = "".join(as_book(say, book, result) for book in result["books"])
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body><h1>{title}</h1><p>{effort}</p>"
        f"<h2>{escape(say.say('curve'))}</h2>{legend(result)}{as_curve(review, result, say)}"
        f"<h2>{escape(say.say('biggest'))}</h2>{biggest(review, say)}"
        f"<h2>{escape(say.say('books'))}</h2><p>{escape(say.say('books_note'))}</p>{books}"
        f"<h2>{escape(say.say('slips'))}</h2>{as_slips(say, result['moments'])}"
        f"<p>{escape(say.counted(result['moments']))}</p></body></html>\n"
    )


def legend(result: Result) -> str:
    """Return the legend: the colour and dash pattern of each seat's curve."""
    lines = (
        f'<span class="key k{seat % 5}"><svg class="line" viewBox="0 0 30 8" aria-hidden="true">'
        f'<line x1="0" y1="4" x2="30" y2="4" class="curve s{seat % 5}" stroke-dasharray="{DASHES[seat % 5]}"/></svg> '
        f"{escape(name)}</span>"
        for seat, name in enumerate(result["names"])
    )
    return f"<div>{''.join(lines)}</div>"


# ---------------------------------------------------------------- the curve
def as_curve(review: Review, result: Result, say: Sentences) -> str:
    """Return the curves of all seats as SVG, with a grid, the beginnings of turns and the biggest changes."""
    lines = len(result["curve"])
    body = []
    for share in (0, 25, 50, 75, 100):
        y = upward(share / 100)
        body.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDE}" y2="{y:.1f}" class="grid"/>')
        body.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{share}</text>')
    nodes = review.timeline.nodes
    for before, node in pairwise(nodes):
        if node.turn_number != before.turn_number:
            x = across(node.at, lines)
            body.append(f'<line x1="{x:.1f}" y1="{upward(1)}" x2="{x:.1f}" y2="{upward(0)}" class="turn"/>')
    for seat in range(len(result["names"])):
        values = [result["start"][seat], *(point[seat] for point in result["curve"])]
        path = " ".join(f"{across(at, lines):.1f},{upward(value):.1f}" for at, value in enumerate(values))
        body.append(f'<polyline points="{path}" class="curve s{seat % 5}" stroke-dasharray="{DASHES[seat % 5]}"/>')
    for at in review.biggest():
        _, after = review.points_around(at)
        note = escape(f"{say.line_text(at)} ({say.swing(at)})")
        for seat, value in enumerate(after):
            spot = f'cx="{across(at + 1, lines):.1f}" cy="{upward(value):.1f}"'
            body.append(f'<circle {spot} r="5" class="big s{seat % 5}"><title>{note}</title></circle>')
    label = escape(say.say("curve"))
    return f'<svg viewBox="0 0 {WIDE + 8} {HIGH + FOOT}" role="img" aria-label="{label}">{"".join(body)}</svg>'


def across(at: int, lines: int) -> float:
    return LEFT + (WIDE - LEFT) * at / max(1, lines)


def upward(value: float) -> float:
    return 8 + (HIGH - 8) * (1 - value)


def biggest(review: Review, say: Sentences) -> str:
    """Return the log lines with the biggest changes as a list."""
    items = (
        f"<li>{escape(say.line_text(at))}<small>{escape(say.say('line', at=at))} · {escape(say.swing(at))}</small></li>"
        for at in review.biggest()
    )
    return f"<ol>{''.join(items)}</ol>"


# ---------------------------------------------------------------- breakdown and mistakes
def as_book(say: Sentences, book: SeatBook, result: Result) -> str:
    """Return the breakdown of one seat as bars: gains to the right of zero, losses to the left."""
    seat = book["seat"]
    ends = f"{say.say('start')} {of_100(result['start'][seat])} → {say.say('result')} {of_100(result['result'][seat])}"
    largest = max(0.5, *(abs(one[part]) for one in result["books"] for part in PARTS))  # type: ignore[literal-required]
    rows = []
    for place, part in enumerate(PARTS):
        value: float = book[part]  # type: ignore[literal-required]
        wide, y = BAR * abs(value) / largest, 6 + 26 * place
        x = 300 + (0 if value >= 0 else -wide)
        rows.append(f'<text x="150" y="{y + 13}" text-anchor="end">{escape(say.say(part))}</text>')
        kind = "gain" if value >= 0 else "loss"
        rows.append(f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="18" class="{kind}"/>')
        rows.append(f'<text x="{300 + BAR + 40}" y="{y + 13}" text-anchor="end">{signed(value)}</text>')
    label = escape("; ".join(f"{say.say(part)} {signed(book[part])}" for part in PARTS))  # type: ignore[literal-required]
    return (
        f"<h3>{escape(result['names'][seat])} <small>{escape(ends)}</small></h3>"
        f'<svg viewBox="0 0 480 112" role="img" aria-label="{label}">'
        f'<line x1="300" y1="0" x2="300" y2="108" class="zero"/>{"".join(rows)}</svg>'
    )


def as_slips(say: Sentences, moments: list[Moment]) -> str:
    """Return the mistakes as a list, or a sentence if there are none."""
    mistakes = slips(moments)
    if not mistakes:
        return f"<p>{escape(say.say('no_slips'))}</p>"
    items = (
        f"<li>{escape(say.slip(one))}<small>{escape(say.say('line', at=one['at']))} · "
        f"{escape(say.pair(say.say('open'), say.verdict(one['open'])))}</small></li>"
        for one in mistakes
    )
    return f"<ul>{''.join(items)}</ul>"
