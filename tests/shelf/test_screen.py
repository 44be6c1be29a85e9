"""The terminal view of every game fits into 80 columns in both languages, in every state."""

import random

from sortilege.core.game import Game
from tests.shelf.tables import everybody, tables, walk

COLUMNS, LINES = 80, 17
NAMES = ["Ambrosius the Elder", "Bo", "Cassiopeia", "Dagobert", "Eulalia"]


def test_every_view_fits_the_terminal_in_both_languages(game: Game) -> None:
    screen = game.screen
    for seats, options in tables(game):
        rng = random.Random(seats)
        for state in walk(game.new(seats, options), rng):
            if rng.random() < 0.03:
                for words in game.words.values():
                    lines = screen.lines(state.view(rng.choice(everybody(state))), words, NAMES[:seats])
                    assert len(lines) <= LINES
                    assert max(map(len, lines)) <= COLUMNS
                    assert not any("\n" in line for line in lines)


def test_every_choice_has_a_label_of_its_own(game: Game) -> None:
    """Two choices of one list that read the same could not be told apart."""
    screen = game.screen
    for seats in game.seats:
        for state in walk(game.new(seats), random.Random(seats)):
            if state.turn() >= 0:
                for words in game.words.values():
                    legal = state.view(state.turn())["legal"]
                    labels = [screen.label(action, words, NAMES[:seats]) for action in legal]
                    assert all(labels)
                    assert len(set(labels)) == len(labels), labels
