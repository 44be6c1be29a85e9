"""SPELL's part in the tests of the shelf: its tiles and cards. Nothing is hidden, so there is nothing to disguise."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sortilege.core.state import State
from sortilege.games.spell import layout
from tests.shelf.tables import Table, World

BOX = Counter({"black tile": 7, "purple tile": 7, "neutral tile": 1, **{f"card {n}": 1 for n in range(26)}})
TABLES: list[Table] = [
    (2, {"mode": "asymmetric", "tournament": True, "deck": "advanced"}),
    (2, {"central_hole": False, "keep_border_hole": True, "first": "k"}),
    (1, {"difficulty": "hard", "setup": "S4", "deck": "advanced"}),
]
WORLDS: list[World] = []


def pieces(state: State) -> Counter[str]:
    """Tiles on the table and those still to be laid; cards face up, captured, discarded and face down."""
    t = state.cells
    found: Counter[str] = Counter()
    made = t[layout.PHASE] > layout.LAY_TILE or t[layout.SOLO]
    for side, colour in enumerate(("black", "purple")):
        lying = int(t[layout.TILES + side]).bit_count()
        to_lay = 0 if made else 7 - lying
        if t[layout.PHASE] == layout.LAY_TILE:
            late = side == t[layout.GEM_HOLDER]
            to_lay = 6 - (t[layout.TILES_LAID] + 1 - late) // 2
        found[f"{colour} tile"] = lying + to_lay
        found.update(f"card {t[layout.HANDS + side * 20 + i]}" for i in range(t[layout.HAND_SIZE + side]))
    found["neutral tile"] = (
        int(t[layout.NEUTRAL]).bit_count() if t[layout.PHASE] >= layout.LAY_TILE or t[layout.SOLO] else 1
    )
    found.update(f"card {t[layout.DISCARD_PILE + i]}" for i in range(t[layout.DISCARD_COUNT]))
    found.update(f"card {n}" for n in range(26) if (t[layout.FACE_UP] | t[layout.FACE_DOWN]) >> n & 1)
    return found


def disguises(position: dict[str, Any], seat: int) -> Iterator[dict[str, Any]]:
    """Every seat sees all there is (SP-009)."""
    return iter(())
