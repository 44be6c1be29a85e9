"""The rules of a game, to leaf through."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.server.messages.words import Language


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
    """GET /api/rules/{game}."""

    game: str
    chapters: dict[Language, list[RuleChapter]]
    ledger: dict[Language, list[LedgerRule]]  # in English always; in another language where the game has it
