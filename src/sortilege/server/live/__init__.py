"""The people who look at a table now: their sockets, when they were last connected, and the snapshots they are sent.

Owns the WebSocket messages. Imports `tables` and the layers below it.
"""
