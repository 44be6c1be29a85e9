"""Notifies people of their turn and other events by web push and web hooks.

Owns the subscriptions and the queue of unsent notifications. Imports `live` and the layers below it.
"""
