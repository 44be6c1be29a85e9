"""What is on the pages of the repository: code blocks, code in sentences, links. New ones are found by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r'!?\[[^\]]*\]\(([^)\s]+)\)|<(?:img|a)\b[^>]*\b(?:src|href)="([^"]+)"')
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)


class Piece(NamedTuple):
    """Something on a page: a code block, or code in a sentence (then its kind is empty)."""

    page: str  # from the root
    line: int
    kind: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> list[str]:
    """Every page whose code must run."""
    paths = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


def linked_pages() -> list[str]:
    """Every page whose links must lead somewhere: the ledgers and the browser's own pages too."""
    tops = [ROOT / "CHANGELOG.md", ROOT / "SECURITY.md"]
    more = [*tops, *(ROOT / "src").rglob("*.md"), *(ROOT / "web" / "src").rglob("*.md")]
    return [*pages(), *sorted(path.relative_to(ROOT).as_posix() for path in more)]


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, kind: str | None = None) -> list[Piece]:
    """The code blocks of a page in order; all, or those of one kind."""
    text = read(page)
    pieces = [Piece(page, text.count("\n", 0, m.start(2)) + 1, m[1], m[2]) for m in FENCE.finditer(text)]
    return [block for block in pieces if kind in (None, block.kind)]


def spans(page: str) -> Iterator[Piece]:
    """Code in sentences and tables."""
    for number, line in enumerate(prose(page).split("\n"), 1):
        for span in SPAN.findall(line):
            yield Piece(page, number, "", span.replace("\\|", "|"))


def links(page: str) -> Iterator[Piece]:
    for number, line in enumerate(prose(page).split("\n"), 1):
        for link in LINK.finditer(SPAN.sub("", line)):
            yield Piece(page, number, "", link[1] or link[2])


def anchors(page: str) -> set[str]:
    """The anchors GitHub makes of a page's headings."""
    titles = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title) for title in HEADING.findall(prose(page))]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def prose(page: str) -> str:
    """A page without its blocks, every line where it was."""
    return FENCE.sub(lambda block: "\n" * block[0].count("\n"), read(page))
