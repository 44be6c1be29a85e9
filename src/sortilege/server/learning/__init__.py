"""Lessons, puzzles, the daily game and the rules.

Owns nothing that is stored with a table. Imports `review`, `live` and the layers below them.
"""
