"""SPELL for two players, or for one against a scripted opponent: form runes on an arena whose tiles move."""

from __future__ import annotations

from pathlib import Path

from sortilege.core.contract.advice import Advice
from sortilege.core.contract.cards import CardFiles
from sortilege.core.contract.screen import Screen
from sortilege.core.game import Game
from sortilege.games.spell import (
    actions,
    board,
    box,
    dealer,
    deck,
    log,
    position,
    refusals,
    screen,
    sentences,
    view,
)
from sortilege.games.spell.features import SpellFeatures
from sortilege.games.spell.insight import SpellInsight
from sortilege.games.spell.teaching import advice
from sortilege.games.spell.teaching.tasks import TASKS

GAME = Game(
    name="spell",
    folder=Path(__file__).parent,
    seats=(1, 2),
    turn_rule="SP-085",
    seats_rule="SP-001",
    options=box.OPTIONS,
    check_options=deck.check_options,
    idle_options=box.idle_options,
    seat_names=box.seat_names,
    cards=CardFiles(deck.summary, deck.template, deck.fingerprint_of),
    actions=actions.COUNT,
    describe=actions.describe,
    find=actions.find,
    initial_state=position.initial_state,
    from_position=position.from_position,
    position=position.position,
    refusal=refusals.refusal,
    turn_of=log.turn_of,
    view=view.view,
    board=board.board,
    make_dealer=dealer.dealer,
    features=SpellFeatures,
    insight=SpellInsight,
    tasks=TASKS,
    line=log.line_of,
    split_line=log.split_line,
    sentence=sentences.sentence,
    summary=sentences.summary,
    screen=Screen(screen.lines, screen.label, mark=screen.mark),
    advice=Advice(advice.command, advice.reason),
)
