"""A review as one HTML file: nothing to fetch, light and dark, readable on a phone and on paper."""

from __future__ import annotations

from html import escape
from itertools import pairwise

from sortilege.analysis.explain import of_100
from sortilege.analysis.review.results import Moment, Result, SeatBook
from sortilege.analysis.review.review import Review
from sortilege.analysis.review.sentences import PARTS, Sentences, signed, slips
from sortilege.plots.charts import Highlight, balance_chart, legend, probability_chart
from sortilege.plots.page import html_page


def render_html(review: Review, lang: str) -> str:
    """The whole review."""
    found, say = review.result(), Sentences(review, lang)
    title = f"{say.title()} · {', '.join(found['names'])}"
    effort = escape(say.say("effort", n=review.worlds, seed=review.seed))
    books = "".join(as_book(say, book, found) for book in found["books"])
    return html_page(
        title,
        f"<p>{effort}</p>"
        f"<h2>{escape(say.say('curve'))}</h2>{legend(found['names'])}{as_curve(review, found, say)}"
        f"<h2>{escape(say.say('biggest'))}</h2>{biggest(review, say)}"
        f"<h2>{escape(say.say('books'))}</h2><p>{escape(say.say('books_note'))}</p>{books}"
        f"<h2>{escape(say.say('slips'))}</h2>{as_slips(say, found['moments'])}"
        f"<p>{escape(say.counted(found['moments']))}</p>",
        lang,
    )


# ---------------------------------------------------------------- the curve
def as_curve(review: Review, found: Result, say: Sentences) -> str:
    """Draw every seat's win probability, with a line at each new turn and the biggest swings highlighted."""
    series = [[found["start"][seat], *(point[seat] for point in found["curve"])] for seat in range(len(found["names"]))]
    breaks = [node.at for before, node in pairwise(review.timeline.nodes) if node.turn_number != before.turn_number]
    highlights = [
        Highlight(at + 1, seat, value, f"{say.line_text(at)} ({say.swing(at)})")
        for at in review.biggest()
        for seat, value in enumerate(review.points_around(at)[1])
    ]
    return probability_chart(say.say("curve"), series, breaks, highlights)


def biggest(review: Review, say: Sentences) -> str:
    items = (
        f"<li>{escape(say.line_text(at))}<small>{escape(say.say('line', at=at))} · {escape(say.swing(at))}</small></li>"
        for at in review.biggest()
    )
    return f"<ol>{''.join(items)}</ol>"


# ---------------------------------------------------------------- the books and the slips
def as_book(say: Sentences, book: SeatBook, found: Result) -> str:
    """Show what each part contributed to a seat's result, as a bar to the right of zero for a gain."""
    seat = book["seat"]
    ends = f"{say.say('start')} {of_100(found['start'][seat])} → {say.say('result')} {of_100(found['result'][seat])}"
    largest = max(0.5, *(abs(one[part]) for one in found["books"] for part in PARTS))  # type: ignore[literal-required]
    values: list[float] = [book[part] for part in PARTS]  # type: ignore[literal-required]
    rows = [(say.say(part), value, signed(value)) for part, value in zip(PARTS, values, strict=True)]
    heading = f"{escape(found['names'][seat])} <small>{escape(ends)}</small>"
    return f"<h3>{heading}</h3>{balance_chart(rows, largest)}"


def as_slips(say: Sentences, moments: list[Moment]) -> str:
    dear = slips(moments)
    if not dear:
        return f"<p>{escape(say.say('no_slips'))}</p>"
    items = (
        f"<li>{escape(say.slip(one))}<small>{escape(say.say('line', at=one['at']))} · "
        f"{escape(say.pair(say.say('open'), say.verdict(one['open'])))}</small></li>"
        for one in dear
    )
    return f"<ul>{''.join(items)}</ul>"
