"""The viewers of live tables: their sockets, when they were last connected, and the snapshots that are sent to them.

Owns the WebSocket messages. Imports `tables` and the layers below it.
"""
