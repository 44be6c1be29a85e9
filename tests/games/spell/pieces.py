"""What the tests of all games need to know about SPELL: its tiles and cards. Nothing is hidden."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sortilege.core.engine.state import State
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
    """Return the tiles laid and still to be laid, and the cards in all places."""
    t = state.cells
    counts: Counter[str] = Counter()
    is_complete = t[layout.PHASE] > layout.LAY_TILE or t[layout.SOLO]
    for side, colour in enumerate(("black", "purple")):
        on_table = int(t[layout.TILES + side]).bit_count()
        to_lay = 0 if is_complete else 7 - on_table
        if t[layout.PHASE] == layout.LAY_TILE:
            plays_second = side == t[layout.GEM_HOLDER]
            to_lay = 6 - (t[layout.TILES_LAID] + 1 - plays_second) // 2
        counts[f"{colour} tile"] = on_table + to_lay
        counts.update(f"card {t[layout.HANDS + side * 20 + i]}" for i in range(t[layout.HAND_SIZE + side]))
    counts["neutral tile"] = (
        int(t[layout.NEUTRAL]).bit_count() if t[layout.PHASE] >= layout.LAY_TILE or t[layout.SOLO] else 1
    )
    counts.update(f"card {t[layout.DISCARD_PILE + i]}" for i in range(t[layout.DISCARD_COUNT]))
    counts.update(f"card {n}" for n in range(26) if (t[layout.FACE_UP] | t[layout.FACE_DOWN]) >> n & 1)
    return counts


def disguises(position: dict[str, Any], seat: int) -> Iterator[dict[str, Any]]:
    """Yield nothing: no position looks the same to a seat, since every seat sees everything (SP-009)."""
    return iter(())
