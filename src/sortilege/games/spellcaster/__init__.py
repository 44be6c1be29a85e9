"""Spellcaster: a duel of mages with four piles of spells, for two, or for three and four in teams."""

from __future__ import annotations

from pathlib import Path

from sortilege.core.cards import CardFiles
from sortilege.core.game import Game
from sortilege.core.screen import Screen
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
from sortilege.games.spellcaster.insight import SpellcasterInsight

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
    actions=actions.VERBS.count,
    describe=actions.describe,
    find=actions.find,
    fresh=position.fresh,
    from_position=position.from_position,
    position=position.position,
    refusal=refusals.refusal,
    turn_of=log.turn_of,
    view=view.view,
    board=board.board,
    make_dealer=dealer.dealer,
    insight=SpellcasterInsight,
    line=log.line_of,
    visible_line=log.visible_line,
    reveals=log.reveals,
    parts=log.parts,
    sentence=sentences.sentence,
    summary=sentences.summary,
    screen=Screen(screen.lines, screen.label, mark=screen.mark),
    all_words=words.all_words,
    words_for=words.words_for,
)
