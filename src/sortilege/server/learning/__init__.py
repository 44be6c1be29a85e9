"""Lessons, puzzles, the daily game and the rules.

Stores nothing at tables. Imports `review`, `live` and the layers below them.
"""
