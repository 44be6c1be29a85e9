"""Colour the symbols that games draw. Every symbol has its own shape, so colour is never the only sign."""

from __future__ import annotations

import re

from rich.text import Text

CANDLE = "#ffd27a"  # reserved for the seat to move and its choices
GOOD, BAD = "#8fd3a0", "#ff8a73"
SYMBOL_STYLES = {
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
    """Colour the symbols, gains and losses in a line of text. The line of the seat to move becomes bold."""
    is_to_move = "▶" in line
    text = Text(line, style="bold" if is_to_move else "", no_wrap=False)
    for index, character in enumerate(line):
        if character in SYMBOL_STYLES:
            text.stylize(SYMBOL_STYLES[character], index, index + 1)
    text.highlight_regex(GAIN, GOOD)
    text.highlight_regex(LOSS, BAD)
    return text
