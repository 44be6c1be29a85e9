"""What the hints and puzzles of this game need: sentences about an action, and the kinds of puzzles."""
