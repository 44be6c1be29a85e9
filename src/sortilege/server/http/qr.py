"""QR codes for short texts such as addresses: bytes, versions 1 to 5, the lowest level of correction (ISO/IEC 18004).

A code of these versions is one block with at most one alignment pattern, which is what keeps this file short.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Square = list[list[bool]]  # rows of modules; True is dark

DATA: Final = (19, 34, 55, 80, 108)  # codewords of text by version, then those of correction
CORRECTION: Final = (7, 10, 15, 20, 26)
LEVEL: Final = 0b01  # "L": 7 % may be unreadable
FINDER: Final = ("1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111")


def qr(text: str) -> Square:
    """The code of a text of at most 106 bytes; ValueError where it is longer."""
    content = text.encode()
    version = next((v for v, size in enumerate(DATA, 1) if len(content) + 2 <= size), 0)
    if not version:
        raise ValueError(f"a QR code of ours holds at most {DATA[-1] - 2} bytes, not {len(content)}")
    square, fixed = patterns(version)
    place(square, fixed, bits(content, version))
    masked = [with_mask(square, fixed, mask) for mask in range(8)]
    return min(masked, key=penalty)


# ---------------------------------------------------------------- the bits
def bits(content: bytes, version: int) -> list[bool]:
    """Mode, length and bytes, filled up to the size of the version; then the correction."""
    room = DATA[version - 1]
    digits = f"0100{len(content):08b}" + "".join(f"{byte:08b}" for byte in content)
    digits += "0" * min(4, room * 8 - len(digits))
    digits += "0" * (-len(digits) % 8)
    words = [int(digits[i : i + 8], 2) for i in range(0, len(digits), 8)]
    words += [(0xEC, 0x11)[i % 2] for i in range(room - len(words))]
    words += remainder(words, CORRECTION[version - 1])
    return [bool(word >> bit & 1) for word in words for bit in range(7, -1, -1)]


def remainder(words: list[int], count: int) -> list[int]:
    """Reed and Solomon's: what is left of the words after division by the generator of this degree."""
    generator = [1]
    root = 1
    for _ in range(count):
        shifted = [*generator, 0]
        generator = [a ^ times(b, root) for a, b in zip(shifted, [0, *generator], strict=True)]
        root = times(root, 2)
    left = [*words, *([0] * count)]
    for i in range(len(words)):
        factor = left[i]
        for k, term in enumerate(generator):
            left[i + k] ^= times(term, factor)
    return left[-count:]


def times(a: int, b: int) -> int:
    """In the field of 256 elements."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 0x100:
            a ^= 0x11D
        b >>= 1
    return product


# ---------------------------------------------------------------- the square
def patterns(version: int) -> tuple[Square, Square]:
    """The square with what every code has, and which of its modules that takes."""
    size = 17 + 4 * version
    square = [[False] * size for _ in range(size)]
    fixed = [[False] * size for _ in range(size)]

    def put(row: int, column: int, dark: bool) -> None:
        if 0 <= row < size and 0 <= column < size:
            square[row][column], fixed[row][column] = dark, True

    for i in range(8, size - 8):
        put(6, i, i % 2 == 0)
        put(i, 6, i % 2 == 0)
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for row in range(-1, 8):
            for column in range(-1, 8):
                inside = 0 <= row < 7 and 0 <= column < 7
                put(top + row, left + column, inside and FINDER[row][column] == "1")
    if version > 1:
        for row in range(-2, 3):
            for column in range(-2, 3):
                put(size - 7 + row, size - 7 + column, max(abs(row), abs(column)) != 1)
    for row, column in format_places(size):
        put(row, column, False)
    put(size - 8, 8, True)
    return square, fixed


def format_places(size: int) -> list[tuple[int, int]]:
    """Where the fifteen format bits go, highest first, and where they go again."""
    around = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    again = [(size - 1 - i, 8) for i in range(7)] + [(8, size - 8 + i) for i in range(8)]
    return around + again


def place(square: Square, fixed: Square, content: list[bool]) -> None:
    """Up and down in columns of two, from the right, around what is fixed."""
    size = len(square)
    waiting = iter(content)
    upwards = True
    for right in (c for c in range(size - 1, 0, -2)):
        pair = right if right > 6 else right - 1  # the column of the timing pattern is skipped
        for row in range(size - 1, -1, -1) if upwards else range(size):
            for column in (pair, pair - 1):
                if not fixed[row][column]:
                    square[row][column] = next(waiting, False)
        upwards = not upwards


def with_mask(square: Square, fixed: Square, mask: int) -> Square:
    rules: tuple[Callable[[int, int], int], ...] = (
        lambda r, c: (r + c) % 2,
        lambda r, c: r % 2,
        lambda r, c: c % 3,
        lambda r, c: (r + c) % 3,
        lambda r, c: (r // 2 + c // 3) % 2,
        lambda r, c: r * c % 2 + r * c % 3,
        lambda r, c: (r * c % 2 + r * c % 3) % 2,
        lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
    )
    turned = rules[mask]
    size = range(len(square))
    masked = [[square[r][c] ^ (not fixed[r][c] and turned(r, c) == 0) for c in size] for r in size]
    form = format_bits(mask)
    for i, (row, column) in enumerate(format_places(len(square))):
        masked[row][column] = bool(form >> (14 - i % 15) & 1)
    return masked


def format_bits(mask: int) -> int:
    """Level and mask, with a correction of their own."""
    content = LEVEL << 3 | mask
    left = content << 10
    for bit in range(14, 9, -1):
        if left >> bit & 1:
            left ^= 0b10100110111 << (bit - 10)
    return (content << 10 | left) ^ 0b101010000010010


def penalty(square: Square) -> int:
    """How hard to read: long runs, blocks, what looks like a finder, an uneven share of dark."""
    size = len(square)
    lines = ["".join("01"[dark] for dark in line) for line in [*square, *map(list, zip(*square, strict=True))]]
    total = 0
    for line in lines:
        run = 1
        for before, here in zip(line, line[1:] + "x", strict=True):
            if before == here:
                run += 1
            else:
                total += run - 2 if run >= 5 else 0
                run = 1
        for i in range(size - 10):
            total += 40 if line[i : i + 11] in ("10111010000", "00001011101") else 0
    for r in range(size - 1):
        for c in range(size - 1):
            total += 3 if square[r][c] == square[r + 1][c] == square[r][c + 1] == square[r + 1][c + 1] else 0
    dark = 100 * sum(map(sum, square)) // size**2
    return total + 10 * (abs(dark - 50) // 5)


# ---------------------------------------------------------------- on a page
def svg_path(square: Square) -> str:
    """The dark modules as the path of an SVG, a unit each, from the upper left corner."""
    return "".join(
        f"M{start} {r}h{length}v1h-{length}z" for r, row in enumerate(square) for start, length in dark_runs(row)
    )


def dark_runs(row: list[bool]) -> list[tuple[int, int]]:
    """Where dark modules lie side by side, and how many."""
    edges = [c for c in range(len(row) + 1) if (c < len(row) and row[c]) != (c > 0 and row[c - 1])]
    return [(start, end - start) for start, end in zip(edges[::2], edges[1::2], strict=True)]


# ---------------------------------------------------------------- on a terminal
def in_blocks(square: Square, margin: int = 2) -> list[str]:
    """Two rows a line, dark on light whatever the colours of the terminal are."""
    side = len(square) + 2 * margin
    padded = [[False] * side for _ in range(side + side % 2)]
    for r, row in enumerate(square):
        padded[r + margin][margin : margin + len(row)] = row
    blocks = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    lines = ["".join(blocks[pair] for pair in zip(*padded[r : r + 2], strict=True)) for r in range(0, len(padded), 2)]
    return [f"\x1b[30;107m{line}\x1b[0m" for line in lines]
