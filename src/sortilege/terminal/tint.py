"""Colour for the signs the games draw with. Every sign has its own shape, so nothing depends on seeing the colour."""

from __future__ import annotations

import re

from rich.text import Text

SIGNS = {
    "♥": "red",
    "▶": "bold yellow",
    "★": "yellow",
    "◆": "magenta",
    "●": "bright_black",
    "◐": "cyan",
    "○": "bold",
    "✔": "bold green",
    "✘": "bold red",
    **dict.fromkeys("⚀⚁⚂⚃⚄⚅", "bold yellow"),
}


GAIN, LOSS = re.compile(r"(?<![\w/])\+\d+"), re.compile(r"(?<![\w/])−\d+")


def tint(line: str) -> Text:
    """A line with its signs coloured; the line of whoever is to move stands out."""
    text = Text(line, style="bold" if "▶" in line else "", no_wrap=False)
    for i, letter in enumerate(line):
        if letter in SIGNS:
            text.stylize(SIGNS[letter], i, i + 1)
    text.highlight_regex(GAIN, "green")
    text.highlight_regex(LOSS, "red")
    return text
