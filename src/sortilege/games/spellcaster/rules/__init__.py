"""The rules of Spellcaster by chapter: setup and turn, crystals and winning, card moves, card texts and their choices.

In all modules `t` is the state vector (layout.py names its cells) and `p` the compiled program of the card set.
"""
