"""The rules of Spellcaster by chapter: set-up and turn, crystals and winning, moving cards, carrying out texts."""
