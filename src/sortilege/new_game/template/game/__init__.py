"""__Title__, a race with one die. docs/games.md explains which modules a game must have and which it may have."""

from pathlib import Path

from sortilege.core.game import Game
from sortilege.games.__game__ import position
from sortilege.games.__game__.actions import ACTION_TABLE
from sortilege.games.__game__.layout import ACTIVE

GAME = Game(
    name="__game__",
    folder=Path(__file__).parent,
    seats=(2, 3, 4, 5),
    turn_rule="XX-901",
    seats_rule="XX-101",
    actions=ACTION_TABLE.count,
    describe=ACTION_TABLE.describe,
    find=ACTION_TABLE.id_of,
    initial_state=position.initial_state,
    from_position=position.from_position,
    position=position.position,
    turn_of=lambda state: (state.cells[ACTIVE],),
)
