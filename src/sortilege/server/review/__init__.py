"""Finished games: replays, reviews, records opened from files, and new tables that begin at a past decision.

Owns stored reviews. Imports `live` and the layers below it.
"""
