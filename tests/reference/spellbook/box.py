"""What is in the box: tokens, spells with their symbols and points, tracks."""

from collections.abc import Generator
from typing import Any

Action = dict[str, Any]
Node = tuple[int, list[tuple[Action, int]]]
Script = Generator[Node, Action, Any]

CHANCE, OVER = -1, -2
COLOURS, RUNES = "RPGKWUY", "ots"
TYPES = [colour + rune for colour in COLOURS for rune in RUNES]
SPELLS = {  # by colour: set 1, set 2, set 3, each with its symbol and points at levels 3, 4, 5
    "R": [("sacrifice", "morning", 1, 2, 3), ("eruption", "morning", 2, 3, 4), ("blaze", "morning", 0, 2, 5)],
    "P": [("levitation", "morning", 3, 4, 5), ("sharing", "morning", 4, 4, 4), ("divination", "morning", 2, 3, 4)],
    "G": [("purification", "midday", 1, 2, 3), ("cure", "midday", 3, 4, 5), ("growth", "evening", 3, 4, 6)],
    "K": [("offering", "midday", 2, 4, 6), ("focus", "evening", 3, 4, 5), ("feast", "midday", 2, 2, None)],
    "W": [("time_travel", "evening", 2, 4, 6), ("storm", "evening", 4, 6, 8), ("clone", "midday", 4, 5, 6)],
    "U": [("transmutation", "evening", 4, 4, 4), ("swiftness", "", 3, 6, 0), ("mirage", "", 2, 3, 6)],
    "Y": [("abundance", "", 3, 5, 7), ("knowledge", "", None, None, None), ("communion", "", 0, None, 0)],
}
COLOUR = {row[0]: colour for colour, rows in SPELLS.items() for row in rows}
SYMBOL = {row[0]: row[1] for rows in SPELLS.values() for row in rows}
POINTS = {row[0]: dict(zip((3, 4, 5), row[2:], strict=True)) for rows in SPELLS.values() for row in rows}
TRACK = [0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 18]
SOLO_TRACK = [0, 0, 0, 0, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40]
DEFAULTS = {"lineup": "set1", "handicap": 0, "first": "random"}
