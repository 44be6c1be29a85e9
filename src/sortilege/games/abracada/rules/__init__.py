"""The rules of Abracada… Quoi ? by chapter: set-up, calls, spells, scoring; then the legal actions and the state."""
