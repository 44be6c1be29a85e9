"""The tables: their logs, states, seats, clocks and bots. `Table.commit` is the only way to change a table.

This package owns the log of every table. It does not know the connected viewers: `live` registers a listener for
them. It imports `workers`, `people`, `store` and `http`.
"""
