"""Looking back at finished games: replay, review, opened records, and new tables that begin at a past decision.

Owns stored reviews. Imports `live` and the layers below it.
"""
