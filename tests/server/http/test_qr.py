"""QR codes: what a scanner reads from the modules, and the two ways in which they are drawn."""

import re
from collections.abc import Callable

import pytest

from sortilege.server.http.qr import LONGEST, Modules, qr, svg_path, terminal_lines

FORMAT_MASK = 0b101010000010010
MASKS: list[Callable[[int, int], int]] = [  # ISO/IEC 18004
    lambda r, c: (r + c) % 2,
    lambda r, c: r % 2,
    lambda r, c: c % 3,
    lambda r, c: (r + c) % 3,
    lambda r, c: (r // 2 + c // 3) % 2,
    lambda r, c: r * c % 2 + r * c % 3,
    lambda r, c: (r * c % 2 + r * c % 3) % 2,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
]


def scanned(square: Modules) -> str:
    """Read the text of a QR code of versions 1 to 5 (one block) in byte mode, without error correction."""
    size = len(square)
    places = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    form = int("".join("01"[square[r][c]] for r, c in places), 2) ^ FORMAT_MASK
    inverted = MASKS[form >> 10 & 0b111]
    bits, upwards = "", True
    for right in range(size - 1, 0, -2):
        pair = right if right > 6 else right - 1
        for r in reversed(range(size)) if upwards else range(size):
            bits += "".join(
                "01"[square[r][c] ^ (inverted(r, c) == 0)] for c in (pair, pair - 1) if holds_data(r, c, size)
            )
        upwards = not upwards
    assert bits[:4] == "0100", "byte mode"
    length = int(bits[4:12], 2)
    return bytes(int(bits[i : i + 8], 2) for i in range(12, 12 + 8 * length, 8)).decode()


def holds_data(r: int, c: int, size: int) -> bool:
    """Whether a module is not part of the finder, timing, alignment or format patterns."""
    finder = (r < 9 and c < 9) or (r < 9 and c >= size - 8) or (r >= size - 8 and c < 9)
    alignment = size > 21 and abs(r - size + 7) <= 2 and abs(c - size + 7) <= 2
    return not finder and not alignment and r != 6 and c != 6


@pytest.mark.parametrize(
    "text",
    [
        "http://10.0.0.2:8421/",
        "http://192.168.1.20:8421/",
        "https://play.example/me#K7QW-29MX-HT4C",
        "https://spiele.example/t/ab12cd?join=" + "kT0-_" * 8,
        "https://é.example/",
        "x" * LONGEST,
    ],
)
def test_a_scanner_reads_the_text_from_the_modules(text: str) -> None:
    assert scanned(qr(text)) == text


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="106 bytes, not 107"):
        qr("x" * (LONGEST + 1))


def test_the_svg_path_and_the_blocks_draw_the_same_modules() -> None:
    square = qr("http://192.168.1.20:8421/")
    drawn = [[False] * len(square) for _ in square]
    for column, row, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", svg_path(square)):
        for c in range(int(column), int(column) + int(length)):
            drawn[int(row)][c] = True
    assert drawn == square
    rows: Modules = []
    for line in terminal_lines(square):
        signs = line.removeprefix("\x1b[30;107m").removesuffix("\x1b[0m")
        rows += [[sign in "▀█" for sign in signs], [sign in "▄█" for sign in signs]]
    assert [row[2:-2] for row in rows[2 : 2 + len(square)]] == square
