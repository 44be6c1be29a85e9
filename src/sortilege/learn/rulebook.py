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
from typing import Final, Literal

from msgspec import Struct

from sortilege.core.game import Game
from sortilege.core.words import LANGUAGES, Language

LEDGERS: Final = {"en": "RULES.md"}  # the one that puts a game on the shelf; the others are ledger.fr.md and so on
RULE: Final = re.compile(r"^- \*\*([A-Z]{2}-[A-Z]*\d+)\*\* *(.*)$")
ROW: Final = re.compile(r"^\| *([A-Z]{2}-[A-Z]*\d+) *\|(.*)\|$")
PICTURE: Final = re.compile(r"^<!-- *picture: *([\w-]+) *-->$")
ITEM: Final = re.compile(r"^(?:[-*]|\d+\.) +")
FOR_US: Final = re.compile(r"\s*\(src:[^)]*\)|\s*\bOQ-\d+\.?|\s+ruling\.(?=\s|$)")  # where a rule comes from
RULING: Final = re.compile(r"(?<=\s)(?:House )?ruling:")
QUESTION: Final = "OQ-"
OTHER_LANGUAGE: Final = re.compile(r" ?\*\[[^\]]*\]\(rules\.\w+\.md\)\.\*")  # the page has a button for it


class RuleBlock(Struct):
    """A piece of a chapter. Its words keep their Markdown: **bold**, *italic*, `code`, links; ids such as AQ-610 stand
    for rules of the ledger."""

    kind: Literal["text", "head", "list", "steps", "table", "code", "note", "picture"]
    text: str  # of a picture: its name, which the game's page draws
    items: list[str]  # of a list, or of steps
    rows: list[list[str]]  # of a table, its head first


class RuleChapter(Struct):
    """A chapter of the players' rules."""

    title: str  # "" of the first: what the game is
    blocks: list[RuleBlock]


class LedgerRule(Struct):
    """A numbered rule of the ledger."""

    id: str
    chapter: str
    text: str


class Rules(Struct):
    """The players' rules and the ledger of a game."""

    game: str
    chapters: dict[Language, list[RuleChapter]]
    ledger: dict[Language, list[LedgerRule]]  # in English always; in another language where the game has it


@cache
def rules_of(game: Game) -> Rules:
    """Return the rules of a game: no chapters if it has no players' rules yet."""
    folder = game.folder
    chapters = {language: read_chapters(folder / f"rules.{language}.md") for language in LANGUAGES}
    ledgers = {language: folder / LEDGERS.get(language, f"ledger.{language}.md") for language in LANGUAGES}
    ledger = {lang: rules_in(path.read_text(encoding="utf-8")) for lang, path in ledgers.items() if path.is_file()}
    return Rules(game.name, chapters, ledger)


# ---------------------------------------------------------------- the players' rules
def read_chapters(path: Path) -> list[RuleChapter]:
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8").partition("\n")[2]  # without the title, which the page has
    text = OTHER_LANGUAGE.sub("", text)
    first, *others = re.split(r"^## +", text, flags=re.MULTILINE)
    found = [RuleChapter("", blocks_of(first))]
    for part in others:
        title, _, rest = part.partition("\n")
        found.append(RuleChapter(title.strip(), blocks_of(rest)))
    return found


def blocks_of(text: str) -> list[RuleBlock]:
    """What stands between blank lines, each by its first signs; code may hold blank lines."""
    found: list[RuleBlock] = []
    for number, part in enumerate(re.split(r"^ *```\w*\n(.*?)^ *```$", text, flags=re.MULTILINE | re.DOTALL)):
        if number % 2 and not (found and found[-1].kind == "picture"):
            found.append(RuleBlock("code", part.rstrip("\n"), [], []))
        elif number % 2 == 0:
            found += [block_of(lines.split("\n")) for lines in re.split(r"\n\s*\n", part.strip("\n")) if lines.strip()]
    return found


def block_of(lines: list[str]) -> RuleBlock:
    first = lines[0]
    if picture := PICTURE.match(first.strip()):
        return RuleBlock("picture", picture[1], [], [])
    if first.startswith("#"):
        return RuleBlock("head", first.lstrip("# "), [], [])
    if first.startswith(">"):
        return RuleBlock("note", joined([line.removeprefix(">") for line in lines]), [], [])
    if first.startswith("|"):
        return RuleBlock("table", "", [], [cells(line) for line in lines if not re.fullmatch(r"[|\s:-]+", line)])
    if ITEM.match(first):
        return RuleBlock("list" if first[0] in "-*" else "steps", "", items_of(lines), [])
    return RuleBlock("text", joined(lines), [], [])


def items_of(lines: list[str]) -> list[str]:
    """Each item whole, though it runs over several lines."""
    found: list[list[str]] = []
    for line in lines:
        if ITEM.match(line):
            found.append([ITEM.sub("", line)])
        else:
            found[-1].append(line)
    return [joined(one) for one in found]


def cells(line: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines).strip()


# ---------------------------------------------------------------- the ledger
def rules_in(text: str) -> list[LedgerRule]:
    """Return every numbered rule with the chapter it stands in, without its sources and test ideas."""
    found: list[LedgerRule] = []
    chapter = ""
    for line in text.split("\n"):
        if line.startswith("#"):
            chapter = line.lstrip("# ").replace("`", "")
        elif rule := RULE.match(line):
            found.append(LedgerRule(rule[1], chapter, for_players(rule[2])))
        elif (row := ROW.match(line)) and not row[1].startswith(QUESTION):
            found.append(LedgerRule(row[1], chapter, " · ".join(cell for cell in cells(row[2]) if cell)))
    return found


def for_players(text: str) -> str:
    """What the rule says, and how we read it where the book is silent."""
    return RULING.sub("Our ruling:", FOR_US.sub("", re.split(r"\s+test:", text)[0])).strip()
