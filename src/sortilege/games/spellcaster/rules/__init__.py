"""The rules of Spellcaster by chapter: setup and turn, crystals and winning, card moves, card texts and their choices.

In all modules `t` is the state vector, `L` the module layout.py that names its cells, and `program` the compiled texts
of the card set.
"""
