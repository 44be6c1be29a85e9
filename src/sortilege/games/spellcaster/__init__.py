"""Spellcaster: a duel of mages with four piles of spells, for two, or for three and four in teams."""

from __future__ import annotations

from pathlib import Path

from sortilege.core.contract.advice import Advice
from sortilege.core.contract.cards import CardFiles
from sortilege.core.contract.screen import Screen
from sortilege.core.game import Game
from sortilege.games.spellcaster import (
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
from sortilege.games.spellcaster.effects import words
from sortilege.games.spellcaster.features import SpellcasterFeatures
from sortilege.games.spellcaster.insight import SpellcasterInsight
from sortilege.games.spellcaster.teaching import advice
from sortilege.games.spellcaster.teaching.tasks import TASKS

GAME = Game(
    name="spellcaster",
    folder=Path(__file__).parent,
    seats=(2, 3, 4),
    turn_rule="SC-207",
    seats_rule="SC-101",
    options=box.OPTIONS,
    rulings=(("SC-405",),),
    check_options=deck.check_options,
    idle_options=box.idle_options,
    sides=box.sides,
    cards=CardFiles(deck.summary, deck.template, deck.fingerprint_of),
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
    own_board=board.own_board,
    make_dealer=dealer.make_dealer,
    features=SpellcasterFeatures,
    insight=SpellcasterInsight,
    tasks=TASKS,
    odds=dealer.draw_odds,
    line=log.line_of,
    visible_line=log.visible_line,
    split_line=log.split_at_turn,
    sentence=sentences.sentence,
    summary=sentences.summary,
    screen=Screen(screen.lines, screen.label, mark=screen.log_symbol),
    advice=Advice(advice.command, advice.reason),
    all_words=words.all_words,
    words_for=words.words_for,
)
