"""Spellcaster: a duel of mages with four piles of spells, for two, or for three and four in teams."""
