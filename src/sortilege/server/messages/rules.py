"""The rules of a game, to leaf through."""

from __future__ import annotations

from sortilege.learn.rulebook import LedgerRule, RuleBlock, RuleChapter, Rules

__all__ = ["RuleBlock", "RuleChapter", "LedgerRule", "Rules"]  # noqa: RUF022
