"""Results without playing: for tests of what is made of them."""

from sortilege.arena.contest import Result

Sides = tuple[tuple[int, ...], ...]


def result(
    number: int, block: int, lineup: tuple[int, ...], *winners: int, scores: tuple[int, ...] = (), sides: Sides = ()
) -> Result:
    """One match; the scores follow the winners where not said, and every seat is for itself."""
    seats = len(lineup)
    alone = tuple((seat,) for seat in range(seats))
    points = scores or tuple(8 if seat in winners else 0 for seat in range(seats))
    return Result(number, block, lineup, sides or alone, winners, points, 100, (10,) * seats, (0.01,) * seats)


def duels(wins_of_first: int, wins_of_second: int) -> list[Result]:
    """Matches of two bots, each in a block of its own."""
    total = wins_of_first + wins_of_second
    return [result(n, n, (0, 1), 0 if n < wins_of_first else 1) for n in range(total)]
