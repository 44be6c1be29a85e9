"""A review as one HTML file that needs no network, readable on a phone, on paper and in a dark theme."""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import Final

from sortilege.analysis.explain import of_100
from sortilege.analysis.review.results import Moment, Result, SeatBreakdown
from sortilege.analysis.review.review import Review
from sortilege.analysis.review.sentences import PARTS, Sentences, mistakes, part_values, signed
from sortilege.plots.charts import Highlight, balance_chart, legend, probability_chart
from sortilege.plots.page import html_page

MIN_FULL_BAR: Final = 0.5  # the smallest change of a win probability that a bar of full width stands for


def render_html(review: Review, lang: str) -> str:
    """Return the whole review as an HTML page."""
    result, sentences = review.result(), Sentences(review, lang)
    title = f"{sentences.title()} · {', '.join(result['names'])}"
    effort = escape(sentences.phrase("effort", n=review.worlds, seed=review.seed))
    breakdowns = "".join(breakdown_chart(sentences, breakdown, result) for breakdown in result["books"])
    return html_page(
        title,
        f"<p>{effort}</p>"
        f"<h2>{escape(sentences.phrase('curve'))}</h2>{legend(result['names'])}{curve(review, result, sentences)}"
        f"<h2>{escape(sentences.phrase('biggest'))}</h2>{biggest_changes(review, sentences)}"
        f"<h2>{escape(sentences.phrase('books'))}</h2><p>{escape(sentences.phrase('books_note'))}</p>{breakdowns}"
        f"<h2>{escape(sentences.phrase('slips'))}</h2>{list_of_mistakes(sentences, result['moments'])}"
        f"<p>{escape(sentences.verdict_counts(result['moments']))}</p>",
        lang,
    )


def curve(review: Review, result: Result, sentences: Sentences) -> str:
    """Draw every seat's win probability, with a line at each new turn and the biggest changes highlighted."""
    seats = range(len(result["names"]))
    series = [[result["start"][seat], *(point[seat] for point in result["curve"])] for seat in seats]
    nodes = review.timeline.nodes
    turn_starts = [node.log_index for before, node in pairwise(nodes) if node.turn_number != before.turn_number]
    highlights = []
    for log_index in review.biggest():
        note = f"{sentences.line_text(log_index)} ({sentences.swing(log_index)})"
        _, values_after = review.points_around(log_index)
        for seat, value in enumerate(values_after):
            highlights.append(Highlight(log_index + 1, seat, value, note))
    return probability_chart(sentences.phrase("curve"), series, turn_starts, highlights)


def biggest_changes(review: Review, sentences: Sentences) -> str:
    items = []
    for log_index in review.biggest():
        note = f"{sentences.phrase('line', at=log_index)} · {sentences.swing(log_index)}"
        items.append((sentences.line_text(log_index), note))
    return list_of("ol", items)


def breakdown_chart(sentences: Sentences, breakdown: SeatBreakdown, result: Result) -> str:
    """Draw what changed a seat's win probability: one bar for each cause, to the right of zero for a gain."""
    seat = breakdown["seat"]
    start = f"{sentences.phrase('start')} {of_100(result['start'][seat])}"
    end = f"{sentences.phrase('result')} {of_100(result['result'][seat])}"
    all_values = [abs(value) for seat_breakdown in result["books"] for value in part_values(seat_breakdown)]
    full_bar = max(MIN_FULL_BAR, *all_values)
    part_names = [sentences.phrase(part) for part in PARTS]
    rows = [(name, value, signed(value)) for name, value in zip(part_names, part_values(breakdown), strict=True)]
    heading = f"{escape(result['names'][seat])} <small>{escape(f'{start} → {end}')}</small>"
    return f"<h3>{heading}</h3>{balance_chart(rows, full_bar)}"


def list_of_mistakes(sentences: Sentences, moments: list[Moment]) -> str:
    items = []
    for moment in mistakes(moments):
        with_hindsight = sentences.join_by_colon(sentences.phrase("open"), sentences.verdict(moment["open"]))
        items.append((sentences.mistake(moment), f"{sentences.phrase('line', at=moment['at'])} · {with_hindsight}"))
    return list_of("ul", items) if items else f"<p>{escape(sentences.phrase('no_slips'))}</p>"


def list_of(tag: str, items: list[tuple[str, str]]) -> str:
    """Return an HTML list with this tag ("ol" or "ul"). Each item is a text with a note in small print."""
    rows = (f"<li>{escape(text)}<small>{escape(note)}</small></li>" for text, note in items)
    return f"<{tag}>{''.join(rows)}</{tag}>"
