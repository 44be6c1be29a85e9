"""OpenSpiel's own search at our tables: legal, repeatable, and better than lots."""

import pytest

import sortilege
from sortilege.arena.contest import Fixture, Plan, play_match
from sortilege.arena.entrants import make_entrant
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE


@pytest.mark.parametrize(("name", "seats"), [(g, n) for g in sortilege.games() for n in sortilege.game(g).seats])
def test_it_answers_a_legal_action_at_every_table(name: str, seats: int) -> None:
    state = sortilege.game(name).new(seats, {"mode": "solo"} if (name, seats) == ("spell", 1) else {})
    rng = Rng(4)
    while state.turn() == CHANCE:
        state.apply(state.draw(rng, state.buffer()))
    view = state.view(int(state.turn()))
    chosen = [make_entrant("ismcts:6", name, 5, None).bot.choose(view) for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert chosen[0] in view["legal"]
    assert make_entrant("ismcts@1ms", name, 5, None).bot.choose(view, 1.0) in view["legal"]


def test_it_plays_a_whole_match() -> None:
    played = play_match(Plan("abracada", ("ismcts:4", "random"), 2, 2, {"first": 0, "die": [6]}), Fixture(0, 0, (0, 1)))
    assert played.winners
    assert all(played.decisions)
