"""The tables: their logs, states, seats, clocks and bots. `Table.commit` is the only way to change one.

Owns the log of every table. Does not know who is looking: `live` registers as listener. Imports `workers`, `people`,
`store` and `http`.
"""
