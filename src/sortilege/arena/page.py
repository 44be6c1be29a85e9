"""The report as one HTML file: nothing to fetch, light and dark, readable on a phone and on paper."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from sortilege.arena.plots import all_plots
from sortilege.arena.report import footnote, headline
from sortilege.core.shapes import Object

STYLE = """
:root { color-scheme: light dark; --paper: #f6efe0; --ink: #2b1c10; --soft: #6f5638; --hair: #d8c6a4;
  --c0: #1f6fa8; --c1: #b9490f; --c2: #137657; --c3: #a8397f; --c4: #6b5a34; --full: #b9cfe0; --cell: #e9dcc2; }
@media (prefers-color-scheme: dark) { :root { --paper: #1a120d; --ink: #f6ebd6; --soft: #b8a384; --hair: #44321f;
  --c0: #62b8ec; --c1: #f0824a; --c2: #35b58f; --c3: #e08fc0; --c4: #ece1c8; --full: #24506c; --cell: #2f2118; } }
body { margin: 0 auto; max-width: 760px; padding: 24px 16px 48px; background: var(--paper); color: var(--ink);
  font: 16px/1.45 Seravek, "Segoe UI", Ubuntu, Roboto, "Noto Sans", system-ui, sans-serif; }
h1, h2 { font-family: "Palatino Linotype", Palatino, Charter, Georgia, serif; font-weight: 600; line-height: 1.2; }
h1 { font-size: 30px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 36px 0 4px; }
p { margin: 4px 0 12px; color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 8px; text-align: right; border-bottom: 1px solid var(--hair); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th { font-weight: 600; color: var(--soft); }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--ink); font-size: 14px; }
svg .mark { fill: var(--soft); font-size: 13px; } svg .strong { font-weight: 600; }
svg .inside { font-weight: 600; fill: var(--paper); }
.grid { stroke: var(--hair); } .fair { stroke: var(--soft); stroke-dasharray: 3 4; }
.whisker { stroke-width: 4; stroke-linecap: round; opacity: .55; } .curve { fill: none; stroke-width: 2; }
.cell { fill: var(--cell); } .full { fill: var(--full); } .bar { fill: var(--c0); } .ear { fill: transparent; }
""" + "".join(f".fill-{i} {{ fill: var(--c{i}); }} .stroke-{i} {{ stroke: var(--c{i}); }}\n" for i in range(5))

SECTIONS = {
    "rating": ("Rating", "400 points more mean odds of ten to one at the same table. The bars are 95% intervals."),
    "share": (
        "Share of victory",
        "Of all seats (in team games: sides) a bot held, how many won. The dotted line is an even contest.",
    ),
    "ahead": ("Who came out ahead", "How often the bot of the row finished before the bot of the column."),
    "seat": ("By seat", "Every bot sat in every seat equally often, so differences are the seats' own, or luck."),
    "course": ("How it settled", "Share of victory after so many matches."),
}
COLUMNS = ("bot", "rating", "95%", "won", "95%", "place", "score", "ms", "held")


def page(found: Object) -> str:
    """The whole report."""
    plots = all_plots(found)
    parts = [
        f"<h2>{escape(title)}</h2><p>{escape(about)}</p>{plots[name]}"
        for name, (title, about) in SECTIONS.items()
        if name in plots
    ]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(headline(found))}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body>"
        f"<h1>{escape(headline(found))}</h1><p>{escape(footnote(found))}</p>{options_line(found)}"
        f'<div class="wide">{as_table(found)}</div>{"".join(parts)}'
        f'<script type="application/json" id="arena">{safe_json(found)}</script></body></html>\n'
    )


def options_line(found: Object) -> str:
    if not found["options"]:
        return ""
    return f"<p>Options: {escape(json.dumps(found['options'], ensure_ascii=False))}</p>"


def as_table(found: Object) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in COLUMNS)
    rows = []
    for bot in found["bots"]:
        rating, share = bot["rating"], bot["share"]
        cells = [
            bot["name"],
            f"{rating['value']:.0f}" if rating else "–",
            f"{rating['low']:.0f} to {rating['high']:.0f}" if rating else "–",
            f"{share['value']:.1%}",
            f"{share['low']:.1%} to {share['high']:.1%}",
            f"{bot['place']:.2f}",
            f"{bot['score']:.2f}",
            f"{bot['ms']:.1f}",
            f"{bot['played']:,}",
        ]
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def safe_json(found: Object) -> str:
    """The numbers behind the page, so that it can be read by programs too."""
    return json.dumps(found, ensure_ascii=False).replace("<", "\\u003c")


def write(path: Path, found: Object) -> None:
    """Write the page."""
    path.write_text(page(found), encoding="utf-8")
