"""A review as text for a terminal, 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sortilege.analysis.explain import of_100
from sortilege.analysis.review.results import SeatBook
from sortilege.analysis.review.review import Review
from sortilege.analysis.review.sentences import PARTS, Sentences, signed, slips

BLOCKS: Final = "▁▂▃▄▅▆▇█"
CURVE_WIDTH: Final = 56
NAME_WIDTH: Final = 14
HALF: Final = 12  # columns of a bar on either side of zero
MOST_SLIPS: Final = 12


def render_text(review: Review, lang: str) -> Iterator[str]:
    """Yield the review as lines of text: win-probability curve, biggest changes, breakdown by seat, mistakes."""
    result, say = review.result(), Sentences(review, lang)
    names = result["names"]
    yield f"{say.title()} · {', '.join(names)}"
    yield say.say("effort", n=review.worlds, seed=review.seed)
    yield ""
    yield say.say("curve")
    for seat, name in enumerate(names):
        values = [result["start"][seat], *(point[seat] for point in result["curve"])]
        yield f"  {fit_name(name)} {sparkline(values)} {of_100(values[-1]):>3}"
    yield ""
    yield say.say("biggest")
    for at in review.biggest():
        yield f"  {say.pair(say.say('line', at=at), say.line_text(at))} ({say.swing(at)})"
    yield ""
    yield say.say("books")
    for book in result["books"]:
        yield from book_lines(say, book, names[book["seat"]], result["start"], result["result"])
    yield f"  {say.say('books_note')}"
    yield ""
    yield say.say("slips")
    mistakes = slips(result["moments"])
    for moment in mistakes[:MOST_SLIPS]:
        yield f"  {say.say('line', at=moment['at'])}, {say.slip(moment)}"
        yield f"      {say.pair(say.say('open'), say.verdict(moment['open']))}"
    if not mistakes:
        yield f"  {say.say('no_slips')}"
    yield f"  {say.counted(result['moments'])}"


def book_lines(
    say: Sentences, book: SeatBook, name: str, start: Sequence[float], result: Sequence[float]
) -> Iterator[str]:
    """Yield the breakdown of one seat: start, result and a bar for each part."""
    seat = book["seat"]
    yield f"  {say.pair(name, say.say('start'))} {of_100(start[seat])}, {say.say('result')} {of_100(result[seat])}"
    for part in PARTS:
        value: float = book[part]  # type: ignore[literal-required]
        yield f"    {say.say(part):<20} {bar(value)} {signed(value):>5}"


def bar(value: float) -> str:
    """Return a horizontal bar: losses to the left of zero, gains to the right. A full half stands for a share of 1."""
    blocks = min(HALF, round(abs(value) * HALF))
    left, right = ("█" * blocks, "") if value < 0 else ("", "█" * blocks)
    return f"{left:>{HALF}}│{right:<{HALF}}"


def sparkline(values: Sequence[float]) -> str:
    """Return the curve as block characters, at most CURVE_WIDTH columns wide."""
    count = min(CURVE_WIDTH, len(values))
    step = (len(values) - 1) / max(1, count - 1)
    return "".join(BLOCKS[min(7, int(8 * values[round(place * step)]))] for place in range(count))


def fit_name(name: str) -> str:
    """Return a name truncated and padded to NAME_WIDTH columns."""
    return f"{name if len(name) <= NAME_WIDTH else name[: NAME_WIDTH - 1] + '…':<{NAME_WIDTH}}"
