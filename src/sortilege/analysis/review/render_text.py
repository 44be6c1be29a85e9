"""A review as text for a terminal, 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sortilege.analysis.explain import of_100
from sortilege.analysis.review.results import Moment, Result, SeatBreakdown
from sortilege.analysis.review.review import Review
from sortilege.analysis.review.sentences import PARTS, Sentences, mistakes, part_values, signed

BLOCKS: Final = "▁▂▃▄▅▆▇█"
CURVE_WIDTH: Final = 56
NAME_WIDTH: Final = 14
HALF_BAR_WIDTH: Final = 12  # columns of a bar on either side of zero
MAX_MISTAKES: Final = 12  # that are listed


def render_text(review: Review, lang: str) -> Iterator[str]:
    """Yield the review as lines of text: win-probability curve, biggest changes, breakdown by seat, mistakes."""
    result, sentences = review.result(), Sentences(review, lang)
    yield f"{sentences.title()} · {', '.join(result['names'])}"
    yield sentences.phrase("effort", n=review.worlds, seed=review.seed)
    yield ""
    yield sentences.phrase("curve")
    yield from curve_lines(result)
    yield ""
    yield sentences.phrase("biggest")
    for log_index in review.biggest():
        line = sentences.join_by_colon(sentences.phrase("line", at=log_index), sentences.line_text(log_index))
        yield f"  {line} ({sentences.swing(log_index)})"
    yield ""
    yield sentences.phrase("books")
    for breakdown in result["books"]:
        yield from breakdown_lines(sentences, breakdown, result)
    yield f"  {sentences.phrase('books_note')}"
    yield ""
    yield sentences.phrase("slips")
    yield from mistake_lines(sentences, result["moments"])
    yield f"  {sentences.verdict_counts(result['moments'])}"


def curve_lines(result: Result) -> Iterator[str]:
    for seat, name in enumerate(result["names"]):
        values = [result["start"][seat], *(point[seat] for point in result["curve"])]
        yield f"  {fit_name(name)} {sparkline(values)} {of_100(values[-1]):>3}"


def breakdown_lines(sentences: Sentences, breakdown: SeatBreakdown, result: Result) -> Iterator[str]:
    """Yield what changed a seat's win probability: its value at the start and at the end, and a bar for each cause."""
    seat = breakdown["seat"]
    name_and_start = sentences.join_by_colon(result["names"][seat], sentences.phrase("start"))
    end = f"{sentences.phrase('result')} {of_100(result['result'][seat])}"
    yield f"  {name_and_start} {of_100(result['start'][seat])}, {end}"
    for part, value in zip(PARTS, part_values(breakdown), strict=True):
        yield f"    {sentences.phrase(part):<20} {bar(value)} {signed(value):>5}"


def mistake_lines(sentences: Sentences, moments: list[Moment]) -> Iterator[str]:
    listed_mistakes = mistakes(moments)[:MAX_MISTAKES]
    for moment in listed_mistakes:
        yield f"  {sentences.phrase('line', at=moment['at'])}, {sentences.mistake(moment)}"
        yield f"      {sentences.join_by_colon(sentences.phrase('open'), sentences.verdict(moment['open']))}"
    if not listed_mistakes:
        yield f"  {sentences.phrase('no_slips')}"


def bar(value: float) -> str:
    """Return a change of a win probability as a horizontal bar, to the left of zero for a loss and to the right for a
    gain. A bar over the full width of its half stands for a change of 1."""
    blocks = "█" * min(HALF_BAR_WIDTH, round(abs(value) * HALF_BAR_WIDTH))
    loss, gain = (blocks, "") if value < 0 else ("", blocks)
    return f"{loss:>{HALF_BAR_WIDTH}}│{gain:<{HALF_BAR_WIDTH}}"


def sparkline(values: Sequence[float]) -> str:
    """Return values from 0 to 1 as a curve of block characters, at most CURVE_WIDTH columns wide."""
    columns = min(CURVE_WIDTH, len(values))
    step = (len(values) - 1) / max(1, columns - 1)
    samples = (values[round(column * step)] for column in range(columns))
    return "".join(BLOCKS[min(len(BLOCKS) - 1, int(len(BLOCKS) * value))] for value in samples)


def fit_name(name: str) -> str:
    """Return a name truncated and padded to NAME_WIDTH columns."""
    if len(name) > NAME_WIDTH:
        return name[: NAME_WIDTH - 1] + "…"
    return name.ljust(NAME_WIDTH)
