"""QR codes of short texts such as addresses: as rows of modules, as an SVG path or image, and as text for a terminal. A
module is one dark or light square of the code."""

from __future__ import annotations

from itertools import groupby
from typing import Final

import segno

Modules = list[list[bool]]  # the rows of modules; True is dark
BLACK_ON_WHITE, RESET_COLOURS = "\x1b[30;107m", "\x1b[0m"  # terminal escape codes
QUIET_ZONE: Final = 4  # width of the empty border of an SVG image, in modules
LONGEST: Final = 106  # bytes; a longer text makes a QR code that is hard to scan from a screen


def qr(text: str) -> Modules:
    """Return the QR code of a text, without a margin. Raise ValueError if the text has more than LONGEST bytes."""
    content = text.encode()
    if len(content) > LONGEST:
        raise ValueError(f"a QR code may hold at most {LONGEST} bytes, not {len(content)}")
    code = segno.make(content, error="l", mode="byte", micro=False)  # the lowest error correction: fewest modules
    return [[bool(module) for module in row] for row in code.matrix]


def svg_path(modules: Modules) -> str:
    """Return an SVG path of the dark modules. A module is one unit wide, and the upper left corner is at 0, 0."""
    return "".join(f"M{x} {y}h{length}v1h-{length}z" for y, row in enumerate(modules) for x, length in dark_runs(row))


def svg_image(modules: Modules) -> str:
    """Return an SVG image of the QR code with an empty border. It is black on white in every theme."""
    side = len(modules) + 2 * QUIET_ZONE
    view_box = f"{-QUIET_ZONE} {-QUIET_ZONE} {side} {side}"
    background = f'<path fill="#fff" d="M{-QUIET_ZONE} {-QUIET_ZONE}h{side}v{side}h-{side}z"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" shape-rendering="crispEdges">'
    return f'{head}{background}<path d="{svg_path(modules)}"/></svg>'


def dark_runs(row: list[bool]) -> list[tuple[int, int]]:
    """Return the runs of dark modules in a row, each as its first column and its length."""
    runs = [list(run) for dark, run in groupby(range(len(row)), lambda column: row[column]) if dark]
    return [(run[0], len(run)) for run in runs]


def terminal_lines(modules: Modules, margin: int = 2) -> list[str]:
    """Return the QR code as lines of block characters for a terminal, with a light margin. Each line shows two rows of
    modules, because a character is about twice as high as wide."""
    width = len(modules) + 2 * margin
    height = width + width % 2  # an even number of rows
    padded = [[False] * width for _ in range(height)]
    for y, row in enumerate(modules):
        padded[y + margin][margin : margin + len(row)] = row
    blocks = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    pairs_of_rows = zip(padded[::2], padded[1::2], strict=True)
    lines = ["".join(blocks[pair] for pair in zip(upper, lower, strict=True)) for upper, lower in pairs_of_rows]
    return [f"{BLACK_ON_WHITE}{line}{RESET_COLOURS}" for line in lines]
