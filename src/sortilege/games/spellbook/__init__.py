"""SpellBook for 1 to 4 players: collect materia, learn up to seven spells, feed a Familiar."""

from __future__ import annotations

from pathlib import Path

from sortilege.core.contract.advice import Advice
from sortilege.core.contract.screen import Screen
from sortilege.core.game import Game
from sortilege.games.spellbook import (
    actions,
    board,
    box,
    dealer,
    log,
    position,
    refusals,
    screen,
    sentences,
    view,
)
from sortilege.games.spellbook.features import SpellBookFeatures
from sortilege.games.spellbook.insight import SpellBookInsight
from sortilege.games.spellbook.teaching import advice
from sortilege.games.spellbook.teaching.tasks import TASKS

GAME = Game(
    name="spellbook",
    folder=Path(__file__).parent,
    seats=(1, 2, 3, 4),
    turn_rule="SB-040",
    seats_rule="SB-020",
    options=box.OPTIONS,
    rulings=(("SB-206",),),
    check_options=box.check_options,
    idle_options=box.idle_options,
    actions=actions.ACTION_TABLE.count,
    describe=actions.describe,
    find=actions.find,
    initial_state=position.initial_state,
    from_position=position.from_position,
    position=position.position,
    refusal=refusals.refusal,
    turn_of=log.turn_of,
    view=view.view,
    board=board.board,
    own_board=board.own_board,
    make_dealer=dealer.dealer,
    features=SpellBookFeatures,
    insight=SpellBookInsight,
    tasks=TASKS,
    line=log.line_of,
    split_line=log.parts,
    sentence=sentences.sentence,
    summary=sentences.summary,
    is_skip=log.is_skip,
    skipped_summary=sentences.skipped_summary,
    screen=Screen(screen.lines, screen.label, mark=screen.mark),
    advice=Advice(advice.command, advice.reason),
)
