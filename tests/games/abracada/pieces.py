"""Abracada's part in the tests of the shelf: its stones, what a seat cannot tell apart, small worlds to count out."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from sortilege.core.engine.state import State
from sortilege.games.abracada import layout
from tests.shelf.tables import Table, World

BOX = Counter({n: n for n in range(1, 9)})
TABLES: list[Table] = [
    (3, {"variant": "last", "low_call": "penalty", "easy": True}),
    (4, {"die": [6, 6, 1], "first": 2}),
]


def pieces(state: State) -> Counter[int]:
    """Every stone: standing, on the board, taken, unseen."""
    t = state.cells
    stones: Counter[int] = Counter()
    for seat in range(t[layout.SEATS]):
        stones.update(t[layout.HANDS + seat * 5 + i] % 16 for i in range(t[layout.HAND_SIZE + seat]))
        stones.update(t[layout.SECRET_CELLS + seat * 4 + i] for i in range(t[layout.SECRETS_HELD + seat]))
    for spell in range(1, 9):
        stones[spell] += t[layout.BOARD + spell] + t[layout.POOL + spell]
    return stones


def disguises(position: dict[str, Any], seat: int) -> Iterator[dict[str, Any]]:
    """The same table with other stones where this seat sees backs: its own row and the secrets of the others."""
    if position["life"][seat] == 0 or position["turn"] is None:
        return
    unseen = list(hidden_stones(position, seat))
    sizes = [len(position["hands"][seat])] + [len(held) for s, held in enumerate(position["taken"]) if s != seat]
    for shift in range(0, len(unseen), 3):
        order = iter(unseen[shift:] + unseen[:shift])
        hand, *held = ["".join(str(next(order)) for _ in range(size)) for size in sizes]
        hands = [hand if s == seat else own for s, own in enumerate(position["hands"])]
        rest = iter(held)
        secrets = [own if s == seat else next(rest) for s, own in enumerate(position["taken"])]
        yield position | {"hands": hands, "taken": secrets}


def hidden_stones(position: dict[str, Any], seat: int) -> Iterator[int]:
    """Every stone whose face this seat has not seen, the pool included."""
    seen = Counter(int(c) for s, hand in enumerate(position["hands"]) if s != seat for c in hand)
    seen.update(int(c) for c in position["taken"][seat])
    for spell in range(1, 9):
        yield from [spell] * (spell - seen[spell] - position["board"][spell - 1])


# ---- small worlds: seat 0 of two, with six stones it has not seen, three of them its own


def small(hand: str, **changes: Any) -> dict[str, Any]:
    """Six unseen stones (3, 7, 7, 8, 8, 8) less seat 0's hand; one of the rest is a secret, two are the pile."""
    return {
        "game": "abracada",
        "seats": 2,
        "options": {"die": [1]},
        "hands": [hand, "66"],
        "board": [1, 2, 2, 4, 5, 4, 5, 5],
        "secrets": 1,
        "turn": {"seat": 0},
        **changes,
    }


def hands(stones: str, size: int) -> list[tuple[int, str]]:
    """Every row of this size out of these stones, with the number of ways to draw it."""
    return sorted((n, "".join(row)) for row, n in Counter(permutations(stones, size)).items())


def call(*spells: int) -> list[dict[str, Any]]:
    return [{"do": "call", "spell": spell} for spell in spells]


OWN_HANDS = [(n, small(hand)) for n, hand in hands("377888", 3)]
# a spectator sees neither row; seat 1's are the two 6s or part of the rest
BOTH_HANDS = [
    (n, small(row[:2], hands=[row[:2], row[2:]], board=[1, 2, 3, 4, 5, 6, 5, 5])) for n, row in hands("77888", 4)
]
SECRETS = [
    (n, small(row[:2], hands=[row[:2], "4"], taken=["", row[2:]], board=[1, 2, 2, 2, 5, 6, 6, 6], secrets=1))
    for n, row in hands("34788", 3)
]
WATCHED = [
    (n, small(hand, hands=[hand, "46"], board=[1, 2, 2, 2, 5, 5, 6, 6], secrets=2, turn={"seat": 1}))
    for n, hand in hands("34788", 2)
]
WORLDS = [
    World(0, OWN_HANDS, call(8)),
    World(0, OWN_HANDS, call(8, 8)),
    World(0, OWN_HANDS, [*call(7), {"do": "end"}, *call(6), {"do": "end"}, *call(3)]),
    World(None, BOTH_HANDS, [*call(8), {"do": "end"}, *call(7)]),
    World(0, SECRETS, call(8)),
    World(0, WATCHED, [*call(4), {"do": "end"}, *call(8)]),
]
