"""A person's own page: their games, their devices, and deleting their data.

Imports `review`, `live` and the layers below them.
"""
