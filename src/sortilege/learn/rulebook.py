"""The rules of a game as somebody leafs through them: its players' rules (rules.en.md, rules.fr.md) by chapters, and
the numbered rules of its ledger (RULES.md, in French ledger.fr.md). All are read where they lie; nothing is written
down twice. A ledger in another language has what players read of it: the same rules, without sources and test ideas.

The players' rules are plain Markdown. `<!-- picture: NAME -->` is a picture that the game's own pieces draw; a drawing
in letters right after it is the same for those who read the file, and is left out.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from sortilege.core.game import Game
from sortilege.core.words import LANGUAGES

LEDGERS: Final = {"en": "RULES.md"}  # the one that puts a game on the shelf; the others are ledger.fr.md and so on
RULE: Final = re.compile(r"^- \*\*([A-Z]{2}-[A-Z]*\d+)\*\* *(.*)$")
ROW: Final = re.compile(r"^\| *([A-Z]{2}-[A-Z]*\d+) *\|(.*)\|$")
PICTURE: Final = re.compile(r"^<!-- *picture: *([\w-]+) *-->$")
ITEM: Final = re.compile(r"^(?:[-*]|\d+\.) +")
FOR_US: Final = re.compile(r"\s*\(src:[^)]*\)|\s*\bOQ-\d+\.?|\s+ruling\.(?=\s|$)")  # where a rule comes from
RULING: Final = re.compile(r"(?<=\s)(?:House )?ruling:")
QUESTION: Final = "OQ-"
OTHER_LANGUAGE: Final = re.compile(r" ?\*\[[^\]]*\]\(rules\.\w+\.md\)\.\*")  # the page has a button for it


class Block(NamedTuple):
    """A paragraph, heading, list, table, picture and so on, its words still with their Markdown."""

    kind: str  # text, head, list, steps, table, code, note or picture
    text: str = ""
    items: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class Chapter(NamedTuple):
    """A chapter of the players' rules; the first, without a title, says what the game is."""

    title: str
    blocks: tuple[Block, ...]


class Rule(NamedTuple):
    """A rule of the ledger."""

    id: str
    chapter: str
    text: str


class Rulebook(NamedTuple):
    """All there is to read, by language; no chapters where a game has no players' rules yet, and no ledger in a
    language that it was not written in."""

    chapters: dict[str, tuple[Chapter, ...]]
    ledger: dict[str, tuple[Rule, ...]]


def rulebook(game: Game) -> Rulebook:
    """The rules of a game."""
    return read_rules(game.folder)


@cache
def read_rules(folder: Path) -> Rulebook:
    chapters = {language: read_chapters(folder / f"rules.{language}.md") for language in LANGUAGES}
    ledgers = {language: folder / LEDGERS.get(language, f"ledger.{language}.md") for language in LANGUAGES}
    return Rulebook(chapters, {language: read_ledger(path) for language, path in ledgers.items() if path.is_file()})


# ---------------------------------------------------------------- the players' rules
def read_chapters(path: Path) -> tuple[Chapter, ...]:
    if not path.is_file():
        return ()
    text = path.read_text(encoding="utf-8").partition("\n")[2]  # without the title, which the page has
    text = OTHER_LANGUAGE.sub("", text)
    first, *others = re.split(r"^## +", text, flags=re.MULTILINE)
    found = [Chapter("", blocks_of(first))]
    for part in others:
        title, _, rest = part.partition("\n")
        found.append(Chapter(title.strip(), blocks_of(rest)))
    return tuple(found)


def blocks_of(text: str) -> tuple[Block, ...]:
    """What stands between blank lines, each by its first signs; code may hold blank lines."""
    found: list[Block] = []
    for number, part in enumerate(re.split(r"^ *```\w*\n(.*?)^ *```$", text, flags=re.MULTILINE | re.DOTALL)):
        if number % 2 and not (found and found[-1].kind == "picture"):
            found.append(Block("code", part.rstrip("\n")))
        elif number % 2 == 0:
            found += [block_of(lines.split("\n")) for lines in re.split(r"\n\s*\n", part.strip("\n")) if lines.strip()]
    return tuple(found)


def block_of(lines: list[str]) -> Block:
    first = lines[0]
    if picture := PICTURE.match(first.strip()):
        return Block("picture", picture[1])
    if first.startswith("#"):
        return Block("head", first.lstrip("# "))
    if first.startswith(">"):
        return Block("note", joined([line.removeprefix(">") for line in lines]))
    if first.startswith("|"):
        return Block("table", rows=tuple(cells(line) for line in lines if not re.fullmatch(r"[|\s:-]+", line)))
    if ITEM.match(first):
        return Block("list" if first[0] in "-*" else "steps", items=tuple(items_of(lines)))
    return Block("text", joined(lines))


def items_of(lines: list[str]) -> list[str]:
    """Each item whole, though it runs over several lines."""
    found: list[list[str]] = []
    for line in lines:
        if ITEM.match(line):
            found.append([ITEM.sub("", line)])
        else:
            found[-1].append(line)
    return [joined(one) for one in found]


def cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")))


def joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines).strip()


# ---------------------------------------------------------------- the ledger
def read_ledger(path: Path) -> tuple[Rule, ...]:
    return tuple(rules_in(path.read_text(encoding="utf-8")))


def rules_in(text: str) -> list[Rule]:
    """Every numbered rule with the chapter it stands in, without what is there for us alone: sources and test ideas."""
    found: list[Rule] = []
    chapter = ""
    for line in text.split("\n"):
        if line.startswith("#"):
            chapter = line.lstrip("# ").replace("`", "")
        elif rule := RULE.match(line):
            found.append(Rule(rule[1], chapter, for_players(rule[2])))
        elif (row := ROW.match(line)) and not row[1].startswith(QUESTION):
            found.append(Rule(row[1], chapter, " · ".join(cell for cell in cells(row[2]) if cell)))
    return found


def for_players(text: str) -> str:
    """What the rule says, and how we read it where the book is silent."""
    return RULING.sub("Our ruling:", FOR_US.sub("", re.split(r"\s+test:", text)[0])).strip()
