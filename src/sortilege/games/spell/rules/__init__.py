"""The rules of SPELL, a file per chapter of RULES.md: set-up, arena, runes, turn, spells, end, solo; then the state."""
