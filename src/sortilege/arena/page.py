"""The arena's report as one HTML file."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from sortilege.arena.ratings import AVERAGE
from sortilege.arena.report import COLUMNS, bot_cells, footnote, headline, side_names
from sortilege.core.types import Object
from sortilege.plots.charts import bar_chart, interval_chart, matrix_chart, share_chart
from sortilege.plots.page import html_page

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


def report_page(summary: Object) -> str:
    charts = all_charts(summary)
    sections = [
        f"<h2>{escape(title)}</h2><p>{escape(about)}</p>{charts[name]}"
        for name, (title, about) in SECTIONS.items()
        if name in charts
    ]
    return html_page(
        headline(summary),
        f"<p>{escape(footnote(summary))}</p>{options_line(summary)}"
        f'<div class="wide">{bot_table(summary)}</div>{"".join(sections)}'
        f'<script type="application/json" id="arena">{safe_json(summary)}</script>',
    )


def all_charts(summary: Object) -> dict[str, str]:
    """Return the charts as SVG, by section. A chart without data is left out."""
    bots = summary["bots"]
    names = [bot["name"] for bot in bots]
    even_share = 1 / len(summary["sides"])
    charts = {}
    has_ratings = all(bot["rating"] for bot in bots)
    if has_ratings:
        charts["rating"] = interval_chart(names, [bot["rating"] for bot in bots], AVERAGE, "Ratings", ".0f")
    charts["share"] = interval_chart(names, [bot["share"] for bot in bots], even_share, "Shares of victory", ".0%")
    has_meetings = any(rate is not None for row in summary["ahead"] for rate in row)
    if has_meetings:
        charts["ahead"] = matrix_chart(names, summary["ahead"], "Who came out ahead of whom")
    if summary["seats"] > 1:
        side_word, labels = side_names(summary["sides"])
        charts["seat"] = bar_chart(summary["by_side"], labels, even_share, f"Shares of victory by {side_word}")
    if len(summary["course"]) > 1:
        charts["course"] = share_chart(names, summary["course"], even_share, "How the shares of victory settled")
    return charts


def options_line(summary: Object) -> str:
    """Return the game's options as HTML, or "" if all have their defaults."""
    if not summary["options"]:
        return ""
    return f"<p>Options: {escape(json.dumps(summary['options'], ensure_ascii=False))}</p>"


def bot_table(summary: Object) -> str:
    """Return the measurements of the bots as an HTML table."""
    header = "".join(f"<th>{escape(column)}</th>" for column in (*COLUMNS, "held"))
    rows = []
    for bot in summary["bots"]:
        cells = [*bot_cells(bot, " to ", ".1%"), f"{bot['played']:,}"]
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    return f"<table><thead><tr>{header}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def safe_json(summary: Object) -> str:
    """Return the summary as JSON for a script element. Escaping `<` keeps a name from closing that element."""
    return json.dumps(summary, ensure_ascii=False).replace("<", "\\u003c")


def write_page(path: Path, summary: Object) -> None:
    path.write_text(report_page(summary), encoding="utf-8")
