"""Colour the symbols that games draw. Every symbol has its own shape, so colour is never the only sign."""

from __future__ import annotations

import re

from rich.text import Text

CANDLE = "#ffd27a"  # reserved for the seat to move and its choices
GOOD, BAD = "#8fd3a0", "#ff8a73"
SIGNS = {
    "♥": BAD,
    "▶": f"bold {CANDLE}",
    "★": "#cfa25f",
    "◆": "#e08fc0",
    "●": "#8a7a66",
    "◐": "#62b8ec",
    "○": "bold",
    "✔": f"bold {GOOD}",
    "✘": f"bold {BAD}",
    **dict.fromkeys("⚀⚁⚂⚃⚄⚅", "bold #eccb4e"),
}


GAIN, LOSS = re.compile(r"(?<![\w/])\+\d+"), re.compile(r"(?<![\w/])−\d+")


def tint(line: str) -> Text:
    """Return a line with its symbols coloured; the line of the seat to move is bold."""
    text = Text(line, style="bold" if "▶" in line else "", no_wrap=False)
    for i, letter in enumerate(line):
        if letter in SIGNS:
            text.stylize(SIGNS[letter], i, i + 1)
    text.highlight_regex(GAIN, GOOD)
    text.highlight_regex(LOSS, BAD)
    return text
