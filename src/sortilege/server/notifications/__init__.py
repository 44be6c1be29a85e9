"""Notifies people of their turn and other events by web push and web hooks.

Owns subscriptions and the notifications that are still to be sent. Imports `live` and the layers below it.
"""
