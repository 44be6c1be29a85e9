"""What bots know of SpellBook beyond the rules: the value of a seat's position (`evaluation`, with the numbers of
`weights`), ratings of decisions (`rating`, `picks`), win probabilities (`win_estimates`, with the net in net.json if
there is one), tree search (`search`, `solo_search`), and the interface for bots (`insight`)."""

from __future__ import annotations

from sortilege.games.spellbook.insight.insight import SpellBookInsight

__all__ = ["SpellBookInsight"]
