"""A review for a terminal, in 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sortilege.analysis.review.review import Review
from sortilege.analysis.review.sentences import PARTS, Sentences, points, signed, slips
from sortilege.analysis.review.shapes import SeatBook

BLOCKS: Final = "▁▂▃▄▅▆▇█"
WIDE: Final = 56
NAME: Final = 14
HALF: Final = 12  # columns of a bar to either side
MOST: Final = 12  # slips in full


def as_lines(review: Review, lang: str) -> Iterator[str]:
    """The curve, what mattered, the books, the slips."""
    found, say = review.result(), Sentences(review, lang)
    names = found["names"]
    yield f"{say.title()} · {', '.join(names)}"
    yield say.say("effort", n=review.worlds, seed=review.seed)
    yield ""
    yield say.say("curve")
    for seat, name in enumerate(names):
        values = [found["start"][seat], *(point[seat] for point in found["curve"])]
        yield f"  {cut(name)} {sparkline(values)} {points(values[-1]):>3}"
    yield ""
    yield say.say("biggest")
    for at in review.biggest():
        yield f"  {say.pair(say.say('line', at=at), say.happened(at))} ({say.swing(at)})"
    yield ""
    yield say.say("books")
    for book in found["books"]:
        yield from book_lines(say, book, names[book["seat"]], found["start"], found["result"])
    yield f"  {say.say('books_note')}"
    yield ""
    yield say.say("slips")
    dear = slips(found["moments"])
    for moment in dear[:MOST]:
        yield f"  {say.say('line', at=moment['at'])}, {say.slip(moment)}"
        yield f"      {say.pair(say.say('open'), say.verdict(moment['open']))}"
    if not dear:
        yield f"  {say.say('no_slips')}"
    yield f"  {say.counted(found['moments'])}"


def book_lines(
    say: Sentences, book: SeatBook, name: str, start: Sequence[float], result: Sequence[float]
) -> Iterator[str]:
    seat = book["seat"]
    yield f"  {say.pair(name, say.say('start'))} {points(start[seat])}, {say.say('result')} {points(result[seat])}"
    for part in PARTS:
        value: float = book[part]  # type: ignore[literal-required]
        yield f"    {say.say(part):<20} {bar(value)} {signed(value):>5}"


def bar(value: float) -> str:
    """To the left what was lost, to the right what was won; a full half is the whole game."""
    blocks = min(HALF, round(abs(value) * HALF))
    left, right = ("█" * blocks, "") if value < 0 else ("", "█" * blocks)
    return f"{left:>{HALF}}│{right:<{HALF}}"


def sparkline(values: Sequence[float]) -> str:
    """The curve in blocks, at most so many wide."""
    count = min(WIDE, len(values))
    step = (len(values) - 1) / max(1, count - 1)
    return "".join(BLOCKS[min(7, int(8 * values[round(place * step)]))] for place in range(count))


def cut(name: str) -> str:
    return f"{name if len(name) <= NAME else name[: NAME - 1] + '…':<{NAME}}"
