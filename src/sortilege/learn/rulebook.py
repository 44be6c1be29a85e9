"""The rule book of a game, as the browser shows it: the players' rules (rules.en.md, rules.fr.md) by chapters, and the
ledger, a list of all rules with ids (RULES.md, in French ledger.fr.md). The French ledger has the same rules without
sources and test ideas.

The players' rules are plain Markdown. `<!-- picture: NAME -->` stands for a picture that the game's page draws. A code
block directly after such a comment is the picture as text, for readers of the file; the browser does not need it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from sortilege.core.game import Game
from sortilege.core.text.words import LANGUAGES, Language

LEDGERS: Final = {"en": "RULES.md"}  # other languages: ledger.fr.md and so on
LIST_RULE: Final = re.compile(r"^- \*\*([A-Z]{2}-[A-Z]*\d+)\*\* *(.*)$")  # "- **AQ-101** Text"
TABLE_RULE: Final = re.compile(r"^\| *([A-Z]{2}-[A-Z]*\d+) *\|(.*)\|$")  # "| AQ-101 | Text |"
PICTURE: Final = re.compile(r"^<!-- *picture: *([\w-]+) *-->$")
LIST_ITEM: Final = re.compile(r"^(?:[-*]|\d+\.) +")
# Notes for contributors: the source of a rule, an open question, the word "ruling".
CONTRIBUTOR_NOTE: Final = re.compile(r"\s*\(src:[^)]*\)|\s*\bOQ-\d+\.?|\s+ruling\.(?=\s|$)")
RULING: Final = re.compile(r"(?<=\s)(?:House )?ruling:")
QUESTION: Final = "OQ-"  # begins the ids of open questions, which are no rules
# A link to the other language, for which the page has a button.
OTHER_LANGUAGE: Final = re.compile(r" ?\*\[[^\]]*\]\(rules\.\w+\.md\)\.\*")


class RuleBlock(Struct):
    """A block of a chapter of the rules. Texts contain Markdown (**bold**, *italic*, `code`, links) and rule ids."""

    kind: Literal["text", "head", "list", "steps", "table", "code", "note", "picture"]
    text: str  # the text of the block, or the name of the picture; "" for a list or table
    items: list[str]  # the items of a list or of steps (a numbered list); otherwise []
    rows: list[list[str]]  # the rows of a table, the head first; otherwise []


class RuleChapter(Struct):
    """A chapter of the players' rules."""

    title: str  # "" for the first chapter, which describes the game
    blocks: list[RuleBlock]


class LedgerRule(Struct):
    """A rule of the ledger, which lists all rules of a game by number."""

    id: str  # the number of the rule, such as "SB-170"
    chapter: str  # the title of its chapter
    text: str


class Rules(Struct):
    """The rules of a game: the chapters that players read, and the ledger (all rules by number)."""

    game: str  # the name of the game, such as "spellbook"
    chapters: dict[Language, list[RuleChapter]]
    ledger: dict[Language, list[LedgerRule]]  # always in English; in another language if the game has a translation


@cache
def rules_of(game: Game) -> Rules:
    """Return the rule book of a game in all languages. A new game may have a ledger, but no chapters yet."""
    chapters = {language: read_chapters(game.folder / f"rules.{language}.md") for language in LANGUAGES}
    ledger = {}
    for language in LANGUAGES:
        path = game.folder / LEDGERS.get(language, f"ledger.{language}.md")
        if path.is_file():
            ledger[language] = rules_in(path.read_text(encoding="utf-8"))
    return Rules(game.name, chapters, ledger)


# ---------------------------------------------------------------- the players' rules
def read_chapters(path: Path) -> list[RuleChapter]:
    """Return the chapters of a Markdown file with the rules for players, or [] if there is no such file. The part
    before the first heading is a chapter without a title."""
    if not path.is_file():
        return []
    _file_title, _, text = path.read_text(encoding="utf-8").partition("\n")
    introduction, *titled_chapters = re.split(r"^## +", OTHER_LANGUAGE.sub("", text), flags=re.MULTILINE)
    chapters = [RuleChapter("", blocks_of(introduction))]
    for chapter in titled_chapters:
        title, _, content = chapter.partition("\n")
        chapters.append(RuleChapter(title.strip(), blocks_of(content)))
    return chapters


def blocks_of(text: str) -> list[RuleBlock]:
    """Split Markdown into blocks (paragraphs, lists, tables, …) at blank lines. A code block may contain blank lines.
    It is left out after a picture, because it then is the picture as text."""
    blocks: list[RuleBlock] = []
    for index, part in enumerate(re.split(r"^ *```\w*\n(.*?)^ *```$", text, flags=re.MULTILINE | re.DOTALL)):
        is_code = index % 2 == 1  # `split` returns text and code in turn
        if not is_code:
            paragraphs = re.split(r"\n\s*\n", part.strip("\n"))
            blocks += [block_of(paragraph.split("\n")) for paragraph in paragraphs if paragraph.strip()]
        elif not blocks or blocks[-1].kind != "picture":
            blocks.append(RuleBlock("code", part.rstrip("\n"), [], []))
    return blocks


def block_of(lines: list[str]) -> RuleBlock:
    """Return a Markdown paragraph as a block. Its first characters decide which kind it is."""
    first = lines[0]
    if picture := PICTURE.match(first.strip()):
        return RuleBlock("picture", picture[1], [], [])
    if first.startswith("#"):
        return RuleBlock("head", first.lstrip("# "), [], [])
    if first.startswith(">"):
        return RuleBlock("note", joined([line.removeprefix(">") for line in lines]), [], [])
    if first.startswith("|"):
        return RuleBlock("table", "", [], [cells(line) for line in lines if not re.fullmatch(r"[|\s:-]+", line)])
    if LIST_ITEM.match(first):
        return RuleBlock("list" if first[0] in "-*" else "steps", "", items_of(lines), [])
    return RuleBlock("text", joined(lines), [], [])


def items_of(lines: list[str]) -> list[str]:
    """Return the items of a Markdown list without their signs. An item may continue on the next lines."""
    items: list[list[str]] = []
    for line in lines:
        if LIST_ITEM.match(line):
            items.append([LIST_ITEM.sub("", line)])
        else:
            items[-1].append(line)
    return [joined(item) for item in items]


def cells(line: str) -> list[str]:
    """Return the cells of a table row in Markdown: "| a | b |" -> ["a", "b"]."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def joined(lines: list[str]) -> str:
    """Join the lines of a paragraph into one."""
    return " ".join(line.strip() for line in lines).strip()


# ---------------------------------------------------------------- the ledger
def rules_in(text: str) -> list[LedgerRule]:
    """Return every numbered rule of a ledger in Markdown, in lists and tables, without contributors' notes."""
    rules: list[LedgerRule] = []
    chapter = ""
    for line in text.split("\n"):
        if line.startswith("#"):
            chapter = line.lstrip("# ").replace("`", "")
        elif rule := LIST_RULE.match(line):
            rules.append(LedgerRule(rule[1], chapter, text_for_players(rule[2])))
        elif (row := TABLE_RULE.match(line)) and not row[1].startswith(QUESTION):
            rules.append(LedgerRule(row[1], chapter, " · ".join(cell for cell in cells(row[2]) if cell)))
    return rules


def text_for_players(text: str) -> str:
    """Return the text of a numbered rule as players see it, without the notes and the test ideas for contributors."""
    without_tests = re.split(r"\s+test:", text)[0]
    return RULING.sub("Our ruling:", CONTRIBUTOR_NOTE.sub("", without_tests)).strip()
