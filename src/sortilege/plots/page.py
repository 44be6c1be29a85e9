"""The HTML page of a report. It is one file that loads nothing, has a light and a dark theme, and is readable on a
phone and on paper."""

from __future__ import annotations

from html import escape

from sortilege.plots.svg import COLORS

STYLE = """
:root { color-scheme: light dark; --paper: #f6efe0; --ink: #2b1c10; --soft: #6f5638; --hair: #d8c6a4;
  --c0: #1f6fa8; --c1: #b9490f; --c2: #137657; --c3: #a8397f; --c4: #6b5a34; --full: #b9cfe0; --cell: #e9dcc2;
  --gain: #2c7a4b; --loss: #a33a2c; }
@media (prefers-color-scheme: dark) { :root { --paper: #1a120d; --ink: #f6ebd6; --soft: #b8a384; --hair: #44321f;
  --c0: #62b8ec; --c1: #f0824a; --c2: #35b58f; --c3: #e08fc0; --c4: #ece1c8; --full: #24506c; --cell: #2f2118;
  --gain: #58b57e; --loss: #e2796a; } }
body { margin: 0 auto; max-width: 760px; padding: 24px 16px 48px; background: var(--paper); color: var(--ink);
  font: 16px/1.45 Seravek, "Segoe UI", Ubuntu, Roboto, "Noto Sans", system-ui, sans-serif; }
h1, h2 { font-family: "Palatino Linotype", Palatino, Charter, Georgia, serif; font-weight: 600; line-height: 1.2; }
h1 { font-size: 30px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 36px 0 4px; } h3 { margin: 18px 0 4px; }
p { margin: 4px 0 12px; color: var(--soft); } li { margin: 8px 0; } li small { color: var(--soft); display: block; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 8px; text-align: right; border-bottom: 1px solid var(--hair); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th { font-weight: 600; color: var(--soft); }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--ink); font-size: 14px; }
svg .mark { fill: var(--soft); font-size: 13px; } svg .strong { font-weight: 600; }
svg .inside { font-weight: 600; fill: var(--paper); }
.grid { stroke: var(--hair); } .fair { stroke: var(--soft); stroke-dasharray: 3 4; }
.turn { stroke: var(--hair); stroke-dasharray: 2 5; } .zero { stroke: var(--soft); }
.whisker { stroke-width: 4; stroke-linecap: round; opacity: .55; }
.curve { fill: none; stroke-width: 2.5; stroke-linejoin: round; } .big { fill: var(--paper); stroke-width: 3; }
.cell { fill: var(--cell); } .full { fill: var(--full); } .bar { fill: var(--c0); } .hover-area { fill: transparent; }
.gain { fill: var(--gain); } .loss { fill: var(--loss); }
.line { width: 30px; display: inline-block; } .key { display: inline-block; margin-right: 18px; font-weight: 600; }
""" + "".join(
    f".fill-{i} {{ fill: var(--c{i}); }} .stroke-{i} {{ stroke: var(--c{i}); }} .color-{i} {{ color: var(--c{i}); }}\n"
    for i in range(COLORS)
)


def html_page(title: str, body: str, lang: str = "en") -> str:
    """Return a whole HTML page. The title is also its heading; `body` is the HTML after that."""
    heading = escape(title)
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{heading}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body><h1>{heading}</h1>{body}</body></html>\n"
    )
