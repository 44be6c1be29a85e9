"""The rules of a game, to leaf through before sitting down and at the table."""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.params import FromPath

from sortilege.games import game as game_named
from sortilege.learn.rulebook import Block, rulebook
from sortilege.server.auth import Call, address
from sortilege.server.messages.rules import LedgerRule, RuleBlock, RuleChapter, Rules
from sortilege.server.routes.given import TheLimits


@get("/api/rules/{game:str}", tags=["lessons"])
async def get_rules(request: Call, limits: TheLimits, game: FromPath[str]) -> Rules:
    """The players' rules and the ledger, in every language."""
    limits.looking.check(address(request))
    return await asyncio.to_thread(rules_of, game)


def rules_of(name: str) -> Rules:
    book = rulebook(game_named(name))
    return Rules(
        game=name,
        chapters={
            language: [RuleChapter(one.title, [rule_block(block) for block in one.blocks]) for one in chapters]  # type: ignore[misc]
            for language, chapters in book.chapters.items()
        },
        ledger={language: [LedgerRule(*rule) for rule in rules] for language, rules in book.ledger.items()},  # type: ignore[misc]
    )


def rule_block(block: Block) -> RuleBlock:
    return RuleBlock(block.kind, block.text, list(block.items), [list(row) for row in block.rows])  # type: ignore[arg-type]


ROUTES = [get_rules]
