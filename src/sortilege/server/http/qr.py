"""QR codes of short texts such as addresses: as rows of modules, as an SVG path, and as text for a terminal."""

from __future__ import annotations

from itertools import groupby
from typing import Final

import segno

Square = list[list[bool]]  # the rows of modules; True is dark
LONGEST: Final = 106  # bytes; a longer text makes a QR code that is hard to scan from a screen


def qr(text: str) -> Square:
    """Return the QR code of a text as a square of modules, without the quiet zone. Raise ValueError if the text is
    longer than LONGEST bytes."""
    content = text.encode()
    if len(content) > LONGEST:
        raise ValueError(f"a QR code may hold at most {LONGEST} bytes, not {len(content)}")
    code = segno.make(content, error="l", mode="byte", micro=False)
    return [[bool(module) for module in row] for row in code.matrix]


def svg_path(square: Square) -> str:
    """Return an SVG path of the dark modules. A module is one unit wide, and the upper left corner is at 0, 0."""
    return "".join(
        f"M{start} {r}h{length}v1h-{length}z" for r, row in enumerate(square) for start, length in dark_runs(row)
    )


def dark_runs(row: list[bool]) -> list[tuple[int, int]]:
    """Return the start and the length of each run of dark modules in a row."""
    runs = [list(run) for dark, run in groupby(range(len(row)), lambda column: row[column]) if dark]
    return [(run[0], len(run)) for run in runs]


def in_blocks(square: Square, margin: int = 2) -> list[str]:
    """Return the QR code as lines of block characters for a terminal, two rows of modules in each line. Escape codes
    set black on white, whatever the colours of the terminal are."""
    side = len(square) + 2 * margin
    padded = [[False] * side for _ in range(side + side % 2)]
    for r, row in enumerate(square):
        padded[r + margin][margin : margin + len(row)] = row
    blocks = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    lines = ["".join(blocks[pair] for pair in zip(*padded[r : r + 2], strict=True)) for r in range(0, len(padded), 2)]
    return [f"\x1b[30;107m{line}\x1b[0m" for line in lines]
