"""SpellBook's part in the tests of the shelf: its tokens. Nothing is hidden but which token comes out next, and that is
not settled before it happens: so there is nothing a seat could not tell apart, and one world to imagine."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sortilege.core.engine.state import State
from tests.shelf.tables import Table, World

TYPES = [colour + rune for colour in "RPGKWUY" for rune in "ots"]
COLOURS = {
    **dict.fromkeys(("sacrifice", "eruption", "blaze"), "R"),
    **dict.fromkeys(("levitation", "sharing", "divination"), "P"),
    **dict.fromkeys(("purification", "cure", "growth"), "G"),
    **dict.fromkeys(("offering", "focus", "feast"), "K"),
    **dict.fromkeys(("time_travel", "storm", "clone"), "W"),
    **dict.fromkeys(("transmutation", "swiftness", "mirage"), "U"),
    **dict.fromkeys(("abundance", "knowledge", "communion"), "Y"),
}
BOX = Counter({token: 5 for token in TYPES})
MIXED = ["blaze", "sharing", "growth", "focus", "clone", "mirage", "communion"]
TABLES: list[Table] = [
    (1, {"lineup": "set2", "handicap": 3}),
    (1, {"lineup": "set3"}),
    (2, {"lineup": "classic"}),
    (3, {"lineup": "set2"}),
    (4, {"lineup": "set3"}),
    (2, {"lineup": MIXED}),
]


def pieces(state: State) -> Counter[str]:
    """Every token, wherever it lies: zones, boards, cards, and what is being paid."""
    view = state.view(None)
    zones = [view[zone] for zone in ("pouch", "discard", "altar", "spent")]
    zones += [player[zone] for player in view["players"] for zone in ("pool", "board")]
    if view["opponent"]:
        zones += [view["opponent"]["track"], view["opponent"]["lower"]]
    tokens = Counter(token for zone in zones for token in zone.split())
    tokens.update(COLOURS[spell] + card[1] for player in view["players"] for spell, card in player["book"].items())
    return tokens


def disguises(position: dict[str, Any], seat: int) -> Iterator[dict[str, Any]]:
    """None: every token on the table lies open (SB-005)."""
    yield from ()


SMALL = {
    "game": "spellbook",
    "seats": 2,
    "players": [{"pool": "Ro Rt"}, {"pool": "Gs"}],
    "altar": "Yo Us",
}
WORLDS = [World(0, [(1, SMALL)], [{"do": "act", "action": "draw"}]), World(None, [(1, SMALL)], [])]
