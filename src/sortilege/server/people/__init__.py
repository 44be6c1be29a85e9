"""The people that the server recognizes without accounts: their keys, devices, seats and achievements (marks).

This package owns the secrets and names of people. It imports `store` and `http`.
"""
