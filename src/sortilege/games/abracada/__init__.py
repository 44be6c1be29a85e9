"""The game Abracada… Quoi ? for 2 to 5 players, who see everyone's stones except their own."""

from __future__ import annotations

from pathlib import Path

from sortilege.core.contract.advice import Advice
from sortilege.core.contract.screen import Screen
from sortilege.core.game import Game
from sortilege.games.abracada import (
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
from sortilege.games.abracada.box import OPTIONS
from sortilege.games.abracada.features import AbracadaFeatures
from sortilege.games.abracada.insight import AbracadaInsight
from sortilege.games.abracada.teaching import advice
from sortilege.games.abracada.teaching.tasks import TASKS

GAME = Game(
    name="abracada",
    folder=Path(__file__).parent,
    seats=(2, 3, 4, 5),
    turn_rule="AQ-205",
    seats_rule="AQ-101",
    options=OPTIONS,
    net_kind=box.net_kind,
    actions=actions.ACTION_TABLE.count,
    describe=actions.describe,
    find=actions.find,
    initial_state=position.initial_state,
    from_position=position.from_position,
    position=position.position,
    refusal=refusals.refusal,
    turn_of=log.turn_of,
    hides_information=True,
    view=view.view,
    own_entries=view.own_entries,
    board=board.board,
    make_dealer=dealer.dealer,
    features=AbracadaFeatures,
    insight=AbracadaInsight,
    tasks=TASKS,
    odds=dealer.call_odds,
    aid=dealer.odds,
    line=log.line_of,
    visible_line=log.visible_line,
    is_final=log.is_final,
    reveals=log.reveals,
    split_line=log.parts,
    sentence=sentences.sentence,
    summary=sentences.summary,
    screen=Screen(screen.lines, screen.label, screen.key, screen.mark),
    advice=Advice(advice.command, advice.reason),
)
