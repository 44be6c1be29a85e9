"""The people whom the server remembers without accounts: their keys, devices, seats and marks.

Owns the secrets and names that people have. Imports `store` and `http`.
"""
