"""Prices, by trying everything."""

from functools import lru_cache

from tests.reference.spellbook.box import RUNES


def without(tokens: list[str], token: str) -> list[str]:
    rest = list(tokens)
    rest.remove(token)
    return rest


def less(wild: tuple[str, int] | None) -> tuple[str, int] | None:
    """Transmutation with one wild fewer."""
    return wild and (wild[0], wild[1] - 1)


def payable(tokens: list[str], colour: str, owed: int, wild: tuple[str, int] | None) -> bool:
    """Whether these tokens can pay so many units of a colour."""
    return _payable(tuple(sorted(tokens)), colour, owed, wild)


@lru_cache(maxsize=200_000)
def _payable(tokens: tuple[str, ...], colour: str, owed: int, wild: tuple[str, int] | None) -> bool:
    if owed == 0:
        return True
    pool = list(tokens)
    for token in set(pool):
        if token[0] == colour and _payable(tuple(without(pool, token)), colour, owed - 1, wild):
            return True
    return any(begun(pool, colour, owed, wild, rune) for rune in RUNES)


def begun(pool: list[str], colour: str, owed: int, wild: tuple[str, int] | None, rune: str) -> bool:
    """Whether a wild of this rune may be begun as the next unit."""
    if wild is None:
        return finishable(pool, colour, owed - 1, wild, rune, 3)
    return wild[1] > 0 and wild[0] == rune and finishable(pool, colour, owed - 1, less(wild), rune, 1)


def finishable(pool: list[str], colour: str, owed: int, wild: tuple[str, int] | None, rune: str, left: int) -> bool:
    """Whether so many more tokens of a rune can be paid into a wild, and the units owed after it."""
    if left == 0:
        return payable(pool, colour, owed, wild)
    return any(
        finishable(without(pool, token), colour, owed, wild, rune, left - 1)
        for token in set(pool)
        if token[1] == rune and (wild is None or token[0] != colour)
    )
